"""The rest of a turn: guns, bows, tests, moves, a charge and the Rally phase, one after the other."""

from typing import Any

import pytest

from miniatures.answers import resolve
from miniatures.dice import TableDice
from miniatures.systems.tree_of_battles import SYSTEM
from tests.systems.tree_of_battles.combats import bills, hit, men_at_arms
from tests.systems.tree_of_battles.scenes import chance, procedure, refused, thrown, told
from tests.systems.tree_of_battles.turns import AHEAD, ahead, bows, charged_by, guns
from tests.systems.tree_of_battles.units import described

HOUSEHOLD = men_at_arms("Household", 4, grade="A")
#: The household's dice miss: what the bills suffer comes from elsewhere, or from what is stated.
MISSES = [1] * 14


def asked(facts: Any, *dice: int) -> list[tuple[str, int]]:
    """The throws that were made, and the one that is asked for next: for what, and how many dice."""
    answer = resolve(SYSTEM, procedure(AHEAD), facts, TableDice(dice))
    made = [(throw.purpose, len(throw.faces)) for throw in answer.throws]
    return made + ([(answer.needed.purpose, answer.needed.count)] if answer.needed else [])


@pytest.mark.rules("T103", "T105", "T106", "T107", "T15")
def test_the_phases_come_in_the_order_of_the_sheet() -> None:
    facts = ahead(
        bills("Bills", 6, "B"),
        close_range=[bows(1, "Late")],
        long_range=[bows(1, "Early"), guns()],
        tactical={"dice": 2},
        combat=charged_by(HOUSEHOLD),
    )
    assert asked(facts, 1, 1, 1, 1, 2, 3, 1, 1) == [
        ("Guns at Bills", 2),
        ("Early at Bills", 2),
        ("Bills: move", 2),
        ("Late at Bills", 2),
        ("Household strike Bills", 14),
    ]


@pytest.mark.rules("T239")
def test_dps_of_shooting_take_dice_from_its_combat() -> None:
    # 4 stands of heavy infantry facing are 8 dice, 2 overlapping make 10, and each DP takes one away.
    for hits in range(5):
        facts = ahead(long_range=[bows(3)], combat=charged_by(HOUSEHOLD))
        assert asked(facts, *hit(hits, 6), *MISSES)[-1] == ("Bills strike Household", 10 - hits)


@pytest.mark.rules("T251", "T334")
def test_shot_into_disarray_it_hits_with_sixes_only() -> None:
    facts = ahead(bills("Bills", 6, dps=3), long_range=[bows(3)], combat=charged_by(HOUSEHOLD, moves=False))
    good = thrown(AHEAD, facts, *hit(1, 6), *MISSES, *[5] * 6)
    assert (good.result, good.disarray, good.fate) == ("victory", ("Combat",), "pursue")
    bad = thrown(AHEAD, facts, *hit(2, 6), *MISSES, *[5] * 5)
    assert (bad.result, bad.disarray) == ("equal", ("Long Range Shooting", "Combat"))


@pytest.mark.rules("T141", "T204", "T78")
def test_a_shooting_test_that_makes_it_retire_ends_its_combat() -> None:
    facts = ahead(bills("Bills", 6, dps=5), close_range=[bows(1)], combat=charged_by(HOUSEHOLD))
    assert asked(facts, 6, 1)[-1] == ("shooting test of Bills", 1)
    assert asked(facts, 6, 1, 1)[-1] == ("Bills: retire", 2)
    outcome = thrown(AHEAD, facts, 6, 1, 1, 3, 3)
    assert (outcome.fate, outcome.result, outcome.in_disarray) == ("retire", "", True)
    assert asked(facts, 6, 1, 4)[-1] == ("Household strike Bills", 14)


@pytest.mark.rules("T15")
def test_who_has_retired_is_shot_at_by_the_rest_of_the_phase_and_by_nobody_after_it() -> None:
    facts = ahead(bills("Bills", 6, dps=5), long_range=[bows(1, "One"), bows(1, "Two")], close_range=[bows(1, "Three")])
    assert [purpose for purpose, _ in asked(facts, 6, 6, 1, 1, 1, 3, 3)] == [
        "One at Bills",
        "shooting test of Bills",
        "Two at Bills",
        "Bills: retire",
    ]


