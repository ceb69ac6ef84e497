"""Event II: shooting, its sum and the test that it causes."""

from typing import Any

import pytest

from miniatures.dice import TableDice
from miniatures.odds import count
from miniatures.systems.warfare.shooting import ShootingFacts, fire_modifiers, shooting, shooting_refusals
from tests.marking import case
from tests.systems.warfare.units import crossbowmen_and_pavises, gun, knights, longbowmen, unit

HORSE_CROSSBOWS = unit("Mounted crossbowmen", weapons=["crossbow", "horse"], figures=9)
BOWS = unit("Bowmen", weapons=["bow"])
SKIRMISHERS = unit("Skirmishers", weapons=["bow"], skirmishers=True)


def facts(firer: Any, target: Any, distance: float = 4, **said: Any) -> ShootingFacts:
    return ShootingFacts(firer=firer, target=target, distance=distance, **said)


def rules(stated: ShootingFacts) -> dict[str, float]:
    return {modifier.rule: modifier.value for modifier in fire_modifiers(stated, stated.target)}


def shot(stated: ShootingFacts, *dice: int) -> Any:
    thrown = TableDice(dice)
    outcome = shooting(stated)(thrown)
    thrown.all_used()
    return outcome


@pytest.mark.parametrize(
    ("stated", "expected"),
    [
        case("W211", facts(unit("B", weapons=["bow"], lost=1), unit()), {}),
        case("W211", facts(unit("B", weapons=["bow"], lost=5), unit()), {"W211": -2}),
        case("W212", facts(HORSE_CROSSBOWS | {"lost": 2}, unit()), {"W212": -2, "W213": -3, "W215": -2}),
        case("W213", facts(HORSE_CROSSBOWS, unit()), {"W213": -3, "W215": -2}),
        case("W214", facts(longbowmen(), unit()), {"W214": -1}),
        case("W215", facts(unit("X", weapons=["crossbow"]), unit()), {"W215": -2}),
        case("W216", facts(unit("H", weapons=["handgun"]), unit()), {"W216": -3}),
        case("W217", facts(BOWS, knights()), {"W217": 1}),
        case("W218", facts(BOWS, gun()), {"W218": -2}),
        case("W218", facts(BOWS, SKIRMISHERS), {"W218": -2}),
        case("W219", facts(BOWS, unit(ranks=4)), {"W219": 1}),
        case("W219", facts(BOWS, unit(ranks=3)), {}),
        case("W219", facts(BOWS, unit(ranks=4, lost=4)), {}, name="a rank is gone"),
        case("W219", facts(BOWS, unit(ranks_now=5)), {"W219": 1}),
        case("W220", facts(SKIRMISHERS | {"avoided": True}, unit()), {"W220": -2}),
        case("W221", facts(BOWS, unit(), 7.9), {}),
        case("W221", facts(BOWS, unit(), 8), {"W221": -2}),
        case("W221", facts(unit("H", weapons=["handgun"]), unit(), 5), {"W216": -3, "W221": -2}),
        case("W221", facts(unit("H", weapons=["handgun"]), unit(), 4.9), {"W216": -3}),
        case("W221", facts(gun(), unit(), 40), {}),
        case("W222", facts(BOWS, unit(), cover="soft"), {"W222": -1}),
        case("W223", facts(BOWS, unit(), cover="medium"), {"W223": -2}),
        case("W223", facts(BOWS, crossbowmen_and_pavises()), {"W223": -2}, name="pavises cover the whole unit"),
        case("W223", facts(BOWS, crossbowmen_and_pavises(), shot_from="flank"), {}, name="but not its flank"),
        case("W224", facts(BOWS, unit(), cover="hard"), {"W224": -3}),
        case("W224", facts(BOWS, crossbowmen_and_pavises(), cover="hard"), {"W224": -3}, name="only the best cover"),
        case("W222", facts(BOWS, crossbowmen_and_pavises(), cover="soft"), {"W223": -2}, name="only the best cover"),
    ],
)
def test_a_shot_takes_the_modifiers_of_the_sheet_and_nothing_else(
    stated: ShootingFacts, expected: dict[str, float]
) -> None:
    assert rules(stated) == expected


@pytest.mark.rules("W452", "W207", "W25")
def test_sixteen_longbowmen_fell_one_knight_at_ten_inches() -> None:
    stated = facts(longbowmen(), knights(), 10)
    assert rules(stated) == {"W214": -1, "W217": 1, "W221": -2}
    outcome = shot(stated, 4, 3, 5)  # 7 - 1 + 1 - 2 = 5, a quarter is 1.25
    assert (outcome.casualties, outcome.left, outcome.state) == (1, 11, "stands")


@pytest.mark.rules("W518", "W517", "W35")
def test_a_natural_six_makes_chivalric_knights_furious() -> None:
    assert shot(facts(longbowmen(), knights(), 10), 4, 3, 6).state == "furious"
    assert shot(facts(longbowmen(), knights(morale="veteran"), 10), 4, 3, 6).state == "stands"
    dismounted = knights(weapons=["polearm"])
    assert shot(facts(longbowmen(), dismounted, 4), 6, 6, 6).state == "stands", "the foot column has no star"


