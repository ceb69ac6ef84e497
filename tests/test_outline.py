"""A list laid out for whoever builds it: every unit with its price, its findings and its form, in every system."""

import pytest

from miniatures import building
from miniatures.mending import found_at
from miniatures.outline import Entry, Outline, outline
from miniatures.rosters import load_roster, parse_roster, ready_armies
from tests.test_mends import ILLEGAL, illegal


def laid_out(name: str) -> Outline:
    loaded = load_roster(name)
    return outline(loaded.system.army, loaded.system.army.plain(loaded.roster), loaded.roster)


def entries(made: Outline) -> list[Entry]:
    return [entry for group in made.groups for slot in group.slots for entry in slot.entries]


@pytest.mark.parametrize("army", ready_armies())
def test_everybody_in_the_list_has_his_place_and_all_prices_add_up(army: str) -> None:
    loaded = load_roster(army)
    data = loaded.system.army.plain(loaded.roster)
    made = laid_out(army)
    assert [entry.name for entry in entries(made)] == building.names_in(loaded.system.army, data)
    assert sum(entry.price.points for entry in entries(made) if entry.price) == made.sheet.points
    for entry in entries(made):
        assert found_at(data, entry.place)["name"] == entry.name
        for one in entry.said:
            assert found_at(data, one.place) == one.value


@pytest.mark.parametrize("system", ILLEGAL)
def test_every_finding_stands_somewhere_and_nowhere_twice(system: str) -> None:
    loaded = illegal(system)
    made = outline(loaded.system.army, loaded.system.army.plain(loaded.roster), loaded.roster)
    beside = [finding for entry in entries(made) for finding in entry.findings]
    shown = [*made.findings, *(finding for group in made.groups for finding in group.findings), *beside]
    assert sorted(shown, key=repr) == sorted(made.all_findings, key=repr)
    for entry in entries(made):
        assert all(finding.unit == entry.name for finding in entry.findings)


def test_the_steppers_are_what_is_counted_most() -> None:
    steps = {
        (entry.name, one.field.label)
        for army in ready_armies()
        for entry in entries(laid_out(army))
        for one in entry.steps
    }
    assert ("Blue longbowmen", "figures") in steps
    assert ("King Edward IV", "command points") in steps
    assert not any(label in ("bases", "ranks", "lost") for _, label in steps)
    mixed = [entry for entry in entries(laid_out("towton-york")) if entry.parts]
    assert mixed
    assert all([one.field.name for one in part.steps] == ["figures"] for entry in mixed for part in entry.parts)
    assert all(not entry.steps for entry in mixed), "the parts are counted, not the whole"


def test_a_part_without_a_name_is_called_by_what_it_is() -> None:
    parts = {
        part.name for army in ready_armies() for entry in entries(laid_out(army)) if entry.parts for part in entry.parts
    }
    assert {"foot men at arms", "heavy infantry", "London bills"} <= parts
    loaded = illegal("warfare")
    made = outline(loaded.system.army, loaded.system.army.plain(loaded.roster), loaded.roster)
    assert [part.name for part in entries(made)[-3].parts] == ["bill", "bill, horse"]


def test_the_commander_in_chief_is_one_of_the_leaders() -> None:
    made = laid_out("towton-york")
    (commander,) = [one for one in made.said if one.field.name == "commander"]
    assert commander.field.kind == "choice"
    assert commander.value in commander.field.choices
    assert len(commander.field.choices) == 4


def test_a_list_of_one_battle_shows_what_may_stand_in_it() -> None:
    text = 'system = "command-roll"\nname = "Mine"\nbattles = [{ name = "main ward" }]\n'
    loaded = parse_roster(text, "mine", ready_armies()["barnet-york"])
    made = outline(loaded.system.army, loaded.system.army.plain(loaded.roster), loaded.roster)
    slots = {slot.field.name: [offer.what for offer in slot.offers] for slot in made.groups[0].slots}
    assert slots["commander"] == ["Army General", "Battle Leader", "Lord"]
    assert len(slots["units"]) == 19
    assert "Main Ward" not in [offer.what for offer in made.catalogue.groups]
