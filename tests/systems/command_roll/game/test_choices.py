"""What each may do now, in every step, with the rules that stand against it and the words to type."""

import shlex
from collections.abc import Sequence
from typing import Any

import pytest

from miniatures.systems.playing import Choice
from tests.systems.command_roll.game.combats import duel, won_by
from tests.systems.command_roll.game.tables import NOW, Game, battle, stands, touch

STEPS = ("deployment", "command", "commanders", "shooting", "drive backs", "combat")


def choices(game: Game, name: str) -> Sequence[Choice]:
    return game.playing.rules.choices(game.state, name)


def may(game: Game, name: str) -> dict[str, set[str]]:
    """What it might do, and the rules that stand against it."""
    return {one.what: {refusal.rule for refusal in one.refusals} for one in choices(game, name)}


def armies(**said: Any) -> Game:
    york = [
        stands("Shire Bill", "Bills", 60, 40),
        stands("Shire Bow", "Bows", 60, 37),
        stands("Mounted Currours", "Horse", 80, 40),
        stands("Canon / Bombard", "Guns", 30, 30),
    ]
    lancaster = [stands("Shire Bill", "Foes", 60, 52), stands("Retinue Bow", "Archers", 80, 70)]
    return battle(york, lancaster, **said)


@pytest.mark.parametrize("mapless", [False, True])
@pytest.mark.parametrize("step", STEPS)
def test_everybody_has_choices_in_every_step_that_can_be_read_and_typed(step: str, mapless: bool) -> None:
    game = armies(step=step, mapless=mapless, turn=0 if step == "deployment" else 1)
    actions = game.playing.rules.actions()
    for name in game.state.units:
        found = choices(game, name)
        assert found
        for one in found:
            assert one.what
            assert one.kind == "note" or shlex.split(one.how)[0] in actions


@pytest.mark.rules("C331", "C332", "C103")
def test_a_unit_near_an_enemy_may_charge_or_evade_by_initiative_and_moves_only_by_order() -> None:
    game = armies()
    found = may(game, "Bills")
    assert found["charge Foes by initiative, 12.0 cm"] == set()
    assert found["evade by initiative"] == set()
    assert "C103" in found["move straight ahead, 10.0 cm"]
    order = {"units": ["Bills"], "because": "order", "moved": []}
    ordered = armies(state={"order": order, "units": {"Bills": {"orders": {"now": NOW, "count": 1, "by": "Edward"}}}})
    assert may(ordered, "Bills")["move straight ahead, 10.0 cm"] == set()


@pytest.mark.rules("C107")
def test_a_commander_sees_whom_he_may_order_and_with_what_sum() -> None:
    (order,) = [one for one in choices(armies(), "Edward") if one.what == "order Bills"]
    assert not order.refusals
    # Edward is bold: 9; he is 20 cm behind, less the Bills' depth, and the enemy is within 20 cm.
    assert order.sums[0].total == 9 - 1
    assert order.how == 'order "Edward" "Bills"'


@pytest.mark.rules("C201", "C205")
def test_in_shooting_a_unit_sees_its_target_and_who_cannot_shoot_why() -> None:
    game = armies(step="shooting")
    (shot,) = choices(game, "Bows")
    assert shot.what.startswith("shoot at Foes")
    assert shot.refusals == ()
    assert may(game, "Bills")["shoot"]
    assert choices(game, "Archers")[0].refusals[0].rule == "C74"


@pytest.mark.rules("C302", "C324", "C321")
@pytest.mark.parametrize("mapless", [False, True])
def test_after_a_round_everything_that_is_open_is_offered(mapless: bool) -> None:
    game = duel(mapless=mapless)
    assert list(may(game, "Bills")) == ["fight a round"]
    assert choices(game, "Bills")[0].sums
    won_by(game, 3, 0)
    assert may(game, "Bills") == {"pursue Spears, 3 cm back": set(), "stand": set(), "fall back": set()}
    assert choices(game, "Spears")[0].kind == "note"
    draw = won_by(duel(mapless=mapless), 1, 1)
    assert may(draw, "Spears") == {"fight a round": {"C324"}, "fall back": set()}