@pytest.mark.rules("T143")
def test_the_second_shooting_test_of_the_turn_is_harder() -> None:
    # A 3 halts at first; with -2 it is a 1, and they retire.
    facts = ahead(bills("Bills", 6, dps=5), long_range=[bows(1, "One")], close_range=[bows(1, "Two")])
    assert thrown(AHEAD, facts, 6, 1, 3, 1, 1).fate == ""
    assert thrown(AHEAD, facts, 6, 1, 3, 6, 1, 3, 1, 1).fate == "retire"


@pytest.mark.rules("T213")
def test_a_halt_keeps_it_from_its_own_charge_but_not_from_being_charged() -> None:
    unit, own = bills("Bills", 6, dps=5), {"came": "charges"}
    charging = {"side": "attackers", "own": own, "defenders": [HOUSEHOLD]}
    facts = ahead(unit, close_range=[bows(1)], combat=charging)
    assert asked(facts, 6, 1, 6)[-1] == ("Bills strike Household", 5)
    assert thrown(AHEAD, facts, 6, 1, 4).result == ""
    both = {"side": "attackers", "own": own, "defenders": [HOUSEHOLD | {"came": "charges"}]}
    assert asked(ahead(unit, close_range=[bows(1)], combat=both), 6, 1, 4)[-1] == ("Bills strike Household", 5)
    halted = ahead(bills("Bills", 6) | {"halted": True}, combat=charged_by(HOUSEHOLD))
    assert asked(halted)[-1] == ("Household strike Bills", 14)


@pytest.mark.rules("T414", "T432")
@pytest.mark.parametrize(("grade", "tests"), [("A", False), ("B", False), ("C", True), ("D", True)])
def test_a_dp_from_artillery_asks_c_and_d_grade_for_a_control_test_at_once(grade: str, tests: bool) -> None:
    facts = ahead(bills("Bills", 6, grade), long_range=[guns(), bows(1)])
    following = "control test of Bills" if tests else "Archers at Bills"
    assert asked(facts, 6, 1)[-1][0] == following
    assert asked(facts, 5, 5)[-1][0] == "Archers at Bills", "a 5 at a new target is no DP"


@pytest.mark.rules("T432", "T327", "T66")
def test_d_grade_retires_from_the_guns_and_may_tire_as_it_runs() -> None:
    facts = ahead(bills("Bills", 6, "D"), long_range=[guns()], combat=charged_by(HOUSEHOLD))
    # One DP; the control test is 2 - 1, treachery is tested and not done; a D6 of 6 is a five on the average die.
    outcome = thrown(AHEAD, facts, 6, 1, 2, 5, 6, 1)
    assert (outcome.fate, outcome.dps, outcome.in_disarray, outcome.result) == ("retire", 2, True, "")


@pytest.mark.rules("T432", "T13")
def test_who_changes_sides_is_out_of_the_turn() -> None:
    facts = ahead(bills("Bills", 6, "C"), long_range=[guns(), bows(1)], combat=charged_by(HOUSEHOLD))
    outcome = thrown(AHEAD, facts, 6, 1, 1, 1)
    assert (outcome.fate, outcome.in_disarray) == ("change sides", False)
    assert chance(AHEAD, facts, "Bills change sides") > 0
    assert chance(AHEAD, ahead(bills("Bills", 6), long_range=[guns()], options={"civil_war": False}),
                  "Bills change sides") == 0  # fmt: skip


@pytest.mark.rules("T433")
def test_a_control_test_that_halts_it_takes_its_move() -> None:
    facts = ahead(bills("Bills", 6, traits=["mercenary"]), long_range=[guns()], tactical={"dice": 2})
    assert asked(facts, 6, 1, 5)[-1] == ("Bills: move", 2)
    assert thrown(AHEAD, facts, 6, 1, 2).dps == 1


@pytest.mark.rules("T434", "T141", "T213", "T13")
def test_a_control_test_that_lets_it_act_does_not_lift_an_earlier_halt() -> None:
    charging = {"side": "attackers", "own": {"came": "charges"}, "defenders": [HOUSEHOLD]}
    facts = ahead(bills("Bills", 6, dps=4), close_range=[guns()], combat=charging)
    # Two hits: one DP fills up to 5, for the other a shooting test; then the control test for the first.
    assert asked(facts, 6, 6, 5, 4)[-1] == ("Bills strike Household", 5)
    assert thrown(AHEAD, facts, 6, 6, 3, 4).result == ""


