"""Combat: the dice of a contingent, by stand and by contingent."""

from typing import Any

import pytest
from pydantic import ValidationError

from tests.marking import case
from tests.systems.tree_of_battles.combats import (
    archers,
    bills,
    dice,
    fight,
    fought,
    hit,
    knights,
    light_horse,
    lines,
    men_at_arms,
    pikes,
    skirmishers,
    sums,
)
from tests.systems.tree_of_battles.units import Described, described


@pytest.mark.parametrize(
    ("own", "each"),
    [
        case("T221", men_at_arms("Own"), 3),
        case("T222", bills("Own"), 2, name="heavy infantry"),
        case("T222", knights("Own"), 2, name="mounted men at arms"),
        case("T223", pikes("Own"), 2),
        case("T225", pikes("Own", fell_back=True), 1, name="pikes that fell back"),
        case("T225", archers("Own"), 1),
        case("T225", light_horse("Own"), 1),
        case("T225", described("4 light infantry", name="Own"), 1),
        case("T225", described("4 artillery", name="Own"), 1),
        case("T225", described("4 baggage", name="Own"), 1),
    ],
)
def test_each_stand_that_faces_the_enemy_brings_its_dice(own: Described, each: int) -> None:
    assert dice(own, archers("Enemy")) == 4 * each


@pytest.mark.parametrize(
    ("enemy", "came", "fell_back", "each"),
    [
        case("T224", knights("Enemy"), "charges", False, 3),
        case("T224", knights("Enemy"), "pursues", False, 3, name="a pursuit is a charge"),
        case("T224", light_horse("Enemy"), "charges", True, 3, name="even after falling back"),
        case("T224", knights("Enemy"), "stands", False, 2, name="not in melee"),
        case("T224", knights("Enemy"), "stands", True, 1, name="nor after falling back"),
        case("T224", bills("Enemy"), "charges", False, 2, name="not against foot"),
    ],
)
def test_pikes_have_three_dice_against_a_mounted_charge(
    enemy: Described, came: str, fell_back: bool, each: int
) -> None:
    assert dice(pikes(fell_back=fell_back), enemy | {"came": came}) == 4 * each


@pytest.mark.parametrize(
    ("own", "expected"),
    [
        case("T225", bills(stands=6), 4 * 2 + 2, name="one more at each end overlaps"),
        case("T225", bills(stands=5), 4 * 2 + 1),
        case("T225", men_at_arms(stands=9), 4 * 3 + 2, name="never more than one at each end"),
        case("T225", pikes(stands=8, frontage=4), 4 * 2 + 4, name="the second rank of pike"),
        case("T225", pikes(stands=6, frontage=4), 4 * 2 + 2, name="as far as there is one"),
        case("T225", pikes(stands=12, frontage=4), 4 * 2 + 4, name="no third rank"),
        case("T31", bills(stands=8, frontage=4), 4 * 2, name="of other ranks nobody"),
        case("T225", bills(stands=4, overlapping=0, facing=2), 4, name="as stated"),
        case("T225", bills(stands=6, struck="rear"), 4, name="not facing, in the rear"),
        case("T225", bills(stands=6, frontage=3, struck="flank"), 2, name="not facing, the file at the end"),
        case("T225", bills(stands=6, struck="flank", not_facing=3), 3, name="not facing, as stated"),
    ],
)
def test_other_stands_bring_one_die_each(own: Described, expected: int) -> None:
    assert dice(own, archers(stands=4)) == expected


@pytest.mark.rules("T61")
def test_at_a_flank_there_is_little_room() -> None:
    line = bills("Line", stands=6, struck="flank")
    assert dice(men_at_arms(stands=4), line) == 3 + 2, "one stand faces the end of the line, two overlap"
    assert dice(men_at_arms(stands=4), bills("Deep", stands=6, frontage=2, struck="flank")) == 2 * 3 + 2


@pytest.mark.rules("T3", "T31")
def test_in_a_mixed_contingent_each_stand_in_front_brings_its_own_dice() -> None:
    mixed = described(["2 men at arms", "2 bills", "4 longbow"], name="Mixed")
    assert dice(mixed | {"frontage": 4}, archers()) == 2 * 3 + 2 * 2
    assert dice(mixed | {"facing": {"men at arms": 1, "longbow": 3}}, archers()) == 3 + 3 + 2
    assert dice(mixed | {"frontage": 4, "exchanged": True}, archers()) == 4


@pytest.mark.parametrize(
    ("said", "rule", "value"),
    [
        case("T231", {"grade": "A"}, "T231", 2),
        case("T232", {"grade": "B"}, "T232", 1),
        case("T233", {"grade": "D"}, "T233", -1),
        case("T234", {"ground": True}, "T234", 1),
        case("T235", {"position": "fortified"}, "T235", 1),
        case("T236", {"supported": True}, "T236", 1),
        case("T238", {"came": "follows up"}, "T238", 1),
        case("T239", {"dps": 3}, "T239", -3),
        case("T239", {"grade": "A", "dps": 6}, "T239", -5, name="at most 5"),
    ],
)
def test_a_contingent_adds_or_takes_away_once(said: dict[str, Any], rule: str, value: int) -> None:
    assert lines(bills() | said, archers("Enemy", came="charges"))[rule] == value
    assert rule not in lines(bills(), archers("Enemy", came="charges"))


