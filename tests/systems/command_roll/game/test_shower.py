"""The Right Sharp Shower in a game: declared, thrown for stand by stand, and the turns that are missed after it."""

from typing import Any

import pytest

from tests.systems.command_roll.game.tables import Game, battle, stands


def shower(turn: int = 5, profile: str = "Retinue Bow", bows: dict[str, Any] | None = None, **said: Any) -> Game:
    return battle(
        [stands(profile, "Bows", 60, 20, **(bows or {}))],
        [stands("Shire Bill", "Bills", 60, 40), stands("Shire Bill", "Others", 90, 40)],
        step="shooting",
        turn=turn,
        **said,
    )


@pytest.mark.rules("C421", "C610")
def test_each_stand_has_two_attacks_and_a_die_for_its_arrows() -> None:
    game = shower()
    says = game.do("shoot", unit="Bows", shower=True, dice=[4, 4, 4, 3, 1, 2])
    bows = game.unit("Bows")
    assert game.unit("Bills").missiles["hits"] == 3
    assert (bows.showers, bows.exhausted) == (1, (5,))
    assert "1 stand of Bows ran out of arrows (C421)." in says


@pytest.mark.rules("C421")
@pytest.mark.parametrize(("before", "face", "out"), [(0, 2, 0), (1, 2, 1), (2, 3, 1), (2, 4, 0), (5, 6, 1), (7, 6, 1)])
def test_each_use_makes_it_one_worse(before: int, face: int, out: int) -> None:
    game = shower(bows={"showers": before, "lost": 1})
    game.do("shoot", unit="Bows", shower=True, dice=[1, 1, face])
    assert len(game.unit("Bows").exhausted) == out


@pytest.mark.rules("C29")
def test_by_option_one_die_serves_the_whole_unit() -> None:
    game = shower(shower_die_per_unit=True)
    game.do("shoot", unit="Bows", shower=True, dice=[1, 1, 1, 1, 1])
    assert game.unit("Bows").exhausted == (5, 5)


@pytest.mark.rules("C421", "C29")
def test_it_is_the_owners_choice_unless_it_is_compulsory() -> None:
    assert shower().refused("shoot", unit="Bows") == set()
    forced = shower(shower_compulsory=True)
    assert forced.refused("shoot", unit="Bows") == {"C29"}
    assert forced.refused("shoot", unit="Bows", shower=True) == set()
    assert shower(shower_compulsory=True, bows={"exhausted": [1, 1]}).refused("shoot", unit="Bows") == set()


@pytest.mark.rules("C421")
@pytest.mark.parametrize("profile", ["Shire Bow", "Welsh Bow", "Crossbow"])
def test_only_who_has_the_star_has_a_shower(profile: str) -> None:
    assert shower(profile=profile).refused("shoot", unit="Bows", shower=True) == {"C421"}


@pytest.mark.rules("C422", "C74")
@pytest.mark.parametrize(("turn", "shoots"), [(5, False), (6, False), (7, True), (8, True)])
def test_who_is_out_of_arrows_misses_the_next_turn_and_then_has_one_attack(turn: int, shoots: bool) -> None:
    """They ran out in turn 5. In turn 7 they shoot once each, and so miss turn 8."""
    game = shower(turn, bows={"exhausted": [5, 5], "showers": 1})
    assert game.refused("shoot", unit="Bows") == (set() if shoots else {"C422"})
    assert "C422" in game.refused("shoot", unit="Bows", shower=True)
    if shoots:
        game.do("shoot", unit="Bows", dice=[4, 4])
        assert game.unit("Bows").exhausted == (turn, turn)
        assert game.unit("Bows").resting(turn + 1) == 2
        assert game.unit("Bows").resting(turn + 2) == 0


@pytest.mark.rules("C421", "C422", "C59")
def test_a_stand_with_arrows_shoots_beside_one_that_rests_or_has_one_attack() -> None:
    """In turn 6 only the one with arrows shoots: two dice. In turn 7 the other adds one."""
    rests = shower(6, bows={"exhausted": [5], "showers": 1})
    rests.do("shoot", unit="Bows", shower=True, dice=[1, 1, 6])
    assert rests.unit("Bows").exhausted == (5,)
    assert rests.refused("shoot", unit="Bows") == {"C422"}
    again = shower(7, bows={"exhausted": [5], "showers": 1})
    again.do("shoot", unit="Bows", shower=True, dice=[1, 1, 1, 2])
    assert again.unit("Bows").exhausted == (7, 7)  # shower 2 runs out on 1 or 2