@pytest.mark.rules("T64", "T109")
def test_guns_that_must_retire_are_lost() -> None:
    facts = ahead(described("2 guns", "C", "Battery", dps=5), long_range=[bows(1)])
    outcome = thrown(AHEAD, facts, 6, 1, 1)
    assert (outcome.fate, outcome.stands_lost, outcome.in_disarray) == ("are lost", 2, False)


@pytest.mark.rules("T327", "T311")
def test_fives_on_the_move_dice_tire_it_and_who_moved_does_not_rally() -> None:
    moving = ahead(bills("Bills", 6, "B", dps=1), tactical={"dice": 2})
    assert thrown(AHEAD, moving, 6, 6).dps == 3
    assert thrown(AHEAD, ahead(bills("Bills", 6, "B", dps=1))).dps == 0
    turning = ahead(
        bills("Bills", 6, "C", dps=1), tactical={"goes": False, "manoeuvres": [{"what": "change frontage"}]}
    )
    assert thrown(AHEAD, turning).dps == 2, "a DP for C grade, and no rally"


@pytest.mark.rules("T312", "T313", "T314")
@pytest.mark.parametrize(("grade", "quiet", "shot_at"), [("A", 2, 3), ("B", 3, 3), ("C", 3, 4), ("D", 3, 4)])
def test_the_rally_phase_takes_dps_off_by_grade_and_by_who_was_shot_at(grade: str, quiet: int, shot_at: int) -> None:
    unit = bills("Bills", 6, grade, dps=4)
    assert thrown(AHEAD, ahead(unit)).dps == quiet
    assert thrown(AHEAD, ahead(unit, long_range=[bows(1)]), 1, 1).dps == shot_at
    assert thrown(AHEAD, ahead(unit | {"shot_at": True})).dps == shot_at
    assert thrown(AHEAD, ahead(unit, rally=False)).dps == 4


@pytest.mark.rules("T502")
def test_disarray_stays_when_a_dp_is_rallied() -> None:
    outcome = thrown(AHEAD, ahead(bills("Bills", 6, "B", dps=4), long_range=[bows(1)]), 6, 1)
    assert (outcome.dps, outcome.in_disarray) == (4, True)


@pytest.mark.rules("T502", "T39")
def test_it_does_not_rally_from_disarray_if_shooting_has_filled_it_by_then() -> None:
    unit = bills("Bills", 6, "A", dps=4, array="disarray")
    facts = ahead(unit, long_range=[bows(2)], tactical={"goes": False, "manoeuvres": [{"what": "rally from disarray"}]})
    assert thrown(AHEAD, facts, 1, 1, 1, 1).in_disarray is False
    assert thrown(AHEAD, facts, 6, 6, 1, 1).in_disarray is True


@pytest.mark.rules("T335")
def test_d_grade_that_moves_is_in_disarray_and_hits_with_sixes() -> None:
    facts = ahead(bills("Bills", 6, "D"), tactical={"dice": 1}, combat=charged_by(HOUSEHOLD, moves=False))
    assert thrown(AHEAD, facts, 2, *MISSES, *[5] * 9).result == "equal"
    assert thrown(AHEAD, ahead(bills("Bills", 6, "D"), combat=charged_by(HOUSEHOLD, moves=False)), *MISSES,
                  *[5] * 9).result == "victory"  # fmt: skip


@pytest.mark.rules("T301", "T302", "T304")
def test_fates_of_friends_are_felt_when_they_happen() -> None:
    routs = {"what": "routs", "grade": "C", "distance": 5}
    before = ahead(combat=charged_by(HOUSEHOLD), morale=[routs | {"when": "before combat"}])
    assert asked(before, *MISSES)[-1] == ("Bills strike Household", 8)
    later = ahead(combat=charged_by(HOUSEHOLD, moves=False), morale=[routs])
    assert asked(later, *MISSES)[-1] == ("Bills strike Household", 10)
    assert thrown(AHEAD, later, *MISSES, *[1] * 10).dps == 4, "2 for an equal result, 2 for the rout"


@pytest.mark.rules("T305", "T152", "T79")
def test_a_leader_who_falls_is_mourned_at_once_and_brings_no_dice() -> None:
    captain = {"name": "Hastings", "command_points": 4, "front_rank": True}
    facts = ahead(bills("Bills", 6, leaders=[captain]), long_range=[bows(1)], combat=charged_by(HOUSEHOLD))
    assert asked(facts, 6, 1, 6, *MISSES)[-1] == ("Bills strike Household", 10 - 1 + 2)
    assert asked(facts, 6, 1, 1, 1, *MISSES)[-1] == ("Bills strike Household", 10 - 1 - 2)
    assert "Hastings is killed." in told(AHEAD, ahead(bills("Bills", 6, leaders=[captain]), long_range=[bows(1)]),
                                         6, 1, 1, 1)  # fmt: skip