@pytest.mark.parametrize(
    ("weapon", "protection", "dice", "fall"),
    [
        # Two sixes, 12, and no modifiers but the weapon's own.
        case("W451", "short bow", "none", (6, 6), 4),
        case("W451", "bow", "none", (6, 6), 4),
        case("W451", "bow", "light", (6, 6), 3),
        case("W451", "bow", "heavy", (6, 4), 2),
        case("W451", "bow", "full", (6, 5), 1),
        case("W451", "bow", "full", (6, 6), 2),
        case("W452", "longbow", "none", (6, 6), 5),  # 11 halved is 5.5
        case("W452", "longbow", "light", (6, 6), 3),
        case("W452", "longbow", "heavy", (6, 6), 3),
        case("W452", "longbow", "full", (6, 6), 2),
        case("W452", "crossbow", "none", (6, 6), 5),
        case("W453", "handgun", "none", (6, 6), 3),
        case("W453", "handgun", "light", (6, 6), 3),
        case("W453", "handgun", "heavy", (6, 6), 3),
        case("W453", "handgun", "full", (6, 6), 3),
        case("W453", "artillery", "none", (6,), 2),
        case("W453", "artillery", "full", (6,), 2),
    ],
)
def test_the_casualty_table(weapon: str, protection: str, dice: tuple[int, ...], fall: int) -> None:
    firer = gun() if weapon == "artillery" else unit("Firers", weapons=[weapon])
    assert shot(facts(firer, unit(protection=protection)), *dice, 5).casualties == fall


@pytest.mark.rules("W455")
def test_shooting_rounds_down_even_just_below_a_whole_figure() -> None:
    # Longbows at light armour: 6 - 1 = 5, a third is 1.67; and 12 - 1 = 11 halved would be 5.5.
    assert shot(facts(longbowmen(), unit()), 3, 3, 6).casualties == 1


@pytest.mark.rules("W25")
def test_a_sum_below_zero_fells_nobody_and_nobody_tests() -> None:
    outcome = shot(facts(HORSE_CROSSBOWS, unit(), 10, cover="hard"), 1, 1)
    assert (outcome.casualties, outcome.state) == (0, "stands")


@pytest.mark.rules("W25", "W211", "W407")
def test_half_strength_is_no_relief_for_shooters() -> None:
    assert rules(facts(unit("B", weapons=["bow"], lost=10), unit())) == {"W211": -5}


@pytest.mark.rules("W207")
def test_a_gun_throws_one_die_and_others_two() -> None:
    assert shot(facts(gun(), unit()), 2).casualties == 0
    assert shot(facts(BOWS, unit()), 1, 2).casualties == 0


@pytest.mark.rules("W208", "W503", "W541")
def test_casualties_make_the_target_test_at_once_and_failing_it_falls_back() -> None:
    outcome = shot(facts(longbowmen(), unit(kind="levy")), 3, 3, 2)  # levy need 3
    assert (outcome.casualties, outcome.state) == (1, "falls back")
    assert shot(facts(longbowmen(), unit(kind="levy")), 3, 3, 3).state == "stands"


@pytest.mark.rules("W541", "W3")
def test_a_gun_that_should_fall_back_stays_silent() -> None:
    assert shot(facts(longbowmen(), gun(kind="levy", protection="light"), 4), 6, 6, 1).state == "silenced"


def test_the_last_figure_needs_no_test() -> None:
    outcome = shot(facts(longbowmen(), unit(lost=15)), 6, 6)
    assert (outcome.casualties, outcome.left, outcome.state) == (1, 0, "destroyed")


@pytest.mark.rules("W203", "W24")
def test_only_the_shooting_part_of_a_mixed_unit_shoots() -> None:
    parts = [{"figures": 8, "weapons": ["longbow"]}, {"figures": 8, "weapons": ["bill"]}]
    mixed = unit("Mixed", weapons=[]) | {"parts": parts}
    # Six lost alternate, three of them bowmen: -1 for two casualties of the firers.
    assert rules(facts(mixed | {"lost": 6}, unit())) == {"W211": -1, "W214": -1}
    parts[0]["lost"] = 8
    assert "W203" in {refusal.rule for refusal in shooting_refusals(facts(mixed | {"lost": 8}, unit()))}


@pytest.mark.rules("W23")
def test_several_units_shoot_at_once_and_the_target_tests_once() -> None:
    stated = facts(longbowmen(), unit(), also=[{"firer": BOWS, "distance": 4}])
    outcome = shot(stated, 6, 6, 6, 6, 5)  # 11/3 = 3.67 and 12/4 = 3
    assert outcome.casualties == 3 + 3


