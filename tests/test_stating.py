"""Facts from files, rosters and --set, and what is said when they are wrong."""

import contextlib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from miniatures.broken import BrokenInputError
from miniatures.stating import assignments, set_value, state_facts
from miniatures.systems import load_system

WARFARE = load_system("warfare")
SHOOTING = WARFARE.procedure("shooting")
MELEE = WARFARE.procedure("melee")
BOTH = {"firer": "sample-wing:Blue longbowmen", "target": "sample-wing:Yellow cavalry", "distance": 10}


def stated(procedure: Any, data: dict[str, Any], *sets: str, **said: Any) -> Any:
    return state_facts(WARFARE, procedure, data, sets=sets, **said)


def complaints(procedure: Any, data: dict[str, Any], *sets: str, **said: Any) -> tuple[str, ...]:
    with pytest.raises(BrokenInputError) as error:
        stated(procedure, data, *sets, **said)
    return error.value.lines


def test_units_come_from_a_roster_by_name() -> None:
    facts = stated(SHOOTING, BOTH)
    assert (facts.firer.figures, facts.target.morale) == (16, "chivalric")


def test_something_may_be_said_on_top_of_a_unit_from_a_roster() -> None:
    assert stated(SHOOTING, BOTH, "firer.lost=3", "target.leader=true").firer.lost == 3
    written = BOTH | {"firer": {"from": "sample-wing:Blue longbowmen", "lost": 5}}
    assert stated(SHOOTING, written).firer.lost == 5


def test_facts_may_be_stated_piece_by_piece_alone() -> None:
    sets = ["firer=sample-wing:Blue longbowmen", "target=sample-wing:White cavalry", "distance=9.5", "cover=soft"]
    facts = stated(SHOOTING, {}, *sets)
    assert (facts.distance, facts.cover, facts.target.morale) == (9.5, "soft", "veteran")


def test_a_list_is_reached_by_number_or_by_name_and_grows_at_its_end() -> None:
    sets = [
        "attackers.0=sample-wing:Yellow cavalry",
        "attackers.0.charging=true",
        "attackers.1=sample-wing:White cavalry",
        'attackers."White cavalry".strikes=flank',
        "defenders.0=sample-wing:Blue longbowmen",
    ]
    facts = stated(MELEE, {}, *sets)
    assert [(unit.charging, unit.strikes) for unit in facts.attackers] == [(True, "front"), (False, "flank")]


def test_a_mixed_unit_survives_the_way_from_roster_to_facts() -> None:
    facts = stated(SHOOTING, BOTH, "target=sample-wing:Red crossbowmen and pavises", "target.lost=4")
    assert [part.figures for part in facts.target.parts] == [12, 12]
    assert facts.target.left == 20


def test_a_roster_is_looked_for_beside_the_facts(tmp_path: Path) -> None:
    text = (Path(__file__).parent.parent / "armies" / "warfare" / "sample-wing.toml").read_text()
    (tmp_path / "mine.toml").write_text(text)
    facts = stated(SHOOTING, BOTH | {"firer": "mine.toml:Blue longbowmen"}, beside=tmp_path)
    assert facts.firer.name == "Blue longbowmen"


def roster_with(tmp_path: Path, name: str, option: str) -> str:
    text = (Path(__file__).parent.parent / "armies" / "warfare" / "sample-wing.toml").read_text()
    (tmp_path / name).write_text(text.replace("[[wings]]", f"[options]\n{option}\n\n[[wings]]", 1))
    return name


def test_options_of_roster_facts_and_command_line_win_in_that_order(tmp_path: Path) -> None:
    mine = roster_with(tmp_path, "mine.toml", "rally_modifiers = true")
    data = BOTH | {"firer": f"{mine}:Blue longbowmen"}
    assert stated(SHOOTING, data, beside=tmp_path).options.rally_modifiers is True
    said = data | {"options": {"rally_modifiers": False}}
    assert stated(SHOOTING, said, beside=tmp_path).options.rally_modifiers is False
    assert stated(SHOOTING, said, beside=tmp_path, options=["rally_modifiers=true"]).options.rally_modifiers is True


