"""What holds after every action of a game, whatever was done."""

from itertools import combinations
from typing import Any

from miniatures.space.footprint import distance
from miniatures.systems.tree_of_battles.game.measured import Measured
from miniatures.tracker import Playing
from tests.systems.gaming import undone_and_done_again

#: Bodies may share so much of the table before it is called standing on each other, in square inches.
SHARED = 0.1
#: And so much may lie between two who are said to touch.
GAP = 0.06


def sound(playing: Playing, before: dict[str, Any]) -> None:
    """Numbers within their bounds, nobody back from the dead, and everybody with somebody who is there."""
    state = playing.state
    for unit in state.units.values():
        earlier = before["units"].get(unit.id, {})
        assert 0 <= unit.left <= unit.listed.size, unit
        assert 0 <= unit.total_dps <= unit.in_play.most_dps.value, unit
        assert all(one.get("rule") and one.get("turn") for one in unit.dps), f"{unit.id} has DPs without a reason"
        assert not (earlier.get("gone") and not unit.gone), f"{unit.id} came back"
        assert not (earlier.get("broken") and not unit.broken), f"{unit.id} rallied from a rout"
        assert unit.gone or unit.left, f"{unit.id} has no stands and is still there"
        if unit.total_dps == unit.in_play.most_dps.value or unit.conduct in ("routing", "retiring", "pursuing"):
            assert unit.disordered, unit
    for leader in state.leaders.values():
        assert leader.gone or not leader.unit or not state.units[leader.unit].gone, f"{leader.id} is with the dead"
        assert leader.gone or not leader.unit or state.units[leader.unit].side == leader.side
        assert leader.gone or leader.rating >= (1 if leader.leader.noble else 0)
    pairs = [frozenset((one.first, one.second)) for one in state.contacts]
    assert len(pairs) == len(set(pairs)), "a contact is kept once"
    playing.rules.board(state)
    if state.mapped:
        laid_out(Measured(state))


def laid_out(table: Measured) -> None:
    """Nobody off the table or on others, and who is said to touch does."""
    for body in table.bodies.values():
        assert table.ground.inside(body.polygon), f"{body.id} is off the table"
    for one, other in combinations(table.bodies.values(), 2):
        if abs(one.pose.x - other.pose.x) + abs(one.pose.y - other.pose.y) < 20:
            shared = one.polygon.intersection(other.polygon).area
            assert shared <= SHARED, f"{one.id} and {other.id} share {shared:.2f}"
    for contact in table.state.contacts:
        apart = distance(table.of(contact.first), table.of(contact.second))
        assert apart <= GAP, f"{contact.key} are {apart:.2f} apart"


def taken_back(playing: Playing, before: dict[str, Any]) -> None:
    """The same, and the action undone and done again."""
    sound(playing, before)
    undone_and_done_again(playing, before)
