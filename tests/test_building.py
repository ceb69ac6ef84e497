"""Building an army: every change a player can make to a list, and what always holds whatever he does."""

import tomllib
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from miniatures import building
from miniatures.army import ArmyBook, Offer
from miniatures.broken import BrokenInputError
from miniatures.faults import inner_model
from miniatures.fields import form_fields, read_typed
from miniatures.keeping import written
from miniatures.mending import Place, found_at, mended
from miniatures.rosters import load_roster, ready_armies
from miniatures.systems import SYSTEMS, System, load_system

WARFARE = load_system("warfare")
COMMAND_ROLL = load_system("command-roll")
TREE = load_system("tree-of-battles")


def listed(system: System, army: str = "") -> dict[str, Any]:
    return system.army.plain(load_roster(army).roster) if army else building.fresh(system, "Mine")


def offer(system: System, data: dict[str, Any], what: str, into: str) -> Offer:
    catalogue = system.army.catalogue(building.read_list(system.army, data, "mine"))
    offers = [*catalogue.groups, *catalogue.units, *catalogue.parts]
    return next(one for one in offers if one.what == what and one.into == into)


def points(system: System, data: dict[str, Any]) -> int:
    return system.army.sheet(building.read_list(system.army, data, "mine")).points


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_fresh_list_reads_and_has_one_battle(name: str) -> None:
    system = load_system(name)
    data = listed(system)
    assert building.settled(system.army, data, "mine") == data
    assert len(data[system.army.groups]) == 1
    assert data["name"] == "Mine"


@pytest.mark.parametrize("name", SYSTEMS)
def test_everything_in_the_catalogue_can_be_added_at_the_price_it_names(name: str) -> None:
    system = load_system(name)
    data = listed(system)
    catalogue = system.army.catalogue(building.read_list(system.army, data, "mine"))
    here = building.group_place(system.army, data, 0)
    for one in catalogue.units:
        # a place for one only may be taken: what stood there goes
        held = found_at(data, (*here, one.into))
        bare = building.removed(system.army, data, (*here, one.into)) if isinstance(held, dict) else data
        more = building.added(system.army, bare, one, here)
        assert points(system, more) - points(system, bare) == one.points, one.what
        assert not [
            finding
            for finding in system.army.findings(building.read_list(system.army, more, "mine"))
            if finding.severity == "error" and finding.place[2:] and one.into != "commander"
        ], one.what
    for battle in catalogue.groups:
        more = building.added(system.army, data, battle)
        assert len(building.settled(system.army, more, "mine")[system.army.groups]) == 2


@pytest.mark.rules("C601", "C610", "C622", "W712", "W3")
def test_the_catalogue_costs_what_the_sheet_prints() -> None:
    data = listed(COMMAND_ROLL)
    assert offer(COMMAND_ROLL, data, "Army General", "commander").points == 125
    assert offer(COMMAND_ROLL, data, "Retinue Bow", "units").points == 55
    assert offer(COMMAND_ROLL, data, "Canon / Bombard", "units").points == 85
    assert offer(WARFARE, listed(WARFARE), "Gun", "units").points == 4 * 3 + 10


@pytest.mark.rules("W707", "W709", "W711")
def test_a_unit_is_added_copied_stepped_renamed_moved_and_taken_away() -> None:
    book = WARFARE.army
    data = listed(WARFARE, "sample-wing")
    longbows = ("wings", 0, "units", 2)
    assert found_at(data, longbows)["name"] == "Blue longbowmen"
    data = building.stepped(book, data, (*longbows, "figures"), 4)
    assert points(WARFARE, data) == 533 + 4 * (2 + 1 + 2)
    data = building.copied(book, data, longbows)
    assert found_at(data, ("wings", 0, "units", 3))["name"] == "Blue longbowmen 2"
    data = building.restated(book, data, longbows, {"name": "Green longbowmen", "protection": None})
    assert found_at(data, longbows) == {
        "name": "Green longbowmen", "kind": "militia", "weapons": ["longbow"], "figures": 20, "bases": 4,
    }  # fmt: skip
    data = building.added(book, data, offer(WARFARE, data, "Left wing", "wings"))
    data = building.moved(book, data, longbows, ("wings", 1))
    assert [unit["name"] for unit in data["wings"][1]["units"]] == ["Green longbowmen"]
    assert building.moved(book, data, longbows, ("wings", 0)) == data, "it is there already"
    data = building.shifted(data, longbows, -1)
    assert [unit["name"] for unit in data["wings"][0]["units"]][1:3] == ["Blue longbowmen 2", "White cavalry"]
    assert building.shifted(data, ("wings", 0, "units", 0), -1) == data, "it is the first"
    data = building.removed(book, data, ("wings", 0, "units", 0))
    assert "Yellow cavalry" not in building.names_in(book, data)


