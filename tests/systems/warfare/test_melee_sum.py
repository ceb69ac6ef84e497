"""Event IV: every melee modifier of the sheet, by itself, and the number of dice."""

from typing import Any

import pytest

from tests.marking import case
from tests.systems.warfare.units import (
    blow,
    blow_rules,
    blows,
    crossbowmen_and_pavises,
    fight,
    knights,
    longbowmen,
    unit,
)

FOE = unit("Foe")
PIKES = unit("Pikes", weapons=["pike"])
HORSE = unit("Horse", weapons=["spear", "horse"], figures=12)
HORSE_FOE = HORSE | {"name": "Foe"}
SHOOTING_FOE = longbowmen("Foe")
CHARGING = {"charging": True}


@pytest.mark.parametrize(
    ("attacker", "defender", "expected"),
    [
        case("W411", unit(weapons=["crossbow"]), FOE, {"W411": -2, "W413": 0}),
        case("W411", unit(weapons=["bill", "bow"]), FOE, {"W413": 0}, name="the bow is not the main weapon"),
        case("W412", longbowmen(), FOE, {"W412": -1, "W413": 0}),
        case("W413", unit(), FOE, {"W413": 0}),
        case("W414", unit(kind="professional"), FOE, {"W414": 1}),
        case("W415", unit(kind="knight"), FOE, {"W415": 2}),
        case("W416", HORSE, HORSE_FOE, {"W413": 0, "W416": 1}),
        case("W417", unit(kind="levy"), FOE, {"W417": -2}),
        case("W418", unit(morale="veteran"), FOE, {"W413": 0, "W418": 1}),
        case("W418", unit(morale="retinue"), FOE, {"W413": 0, "W418": 1}),
        case("W419", unit(morale="raw"), FOE, {"W413": 0, "W419": -2}),
        case("W420", PIKES | CHARGING, FOE, {"W413": 0, "W420": 3}),
        case("W420", PIKES, HORSE_FOE, {"W413": 0, "W420": 3}),
        case("W420", PIKES, FOE, {"W413": 0}, name="standing against foot is nothing"),
        case("W420", PIKES | CHARGING, HORSE_FOE, {"W413": 0, "W422": 1}, name="charging cavalry is any charge"),
        case("W420", PIKES | {"pursuing": True}, FOE, {"W413": 0, "W422": 1}, name="pursuing pikes are any other"),
        case("W421", knights(**CHARGING), SHOOTING_FOE, {"W415": 2, "W416": 1, "W421": 3}),
        case("W421", knights(pursuing=True), SHOOTING_FOE, {"W415": 2, "W416": 1, "W421": 3}),
        case("W421", knights(), SHOOTING_FOE, {"W415": 2, "W416": 1}, name="standing lances have nothing"),
        case("W422", unit(**CHARGING), FOE, {"W413": 0, "W422": 1}),
        case("W422", unit(pursuing=True), FOE, {"W413": 0, "W422": 1}),
        case("W422", HORSE | CHARGING, SHOOTING_FOE, {"W413": 0, "W416": 1, "W422": 1}, name="horse without lances"),
        case("W423", unit(morale="chivalric", first_melee=True), FOE, {"W413": 0, "W423": 1}),
        case("W423", unit(morale="fanatic", first_melee=True), FOE, {"W413": 0, "W423": 1}),
        case("W423", unit(morale="fanatic"), FOE, {"W413": 0}, name="not in a later melee"),
        case("W423", unit(first_melee=True), FOE, {"W413": 0}, name="not for others"),
        case("W424", unit(leader=True), FOE, {"W413": 0, "W424": 1}),
        case("W463", unit(leader=True, leader_out=True), FOE, {"W413": 0}),
        case("W425", PIKES | {"ranks": 2}, FOE, {"W413": 0}),
        case("W425", PIKES | {"ranks_now": 3}, FOE, {"W413": 0, "W425": 1}),
        case("W425", PIKES | {"ranks": 4}, FOE, {"W413": 0, "W425": 2}),
        case("W425", PIKES | {"ranks_now": 6}, FOE, {"W413": 0, "W425": 2}),
        case("W426", knights(furious=True, charge_move=1, **CHARGING), HORSE_FOE, {"W415": 2, "W416": 1, "W421": 3}),
        case(
            "W426",
            knights(furious=True, charge_move=2, **CHARGING),
            HORSE_FOE,
            {"W415": 2, "W416": 1, "W421": 3, "W426": -2},
        ),
        case(
            "W426",
            knights(furious=True, charge_move=4, **CHARGING),
            HORSE_FOE,
            {"W415": 2, "W416": 1, "W421": 3, "W426": -3},
        ),
        case("W427", unit(interpenetrated=True), FOE, {"W413": 0, "W427": -3}),
        case("W428", unit(strikes="flank"), FOE, {"W413": 0, "W428": 2}),
        case("W429", unit(strikes="rear"), FOE, {"W413": 0, "W429": 4}),
        case("W430", unit(ground=True), FOE, {"W413": 0, "W430": 1}),
        case("W431", unit(), FOE | {"behind": "earthworks"}, {"W413": 0, "W431": -2}),
        case("W432", unit(lost=5), FOE, {"W413": 0, "W432": -2}),
        case("W432", unit(lost=1), FOE, {"W413": 0}),
        case("W433", knights(lost=3), HORSE_FOE | {"figures": 9}, {"W415": 2, "W416": 1, "W433": -3}),
        case("W434", unit(), FOE | {"behind": "obstacle"}, {"W413": 0, "W434": -1}),
        case("W435", HORSE, HORSE_FOE | {"behind": "obstacle"}, {"W413": 0, "W416": 1, "W435": -3}),
        case("W431", unit(), FOE | {"behind": ["obstacle", "earthworks"]}, {"W413": 0, "W431": -2}, name="the worse"),
        case(
            "W435",
            HORSE,
            HORSE_FOE | {"behind": ["obstacle", "earthworks"]},
            {"W413": 0, "W416": 1, "W435": -3},
            name="the worse",
        ),
        case("W49", unit(strikes="flank"), FOE | {"behind": "obstacle"}, {"W413": 0, "W428": 2}),
        case("W436", HORSE, FOE, {"W413": 0, "W416": 1, "W436": -2}),
        case("W436", HORSE, SHOOTING_FOE, {"W413": 0, "W416": 1}, name="shooters give way"),
        case("W436", HORSE, FOE | CHARGING, {"W413": 0, "W416": 1}, name="charging foot do not stand"),
        case("W437", unit(uphill=True, **CHARGING), FOE, {"W413": 0, "W422": 1, "W437": -2}),
        case("W437", unit(uphill=True), FOE, {"W413": 0}, name="only charging"),
        case("W438", unit(figures=12), FOE | {"figures": 18}, {"W413": 0, "W438": -1}),
        case("W438", unit(figures=12), FOE | {"figures": 17}, {"W413": 0}),
        case("W439", unit(figures=12), FOE | {"figures": 24}, {"W413": 0, "W439": -2}),
        case("W440", unit(figures=8), FOE | {"figures": 24}, {"W413": 0, "W440": -3}),
        case("W441", HORSE | {"shot": True}, HORSE_FOE, {"W413": 0, "W416": 1, "W441": -2}),
        case("W441", unit(shot=True), FOE, {"W413": 0}, name="infantry may have shot"),
        case("W442", unit(), FOE | {"strikes": "flank"}, {"W413": 0, "W442": -2}),
        case("W442", unit(), FOE | {"strikes": "rear"}, {"W413": 0, "W442": -2}),
        case("W443", unit(routed_before=True), FOE, {"W413": 0}, name="off unless agreed"),
    ],
)
def test_a_blow_takes_the_modifiers_of_the_sheet_and_nothing_else(
    attacker: Any, defender: Any, expected: dict[str, float]
) -> None:
    assert blow_rules(attacker, defender) == expected


