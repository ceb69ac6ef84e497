"""Making an army: what may be taken, findings that name their cure, and the ready armies of Tewkesbury."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from miniatures.army import Finding, legal
from miniatures.army_wording import finding_lines, sheet_lines, tally_rows
from miniatures.faults import read_model
from miniatures.rosters import armies_folder
from miniatures.systems.tree_of_battles import SYSTEM
from miniatures.systems.tree_of_battles.army import Roster, described_units, sheet
from miniatures.systems.tree_of_battles.army_findings import findings
from miniatures.systems.tree_of_battles.facts import ContingentInPlay, LeaderInPlay
from tests.marking import case
from tests.systems.tree_of_battles.units import army, battle, described

HERE = Path(__file__).parent


def read(path: Path) -> Roster:
    return read_model(Roster, tomllib.loads(path.read_text(encoding="utf-8")), path.name)


def tewkesbury(side: str) -> Roster:
    return read(armies_folder() / "tree-of-battles" / f"tewkesbury-{side}.toml")


def wrong(roster: Roster) -> list[Finding]:
    return [finding for finding in findings(roster) if finding.severity != "note"]


@pytest.mark.parametrize("side", ["york", "lancaster"])
@pytest.mark.rules("T6")
def test_the_ready_armies_are_legal_and_equal_in_house_points(side: str) -> None:
    roster = tewkesbury(side)
    assert findings(roster) == []
    assert sheet(roster).points == roster.points == 650
    assert roster.checked_with == SYSTEM.data_version


@pytest.mark.rules("T6")
def test_tewkesbury_costs_what_hand_arithmetic_says() -> None:
    # B grade men at arms in full harness 17, bills 9, longbow 15; C grade bills 8, longbow 14; a gun 16
    assert {group.name: group.points for group in sheet(tewkesbury("york")).groups} == {
        "Vaward": 4 * 6 + (4 * 17 + 2 * 9 + 4) + (4 * 15 + 4) + 2 * 16 + (2 * 17 + 4),
        "Main battle": 6 * 8 + 2 + (4 * 19 + 8) + (4 * 15 + 4) + 6 * 8,
        "Rearward": 3 * 6 + (3 * 17 + 3 * 9 + 4) + 4 * 14,
    }
    assert {group.name: group.points for group in sheet(tewkesbury("lancaster")).groups} == {
        "Vaward": 5 * 8 + 2 + (4 * 17 + 2 * 9 + 4) + (3 * 15 + 4) + 6 * 8,
        "Main battle": 3 * 6 + 2 * 6 + 2 + (3 * 19 + 8) + 6 * 8 + 4 * 14 + 2 * 16 + 2 * 4,
        "Rearward": 4 * 6 + (2 * 17 + 4 * 9 + 4) + 4 * 14 + (6 * 5 - 4),
    }


def test_the_captains_of_tewkesbury_lead_their_battles() -> None:
    york, lancaster = sheet(tewkesbury("york")), sheet(tewkesbury("lancaster"))
    assert york.commander == "King Edward IV"
    assert [group.leader.split(", ")[-1] for group in york.groups] == [
        "Duke of Gloucester", "King Edward IV", "Lord Hastings",
    ]  # fmt: skip
    assert [group.leader.split(", ")[-1] for group in lancaster.groups] == [
        "Earl of Devon", "Lord Wenlock", "Duke of Somerset",
    ]  # fmt: skip


def test_the_starter_is_legal() -> None:
    assert [finding.code for finding in findings(read(SYSTEM.folder / "starter.toml"))] == ["points-left"]


@pytest.mark.rules("T3", "T5", "T6", "T12", "T42", "T44")
def test_the_illegal_army_is_told_everything_that_is_wrong_with_it() -> None:
    found = findings(read(HERE / "illegal.toml"))
    assert [(one.severity, one.code, one.unit, one.rule, one.cure) for one in found] == [
        # leaders 36 + 6; vaward 14 + (14 * 5 - 4) + 28 + 28; guns 32 + 14, carters 8 + 16, hedge knights 24 + 16,
        # dreamers 16, fleet of foot 2 * 11, scouts 2 * 9, bow bills 2 * 18: in all 380
        ("error", "over-points", "", "T6", "save 180 house points"),
        ("warning", "no-marshal", "", "T411", "make the leader of the army a marshal"),
        ("error", "same-name", "Twins", "T47", "give each a name of its own, under which its DPs are kept"),
        ("error", "battle-twice", "Rearward", "T47", "rename or join them"),
        ("warning", "other-data", "", "T6", "look through the house points, then run army check --stamp"),
        ("error", "no-order", "Vaward", "T12", "set order to hold, advance, attack or support, or play with no_orders"),
        ("warning", "command-points", "Warwick", "T5", "set command_points = 4, or play with any_command_points"),
        ("warning", "command-points", "Clarence", "T5", "set command_points = 2, or play with any_command_points"),
        ("error", "size", "Alone", "T3", "add 1"),
        ("error", "size", "Crowd", "T3", "leave out 2, or make two contingents"),
        ("warning", "no-leader", "Rearward", "T411", "give it a captain"),
        ("error", "mixed-artillery", "Gunners", "T22", "make a contingent of its own for the artillery"),
        ("error", "mixed-baggage", "Carters", "T14", "make a contingent of its own for the baggage"),
        ("warning", "mixed-mounted", "Hedge knights", "T3", "make a contingent of each"),
        ("warning", "chivalrous", "Dreamers", "T42", "leave out chivalrous, or add men at arms"),
        ("warning", "ammunition", "Dreamers", "T131", "leave out low on ammunition"),
        ("error", "not-light", "Fleet of foot", "T42", "leave out the trait, or those stands"),
        ("error", "not-harnessed", "Clanking scouts", "T42", "leave it out, or say it of the parts that wear it"),
        ("error", "missile", "Bow bills", "T44", "leave out missile, or make them stands of the type that shoots so"),
        ("warning", "empty-battle", "Rearward", "T3", "add some, or leave it out"),
    ]  # fmt: skip
    assert not legal(found)


@pytest.mark.parametrize(
    ("stands", "options", "cure"),
    [
        case("T3", 2, {}, None),
        case("T3", 12, {}, None),
        case("T3", 1, {}, "add 1"),
        case("T3", 15, {}, "leave out 3, or make two contingents"),
        case("T3", 15, {"most_stands": 16}, None),
        case("T3", 3, {"least_stands": 4}, "add 1"),
    ],
)
def test_a_contingent_has_two_to_twelve_stands_unless_the_table_says_otherwise(
    stands: int, options: dict[str, Any], cure: str | None
) -> None:
    roster = army(battle("Main battle", described(f"{stands} longbow")), options=options)
    assert [one.cure for one in wrong(roster)] == ([] if cure is None else [cure])


@pytest.mark.rules("T5", "T12")
def test_what_a_table_plays_differently_is_no_fault() -> None:
    six = {"name": "Clarence", "rank": "captain", "command_points": 6}
    marshal = {"name": "Edward", "rank": "marshal", "command_points": 4}
    loose = battle("Main battle", described(), order=None, leaders=[marshal, six])
    assert [one.code for one in wrong(army(loose))] == ["no-order", "command-points"]
    assert wrong(army(loose, options={"no_orders": True, "any_command_points": True})) == []


@pytest.mark.rules("T6")
def test_points_are_always_called_house_points() -> None:
    roster = tewkesbury("york")
    priced = sheet(roster)
    lines = [line.text for line in sheet_lines(priced, SYSTEM.title)]
    assert lines[-2] == "Total 650 of 650 house points agreed, 0 left"
    assert all("house points" in line for line in lines if " points" in line and "command points" not in line)
    checked = next(iter(finding_lines(priced, [], SYSTEM.data_version)))
    assert checked.text == "Tewkesbury: York: 650 of 650 house points"
    assert tally_rows([priced])[1] == ["house points", "650 of 650"]


@pytest.mark.rules("T6")
def test_an_army_may_be_built_without_points() -> None:
    roster = army(points=1, options={"house_points": "none"})
    assert findings(roster) == []
    lines = [line.text for line in sheet_lines(sheet(roster), SYSTEM.title)]
    assert not [line for line in lines if "points" in line and "command points" not in line]
    assert next(iter(finding_lines(sheet(roster), [], SYSTEM.data_version))).text == "Mine: without points"
    assert tally_rows([sheet(roster)])[1][0] == "battles"


def test_a_sheet_counts_stands_and_the_dice_that_they_bring() -> None:
    mixed = described(["2 men at arms", "3 longbow"], "B", "Household")
    guns = described("2 guns", name="Guns")
    low = described("4 archers", name="Spent", traits=["low on ammunition"])
    tallies = sheet(army(battle("Main battle", mixed, guns, low))).tallies
    assert (tallies["stands"], tallies["contingents"], tallies["stands of B grade"]) == (11, 3, 5)
    assert tallies["combat dice of all stands"] == 2 * 3 + 3 * 1 + 2 * 1 + 4 * 1
    assert tallies["shooting dice of all stands"] == 3 * 2 + 4 * 1, "guns are counted apart"


def test_facts_name_contingents_and_leaders_of_a_list() -> None:
    units = described_units(tewkesbury("lancaster"))
    prince = ContingentInPlay.model_validate(units["Prince's household"] | {"dps": 2})
    assert (prince.left, prince.chivalrous, prince.battle, prince.total_dps) == (3, True, "Main battle", 2)
    wenlock = LeaderInPlay.model_validate(units["John, Lord Wenlock"])
    assert (wenlock.rating, wenlock.unreliable) == (3, True)
