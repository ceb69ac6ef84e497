"""Charges on the table: from how far, at which side, past whom, and what the enemy answers."""

from fractions import Fraction
from typing import Any

import pytest

from miniatures.systems.tree_of_battles import SYSTEM
from miniatures.systems.tree_of_battles.combat_facts import CombatFacts
from miniatures.systems.tree_of_battles.game.prospects import prospects
from tests.systems.tree_of_battles.combats import combat_odds, sums
from tests.systems.tree_of_battles.game.tables import Game, battle, stands, touch

MEN = "4 heavy infantry"
HORSE = "4 mounted men at arms"


def meeting(charger: Any = MEN, target: Any = MEN, gap: float = 1.5, **said: Any) -> Game:
    """York's Chargers south of Lancaster's Targets, face to face."""
    others = said.pop("others", ())
    ours = dict(said.pop("ours", {}))
    theirs = said.pop("theirs", {})
    return battle(
        [stands(charger, "Chargers", ours.pop("x", 24), ours.pop("y", 20), **ours), *others],
        [stands(target, "Targets", 24, 20 + gap, **theirs)],
        step=said.pop("step", "first charges"),
        **said,
    )


@pytest.mark.rules("T211", "T65")
@pytest.mark.parametrize(
    ("charger", "gap", "refused"),
    [(MEN, 2.0, set()), (MEN, 2.2, {"T211"}), (HORSE, 9.0, set()), (HORSE, 9.2, {"T211"})],
)
def test_foot_charges_from_two_inches_and_horse_from_nine(charger: str, gap: float, refused: set[str]) -> None:
    assert meeting(charger, gap=gap).refused("charge", unit="Chargers", target="Targets") == refused


@pytest.mark.rules("T106", "T11")
def test_the_side_whose_part_it_is_declares_its_charges() -> None:
    game = meeting()
    assert game.refused("charge", unit="Targets", target="Chargers") == {"T11"}
    assert meeting(step="second charges").refused("charge", unit="Chargers", target="Targets") == {"T11"}
    assert meeting(step="combat").refused("charge", unit="Chargers", target="Targets") == {"T106"}


@pytest.mark.rules("T213", "T212")
def test_who_was_halted_or_rallied_does_not_charge() -> None:
    halted = meeting(ours={"reaction": {"turn": 1, "word": "halt"}})
    assert halted.refused("charge", unit="Chargers", target="Targets") == {"T213"}
    assert meeting(ours={"rallied": 1}).refused("charge", unit="Chargers", target="Targets") == {"T213"}
    assert meeting("4 crossbow").refused("charge", unit="Chargers", target="Targets") == {"T212"}


@pytest.mark.rules("T211", "T80", "T81")
def test_the_way_must_be_clear_and_the_enemy_ahead() -> None:
    between = stands("2 skirmishers", "Between", 24, 24)
    assert meeting(HORSE, gap=8, others=[between]).refused("charge", unit="Chargers", target="Targets") == {"T80"}
    turned = meeting(ours={"facing": 180.0, "y": 19.0})
    assert turned.refused("charge", unit="Chargers", target="Targets") == {"T81"}


@pytest.mark.rules("T217")
def test_a_charge_waits_for_its_answer() -> None:
    game = meeting()
    said = game.do("charge", unit="Chargers", target="Targets")
    assert "Targets may stand (T217)" in said[0]
    assert game.owed() == ['respond "Targets" stand']
    assert game.refused("next") == {"T217"}
    assert game.refused("charge", unit="Chargers", target="Targets") == {"T106"}
    assert game.refused("respond", target="Targets", answer="countercharge") == {"T217"}
    assert game.refused("respond", target="Chargers", answer="stand") == {"T217"}
    assert not game.state.contacts


