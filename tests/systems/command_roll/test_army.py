"""Making an army: prices as the sheet prints them, every list rule at its limit, and findings that name their cure."""

import tomllib
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from miniatures.army import Finding, legal
from miniatures.army_wording import sheet_lines
from miniatures.broken import BrokenInputError
from miniatures.faults import read_model
from miniatures.rosters import armies_folder
from miniatures.systems.command_roll import SYSTEM
from miniatures.systems.command_roll.army import Roster, described_units, sheet, unit_price
from miniatures.systems.command_roll.army_findings import findings
from miniatures.systems.command_roll.facts import CommanderInPlay, UnitInPlay
from miniatures.systems.command_roll.unit import Unit
from tests.marking import case
from tests.systems.command_roll.units import GENERAL, LEADER, army, battle, described, several, small_army

HERE = Path(__file__).parent


def read(path: Path) -> Roster:
    return read_model(Roster, tomllib.loads(path.read_text(encoding="utf-8")), path.name)


def wrong(roster: Roster) -> list[Finding]:
    return [finding for finding in findings(roster) if finding.severity != "note"]


def told(roster: Roster) -> tuple[str, str, str, str]:
    """The one thing that is wrong: its code, its unit, its rule and its cure."""
    (found,) = wrong(roster)
    return found.code, found.unit, found.rule, found.cure


def lords(count: int) -> list[dict[str, Any]]:
    return [described("Lord", f"Lord {number}") for number in range(1, count + 1)]


def test_the_least_army_of_the_tests_is_legal() -> None:
    assert wrong(army()) == []


@pytest.mark.rules("C1", "C609", "C602")
def test_the_points_buy_the_whole_unit() -> None:
    priced = unit_price(Unit.model_validate(described("Retinue Bill")))
    assert priced.points == 45, "for both stands"
    assert [(line.value, line.rule) for line in priced.prices[0].each.modifiers] == [(45, "C609")]
    assert sheet(army()).points == 125 + 80 + 3 * 45 + 2 * 25


@pytest.mark.parametrize("name", ["barnet-york", "barnet-lancaster"])
@pytest.mark.rules("C441", "C502", "C505")
def test_the_ready_armies_are_legal_and_spend_the_same(name: str) -> None:
    roster = read(armies_folder() / "command-roll" / f"{name}.toml")
    assert findings(roster) == []
    assert sheet(roster).points == roster.points == 1500
    assert roster.checked_with == SYSTEM.data_version


def test_barnet_costs_what_hand_arithmetic_says() -> None:
    york = sheet(read(armies_folder() / "command-roll" / "barnet-york.toml"))
    assert {group.name: group.points for group in york.groups} == {
        "Main Ward": 125 + 2 * 40 + 2 * 65 + 45 + 2 * 55 + 65 + 85,
        "Van Ward": 80 + 40 + 65 + 45 + 2 * 55 + 25 + 2 * 30,
        "Rear Ward": 80 + 40 + 65 + 2 * 55 + 2 * 25 + 3 * 30,
    }
    lancaster = sheet(read(armies_folder() / "command-roll" / "barnet-lancaster.toml"))
    assert {group.name: group.points for group in lancaster.groups} == {
        "Main Ward": 80 + 45 + 2 * 30 + 2 * 30 + 2 * 85,
        "Van Ward": 80 + 40 + 65 + 45 + 2 * 55 + 2 * 30,
        "Rear Ward": 80 + 2 * 25 + 3 * 30,
        "Reserve": 125 + 40 + 65 + 45 + 2 * 55,
        "Right Wing": 80,
    }


def test_the_starter_is_legal() -> None:
    assert [finding.code for finding in findings(read(SYSTEM.folder / "starter.toml"))] == ["points-left"]