@pytest.mark.rules("W443")
def test_an_optional_rule_counts_when_the_table_plays_it() -> None:
    routed = unit(routed_before=True)
    assert blow_rules(routed, FOE, options={"routed_units_weaker": True}) == {"W413": 0, "W443": -1}


@pytest.mark.parametrize(
    ("attacker", "defender", "dice"),
    [
        case("W405", unit(), FOE, 2),
        case("W406", unit(), FOE | {"strikes": "flank"}, 1),
        case("W406", unit(), FOE | {"strikes": "rear"}, 1),
        case("W406", unit(strikes="flank"), FOE, 2, name="the flanker itself has two"),
        case("W407", unit(lost=7), FOE, 2),
        case("W407", unit(lost=8), FOE, 1),
        case("W407", knights(lost=6), FOE, 1),
    ],
)
def test_how_many_dice_a_blow_throws(attacker: Any, defender: Any, dice: int) -> None:
    assert blow(attacker, defender)[0] == dice


@pytest.mark.rules("W404", "W42")
def test_a_unit_between_two_enemies_throws_one_die_against_each_with_that_enemys_modifiers() -> None:
    facts = fight([unit("Front"), unit("Flank", strikes="flank")], unit("Foe", figures=24))
    struck = blows(facts)
    assert [(blow.striker, blow.struck, blow.dice) for blow in struck] == [(0, 2, 2), (1, 2, 2), (2, 0, 1), (2, 1, 1)]
    against = [{modifier.rule for modifier in blow.reading.modifiers} for blow in struck[2:]]
    assert against == [{"W413"}, {"W413", "W442"}]