def test_a_number_steps_no_further_than_its_bounds() -> None:
    book = WARFARE.army
    data = listed(WARFARE, "sample-wing")
    figures: Place = ("wings", 0, "units", 0, "figures")
    assert found_at(building.stepped(book, data, figures, -500), figures) == 1
    assert found_at(building.stepped(book, data, figures, 5000), figures) == 1000
    with pytest.raises(BrokenInputError, match="nothing that is counted"):
        building.stepped(book, data, ("wings", 0, "name"), 1)


def test_who_is_renamed_keeps_his_command() -> None:
    data = listed(WARFARE, "towton-york")
    data = building.restated(WARFARE.army, data, ("wings", 1, "leader"), {"name": "Edward, Earl of March"})
    assert data["commander"] == "Edward, Earl of March"


def test_leaders_of_two_wings_change_places() -> None:
    data = listed(WARFARE, "towton-york")
    before = [wing["leader"]["name"] for wing in data["wings"]]
    data = building.moved(WARFARE.army, data, ("wings", 0, "leader"), ("wings", 2))
    assert [wing["leader"]["name"] for wing in data["wings"]] == [before[2], before[1], before[0], before[3]]


@pytest.mark.rules("W706", "W2")
def test_a_unit_is_mixed_and_unmixed() -> None:
    book = WARFARE.army
    data = building.added(
        book, listed(WARFARE), offer(WARFARE, listed(WARFARE), "Shire billmen", "units"), ("wings", 0)
    )
    bills: Place = ("wings", 0, "units", 0)
    mixed = building.with_part(book, data, bills, offer(WARFARE, data, "longbowmen", "parts"))
    assert found_at(mixed, bills) == {
        "name": "Shire billmen",
        "kind": "militia",
        "parts": [
            {"figures": 16, "protection": "light", "weapons": ["bill"]},
            {"name": "longbowmen", "weapons": ["longbow"], "figures": 4},
        ],
    }
    assert points(WARFARE, mixed) == 16 * (2 + 1 + 1) + 4 * (2 + 0 + 2), "who joins says what he wears"
    again = building.removed(book, mixed, (*bills, "parts", 1))
    assert building.settled(book, again, "mine") == building.settled(book, data, "mine")


def test_a_contingent_keeps_its_last_part_as_a_part() -> None:
    book = TREE.army
    data = building.added(book, listed(TREE), offer(TREE, listed(TREE), "Bills", "contingents"), ("battles", 0))
    bills: Place = ("battles", 0, "contingents", 0)
    mixed = building.with_part(book, data, bills, offer(TREE, data, "longbow", "parts"))
    assert [part["type"] for part in found_at(mixed, bills)["parts"]] == ["heavy infantry", "longbow"]
    assert building.removed(book, mixed, (*bills, "parts", 1)) == data


@pytest.mark.parametrize(
    "written_place", ["", ".", "wings", "wings.9", "wings.0.units.99999", "nonsense.0", "wings.-1"]
)
def test_a_place_that_is_not_there_is_told(written_place: str) -> None:
    data = listed(WARFARE, "sample-wing")
    if written_place == "wings":
        assert building.place_of(data, written_place) == ("wings",)
        return
    with pytest.raises(BrokenInputError, match="nothing stands there"):
        building.place_of(data, written_place)


@pytest.mark.parametrize("army", ready_armies())
def test_a_ready_army_says_the_same_as_plain_data(army: str) -> None:
    loaded = load_roster(army)
    book = loaded.system.army
    assert building.read_list(book, book.plain(loaded.roster), army) == loaded.roster


# Whatever a player does -----------------------------------------------------------------------------------------------


def _someone(draw: st.DrawFn, book: ArmyBook, data: dict[str, Any]) -> Place | None:
    places = [place for place, _ in building.everyone(book, data)]
    return draw(st.sampled_from(places)) if places else None