@pytest.mark.rules("C501", "C502", "C503", "C504", "C505", "C506", "C509", "C510", "C441", "C601", "C602", "C608")
def test_the_illegal_army_is_told_everything_that_is_wrong_with_it() -> None:
    found = findings(read(HERE / "illegal.toml"))
    assert [(one.severity, one.code, one.unit, one.rule, one.cure) for one in found] == [
        # 2*125 + 6*40 + 3*85 + 45 + 55 + 7*65 + 30 + 3*110 + 25 + 70 + 90 = 1845
        ("error", "over-points", "", "C1", "save 845 points"),
        ("error", "too-many", "Army General", "C601", "leave out 1"),
        ("error", "too-few", "Battle Leader", "C602", "add 1"),
        ("error", "too-many", "Mounted Men at Arms", "C501", "leave out 1"),
        ("error", "too-many", "Canon / Bombard", "C622", "leave out 1"),
        # six lords, seven units
        ("error", "per-lord", "Dismounted Men at Arms", "C608", "leave out 1, or add 1 lord"),
        # eight command stands ask for 40 others; 19 units make 38
        ("error", "few-stands", "", "C509", "add 1 unit, or leave out 1 command stand"),
        # two bill units make 4 stands and ask for 8 of bow; two bow units make 4
        ("error", "few-bows", "", "C510", "add 2 units of Retinue Bow or Shire Bow, or leave out 1 unit of bill"),
        ("error", "too-many-battles", "", "C505", "join 1 to others"),
        ("error", "battle-twice", "Right Wing", "C505", "join them"),
        ("warning", "empty-battle", "Reserve", "C505", "add some, or leave it out"),
        ("error", "same-name", "Twins", "C12", "give each a name of its own, so that orders and facts can name it"),
        ("warning", "other-data", "", "C1", "look through the prices, then run army check --stamp"),
        ("error", "too-many-lords", "Main Ward", "C504", "move 1 to other battles, or out"),
        ("error", "contingent", "Red", "C503", "move 1 unit to another contingent"),
        ("warning", "treacherous-general", "Warwick", "C14", "another class, or set treacherous_generals"),
        ("error", "no-objective", "Van Ward", "C441", "set objective to attack, defend or advance"),
        ("error", "no-battle-leader", "Van Ward", "C502", "give it a battle leader (80 points), or the general"),
        ("error", "no-battle-leader", "Rear Ward", "C502", "give it a battle leader (80 points), or the general"),
        ("error", "on-foot", "Dacre", "C506", "set mounted = true, or move him to a ward"),
        ("error", "not-cavalry", "Walkers", "C506", "move it to a ward or the reserve"),
    ]
    assert not legal(found)


@pytest.mark.parametrize(
    ("bills", "bows", "short"),
    [
        case("C510", [], [], None),
        case("C510", ["Retinue Bill"], ["Retinue Bow", "Shire Bow"], None, name="retinue and shire count together"),
        case("C510", ["Shire Bill"], ["Shire Bow"],
             "2 bow stands short: 2 for 2 bill stands of retinue and shire, which need 4"),
        case("C2", ["Shire Bill"], ["Shire Bow", "Welsh Bow", "Border Foot Bow"],
             "2 bow stands short: 2 for 2 bill stands of retinue and shire, which need 4", name="others do not count"),
        case("C2", ["Border Foot Bill"], [], None, name="border bill asks for none"),
        case("C610", ["Retinue Bill", "Shire Bill"], ["Retinue Bow"] * 3,
             "2 bow stands short: 6 for 4 bill stands of retinue and shire, which need 8"),
        case("C612", ["Retinue Bill", "Shire Bill"], ["Shire Bow"] * 4, None),
    ],
)  # fmt: skip
def test_every_bill_stand_asks_for_two_of_bow(bills: list[str], bows: list[str], short: str | None) -> None:
    units = [described(profile, f"{profile} {number}") for number, profile in enumerate([*bills, *bows])]
    found = wrong(small_army(*units))
    assert [one.message for one in found] == ([] if short is None else [short])
    for one in found:
        assert one.cure.startswith("add 1 unit of Retinue Bow or Shire Bow")


@pytest.mark.parametrize(("others", "cure"), [(5, None), (4, "add 1 unit, or leave out 1 command stand")])
@pytest.mark.rules("C509")
def test_every_command_stand_asks_for_five_others(others: int, cure: str | None) -> None:
    leaders = battle("Van Ward", described("Peasants"), commander=LEADER)
    roster = army(battle("Main Ward", *several(others - 1, "Pike")), leaders)
    assert [(one.rule, one.cure) for one in wrong(roster)] == ([] if cure is None else [("C509", cure)])


@pytest.mark.parametrize(
    ("profile", "count", "rule"),
    [case("C501", "Mounted Men at Arms", 2, "C501"), case("C622", "Canon / Bombard", 2, "C622")],
)
def test_the_column_names_the_most_units(profile: str, count: int, rule: str) -> None:
    assert wrong(small_army(*several(count, profile))) == []
    assert told(small_army(*several(count + 2, profile))) == ("too-many", profile, rule, "leave out 2")


@pytest.mark.rules("C608", "C2")
def test_each_lord_allows_one_unit_of_dismounted_men_at_arms() -> None:
    pikes = [described("Pike", f"More pikes {number}") for number in range(4)]
    assert wrong(small_army(*several(1, "Dismounted Men at Arms"), *pikes, lords=lords(1))) == []
    code, name, rule, cure = told(small_army(*several(3, "Dismounted Men at Arms"), *pikes, lords=lords(1)))
    assert (code, name, rule) == ("per-lord", "Dismounted Men at Arms", "C608")
    assert cure == "leave out 2, or add 2 lords"


