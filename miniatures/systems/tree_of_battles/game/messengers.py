"""Who hears the orders of a battle, who carries them, and whether those two are together (T75)."""

from miniatures.systems.tree_of_battles.game.describing import nearness
from miniatures.systems.tree_of_battles.game.pieces import BattleNow, LeaderNow
from miniatures.systems.tree_of_battles.game.state import State

#: Within so many inches an order is handed over (T75).
REACH = 2.0


def head_of(state: State, battle: BattleNow) -> LeaderNow | None:
    """Who hears its orders: its leader, or the next captain or marshal of it (T75)."""
    heads = [battle.leader, *(one.id for one in state.leaders.values() if one.battle == battle.id)]
    found = (state.leaders[name] for name in heads if name in state.leaders)
    return next((one for one in found if one.leader.noble and not one.gone and one.side == battle.side), None)


def carriers(state: State, battle: BattleNow) -> list[LeaderNow]:
    """Who is on the way to a battle with an order."""
    return [one for one in state.leaders.values() if not one.gone and one.carries.get("battle") == battle.id]


def together(state: State, one: LeaderNow, other: LeaderNow) -> bool | None:
    """Whether an order passes between them; None where nobody measures."""
    if one.id == other.id or (one.unit and one.unit == other.unit):
        return True
    near = nearness(state)
    return None if near is None else near.together(one, other, REACH)