def test_rosters_that_play_differently_must_be_settled(tmp_path: Path) -> None:
    mine = roster_with(tmp_path, "mine.toml", "rally_modifiers = true")
    theirs = roster_with(tmp_path, "theirs.toml", "rally_modifiers = false")
    data = BOTH | {"firer": f"{mine}:Blue longbowmen", "target": f"{theirs}:Yellow cavalry"}
    (line,) = complaints(SHOOTING, data, beside=tmp_path)
    assert "rally_modifiers" in line
    assert "--option" in line
    assert stated(SHOOTING, data, beside=tmp_path, options=["rally_modifiers=false"]).options.rally_modifiers is False


@pytest.mark.parametrize(
    ("sets", "words"),
    [
        (["firer.weapons=['longbwo']"], '(in "Blue longbowmen"): "longbwo" is unknown; did you mean "longbow"?'),
        (["firer.kind=militai"], 'did you mean "militia"?'),
        (["distance=-1"], "distance: -1 is out of range; expected at least 0"),
        (["distance=nan"], "distance: nan is no number to measure; expected inches"),
        (["distance=far"], 'distance: expected a number, found "far"'),
        (["firer.lost=17"], "17 figures lost of 16"),
        (["firer.lost=two"], "expected a whole number"),
        (["covr=soft"], 'covr: unknown word; did you mean "cover"?'),
        (["firer.loost=1"], 'did you mean "lost"?'),
        (["cover=trees"], "expected one of: none, soft, medium or hard"),
        (["firer=sample-wing:Blue longbowman"], 'did you mean "Blue longbowmen"?'),
        (["firer=sample-wnig:Blue longbowmen"], 'did you mean "sample-wing"?'),
        (["firer=Blue longbowmen"], 'as in "mine.toml:Blue longbowmen"'),
        (["firer.parts=3"], "expected a list"),
        (["weapon=crossbow"], "is not a missile weapon of Blue longbowmen"),
        (["nothing"], "expected a place and a value"),
        (["distance.x=3"], "nothing can be set inside it"),
        (["options.rally=true"], 'did you mean "rally_modifiers"?'),
        (["firer.figures=0"], "expected at least 1"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_in_one_line_with_the_nearest_word(sets: list[str], words: str) -> None:
    (line,) = complaints(SHOOTING, BOTH, *sets)
    assert words in line


def test_every_fault_is_told_at_once() -> None:
    lines = complaints(SHOOTING, BOTH, "distance=-1", "cover=trees", "firer.kind=x")
    assert len(lines) == 3


def test_what_is_missing_is_named_with_what_was_expected() -> None:
    lines = complaints(SHOOTING, {})
    assert "facts: firer: missing; expected the unit that shoots" in lines


def test_an_option_that_does_not_exist_is_told() -> None:
    (line,) = complaints(SHOOTING, BOTH, options=["rally_modifier=true"])
    assert 'did you mean "rally_modifiers"?' in line


def test_facts_for_another_procedure_or_system_are_told_apart() -> None:
    assert 'written for "melee"; expected "shooting"' in complaints(SHOOTING, BOTH | {"procedure": "melee"})[0]
    assert 'written for "command-roll"' in complaints(SHOOTING, BOTH | {"system": "command-roll"})[0]
    assert "this is a roster" in complaints(SHOOTING, {"system": "warfare", "wings": []})[0]


def test_a_melee_says_what_is_wrong_with_its_contacts() -> None:
    one, two = "sample-wing:Yellow cavalry", "sample-wing:Blue longbowmen"
    three, four = "sample-wing:White cavalry", "sample-wing:Red crossbowmen and pavises"
    both = {"attackers": [one, three], "defenders": [two, four]}
    assert "state who touches whom" in complaints(MELEE, both)[0]
    contact = {"attacker": "Yellow cavalry", "defender": "Blue longbowmen"}
    assert "White cavalry touches nobody" in complaints(MELEE, both | {"contacts": [contact]})[0]
    wrong = contact | {"defender": "Blue longbowman"}
    assert 'did you mean "Blue longbowmen"?' in complaints(MELEE, both | {"contacts": [wrong]})[0]
    assert 'two units are called "Yellow cavalry"' in complaints(MELEE, {"attackers": [one], "defenders": [one]})[0]


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
        max_leaves=8,
    ),
    st.sampled_from(["firer", "target", "distance", "also", "options", "cover", "weapon"]),
)
def test_no_junk_ends_in_a_traceback(junk: Any, place: str) -> None:
    with contextlib.suppress(BrokenInputError):
        stated(SHOOTING, BOTH | {place: junk})


@given(st.text(max_size=20))
def test_no_assignment_ends_in_a_traceback(written: str) -> None:
    with contextlib.suppress(BrokenInputError):
        stated(SHOOTING, BOTH, written)


@given(st.dictionaries(st.sampled_from("abc"), st.integers()), st.sampled_from("abc"), st.integers())
def test_setting_a_value_changes_that_value_and_nothing_else(data: dict[str, int], key: str, value: int) -> None:
    before = dict(data)
    assert set_value(data, f"{key}={value}") == before | {key: value}
    assert data == before


def test_a_unit_whose_name_has_a_colon_can_be_named(tmp_path: Path) -> None:
    text = (Path(__file__).parent.parent / "armies" / "warfare" / "sample-wing.toml").read_text()
    (tmp_path / "mine.toml").write_text(text.replace("Blue longbowmen", "Guard: left"))
    assert stated(SHOOTING, BOTH | {"firer": "mine.toml:Guard: left"}, beside=tmp_path).firer.name == "Guard: left"


def test_a_folder_of_that_name_does_not_hide_a_ready_army(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "sample-wing").mkdir()
    monkeypatch.chdir(tmp_path)
    assert stated(SHOOTING, BOTH).firer.name == "Blue longbowmen"


def test_what_was_said_can_be_taken_back() -> None:
    data = {"distance": 9.0, "firer": {"lost": 3}, "attackers": [{"name": "Bills"}, {"name": "Bows"}]}
    assert set_value(data, "distance=") == {key: said for key, said in data.items() if key != "distance"}
    assert set_value(data, "firer.lost=")["firer"] == {}
    assert set_value(data, "attackers.0=")["attackers"] == [{"name": "Bows"}]
    assert set_value(data, "target.lost=") == data
    assert set_value(data, "attackers.2.lost=") == data


#: Facts as forms make them: words and numbers, lists of words, tables, and lists of tables.
_SCALARS = st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=9)
_TABLES = st.recursive(
    st.dictionaries(st.sampled_from(["lost", "name", "a b"]), _SCALARS | st.lists(_SCALARS, max_size=2), max_size=3),
    lambda inner: st.dictionaries(
        st.sampled_from(["unit", "attackers", "lost"]), inner | st.lists(inner, min_size=1, max_size=3), max_size=3
    ),
    max_leaves=6,
)


@given(_TABLES, _TABLES)
def test_one_set_of_facts_is_made_of_another_by_saying_what_differs(before: Any, now: Any) -> None:
    made = before
    for assignment in assignments(before, now):
        made = set_value(made, assignment)
    assert made == now
    assert list(assignments(now, now)) == []


def test_only_what_differs_is_said() -> None:
    before = {"distance": 9.0, "attackers": ({"name": "Bills", "lost": 1}, {"name": "Bows"})}
    now = {"distance": 8.5, "attackers": [{"name": "Bills", "lost": 3}]}
    assert list(assignments(before, now)) == ["distance=8.5", "attackers.0.lost=3", "attackers.1="]