@pytest.mark.rules("C504", "C603")
def test_a_battle_has_at_most_three_lords_and_an_army_eighteen() -> None:
    crowd = several(20, "Welsh Spear")
    assert wrong(small_army(*crowd, lords=lords(3))) == []
    assert told(small_army(*crowd, lords=lords(5))) == (
        "too-many-lords", "Main Ward", "C504", "move 2 to other battles, or out",
    )  # fmt: skip
    nineteen = small_army(*several(100, "Welsh Spear"), lords=lords(19))
    found = {(one.code, one.rule) for one in wrong(nineteen.model_copy(update={"points": 5000}))}
    assert found == {("too-many-lords", "C504"), ("too-many", "C603")}


@pytest.mark.rules("C601", "C602")
def test_an_army_has_one_general_and_one_to_four_battle_leaders() -> None:
    headless = army(battle("Main Ward", *several(5, "Pike"), commander=LEADER))
    assert told(headless) == ("too-few", "Army General", "C601", "add 1")
    alone = army(battle("Main Ward", *several(5, "Pike")))
    assert told(alone) == ("too-few", "Battle Leader", "C602", "add 1")
    five = [described("Battle Leader", f"Leader {number}") for number in range(5)]
    crowded = army(battle("Main Ward", *several(15, "Pike"), lords=five))
    assert told(crowded) == ("too-many", "Battle Leader", "C602", "leave out 1")


@pytest.mark.rules("C502", "C2")
def test_each_ward_has_a_battle_leader_or_the_general_and_wings_are_exempt() -> None:
    others = [battle("Main Ward", *several(6, "Pike")), battle("Van Ward", *several(2, "Peasants"), commander=LEADER)]
    riders = described("Mounted Currours")
    lord = described("Lord", "Percy", mounted=True)
    for leader in (None, lord, lord | {"profile": "Battle Leader"}):
        assert wrong(army(*others, battle("Left Wing", riders, commander=leader))) == []
    reserve = battle("Reserve", riders, commander=None)
    assert told(army(*others, reserve))[:3] == ("no-battle-leader", "Reserve", "C502")
    (found,) = wrong(army(*others, battle("Reserve", riders, commander=lord)))
    assert (found.rule, found.message) == ("C502", "Percy is a lord")


@pytest.mark.parametrize("profile", ["Pike", "Canon / Bombard", "Dismounted Men at Arms"])
@pytest.mark.rules("C506")
def test_wings_hold_cavalry_only(profile: str) -> None:
    main = battle("Main Ward", *several(7, "Pike"), lords=lords(1))
    wing = battle(
        "Right Wing", described(profile, "Walkers"), commander=described("Battle Leader", "Rivers", mounted=True)
    )
    assert told(army(main, wing))[:3] == ("not-cavalry", "Walkers", "C506")


@pytest.mark.rules("C506", "C507")
def test_a_commander_on_foot_leads_no_wing() -> None:
    main = battle("Main Ward", *several(5, "Pike"))
    wing = battle("Right Wing", described("Mounted Hobilars"), commander=LEADER)
    assert told(army(main, wing)) == ("on-foot", "Hastings", "C506", "set mounted = true, or move him to a ward")


@pytest.mark.rules("C503", "C3")
def test_a_contingent_has_eight_stands_or_where_the_table_says_so_eight_units() -> None:
    def with_contingent(count: int, **options: bool) -> Roster:
        main = battle("Main Ward", *several(count, "Pike", contingent="Kent"))
        van = battle("Van Ward", *several(2, "Peasants"), commander=LEADER)
        return army(main, van, options=options)

    assert wrong(with_contingent(4)) == []
    assert told(with_contingent(5)) == ("contingent", "Kent", "C503", "move 1 unit to another contingent")
    assert wrong(with_contingent(8, eight_units_to_an_order=True)) == []
    assert told(with_contingent(10, eight_units_to_an_order=True))[3] == "move 2 units to another contingent"


@pytest.mark.rules("C505")
def test_the_six_battles_may_all_be_there_once() -> None:
    leaders = [described("Battle Leader", f"Leader {number}") for number in range(3)]
    wards = [
        battle(name, *several(4, profile), commander=commander)
        for name, profile, commander in zip(
            ("rear", "main ward", "Vaward", "Reserve"),
            ("Pike", "Peasants", "Welsh Spear", "Welsh Bow"),
            (*leaders, GENERAL),
            strict=True,
        )
    ]
    wings = [
        battle("right", described("Mounted Currours"), commander=None),
        battle("left wing", described("Mounted Hobilars"), commander=None),
    ]
    roster = army(*wards, *wings)
    assert wrong(roster) == []
    assert [one.name for one in roster.battles] == [
        "Rear Ward", "Main Ward", "Van Ward", "Reserve", "Right Wing", "Left Wing",
    ]  # fmt: skip
    again = army(*wards, *wings, battle("Reserve", described("Pike", "Late pikes"), commander=None))
    assert {one.code for one in wrong(again)} == {"too-many-battles", "battle-twice", "no-battle-leader"}
    twice = army(battle("Reserve", *several(5, "Pike")), battle("Reserve", *several(1, "Peasants"), commander=LEADER))
    cure = "call 1 of them otherwise: Rear Ward, Main Ward, Van Ward, Right Wing, Left Wing"
    assert told(twice) == ("battle-twice", "Reserve", "C505", cure)


