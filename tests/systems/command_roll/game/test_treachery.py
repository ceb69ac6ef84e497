"""Treachery: the dice for stands lost, and who goes over, with contacts, commanders, heralds and orders (C14, C81)."""

from typing import Any

import pytest

from tests.systems.command_roll.game.tables import Game, Standing, battle, stands, touch

LEADER = "York's Van Ward leader"


def bills(x: float = 60, y: float = 60, name: str = "Bills", **said: Any) -> Standing:
    return stands("Retinue Bill", name, x, y, **said)


def foes(x: float = 60, y: float = 68, name: str = "Foes", **said: Any) -> Standing:
    return stands("Shire Bill", name, x, y, **said)


def tempted(york: list[Standing], dead: int = 1, who: str = LEADER, **said: Any) -> Game:
    """A treacherous man whose units have lost stands."""
    units: dict[str, Any] = {who: {"dead": dead}}
    return battle(york, [foes()], classes={who: "treacherous"}, state={"units": units}, **said)


def van(**said: Any) -> list[Standing]:
    return [bills(20), bills(60, 60, "Van", battle="Van Ward", **said), bills(80, 60, "Rear Van", battle="Van Ward")]


@pytest.mark.rules("C435")
def test_a_die_for_each_stand_lost_and_no_1_keeps_him() -> None:
    game = tempted(van(), dead=2)
    game.do("treachery", commander=LEADER, dice=[2, 6])
    assert game.unit(LEADER).side == 0
    assert game.unit(LEADER).dead == 0
    assert game.refused("treachery", commander=LEADER) == {"C435"}


@pytest.mark.rules("C435")
def test_a_1_takes_him_over_with_his_whole_battle() -> None:
    game = tempted(van(), dead=2)
    game.do("treachery", commander=LEADER, dice=[5, 1])
    assert {one.id for one in game.state.standing(1)} >= {LEADER, "Van", "Rear Van", "Foes", "Warwick"}
    assert game.unit("Bills").side == 0
    (turned,) = [one for one in game.state.battles.values() if one.commander == LEADER]
    assert (turned.side, turned.objective) == (1, "attack")
    assert game.unit("Van").battle == turned.id


@pytest.mark.rules("C435")
def test_his_men_obey_him_on_the_other_side() -> None:
    game = tempted(van(), active=1)
    game.do("treachery", commander=LEADER, dice=[1])
    assert game.refused("order", character=LEADER, unit="Van") == set()
    assert "C12" in game.refused("order", character="Edward", unit="Van")


@pytest.mark.rules("C435")
def test_a_lord_takes_his_contingent_only() -> None:
    york = [bills(20, contingent="King"), bills(60, 60, "Howard's men", contingent="Howard")]
    game = tempted(york, who="Lord Howard", lords={"York": ["Lord Howard"]})
    game.do("treachery", commander="Lord Howard", dice=[1])
    assert game.unit("Howard's men").side == 1
    assert (game.unit("Bills").side, game.unit("Edward").side) == (0, 0)


@pytest.mark.rules("C435", "C81")
def test_who_goes_over_leaves_his_combat_and_nobody_is_engaged_until_somebody_charges() -> None:
    contacts = [touch("Van", "Foes"), touch("Bills", "Foes")]
    game = tempted([bills(52, 68), *van()[1:]], contacts=contacts)
    game.do("treachery", commander=LEADER, dice=[1])
    assert game.state.enemies_touching("Foes") == ["Bills"]
    assert not game.state.engaged("Van")


@pytest.mark.rules("C435", "C81")
def test_commanders_who_are_with_men_of_the_other_side_stand_alone_beside_them() -> None:
    game = tempted(van(), commanders={"Edward": "Van", LEADER: "Bills"})
    game.do("treachery", commander=LEADER, dice=[1])
    for one, unit in (("Edward", "Van"), (LEADER, "Bills")):
        assert not game.unit(one).joined
        assert game.body(one).polygon.intersection(game.body(unit).polygon).area < 0.01
        assert game.table.apart(one, unit) < 1
    game = tempted(van(), commanders={LEADER: "Van"})
    game.do("treachery", commander=LEADER, dice=[1])
    assert game.unit(LEADER).joined == "Van"


@pytest.mark.rules("C435", "C443")
def test_his_herald_and_his_orders_are_nothing_any_more() -> None:
    game = tempted(van())
    game.do("herald", sender=LEADER, battle="Main Ward of York", objective="defend", overrule="before he throws")
    game.do("order", character=LEADER, unit="Van", dice=[1, 1])
    game.do("treachery", commander=LEADER, dice=[1])
    assert not game.state.heralds
    assert not game.state.order
    assert "C74" in game.refused("move", unit="Van", centimetres=1)


@pytest.mark.rules("C435")
def test_the_loyal_throw_nothing_and_the_dead_neither() -> None:
    game = battle(van(), [foes()], state={"units": {LEADER: {"dead": 1}}})
    assert game.refused("treachery", commander=LEADER) == {"C435"}
    game = tempted(van(), commanders={LEADER: None})
    assert game.refused("treachery", commander=LEADER) == {"C167"}


@pytest.mark.rules("C435")
def test_players_who_overrule_that_see_him_go() -> None:
    game = battle(van(), [foes()])
    game.do("treachery", commander=LEADER, sets=["stands_lost=1"], dice=[1], overrule="it is in the chronicle")
    assert game.unit("Van").side == 1


@pytest.mark.rules("C435")
def test_it_holds_up_the_next_step() -> None:
    game = tempted(van())
    assert "C435" in game.refused("next")
    game.do("treachery", commander=LEADER, dice=[3])
    game.on()


@pytest.mark.rules("C435")
def test_without_a_map_too() -> None:
    game = tempted(van(), mapless=True, commanders={"Edward": "Van"}, contacts=[touch("Van", "Foes")])
    game.do("treachery", commander=LEADER, dice=[1])
    assert game.unit("Van").side == 1
    assert not game.unit("Edward").joined
    assert not game.state.contacts


@pytest.mark.rules("C435")
def test_he_may_come_back() -> None:
    game = tempted(van())
    game.do("treachery", commander=LEADER, dice=[1])
    game.do("treachery", commander=LEADER, sets=["stands_lost=1"], dice=[1], overrule="his men fell again")
    assert (game.unit(LEADER).side, game.unit("Van").side) == (0, 0)
    game.undo()
    assert game.unit("Van").side == 1
