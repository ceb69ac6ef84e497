"""Fury from the first move to contact, wings that lost their leader, and leaders in the way."""

import pytest

from miniatures.broken import BrokenInputError
from miniatures.systems.warfare.game.checklist import owed
from miniatures.systems.warfare.game.choices import choices
from tests.systems.warfare.game.tables import battle, stands, touch
from tests.systems.warfare.units import knights, longbowmen, unit

HEDGE = {"kind": "hedge", "line": [[10, 13], [38, 13]]}
HILL = {"kind": "hill", "height": 1, "area": [[10, 20], [38, 20], [38, 30], [10, 30]]}


@pytest.mark.rules("W32", "W319", "W31")
def test_a_charge_that_falls_short_pays_only_for_the_ground_that_it_reaches() -> None:
    """Eight inches less four for the hedge; the hill lies beyond and costs nothing yet."""
    game = battle([stands(knights("Horse"), 24, 12)], [stands(unit("Foes"), 24, 23)], terrain=[HEDGE, HILL])
    game.do("charge", unit="Horse", target="Foes")
    assert game.unit("Horse").y == pytest.approx(16, abs=0.02)
    assert not game.state.contacts


@pytest.mark.rules("W518", "W35", "W303")
def test_the_furious_wheel_as_far_as_their_inches_go() -> None:
    """Foes behind their flank: a whole wheel costs more than the move, so they come round as far as it takes them."""
    game = battle([stands(knights("Horse", ranks=1), 24, 12, furious=True)], [stands(unit("Foes"), 40, 10)])
    game.do("move", unit="Horse", inches="all", towards="Foes")
    assert 0 < game.unit("Horse").facing < 90
    assert game.unit("Horse").moving["wheel"] == pytest.approx(4, abs=0.01)


@pytest.mark.rules("W518", "W35")
def test_the_furious_who_cannot_charge_yet_must_go_for_the_enemy_all_the_same() -> None:
    game = battle(
        [stands(knights("Horse"), 24, 12, furious=True)], [stands(unit("Foes"), 40, 10)], step="tests", first=0
    )
    game.do("next")
    assert "W518" in game.refused("next")
    game.do("move", unit="Horse", inches="all", towards="Foes")
    assert game.refused("next") == set()


@pytest.mark.rules("W518")
@pytest.mark.parametrize(("action", "words"), [("face", {"to": "about"}), ("form", {"ranks": 2})])
def test_the_furious_do_nothing_but_go_for_the_enemy(action: str, words: dict[str, object]) -> None:
    game = battle([stands(knights("Horse"), 24, 12, furious=True)], [stands(unit("Foes"), 24, 30)])
    assert "W518" in game.refused(action, unit="Horse", **words)


@pytest.mark.rules("W302", "W75")
def test_a_wing_that_lost_its_leader_is_commanded_by_the_commander_in_chief() -> None:
    def move(chief: tuple[float, float]) -> set[str]:
        game = battle(
            [stands(unit("Bills"), 10, 10), stands(unit("Lost"), 30, 10, wing="Left")],
            [stands(unit("Foes"), 24, 40)],
            leaders={"Edward": chief, "the leader of Left": None},
        )
        return game.refused("move", unit="Lost", inches=2)

    assert move((30, 6)) == set()
    assert move((3, 6)) == {"W302"}


@pytest.mark.rules("W103", "W75")
def test_its_orders_come_at_once() -> None:
    game = battle(
        [stands(unit("Bills"), 10, 10), stands(unit("Lost"), 30, 10, wing="Left")],
        [stands(unit("Foes"), 24, 40)],
        leaders={"the leader of Left": None},
        step="command",
    )
    game.do("order", wing="Left", order="defend")
    assert game.state.wings["0:Left"].order == "defend"
    assert not game.state.messengers


@pytest.mark.rules("W603")
def test_a_leaders_touch_holds_up_the_next_step_until_it_rallies() -> None:
    game = battle(
        [stands(unit("Runners"), 24, 12, routing=1)],
        [stands(unit("Foes"), 24, 40)],
        leaders={"Edward": "Runners"},
        turn=2,
        step="morale",
    )
    assert [(one.unit, one.must) for one in owed(game.state) if one.rule == "W603"] == [("Runners", True)]
    assert "W603" in game.refused("next")


@pytest.mark.rules("W608")
def test_who_rallied_by_die_faces_in_the_morale_and_not_in_the_movement_before_it() -> None:
    game = battle([stands(unit("Rallied"), 24, 12, 180, turns=2)], [stands(unit("Foes"), 24, 40)], turn=2)
    assert "W608" in game.refused("face", unit="Rallied", to="about")


@pytest.mark.rules("W611")
def test_a_pursuer_whose_prey_leaves_the_field_rallies_at_once() -> None:
    game = battle(
        [stands(unit("Runners"), 24, 12, 180, routing=1, lost=13)],
        [stands(knights("Horse"), 24, 16, 180, pursuing="Runners")],
        turn=2,
        step="tests",
    )
    said = game.do("next")
    assert any("W612" in sentence for sentence in said)
    assert game.unit("Horse").pursuing == ""


@pytest.mark.rules("W41", "W403")
def test_without_a_map_the_side_that_a_joining_unit_strikes_is_asked() -> None:
    game = battle(
        [stands(unit("Bills"), 24, 20), stands(unit("Others"), 30, 10)],
        [stands(unit("Foes"), 24, 20)],
        contacts=[touch("Bills", "Foes")],
        mapless=True,
    )
    with pytest.raises(BrokenInputError, match="--side"):
        game.do("charge", unit="Others", target="Foes", sets=["distance=3"])
    game.do("charge", unit="Others", target="Foes", side="rear", sets=["distance=3"])
    assert {contact.second_side for contact in game.state.contacts} == {"front", "rear"}


@pytest.mark.rules("W41", "W33")
def test_a_first_contact_is_in_front_unless_the_players_say_otherwise() -> None:
    armies = [stands(unit("Bills"), 24, 20)], [stands(unit("Foes"), 24, 23)]
    game = battle(*armies, mapless=True, first_contact_any_side=True)
    game.do("charge", unit="Bills", target="Foes", sets=["distance=3"])
    assert game.state.contacts[0].second_side == "front"
    with pytest.raises(BrokenInputError, match="in front"):
        game.do("charge", unit="Bills", target="Foes", countercharge=True, side="flank", sets=["distance=3"])


@pytest.mark.rules("W26")
def test_of_two_missile_weapons_each_is_offered_by_name() -> None:
    two = longbowmen("Shooters", weapons=["handgun", "bow"])
    game = battle([stands(two, 24, 10)], [stands(unit("Foes"), 24, 18)], step="shots")
    offered = {one.how for one in choices(game.state, "Shooters")}
    assert offered == {f'shoot "Shooters" "Foes" --weapon "{weapon}"' for weapon in ("handgun", "bow")}
