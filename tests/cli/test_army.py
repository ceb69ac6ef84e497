"""Armies on the command line."""

from pathlib import Path

import pytest

from miniatures.rosters import ready_armies
from tests.cli.calling import ROOT, answer, call

SAMPLE = (ROOT / "armies" / "warfare" / "sample-wing.toml").read_text(encoding="utf-8")


def written(folder: Path, text: str) -> Path:
    path = folder / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_starter_roster_is_legal_as_it_comes(tmp_path: Path) -> None:
    starter = call("army", "new", "warfare").output
    assert starter.count("#") > 15, "it explains itself"
    result = call("army", "check", written(tmp_path, starter))
    assert result.exit_code == 0, result.output
    assert "Legal" in result.output


def test_a_ready_army_is_shown_by_name_with_its_prices_as_sums() -> None:
    shown = call("army", "show", "sample-wing").output
    assert "4 knight (W707) +1 chivalric (W708) +4 full armour (W709) +2 lance (W711) +2 horse (W711) = 13" in shown
    assert "12 figures: 156" in shown
    assert "Total 533 of 533 points agreed, 0 left" in shown
    data = answer("army", "show", "sample-wing")
    assert data["points"] == 533
    assert [unit["points"] for unit in data["wings"][0]["units"]] == [156, 117, 80, 180]


def test_the_ready_armies_are_listed() -> None:
    assert {army["army"] for army in answer("army", "list")} == set(ready_armies())
    assert "towton-york" in call("army", "list").output


def test_a_unit_of_seven_is_found_with_its_cure_and_blocks_nothing(tmp_path: Path) -> None:
    path = written(tmp_path, SAMPLE.replace("figures = 16\nbases = 4", "figures = 7\nbases = 2"))
    result = call("army", "check", path)
    assert result.exit_code == 1
    assert "error    Blue longbowmen: 7 figures; infantry has 8 to 24 (W702). Cure: add 1." in result.output
    data = answer("army", "check", path, code=1)
    assert data["legal"] is False
    (finding,) = [finding for finding in data["findings"] if finding["severity"] == "error"]
    assert set(finding) == {"code", "severity", "unit", "rule", "message", "cure", "place", "mends"}
    assert (finding["place"], finding["mends"]) == ("wings.0.units.2", ["add 1"])
    assert call("army", "show", path).exit_code == 0, "warn, never block"


def test_two_armies_stand_side_by_side() -> None:
    compared = call("army", "compare", "towton-york", "towton-lancaster").output
    assert compared.count("1500 of 1500") == 2
    assert len(answer("army", "compare", "towton-york", "towton-lancaster")["armies"]) == 2
    (sample,) = [army["tallies"] for army in answer("army", "compare", "sample-wing", "towton-york")["armies"][:1]]
    assert (sample["figures"], sample["mounted"], sample["shooting figures"], sample["knight"]) == (61, 21, 28, 21)


OLD = SAMPLE.replace('checked_with = "warfare 1"', 'checked_with = "warfare 0"  # in spring')
BARE = SAMPLE.replace('checked_with = "warfare 1"\n', "")


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_a_roster_is_stamped_with_the_rules_data_and_nothing_else_changes(tmp_path: Path, ending: str) -> None:
    path = tmp_path / "mine.toml"
    path.write_bytes(OLD.replace("\n", ending).encode())
    assert 'last checked with "warfare 0"' in call("army", "check", path).output
    assert call("army", "check", path, "--stamp").exit_code == 0
    assert path.read_bytes() == OLD.replace("warfare 0", "warfare 1").replace("\n", ending).encode()
    path.write_bytes(BARE.replace("\n", ending).encode())
    assert "never stamped" in call("army", "check", path).output
    assert call("army", "check", path, "--stamp").exit_code == 0
    assert path.read_bytes() == f'checked_with = "warfare 1"{ending}'.encode() + BARE.replace("\n", ending).encode()


def test_a_stamp_goes_where_a_link_points_and_keeps_the_files_rights(tmp_path: Path) -> None:
    path = written(tmp_path, OLD)
    path.chmod(0o640)
    link = tmp_path / "link.toml"
    link.symlink_to(path)
    assert call("army", "check", link, "--stamp").exit_code == 0
    assert link.is_symlink()
    assert "warfare 1" in path.read_text()
    assert path.stat().st_mode & 0o777 == 0o640


def test_what_is_not_stamped(tmp_path: Path) -> None:
    illegal = written(tmp_path, OLD.replace("points = 533", "points = 500"))
    assert call("army", "check", illegal, "--stamp").exit_code == 1
    assert "warfare 0" in illegal.read_text(), "a list that is not legal"
    fine = written(tmp_path, OLD)
    assert call("army", "check", fine, "--stamp", "--option", "nonsense=1").exit_code == 2
    assert fine.read_text() == OLD, "nothing, when the words are broken"
    result = call("army", "check", "sample-wing", "--stamp")
    assert result.exit_code == 2
    assert "copy it to a file of your own" in result.stderr


def test_the_sheet_tells_who_commands_and_what_is_ordered(tmp_path: Path) -> None:
    text = SAMPLE.replace(
        'leader = "Wing leader"', 'leader = { name = "Wing leader", initiative = 1 }\norder = "attack"'
    )
    path = written(tmp_path, text)
    shown = call("army", "show", path).output
    assert "Commander-in-chief: Wing leader" in shown
    assert "Wing, led by Wing leader (initiative +1), to attack: 533 points" in shown
    assert "Checked with rules data warfare 1" in shown
    unit = answer("army", "show", path)["wings"][0]["units"][0]
    assert (unit["kind"], unit["weapons"]) == ("knight", ["lance", "horse"])


def test_options_may_be_set_for_a_check(tmp_path: Path) -> None:
    path = written(tmp_path, SAMPLE)
    assert answer("army", "show", path, "--option", "leader_price=10")["points"] == 543
    assert call("army", "check", path, "--option", "leader_price=10").exit_code == 1


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('["longbow"]', '["longbwo"]', '"longbwo" is unknown; did you mean "longbow"?'),
        ('kind = "militia"', 'knid = "militia"', 'did you mean "kind"?'),
        ('kind = "militia"', "", 'kind (in "Blue longbowmen"): missing'),
        ('system = "warfare"', 'system = "warfair"', '"warfair" is not a system; did you mean "warfare"?'),
        ('system = "warfare"', "", "system: missing; expected one of: warfare"),
        ("figures = 16", "figures = 0", "expected at least 1"),
        ("figures = 16", "figures = 16 16", "line 35, column 14"),
        ("points = 533", "points = -5", "expected at least 1"),
    ],
)
def test_a_broken_roster_is_told_with_file_place_and_word(tmp_path: Path, old: str, new: str, words: str) -> None:
    path = written(tmp_path, SAMPLE.replace(old, new, 1))
    result = call("army", "check", path)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert str(path) in result.stderr
    assert words in result.stderr


def test_an_army_that_is_not_there_suggests_the_nearest() -> None:
    result = call("army", "show", "towton-yrok")
    assert result.exit_code == 2
    assert 'did you mean "towton-york"?' in result.stderr