@pytest.mark.rules("T217", "T80")
def test_who_stands_is_struck_where_he_is_flush_and_centred() -> None:
    game = meeting(ours={"x": 25.0})
    game.do("charge", unit="Chargers", target="Targets")
    game.do("respond", target="Targets", answer="stand")
    (contact,) = game.state.contacts
    assert (contact.first, contact.second, contact.second_side) == ("Chargers", "Targets", "front")
    assert (game.unit("Chargers").x, game.unit("Chargers").y) == (24.0, 21.5)
    assert not game.owed()


@pytest.mark.rules("T307", "T80")
@pytest.mark.parametrize(("x", "y", "facing", "side"), [(24, 20, 0, "rear"), (19, 22.5, 90, "flank")])
def test_where_the_charger_stands_says_which_side_it_strikes(x: float, y: float, facing: float, side: str) -> None:
    game = battle(
        [stands(MEN, "Targets", 24, 23, 0)],
        [stands(HORSE, "Chargers", x, y, facing)],
        step="first charges",
        first=1,
    )
    assert game.facts("charge", unit="Chargers", target="Targets")["struck"] == side
    game.do("charge", unit="Chargers", target="Targets")
    game.do("respond", target="Targets", answer="stand")
    assert game.state.contacts[0].second_side == side
    game.on("combat")
    proposed = game.proposed("fight", unit="Targets")
    assert proposed.procedure is not None
    (struck,) = (one for one in proposed.procedure.sums(proposed.facts) if one.purpose.startswith("DPs of Targets"))
    assert struck.total == 2  # 2 DPs for the flank or the rear


@pytest.mark.rules("T80")
def test_a_second_charger_finds_room_beside_the_first() -> None:
    game = battle(
        [stands("2 heavy infantry", "Left", 22, 20), stands("2 heavy infantry", "Right", 26, 20)],
        [stands(MEN, "Targets", 24, 21.5)],
        step="first charges",
    )
    for name in ("Left", "Right"):
        game.do("charge", unit=name, target="Targets")
        game.do("respond", target="Targets", answer="stand")
    assert game.body("Left").polygon.intersection(game.body("Right").polygon).area < 0.02
    assert {contact.key for contact in game.state.contacts} == {"Left|Targets", "Right|Targets"}
    both = game.on("combat").facts("fight", unit="Left")["contacts"]
    assert [(one["attacker_stands"]["facing"], one["defender_stands"]["facing"]) for one in both] == [(2, 2), (2, 2)]


@pytest.mark.rules("T215", "T36")
def test_men_at_arms_countercharge_and_meet_midway() -> None:
    game = meeting(HORSE, "4 mounted men at arms", gap=8)
    game.do("charge", unit="Chargers", target="Targets")
    game.do("respond", target="Targets", answer="countercharge")
    assert game.unit("Targets").y == 24.0
    assert game.unit("Chargers").y == 24.0
    fighters = game.on("combat").facts("fight", unit="Chargers")
    assert [fighters[side][0]["came"] for side in ("attackers", "defenders")] == ["charges", "countercharges"]


@pytest.mark.rules("T215", "T65")
def test_foot_goes_two_inches_of_a_countercharge() -> None:
    game = meeting(HORSE, "4 foot men at arms", gap=8)
    game.do("charge", unit="Chargers", target="Targets")
    game.do("respond", target="Targets", answer="countercharge")
    assert game.unit("Targets").y == 26.0


@pytest.mark.rules("T216", "T504")
def test_archers_exchange_ranks_as_they_are_charged() -> None:
    mixed = ["3 longbow", "3 heavy infantry"]
    game = meeting(target=mixed, theirs={"files": 3})
    game.do("charge", unit="Chargers", target="Targets")
    game.do("respond", target="Targets", answer="exchange")
    assert game.unit("Targets").exchanged
    assert game.unit("Targets").in_play.type == "heavy infantry"
    assert not game.unit("Targets").total_dps