def _typed(draw: st.DrawFn, book: ArmyBook, place: Place) -> dict[str, Any]:
    """A form of a unit, filled in anyhow."""
    model = inner_model(book.roster, place)
    assert model is not None
    said = {}
    for name, field in form_fields(model).items():
        if field.kind == "table" or draw(st.booleans()):
            continue
        words = st.one_of(
            st.sampled_from([str(choice) for choice in field.choices] or ["true", "false", ""]),
            st.integers(-2, 30).map(str),
            st.text(max_size=8),
        )
        said[name] = read_typed(field, draw(st.lists(words, max_size=2)))
    return said


def _change(draw: st.DrawFn, system: System, data: dict[str, Any]) -> dict[str, Any]:
    book = system.army
    catalogue = book.catalogue(building.read_list(book, data, "mine"))
    group: Place = (book.groups, draw(st.integers(0, len(data[book.groups]) - 1)))
    someone = _someone(draw, book, data)
    changes: list[Callable[[], dict[str, Any]]] = [
        lambda: building.added(book, data, draw(st.sampled_from(catalogue.units)), group),
        lambda: building.removed(book, data, group),
    ]
    if catalogue.groups:
        changes.append(lambda: building.added(book, data, draw(st.sampled_from(catalogue.groups))))
    if someone is not None:
        chosen = someone
        changes += [
            lambda: building.removed(book, data, chosen),
            lambda: building.copied(book, data, chosen),
            lambda: building.moved(book, data, chosen, group),
            lambda: building.shifted(data, chosen, draw(st.integers(-2, 2))),
            lambda: building.restated(book, data, chosen, _typed(draw, book, chosen)),
        ]
        if catalogue.parts and "parts" in form_fields(inner_model(book.roster, chosen) or book.roster):
            changes.append(lambda: building.with_part(book, data, chosen, draw(st.sampled_from(catalogue.parts))))
    mends = [mend for one in book.findings(building.read_list(book, data, "mine")) for mend in one.mends]
    if mends:
        changes.append(lambda: mended(data, draw(st.sampled_from(mends)).edits))
    return draw(st.sampled_from(changes))()


@st.composite
def built(draw: st.DrawFn) -> tuple[System, dict[str, Any]]:
    """A list after any number of changes; what its model does not take is not done."""
    army = draw(st.sampled_from(["", *ready_armies()]))
    system = load_roster(army).system if army else load_system(draw(st.sampled_from(sorted(SYSTEMS))))
    data = listed(system, army)
    for _ in range(draw(st.integers(1, 6))):
        try:
            data = building.settled(system.army, _change(draw, system, data), "mine")
        except BrokenInputError:
            continue
    return system, data


@settings(max_examples=60)
@given(built())
def test_whatever_is_changed_the_list_reads_back_from_its_file_as_it_was(made: tuple[System, dict[str, Any]]) -> None:
    system, data = made
    text = written(system, data)
    read = tomllib.loads(text)
    assert {**read, "checked_with": ""} == {**data, "checked_with": ""}
    roster = building.read_list(system.army, read, "mine")
    assert system.army.plain(roster) == read
    assert written(system, read) == text


@settings(max_examples=40)
@given(built(), st.randoms(use_true_random=False))
def test_a_price_does_not_depend_on_the_order_of_the_units(made: tuple[System, dict[str, Any]], by: Any) -> None:
    system, data = made
    shuffled = dict(data)
    shuffled[system.army.groups] = [
        {key: by.sample(held, len(held)) if isinstance(held, list) else held for key, held in group.items()}
        for group in by.sample(data[system.army.groups], len(data[system.army.groups]))
    ]
    assert points(system, shuffled) == points(system, data)


@settings(max_examples=60)
@given(built())
def test_whatever_is_found_a_tap_on_its_cure_makes_one_fault_less(made: tuple[System, dict[str, Any]]) -> None:
    system, data = made
    book = system.army
    found = book.findings(building.read_list(book, data, "mine"))

    def alike(code: str, unit: str, within: Any) -> int:
        return sum((one.code, one.unit) == (code, unit) for one in within)

    for finding in found:
        for mend in finding.mends:
            after = book.findings(building.read_list(book, mended(data, mend.edits), "mine"))
            assert alike(finding.code, finding.unit, after) < alike(finding.code, finding.unit, found), (
                finding,
                mend.label,
            )
