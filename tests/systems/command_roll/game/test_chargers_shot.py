"""Shots at who charges, in the enemy's Command phase: who may, at whom, and what the hits are good for."""

from typing import Any

import pytest

from tests.systems.command_roll.game.tables import NOW, Game, Standing, battle, stands, touch


def charge(*more: Standing, york: tuple[Standing, ...] = (), bills: dict[str, Any] | None = None, **said: Any) -> Game:
    """York's bills have come from 60,20 and touch the front of Lancaster's bows at 60,40."""
    charger = stands("Shire Bill", "Bills", 60, 40, charged=NOW, came=[60, 20], **(bills or {}))
    return battle(
        [charger, *york],
        [stands("Shire Bow", "Bows", 60, 40), *more],
        contacts=[touch("Bills", "Bows")],
        commanders={"Edward": (10, 5), "Warwick": (10, 110)} | said.pop("commanders", {}),
        **said,
    )


@pytest.mark.rules("C21", "C166", "C301")
def test_the_unit_that_is_charged_shoots_and_the_hits_count_in_the_first_round() -> None:
    game = charge()
    facts = game.facts("shoot", unit="Bows")
    assert facts["target"]["charging"] is True
    game.do("shoot", unit="Bows", dice=[4, 4])
    bills = game.unit("Bills")
    assert (bills.hits, bills.shot_hits, dict(bills.missiles)) == (2, 2, {})
    game.on("combat")
    assert (game.unit("Bills").hits, game.unit("Bills").shot_hits) == (2, 2)
    attackers = game.facts("fight", unit="Bills")["attackers"]
    assert attackers[0]["hits"] == 2


@pytest.mark.rules("C21", "C211")
def test_nobody_is_driven_back_by_them() -> None:
    game = charge()
    game.do("shoot", unit="Bows", dice=[4, 4])
    assert game.refused("drive-back", unit="Bills") == {"C211"}
    game.on("combat")
    assert (game.unit("Bills").y, game.unit("Bills").confused) == (40, False)


@pytest.mark.rules("C21")
def test_a_unit_shoots_once_at_one_charger_in_a_phase() -> None:
    other = stands("Shire Bill", "Others", 68, 40, charged=NOW, came=[70, 20])
    game = charge(stands("Shire Bow", "Near", 60, 5, 0), york=(other,))
    game.do("shoot", unit="Near", target="Others", dice=[4, 4])
    assert game.unit("Others").shot_hits == 2
    assert game.refused("shoot", unit="Near", target="Bills") == {"C21"}
    assert game.refused("shoot", unit="Near") == {"C21"}
    assert game.refused("shoot", unit="Bows") == set()


@pytest.mark.rules("C21", "C203")
def test_others_shoot_if_he_comes_through_their_arc_and_range_anywhere() -> None:
    """He came from 20 to 40; some look at where he began, some have him never in range, some look the other way."""
    near = stands("Shire Bow", "Near", 60, 5, 0)
    far = stands("Shire Bow", "Far", 60, 100)
    aside = stands("Shire Bow", "Aside", 80, 38, 180)
    game = charge(near, far, aside)
    assert game.refused("shoot", unit="Near") == set()
    assert game.facts("shoot", unit="Near")["distance"] == 13  # his rear began at 18
    assert game.refused("shoot", unit="Far") == {"C201"}
    assert game.refused("shoot", unit="Far", target="Bills") == {"C203"}
    # From its corner at 76,38 his near corner at 64,22 is 12 to the side and 16 ahead.
    assert game.facts("shoot", unit="Aside")["distance"] == pytest.approx(12 * 2**0.5, abs=0.001)
    away = charge(stands("Shire Bow", "Away", 60, 70, 0))
    assert away.refused("shoot", unit="Away") == {"C201"}
    assert away.refused("shoot", unit="Away", target="Bills") == {"C21"}


@pytest.mark.rules("C21", "C161")
def test_several_shoot_at_him_together() -> None:
    game = charge(stands("Shire Bow", "Near", 60, 5, 0))
    game.do("shoot", unit="Bows", also=["Near"], target="Bills", dice=[4, 4, 4, 1])
    assert (game.unit("Bills").left, game.unit("Bills").shot_hits) == (1, 3)


@pytest.mark.rules("C167", "C132")
def test_a_charger_who_is_destroyed_frees_his_enemy() -> None:
    game = charge(bills={"lost": 1, "hits": 1}, commanders={"Edward": "Bills"})
    game.do("shoot", unit="Bows", dice=[4, 4])
    assert game.unit("Bills").gone == "destroyed"
    assert not game.state.engaged("Bows")
    edward = game.unit("Edward")
    assert (edward.gone, edward.joined, (edward.x, edward.y)) == ("", "", (60, 40))
    assert game.refused("shoot", unit="Bows", target="Bills") == {"C167"}


@pytest.mark.rules("C167", "C66")
def test_a_charger_who_loses_a_stand_keeps_one_that_touches() -> None:
    game = charge(bills={"hits": 1})
    game.do("shoot", unit="Bows", dice=[4, 4])
    assert (game.unit("Bills").left, game.unit("Bills").falling) == (1, 0)
    assert game.state.engaged("Bows")
    assert game.table.apart("Bills", "Bows") == 0