@pytest.mark.rules("T306", "T38", "T215")
def test_foot_that_countercharges_horse_has_charged_and_is_contacted_by_mounted() -> None:
    game = meeting(HORSE, "4 foot men at arms", gap=8)
    game.do("charge", unit="Chargers", target="Targets")
    before = "DPs of Targets before the dice"
    expected = {word: sums(CombatFacts.model_validate(facts)) for word, facts in prospects(game.state).items()}
    assert {word: before in found for word, found in expected.items()} == {"stand": False, "countercharge": True}
    game.do("respond", target="Targets", answer="countercharge")
    found = sums(game.on("combat").proposed("fight", unit="Targets").facts)
    assert [(line.value, line.rule) for line in found[before].modifiers] == [(2, "T306")]
    assert found["Targets strike Chargers"].total == 4 * 3 + 1 - 2  # men at arms on foot, B grade, 2 DPs


@pytest.mark.rules("T216", "T332", "T333", "T36")
def test_archers_who_evade_get_away_and_both_are_in_disarray() -> None:
    game = meeting(target="4 longbow", gap=2.0)
    game.do("charge", unit="Chargers", target="Targets")
    said = game.do("respond", target="Targets", answer="evade", dice=[3, 4])  # average dice read 3 and 4
    assert "Chargers reach nobody, and are in disarray (T333)." in said
    bows, men = game.unit("Targets"), game.unit("Chargers")
    assert (bows.array, men.array) == ("disarray", "disarray")
    assert bows.facing == 0.0  # straight away, to the north
    assert men.y == 22.0  # the whole 2 inches
    assert not game.state.contacts
    assert bows.y == pytest.approx(22.0 + 20 / 25.4 + 7, abs=0.01)  # turned about in place, then 3 + 4 inches


@pytest.mark.rules("T207", "T36", "T302", "T305")
def test_an_evader_that_is_caught_is_hacked_and_breaks_and_friends_feel_it() -> None:
    game = battle(
        [stands(HORSE, "Chargers", 24, 20)],
        [
            stands("4 longbow", "Targets", 24, 21.5, grade="C"),
            stands(MEN, "Friends", 34, 24, grade="C"),
            stands(MEN, "Betters", 34, 28, grade="B"),
            stands(MEN, "Far", 46, 44, grade="D"),
        ],
        step="first charges",
    )
    game.do("charge", unit="Chargers", target="Targets")
    # 2 + 2 inches are no escape from 9; four dice of the free hack, two of them 4 or more
    said = game.do("respond", target="Targets", answer="evade", dice=[1, 1, 4, 6, 3, 1])
    bows = game.unit("Targets")
    assert (bows.left, bows.broken, bows.conduct) == (2, True, "routing")
    assert game.unit("Chargers").array == "line"
    assert game.unit("Friends").total_dps == 2
    assert game.unit("Betters").total_dps == 0  # a lower grade routs
    assert game.unit("Far").total_dps == 0
    assert any("break (T36)" in one for one in said)


@pytest.mark.rules("T335", "T67")
def test_d_grade_that_charges_is_in_disarray() -> None:
    game = meeting(ours={"grade": "D"})
    game.do("charge", unit="Chargers", target="Targets")
    game.do("respond", target="Targets", answer="stand")
    assert game.unit("Chargers").array == "disarray"


@pytest.mark.rules("T303", "T505")
def test_a_charge_over_a_hedge_costs_a_dp() -> None:
    hedge = {"kind": "hedge", "line": [[10, 20.8], [40, 20.8]], "name": "the hedge"}
    game = meeting(terrain=[hedge])
    game.do("charge", unit="Chargers", target="Targets")
    game.do("respond", target="Targets", answer="stand")
    assert [(one["dps"], one["rule"]) for one in game.unit("Chargers").dps] == [(1, "T505")]


@pytest.mark.rules("T14", "T304")
def test_who_touches_baggage_loots_and_its_friends_lose_heart() -> None:
    game = battle(
        [stands(HORSE, "Chargers", 24, 20)],
        [stands("2 baggage", "Wagons", 24, 22), stands(MEN, "Friends", 32, 24)],
        step="first charges",
    )
    game.do("charge", unit="Chargers", target="Wagons")
    game.do("respond", target="Wagons", answer="stand")
    assert (game.unit("Chargers").conduct, game.unit("Chargers").looting) == ("looting", "Wagons")
    assert [(one["dps"], one["rule"]) for one in game.unit("Friends").dps] == [(2, "T304")]


