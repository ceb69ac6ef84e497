"""One tap cures what is found: every mend makes a list that reads, and in which its finding is gone."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from miniatures.army import Finding
from miniatures.mending import Mend, found_at, insert, leave_out, mended, set_to
from miniatures.rosters import LoadedRoster, parse_roster

SYSTEMS = Path(__file__).parent / "systems"
ILLEGAL = {path.parent.name: path for path in sorted(SYSTEMS.glob("*/illegal.toml"))}

#: What no tap can cure: points that are left, and a weapon that only the player can choose.
NOT_TAPPED = {"points-left", "unarmed"}


def illegal(system: str) -> LoadedRoster:
    path = ILLEGAL[system]
    return parse_roster(path.read_text(encoding="utf-8"), path.name, path)


def found_in(loaded: LoadedRoster, data: Any) -> list[Finding]:
    book = loaded.system.army
    return list(book.findings(book.roster.model_validate(data)))


def counted(found: list[Finding]) -> Counter[tuple[str, str]]:
    return Counter((finding.code, finding.unit) for finding in found)


@pytest.mark.parametrize("system", ILLEGAL)
def test_every_tap_cures_what_it_stands_beside(system: str) -> None:
    loaded = illegal(system)
    data = loaded.system.army.plain(loaded.roster)
    found = found_in(loaded, data)
    before = counted(found)
    for finding in found:
        assert bool(finding.mends) != (finding.code in NOT_TAPPED), finding
        for mend in finding.mends:
            after = counted(found_in(loaded, mended(data, mend.edits)))
            key = finding.code, finding.unit
            assert after[key] < before[key], (finding, mend.label)


@pytest.mark.parametrize("system", ILLEGAL)
def test_a_list_with_everything_wrong_becomes_legal_by_taps_alone(system: str) -> None:
    loaded = illegal(system)
    data = loaded.system.army.plain(loaded.roster)
    for _ in range(80):
        waiting = [one for one in found_in(loaded, data) if one.severity == "error" and one.code != "over-points"]
        if not waiting:
            break
        data = mended(data, waiting[0].mends[0].edits)
    assert [one for one in found_in(loaded, data) if one.severity == "error" and one.code != "over-points"] == []
    (agree,) = [mend for one in found_in(loaded, data) if one.code == "over-points" for mend in one.mends[-1:]]
    assert [one for one in found_in(loaded, mended(data, agree.edits)) if one.severity == "error"] == []


@pytest.mark.parametrize("system", ILLEGAL)
def test_a_finding_of_a_unit_says_where_it_stands(system: str) -> None:
    loaded = illegal(system)
    data = loaded.system.army.plain(loaded.roster)
    for finding in found_in(loaded, data):
        if finding.place:
            there = found_at(data, finding.place)
            names = (there["name"], *(unit.get("contingent") for unit in there.get("units", ())), "")
            assert finding.unit in names, finding


def by_code(system: str, code: str) -> Finding:
    loaded = illegal(system)
    return next(one for one in found_in(loaded, loaded.system.army.plain(loaded.roster)) if one.code == code)


def labels(system: str, code: str) -> list[str]:
    return [mend.label for mend in by_code(system, code).mends]


@pytest.mark.rules("W702", "W703", "W3", "C502", "C510", "C441", "T5", "T12")
def test_a_tap_says_what_it_does() -> None:
    assert labels("warfare", "too-small") == ["add 1"]
    assert labels("warfare", "too-large") == ["take 6 away", "split it: 15 and 15"]
    assert labels("warfare", "crew") == ["take 2 away", "play with free_crews"]
    assert labels("warfare", "unknown-commander") == ["Sir John commands", "Sir Nobody commands"]
    assert labels("command_roll", "no-objective") == ["attack", "defend", "advance"]
    assert labels("command_roll", "few-bows") == [
        "add 2 Shire Bow (60 points)",
        "add 2 Retinue Bow (110 points)",
        "leave out Walkers",
    ]
    assert labels("command_roll", "no-battle-leader") == ["make Devon Battle Leader (80 points)"]
    assert labels("tree_of_battles", "command-points") == ["4 command points", "play with any_command_points"]
    assert labels("tree_of_battles", "no-order") == ["hold", "advance", "attack", "support"]


def test_edits_follow_each_other_and_leave_the_list_they_were_made_of_alone() -> None:
    data = {"wings": [{"name": "Right", "units": [{"name": "A"}, {"name": "B"}]}]}
    edits = (
        insert(("wings", 0, "units", 1), {"name": "C"}),
        leave_out(("wings", 0, "units", 0)),
        set_to(("wings", 0, "units", 0, "figures"), 8),
        set_to(("wings", 0, "leader", "name"), "Sir John"),
    )
    assert mended(data, Mend("", edits).edits) == {
        "wings": [
            {"name": "Right", "units": [{"name": "C", "figures": 8}, {"name": "B"}], "leader": {"name": "Sir John"}}
        ]
    }
    assert data == {"wings": [{"name": "Right", "units": [{"name": "A"}, {"name": "B"}]}]}