@pytest.mark.rules("C21")
def test_by_option_chargers_are_not_shot_at() -> None:
    game = charge(no_shots_at_chargers=True)
    assert game.refused("shoot", unit="Bows", target="Bills") == {"C21"}


@pytest.mark.rules("C21", "C101", "C74")
def test_only_chargers_are_shot_at_and_only_by_the_other_side() -> None:
    game = charge(york=(stands("Shire Bow", "Ours", 90, 20), stands("Shire Bill", "Still", 60, 10)))
    assert game.refused("shoot", unit="Bows", target="Still") >= {"C101"}
    assert game.refused("shoot", unit="Ours", target="Bows") >= {"C101"}
    quiet = battle([stands("Shire Bill", "Bills", 60, 20)], [stands("Shire Bow", "Bows", 60, 40)])
    assert quiet.refused("shoot", unit="Bows", target="Bills") == {"C101"}
    assert "C101" in quiet.refused("shoot", unit="Bows")


@pytest.mark.rules("C21")
def test_who_was_engaged_before_cannot_shoot_at_a_new_charger() -> None:
    old = stands("Shire Bill", "Old", 60, 42, 180)
    game = charge(york=(old,))
    held = battle(
        [stands("Shire Bill", "Bills", 60, 40, charged=NOW, came=[60, 20]), old],
        [stands("Shire Bow", "Bows", 60, 40)],
        contacts=[touch("Bills", "Bows"), touch("Old", "Bows", "front", "rear", since=NOW - 1)],
    )
    assert game.refused("shoot", unit="Bows") == set()
    assert held.refused("shoot", unit="Bows", target="Bills") == {"C21"}


@pytest.mark.rules("C205", "C42")
def test_bows_shoot_over_friends_at_a_charger_and_crossbows_do_not() -> None:
    """They stand behind a wide line of friends, of whom one is charged."""
    line = [stands("Shire Bill", f"Friend {x}", x, 40) for x in (44, 52, 68, 76)]
    for profile, against in (("Shire Bow", set[str]()), ("Crossbow", {"C42"})):
        game = charge(*line, stands(profile, "Behind", 60, 45))
        assert game.refused("shoot", unit="Behind", target="Bills") == against
    game = charge(*line, stands("Shire Bow", "Behind", 60, 45))
    game.do("shoot", unit="Behind", dice=[4])
    assert game.unit("Bills").shot_hits == 1


@pytest.mark.rules("C152", "C96")
def test_a_ball_at_a_charger_bounces_into_his_own_bases_only() -> None:
    column = {"files": 1}
    game = charge(
        stands("Canon / Bombard", "Guns", 72, 40, 200, lost=1),
        york=(stands("Shire Bill", "Next", 56, 34),),
        bills=column,
    )
    facts = game.facts("shoot", unit="Guns", target="Bills")
    assert set(facts["bounce"]) <= {"Bills"}
    assert "beyond" not in facts
    straight = charge(stands("Canon / Bombard", "Guns", 60, 50, 180, lost=1), bills=column)
    straight.do("shoot", unit="Guns", target="Bills", dice=[4, 4, 1, 4], overrule="over the bows")
    assert straight.unit("Bills").shot_hits == 2


@pytest.mark.rules("C21", "C131")
def test_a_real_charge_by_initiative_can_be_shot_at() -> None:
    game = battle(
        [stands("Mounted Currours", "Riders", 60, 30)],
        [stands("Shire Bow", "Bows", 60, 48), stands("Crossbow", "Bolts", 75, 48)],
    )
    game.do("charge", unit="Riders", target="Bows")
    game.do("shoot", unit="Bows", dice=[4, 4, 1, 6])
    game.do("shoot", unit="Bolts", dice=[6, 6, 1, 1])
    assert (game.unit("Riders").left, game.unit("Riders").hits, game.unit("Riders").shot_hits) == (1, 0, 3)
    assert game.refused("shoot", unit="Bows") == {"C21"}


@pytest.mark.rules("C21", "C27")
def test_their_hits_are_gone_after_the_combat() -> None:
    game = charge(bills={"shot_hits": 2, "hits": 2}, step="combat")
    game.do("next", overrule="nobody wants to fight")
    assert (game.unit("Bills").hits, game.unit("Bills").shot_hits) == (0, 0)


@pytest.mark.rules("C21")
def test_without_a_map_chargers_are_named() -> None:
    game = battle(
        [stands("Shire Bill", "Bills", charged=NOW)],
        [stands("Shire Bow", "Bows")],
        contacts=[touch("Bills", "Bows")],
        mapless=True,
    )
    game.do("shoot", unit="Bows", target="Bills", sets=["distance=10"], dice=[4, 4])
    assert (game.unit("Bills").hits, game.unit("Bills").shot_hits) == (2, 2)
    assert game.refused("shoot", unit="Bows", target="Bills", sets=["distance=10"]) == {"C21"}