@pytest.mark.rules("C321")
def test_who_falls_back_sees_who_goes_with_him() -> None:
    game = battle(
        [stands("Shire Bill", "Left", 56, 50), stands("Shire Bill", "Right", 64, 50)],
        [stands("Shire Bill", "Foes", 60, 50)],
        contacts=[touch("Left", "Foes"), touch("Right", "Foes")],
        step="combat",
    )
    game.do("fight", unit="Left", dice=[1] * 12)
    assert "fall back together with Right" in may(game, "Left")


def test_commanders_in_a_combat_see_that_of_their_unit() -> None:
    assert "fight a round" in may(duel(commanders={"Edward": "Bills"}), "Edward")


@pytest.mark.rules("C431")
def test_before_the_game_a_commander_without_a_class_throws_for_it() -> None:
    game = armies(step="deployment", turn=0, classes={"Edward": None})
    assert may(game, "Edward") == {"throw for his class": set(), "be placed elsewhere in the strip": set()}


def test_who_is_gone_may_do_nothing_and_half_a_name_is_enough() -> None:
    game = armies(state={"units": {"Foes": {"gone": "routed"}}})
    assert may(game, "Foes") == {"anything with Foes": {"C167"}}
    assert choices(game, "bil") == choices(game, "Bills")


@pytest.mark.rules("C508", "C90")
def test_bows_may_pass_through_bills_before_and_behind_them_but_through_no_commander() -> None:
    order = {"units": ["Bows"], "because": "order", "moved": []}
    game = battle(
        [stands("Shire Bow", "Bows", 60, 40), stands("Shire Bill", "Bills", 60, 44), stands("Pike", "Pikes", 80, 44)],
        [stands("Shire Bill", "Foes", 60, 100)],
        commanders={"Edward": (60, 36)},
        state={"order": order},
    )
    passing = {what for what in may(game, "Bows") if what.startswith("pass")}
    assert passing == {"pass through Bills"}
    game = battle(
        [stands("Shire Bow", "Bows", 60, 40), stands("Dismounted Men at Arms", "Knights", 60, 38)],
        [stands("Shire Bill", "Foes", 60, 100)],
        commanders={"Edward": (30, 10)},
        state={"order": order},
    )
    found = [one for one in choices(game, "Bows") if one.what.startswith("pass")]
    assert [(one.what, one.how, one.refusals) for one in found] == [
        ("pass through Knights, backwards", 'pass "Bows" "Knights" --back', ())
    ]


@pytest.mark.rules("C102", "C103")
def test_without_a_map_what_is_known_stands_against_a_choice_and_its_words_can_be_typed() -> None:
    game = armies(mapless=True)
    assert may(game, "Bills")["evade by initiative"] == set()
    how = next(one.how for one in choices(game, "Edward") if one.what == "order Bills")
    assert how == 'order "Edward" "Bills" --set units.0.distance=CM'
    game.do("order", character="Edward", unit="Bows", sets=["units.0.distance=5"], dice=[1, 1])
    for what in ("charge", "evade"):
        assert "C102" in may(game, "Bills")[f"{what} by initiative"]
    assert "charge by its order" in may(game, "Bows")


@pytest.mark.rules("C205")
def test_a_shot_without_an_attack_is_told_as_a_no() -> None:
    friends = [stands("Shire Bill", f"Friend {x}", x, 26) for x in (48, 56, 64, 72)]
    bows = stands("Shire Bow", "Bows", 60, 20, lost=1)
    game = battle([bows, *friends], [stands("Shire Bill", "Foes", 60, 50)], step="shooting")
    assert [found for what, found in may(game, "Bows").items() if what.startswith("shoot at Foes")] == [{"C205"}]