@pytest.mark.rules("T153", "T237", "T62")
def test_a_wounded_leader_brings_fewer_dice_and_is_captured_in_the_front_rank() -> None:
    captain = {"name": "Hastings", "command_points": 3, "front_rank": True}
    facts = ahead(bills("Bills", 6, leaders=[captain]), long_range=[bows(1)], combat=charged_by(HOUSEHOLD, moves=False))
    assert asked(facts, 6, 1, 1, 2, *MISSES)[-1] == ("Bills strike Household", 10 - 1)
    light = thrown(AHEAD, facts, 6, 1, 6, *MISSES, *[1] * 10, 1, 2)
    assert [one.word for one in light.leaders] == ["captured"]


@pytest.mark.rules("T303", "T15")
def test_its_own_way_into_contact_may_cost_dps() -> None:
    charging = {"side": "attackers", "own": {"came": "charges"}, "way_dps": 1, "defenders": [HOUSEHOLD]}
    assert asked(ahead(combat=charging)) == [("Bills strike Household", 9)]
    halted = ahead(bills("Bills", 6, dps=5), close_range=[bows(1)], combat=charging)
    assert thrown(AHEAD, halted, 6, 1, 4).stands_lost == 0


@pytest.mark.rules("T332", "T36")
def test_archers_may_evade_and_are_in_disarray_then() -> None:
    archers = described("4 longbow", "C", "Bowmen", dps=1)
    facts = ahead(archers, combat=charged_by(HOUSEHOLD, own={"came": "evades"}, distance=2))
    outcome = thrown(AHEAD, facts, 3, 3)
    assert (outcome.result, outcome.in_disarray) == ("evades", True)


@pytest.mark.rules("T131", "T141")
def test_the_sum_of_a_combat_is_shown_again_where_shooting_has_changed_it() -> None:
    facts = ahead(bills("Bills", 6, dps=1), long_range=[bows(3)], combat=charged_by(HOUSEHOLD, moves=False))

    def shown(hits: int) -> list[list[float]]:
        answer = resolve(SYSTEM, procedure(AHEAD), facts, TableDice([*hit(hits, 6), *MISSES, *[1] * (9 - hits)]))
        return [[line.value for line in made.modifiers] for throw in answer.throws for made in throw.sums]

    assert shown(0) == [], "what was shown before the first throw still holds"
    assert shown(2) == [[8, 2, -3]]


@pytest.mark.rules("T21", "T212", "T104", "T15")
def test_the_refusals_are_those_of_its_parts() -> None:
    assert refused(AHEAD, ahead(long_range=[bows(1, distance=13)])) == ["T112"]
    crossbow = described("2 crossbow", "C", "Crossbows")
    facts = ahead(
        crossbow | {"fighting": True},
        tactical={"dice": 2},
        long_range=[guns()],
        combat={"side": "attackers", "own": {"came": "charges"}, "defenders": [HOUSEHOLD]},
    )
    assert refused(AHEAD, facts) == ["T21", "T104", "T212"]
    charging = {"side": "attackers", "own": {"came": "charges"}, "defenders": [HOUSEHOLD]}
    assert refused(AHEAD, ahead(bills("Bills", 6) | {"halted": True}, combat=charging)) == ["T213"]


@pytest.mark.parametrize(
    ("said", "complaint"),
    [
        ({"combat": {"own": {"came": "stands"}}}, "nobody is there to fight"),
        ({"combat": charged_by(bills("Bills", 4))}, 'two units are called "Bills"'),
        ({"long_range": {"archery": [bows(1, "Bills")]}}, "name each once"),
        ({"combat": charged_by(HOUSEHOLD, own={"came": "evades"})}, "state the inches between charger and target"),
    ],
)
def test_what_makes_no_sense_is_told(said: Any, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        ahead(**said)


def test_with_nothing_stated_it_only_rallies() -> None:
    facts = ahead(bills("Bills", 6, "B", dps=2))
    assert procedure(AHEAD).odds(facts).asked == ()
    assert told(AHEAD, facts) == "At the end of the turn Bills have 1 DP and are in good order."