@pytest.mark.parametrize(
    ("described", "expected"),
    [
        case("W407", unit(lost=8), {"W413": 0}, name="exactly half"),
        case("W407", unit(lost=9), {"W413": 0}, name="one beyond half is not two"),
        case("W407", unit(lost=10), {"W413": 0, "W432": -1}, name="two beyond half"),
        case("W407", knights(lost=7), {"W415": 2, "W416": 1, "W433": -1}, name="one beyond half for cavalry"),
        case("W407", knights(figures=9, lost=5), {"W415": 2, "W416": 1}, name="half of nine is five"),
    ],
)
def test_at_half_strength_only_casualties_beyond_half_count(described: Any, expected: dict[str, float]) -> None:
    foe = FOE | {"figures": 8, "weapons": ["longbow"]} if described["kind"] == "knight" else FOE | {"figures": 8}
    found = blow_rules(described, foe)
    assert {rule: value for rule, value in found.items() if not rule.startswith(("W438", "W439"))} == expected


@pytest.mark.rules("W47", "W438", "W439", "W440")
def test_everybody_in_the_melee_counts_for_being_outnumbered() -> None:
    facts = fight([unit("One", figures=12), unit("Two", figures=12, strikes="flank")], unit("Foe", figures=8))
    foes_blows = blows(facts)[2:]
    assert all("W440" in {modifier.rule for modifier in blow.reading.modifiers} for blow in foes_blows)


@pytest.mark.rules("W706", "W2", "W45", "W436")
def test_a_mixed_unit_fights_as_its_worst_part_but_is_no_shooter() -> None:
    assert blow_rules(crossbowmen_and_pavises(), unit("Foe", figures=24)) == {"W411": -2, "W414": 1}
    parts = [{"figures": 8, "weapons": ["pike"]}, {"figures": 8, "weapons": ["longbow"]}]
    mixed = unit("Mixed", weapons=[], charging=True) | {"parts": parts}
    assert blow_rules(mixed, FOE) == {"W412": -1, "W413": 0, "W422": 1}
    assert "W436" in blow_rules(HORSE, crossbowmen_and_pavises())


@pytest.mark.rules("W44")
def test_standing_pikes_may_be_played_as_gaining_in_the_round_of_contact_only() -> None:
    once = {"standing_bonus_once": True}
    assert "W420" in blow_rules(PIKES, HORSE_FOE | CHARGING, options=once)
    assert "W420" not in blow_rules(PIKES, HORSE_FOE, options=once)
    assert "W420" in blow_rules(PIKES, HORSE_FOE)


@pytest.mark.rules("W425", "W44")
def test_ranks_of_pike_count_only_to_their_own_front() -> None:
    deep = PIKES | {"ranks": 4}
    assert "W425" not in blow_rules(deep, FOE | {"strikes": "flank"})
    assert blow_rules(deep | {"strikes": "flank"}, FOE)["W425"] == 2