@pytest.mark.rules("C14")
def test_a_general_is_treacherous_only_where_the_table_lets_him() -> None:
    traitor = battle("Main Ward", *several(3, "Pike"), commander=GENERAL | {"classed": "treacherous"})
    van = battle("Van Ward", *several(2, "Peasants"), commander=LEADER | {"classed": "treacherous"})
    assert told(army(traitor, van))[:3] == ("treacherous-general", "Edward", "C14")
    assert wrong(army(traitor, van, options={"treacherous_generals": True})) == []


def test_points_say_how_many_are_left_or_too_many() -> None:
    assert [(one.code, one.cure) for one in findings(army(points=400))] == [
        ("points-left", "spend 10 points, or leave them")
    ]
    assert told(army(points=380)) == ("over-points", "", "C1", "save 10 points")
    assert findings(army(points=390)) == []
    assert [one.code for one in findings(army(points=390, checked_with=""))] == ["not-stamped"]


def test_commanders_and_units_stand_where_they_belong() -> None:
    with pytest.raises(ValidationError, match='"Percy" is a commander; write him as the commander or among the lords'):
        small_army(described("Lord", "Percy"))
    with pytest.raises(ValidationError, match="Pike is no commander"):
        small_army(commander=described("Pike"))
    assert [one.profile for one in small_army(lords=["Percy"]).commanders] == ["Army General", "Lord", "Battle Leader"]


def test_a_word_that_is_no_battle_names_the_nearest() -> None:
    data = {"system": "command-roll", "name": "Mine", "battles": [battle("Man Ward")]}
    with pytest.raises(BrokenInputError, match='"Man Ward" is not a battle \\(C505\\); did you mean "Main Ward"'):
        read_model(Roster, data, "mine.toml")


def test_units_and_commanders_of_a_roster_are_facts_of_a_game() -> None:
    units = described_units(read(armies_folder() / "command-roll" / "barnet-lancaster.toml"))
    oxford = CommanderInPlay.model_validate(units["John de Vere, Earl of Oxford"])
    assert (oxford.battle, oxford.command_value.total) == ("Van Ward", 8 + 1)
    archers = UnitInPlay.model_validate(units["Ragged Staff archers"])
    assert (archers.battle, archers.contingent, archers.left, archers.missile) == ("Reserve", "Warwick", 2, "bow")
    alone = UnitInPlay.model_validate(units["Richard Neville, Earl of Warwick"])
    assert (alone.left, alone.can_take, alone.armour) == (1, 4, 5), "a commander alone is a unit of one stand"


@pytest.mark.rules("C507", "C441")
def test_the_sheet_shows_objectives_commanders_and_every_price() -> None:
    shown = [line.text for line in sheet_lines(sheet(army()), SYSTEM.title)]
    assert "Main Ward, led by Edward, to attack: 260 points" in shown
    assert (
        "      Army General on foot, class by D6 (C431): command 9, attack 6/-, 4 hits, armour 5+, move 10 cm; "
        "four figures in full harness and his standard bearer (C507)"
    ) in shown
    assert "      45 Pike (C617) = 45; 1 unit: 45" in shown
    assert shown[-2] == "Total 390 of 1500 points agreed, 1110 left"


def test_the_tallies_count_stands_attacks_and_hits() -> None:
    assert sheet(small_army(described("Retinue Bow"), described("Cannon"), described("Mounted Hobilars"))).tallies == {
        "battles": 2,
        "command stands": 2,
        "lords": 0,
        "units": 8,
        "other stands": 16,
        "stands of cavalry": 2,
        "stands of infantry": 12,
        "stands of artillery": 2,
        "stands of men at arms": 0,
        "bill stands, retinue and shire": 0,
        "bow stands, retinue and shire": 2,
        "hand-to-hand attacks": 6 + 5 + 6 * 3 + 4 * 2 + 2 * 3 + 2 * 1 + 2 * 3,
        "shooting attacks": 2 * 1 + 2 * 2 + 2 * 1,
        "hits to destroy it": 4 + 4 + 14 * 3 + 2 * 2,
    }