@pytest.mark.parametrize(
    ("stated", "cure"),
    [
        case("W201", facts(BOWS, unit(), closest=False), "closest"),
        case("W202", facts(BOWS, unit(), in_arc=False), "22.5"),
        case("W203", facts(unit(), unit("Other")), "longbow"),
        case("W204", facts(gun(), unit(), 48.5), "48"),
        case("W205", facts(BOWS, unit(), 24.1), "24"),
        case("W206", facts(unit("H", weapons=["handgun"]), unit(), 10.5), "10"),
        case("W22", facts(BOWS, unit(in_melee=True)), "shooting_in_melee"),
        case("W22", facts(BOWS | {"in_melee": True}, unit()), "shooting_in_melee"),
        case("W22", facts(BOWS, unit(), in_sight=False), "sight"),
        case("W24", facts(BOWS, unit(), over_friends=True), "overhead_from_hill"),
        case("W26", facts(gun(limbered=True), unit()), "unlimber"),
        case("W3", facts(gun(silenced=True), unit()), "next turn"),
        case("W614", facts(BOWS | {"pursuing": True}, unit()), "rally"),
        case("W614", facts(BOWS | {"routing": True}, unit()), "rally"),
        case("W220", facts(BOWS | {"avoided": True}, unit()), "avoided"),
    ],
)
def test_a_refusal_names_its_rule_and_its_cure(
    stated: ShootingFacts, cure: str, request: pytest.FixtureRequest
) -> None:
    (refusal,) = shooting_refusals(stated)
    assert refusal.rule == request.node.get_closest_marker("rules").args[0]
    assert cure in refusal.cure


@pytest.mark.rules("W204", "W205", "W206")
def test_exactly_at_range_is_in_range() -> None:
    reaches = {"artillery": 48, "short bow": 24, "bow": 24, "longbow": 24, "crossbow": 24, "handgun": 10}
    for weapon, reach in reaches.items():
        firer = gun() if weapon == "artillery" else unit("Firers", weapons=[weapon])
        assert shooting_refusals(facts(firer, unit("Target"), reach)) == []
        (refusal,) = shooting_refusals(facts(firer, unit("Target"), reach + 0.1))
        assert str(reach) in refusal.cure


def test_every_reason_is_given_at_once() -> None:
    stated = facts(BOWS | {"in_melee": True}, unit(), 30, closest=False, in_arc=False)
    assert {refusal.rule for refusal in shooting_refusals(stated)} == {"W205", "W201", "W202", "W22"}


def test_the_table_may_allow_what_the_ruling_forbids() -> None:
    assert shooting_refusals(facts(BOWS, unit(in_melee=True), options={"shooting_in_melee": True})) == []
    hill = facts(BOWS, unit(), over_friends=True, from_hill=True, options={"overhead_from_hill": True})
    assert shooting_refusals(hill) == []


def test_shooting_odds_agree_with_counting_every_face() -> None:
    """The sheet by hand: 2D6 - 2 over four, rounded down; then one die, 6 is fury, nothing fails (0 with +1)."""
    expected: dict[tuple[int, str], int] = {}
    for first in range(1, 7):
        for second in range(1, 7):
            fall = max(0, first + second - 2) // 4
            for die in range(1, 7):
                state = "furious" if fall and die == 6 else "stands"
                expected[fall, state] = expected.get((fall, state), 0) + 1
    odds = count(shooting(facts(longbowmen(), knights(), 10)))
    found = {(o.casualties, o.state): weight * 216 // odds.total for o, weight in odds.weights.items()}
    assert found == expected


@pytest.mark.rules("W51")
def test_routers_that_are_shot_at_do_not_test() -> None:
    assert shot(facts(longbowmen(), unit(routing=True)), 6, 6).state == "routs"


@pytest.mark.rules("W203", "W24")
def test_all_parts_that_carry_the_weapon_are_the_shooters() -> None:
    parts = [
        {"figures": 8, "weapons": ["longbow"], "lost": 8},
        {"figures": 8, "weapons": ["longbow", "bill"], "lost": 2},
    ]
    both = unit("Archers", weapons=[]) | {"parts": parts}
    assert shooting_refusals(facts(both, unit())) == []
    assert rules(facts(both, unit())) == {"W211": -5, "W214": -1}


@pytest.mark.rules("W24")
def test_nobody_shoots_twice() -> None:
    with pytest.raises(ValueError, match="shoots twice"):
        facts(BOWS, unit(), also=[{"firer": BOWS, "distance": 4}])


@pytest.mark.rules("W223", "W2")
def test_pavises_cover_while_somebody_on_foot_carries_them() -> None:
    gone = crossbowmen_and_pavises() | {"parts": [
        {"figures": 12, "weapons": ["crossbow"]},
        {"figures": 12, "weapons": ["pavise"], "lost": 12},
    ]}  # fmt: skip
    assert rules(facts(BOWS, gone)) == {}
    assert rules(facts(BOWS, knights(weapons=["lance", "horse", "pavise"]))) == {"W217": 1}


@pytest.mark.rules("W518")
def test_a_gun_is_never_furious() -> None:
    assert shot(facts(longbowmen(), gun(morale="fanatic", protection="full")), 6, 6, 6).state == "stands"