SPLIT = [stands("Shire Bill", "Left", 52, 30), stands("Shire Bill", "Right", 68, 30.5)]


def split(turn: int = 5, **bows: Any) -> Game:
    """Each stand has a closest enemy of its own."""
    return battle([stands("Retinue Bow", "Bows", 60, 20, **bows)], SPLIT, step="shooting", turn=turn)


@pytest.mark.rules("C421", "C93")
def test_a_shower_at_two_enemies_is_one_use() -> None:
    game = split(showers=1)
    game.do("shoot", unit="Bows", target="Left", shower=True, dice=[1, 1, 3])
    assert game.unit("Bows").showers == 2
    game.do("shoot", unit="Bows", target="Right", dice=[4, 4, 2])  # declared for the unit: 2 is out in both
    assert (game.unit("Bows").showers, game.unit("Bows").exhausted) == (2, (5,))
    assert game.unit("Right").missiles["hits"] == 2


@pytest.mark.rules("C29", "C93")
def test_it_is_not_declared_when_half_of_the_unit_has_shot() -> None:
    game = split()
    game.do("shoot", unit="Bows", target="Left", dice=[1])
    assert game.refused("shoot", unit="Bows", target="Right", shower=True) == {"C29"}
    game.do("shoot", unit="Bows", target="Right", dice=[1])
    assert game.unit("Bows").showers == 0


@pytest.mark.rules("C422", "C59", "C93")
def test_the_second_shot_of_a_unit_is_that_of_the_stand_without_arrows() -> None:
    """The one with arrows shoots first; in turn 6 nobody is left for the other enemy, in turn 7 the other stand is."""
    rests = split(6, exhausted=[5])
    rests.do("shoot", unit="Bows", target="Left", dice=[1])
    assert rests.refused("shoot", unit="Bows", target="Right") == {"C422"}
    ready = split(7, exhausted=[5])
    ready.do("shoot", unit="Bows", target="Left", dice=[1])
    assert ready.unit("Bows").exhausted == (5,)
    ready.do("shoot", unit="Bows", target="Right", dice=[1])
    assert ready.unit("Bows").exhausted == (7,)


@pytest.mark.rules("C421", "C93")
def test_with_others_the_shower_is_used_by_those_who_can() -> None:
    """Four dice of the retinue, two of the shire; only the retinue see to their arrows."""
    game = battle(
        [stands("Retinue Bow", "Retinue", 56, 20), stands("Shire Bow", "Shire", 64, 20)],
        [stands("Shire Bill", "Bills", 60, 40)],
        step="shooting",
    )
    game.do("shoot", unit="Shire", also=["Retinue"], shower=True, dice=[1, 1, 1, 1, 1, 4, 6, 6])
    assert (game.unit("Retinue").showers, game.unit("Shire").showers) == (1, 0)


@pytest.mark.rules("C93", "C167")
def test_stands_without_arrows_are_given_up_first() -> None:
    game = battle(
        [stands("Shire Bow", "Bows", 60, 20), stands("Shire Bow", "More", 68, 20)],
        [stands("Retinue Bow", "Foes", 64, 40, exhausted=[3])],
        step="shooting",
    )
    game.do("shoot", unit="Bows", also=["More"], dice=[6, 6, 6, 1, 1, 1, 1])
    assert (game.unit("Foes").left, game.unit("Foes").exhausted) == (1, ())


@pytest.mark.rules("C421", "C422")
def test_without_a_map_arrows_run_out_as_well() -> None:
    game = battle([stands("Retinue Bow", "Bows")], [stands("Shire Bill", "Bills")], step="shooting", mapless=True)
    game.do("shoot", unit="Bows", target="Bills", shower=True, sets=["distance=20"], dice=[1, 1, 1, 1, 1, 1])
    assert game.unit("Bows").exhausted == (1, 1)
    game.on("combat").on("shooting").on("combat").on("shooting")
    assert (game.state.turn, game.state.active) == (2, 0)
    assert game.refused("shoot", unit="Bows", target="Bills", sets=["distance=20"]) == {"C422"}
    game.on("combat").on("shooting").on("combat").on("shooting")
    assert game.refused("shoot", unit="Bows", target="Bills", sets=["distance=20"]) == set()
