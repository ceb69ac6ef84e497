"""What holds after every action of a game, whatever was done."""

from itertools import combinations
from typing import Any

from miniatures.space.footprint import distance
from miniatures.systems.command_roll.game.measured import Measured
from miniatures.tracker import Playing
from tests.systems.gaming import undone_and_done_again

#: Bodies may share so much of the table before it is called standing on each other, in square centimetres.
SHARED = 0.3
#: And so much may lie between two who are said to touch: places are kept to a tenth of a millimetre.
GAP = 0.06


def sound(playing: Playing, before: dict[str, Any]) -> None:
    """Numbers within their bounds, nobody back from the dead, and everybody with somebody who is there."""
    state = playing.state
    for unit in state.units.values():
        earlier = before["units"].get(unit.id, {})
        assert 0 <= unit.left <= unit.unit.size, unit
        assert 0 <= unit.hits < unit.unit.listed.hits, unit
        assert unit.lost >= earlier.get("lost", 0), unit
        assert not (earlier.get("gone") and not unit.gone), f"{unit.id} came back"
        assert not unit.joined or unit.gone or not state.units[unit.joined].gone, f"{unit.id} is with the dead"
        assert not unit.joined or unit.gone or state.units[unit.joined].side == unit.side
    pairs = [frozenset((one.first, one.second)) for one in state.contacts]
    assert len(pairs) == len(set(pairs)), "a contact is kept once"
    assert not any(state.units[one.first].joined or state.units[one.second].joined for one in state.contacts)
    playing.rules.board(state)
    if state.mapped:
        laid_out(Measured(state))


def laid_out(table: Measured) -> None:
    """Nobody off the table or on others, and who is said to touch does."""
    for body in table.bodies.values():
        assert table.ground.inside(body.polygon), f"{body.id} is off the table"
    for one, other in combinations(table.bodies.values(), 2):
        if abs(one.pose.x - other.pose.x) + abs(one.pose.y - other.pose.y) < 30:
            shared = one.polygon.intersection(other.polygon).area
            assert shared <= SHARED, f"{one.id} and {other.id} share {shared:.2f}"
    for contact in table.state.contacts:
        apart = distance(table.of(contact.first), table.of(contact.second))
        assert apart <= GAP, f"{contact.key} are {apart:.2f} apart"


def taken_back(playing: Playing, before: dict[str, Any]) -> None:
    """The same, and the action undone and done again."""
    sound(playing, before)
    undone_and_done_again(playing, before)
