"""Contingents close up on their middle when they lose stands: who still touches, who goes after, who is free (T88)."""

from collections.abc import Iterable
from typing import Any

from miniatures.measuring import CONTACT
from miniatures.space.footprint import distance
from miniatures.space.moves import shift, slide
from miniatures.systems.tree_of_battles.game.measured import Measured, stood
from miniatures.systems.tree_of_battles.game.opposing import OPPOSITE, fights_there
from miniatures.systems.tree_of_battles.game.pieces import ContactNow
from miniatures.systems.tree_of_battles.game.state import State
from miniatures.systems.tree_of_battles.game.suffering import Brought, after, joined

#: Enemies so near still touch, whatever was rounded.
TOUCH = CONTACT * 1.1


def closed_up(state: State, lost: Iterable[str]) -> Brought:
    """The contacts of those who lost stands: kept, mended by a step ahead, or ended."""
    changes: dict[str, Any] = {}
    says: list[str] = []
    names = set(lost)
    for contact in state.contacts:
        now = after(state, changes)
        table = Measured(now)
        both = (contact.first, contact.second)
        if not names & set(both) or not all(name in table.bodies for name in both):
            continue
        if any(fights_there(table, now.units[name], contact) for name in both):
            if distance(*map(table.of, both)) <= TOUCH:
                continue
            step = _steps_up(table, contact)
            if step:
                changes = joined(changes, {"units": step})
                continue
        changes = joined(changes, {"contacts": {contact.key: None}})
        says.append(f"{contact.first} and {contact.second} touch no longer (T88).")
    return changes, says


def _steps_up(table: Measured, contact: ContactNow) -> dict[str, Any]:
    """Who has the enemy close before its front, and fights nobody else, goes straight ahead until it touches."""
    for name in (contact.first, contact.second):
        body, enemy = table.of(name), contact.other(name)
        if len(table.state.contacts_of(name)) > 1 or contact.side_of(name) != "front":
            continue
        inches, met = slide(body, body.pose.facing, table.others(name), OPPOSITE)
        end = shift(body, body.pose.facing, inches).end
        if enemy in met and distance(end, table.of(enemy)) <= TOUCH:
            return {name: stood(end.pose)}
    return {}