@pytest.mark.rules("T211", "T217")
def test_without_a_map_players_state_the_distance_and_the_side() -> None:
    game = meeting(mapless=True)
    game.do("charge", unit="Chargers", target="Targets", sets=["distance=1.5", "struck=flank"])
    game.do("respond", target="Targets", answer="stand")
    assert game.state.contacts[0].second_side == "flank"


@pytest.mark.rules("T80", "T65", "T217")
def test_players_may_overrule_whatever_stands_against_a_charge() -> None:
    game = meeting(gap=7)
    game.do("charge", unit="Chargers", target="Targets", overrule="agreed")
    game.do("respond", target="Targets", answer="countercharge", overrule="agreed")
    assert game.state.fighting("Chargers")
    fighting = battle(
        [stands(MEN, "One", 24, 20), stands(MEN, "Other", 24, 17)],
        [stands(MEN, "Targets", 24, 20)],
        step="first charges",
        contacts=[touch("One", "Targets")],
    )
    fighting.do("charge", unit="Other", target="Targets", overrule="agreed")
    fighting.do("respond", target="Targets", answer="evade", overrule="agreed", dice=[1, 1])
    assert not fighting.state.charge


@pytest.mark.rules("T214", "T36", "T217")
def test_the_odds_of_every_answer_can_be_set_side_by_side() -> None:
    game = meeting(HORSE, "4 light horse", gap=4)
    assert prospects(game.state) == {}
    game.do("charge", unit="Chargers", target="Targets")
    found = prospects(game.state)
    assert list(found) == ["stand", "countercharge", "evade"]
    asked = {word: combat_odds(CombatFacts.model_validate(facts)) for word, facts in found.items()}
    # who evades goes at most 5 + 5 inches and begins 4 ahead of 9: caught with 2 + 2, 2 + 3 or 3 + 2
    assert asked["evade"].chance(lambda one: one.units[1].caught) == Fraction(1, 36) + 2 * Fraction(2, 36)
    assert found["countercharge"]["defenders"][0]["came"] == "countercharges"
    assert not game.state.contacts


@pytest.mark.rules("T89", "T36")
@pytest.mark.parametrize(("room", "caught"), [(6.0, Fraction(5, 36)), (4.9, Fraction(1))])
def test_the_odds_of_evading_know_the_edge_of_the_table(room: float, caught: Fraction) -> None:
    """4 inches ahead of 9: caught with 5 inches or less of two average dice, or by the edge before that."""
    deep = 30 / 25.4
    game = meeting(HORSE, "4 light horse", gap=4, size=(48, 24 + deep + room))
    game.do("charge", unit="Chargers", target="Targets")
    evade = prospects(game.state)["evade"]
    assert evade["stops_after"] == pytest.approx(room, abs=0.02)
    odds = combat_odds(CombatFacts.model_validate(evade))
    assert odds.chance(lambda one: one.units[1].caught) == caught
    facts = game.proposed("respond", target="Targets", answer="evade").facts
    assert SYSTEM.procedures["evade"].odds(facts).chance(lambda one: one.caught) == caught


@pytest.mark.rules("T65", "T205", "T87")
def test_who_routs_and_is_struck_fights_and_runs_on() -> None:
    game = meeting(theirs={"conduct": "routing", "broken": True, "array": "disarray", "runs": 1})
    game.do("charge", unit="Chargers", target="Targets")
    assert game.refused("respond", target="Targets", answer="evade") == {"T216", "T217"}
    game.do("respond", target="Targets", answer="stand")
    game.on("combat").do("fight", unit="Chargers", dice=[1] * 18)
    assert not game.state.fighting("Targets")
    assert game.owed() == ['flee "Targets"']
    game.do("flee", unit="Targets", dice=[1, 1])
    assert (game.unit("Targets").broken, game.unit("Targets").runs) == (True, 2)