@pytest.mark.parametrize(("points", "dice_more"), [((1,), 0), ((2,), 1), ((3,), 1), ((4,), 2), ((3, 3), 3)])
@pytest.mark.rules("T237", "T5")
def test_leaders_in_the_front_rank_add_a_die_for_every_two_command_points_together(
    points: tuple[int, ...], dice_more: int
) -> None:
    leaders = [{"name": f"Captain {n}", "command_points": p, "front_rank": True} for n, p in enumerate(points)]
    behind = {"name": "Behind", "command_points": 4}
    assert dice(bills(leaders=[*leaders, behind]), archers()) == 8 + dice_more
    tired = [one | {"spent": 1} for one in leaders]
    assert dice(bills(leaders=tired), archers()) == 8 + dice_more, "spent points or not"


@pytest.mark.parametrize(
    ("own", "rule", "value"),
    [
        case("T240", described("4 light infantry", name="Own", came="charges"), "T240", 1),
        case("T240", archers("Own", came="charges", traits="light infantry"), "T240", 1, name="by trait"),
        case("T241", bills("Own", came="pursues"), "T241", 2),
        case("T241", knights("Own", came="pursues"), "T241", 3),
        case("T241", described("4 light infantry", name="Own", came="pursues"), "T241", 2, name="one bonus only"),
        case("T242", knights("Own", came="charges"), "T242", 2),
        case("T242", light_horse("Own", came="countercharges"), "T242", 2),
        case("T242", knights("Own", came="charges", traits="chivalrous"), "T242", 3),
        case("T32", knights("Own", came="pursues", traits="chivalrous"), "T241", 3, name="pursuing, no charge bonus"),
    ],
)
def test_who_comes_into_contact_has_one_bonus(own: Described, rule: str, value: int) -> None:
    found = lines(own, bills("Enemy", came="charges"))
    assert {number: found.get(number) for number in ("T240", "T241", "T242") if number in found} == {rule: value}


@pytest.mark.rules("T32", "T242")
def test_on_foot_the_chivalrous_have_no_bonus() -> None:
    assert dice(men_at_arms(came="charges", traits="chivalrous"), archers()) == 12


@pytest.mark.rules("T32", "T239", "T240", "T241", "T242", "T60")
def test_in_melee_neither_dps_nor_charges_count() -> None:
    assert dice(bills(dps=4), archers("Enemy")) == 8
    assert dice(bills(dps=4), archers("Enemy", came="charges")) == 4, "charged, they do"
    assert dice(bills(dps=4), archers("Enemy", came="follows up")) == 8, "to follow up is melee"


@pytest.mark.rules("T31", "T239")
def test_who_fights_has_at_least_one_die() -> None:
    assert dice(skirmishers(stands=2, grade="D", dps=5), bills(came="charges")) == 1


@pytest.mark.rules("T33")
def test_against_several_stands_strike_whom_they_face_and_the_contingents_dice_are_spent_once() -> None:
    contacts = [
        {
            "attacker": "Men at arms",
            "defender": name,
            "attacker_stands": {"facing": 2},
            "defender_stands": {"facing": 2},
        }
        for name in ("Left", "Right")
    ]
    enemies = [bills("Left", stands=2), bills("Right", stands=2)]

    def strikes(**said: Any) -> list[int]:
        facts = fight(men_at_arms(grade="A", **said), enemies, contacts=contacts)
        return [int(sums(facts)[f"Men at arms strike {name}"].total) for name in ("Left", "Right")]

    assert strikes() == [6 + 2, 6], "at the first unless stated"
    assert strikes(dice_at="Right") == [6, 6 + 2]
    with pytest.raises(ValidationError, match='dice_at says "Nobody", and it touches Left, Right'):
        strikes(dice_at="Nobody")


@pytest.mark.rules("T33", "T31")
def test_dice_that_are_lacking_against_one_enemy_are_taken_from_the_others() -> None:
    contacts = [
        {"attacker": "Archers", "defender": name, "attacker_stands": {"facing": 3}, "defender_stands": {"facing": 2}}
        for name in ("Left", "Right")
    ]
    enemies = [bills("Left", stands=2, came="charges"), bills("Right", stands=2)]
    facts = fight(archers(stands=6, dps=5), enemies, contacts=contacts)
    assert [sums(facts)[f"Archers strike {name}"].total for name in ("Left", "Right")] == [0, 1]


@pytest.mark.parametrize(
    ("said", "hits"),
    [
        case("T252", {}, 2),
        case("T251", {"array": "column", "facing": 3, "overlapping": 0}, 1, name="column"),
        case("T251", {"array": "disarray"}, 1, name="disarray"),
        case("T251", {"dps": 5}, 1, name="at its most DPs"),
        case("T335", {"grade": "D", "came": "follows up"}, 1, name="D grade that moved"),
    ],
)
def test_who_is_in_no_order_hits_with_sixes_only(said: dict[str, Any], hits: int) -> None:
    facts = fight(bills(stands=3) | said, archers(stands=3, fell_back=True))
    thrown = [6, 5, 1, 1, 1, 1]
    assert fought(facts, *thrown, *hit(0, 3))[0].units[0].margin == hits


@pytest.mark.rules("T251", "T331")
def test_skirmish_array_and_pursuers_hit_with_sixes_only() -> None:
    assert fought(fight(skirmishers(stands=3), bills(stands=3)), 6, 5, 5, *hit(0, 6))[0].units[0].margin == 1
    facts = fight(bills(stands=2, came="pursues"), archers(stands=2))
    assert fought(facts, 6, 5, 5, 5, 5, 5, 1, 1)[0].units[0].margin == 1
