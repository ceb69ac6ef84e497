"""A combat as the procedure takes it: who fights whom, in what position, who supports, what lies behind each."""

from typing import TYPE_CHECKING, Any

from miniatures.contacts import linked
from miniatures.systems.command_roll.game.describing import unit_facts
from miniatures.systems.command_roll.game.pieces import ContactNow, UnitNow
from miniatures.systems.command_roll.game.state import State

if TYPE_CHECKING:
    from miniatures.systems.command_roll.game.measured import Measured
    from miniatures.systems.command_roll.game.touching import Lines


def combat_of(state: State, unit: str) -> list[ContactNow]:
    """All contacts linked with a unit's, directly or through others (C31).

    Those that were fought in this phase are no part of a round that is still to be fought (C99).
    """
    open_ones = [one for one in state.contacts if one.fought != state.now]
    if not any(unit in (one.first, one.second) for one in open_ones):
        open_ones = list(state.contacts)
    return linked(open_ones, unit)


def unfought(state: State) -> list[list[ContactNow]]:
    """The combats that are still to be fought in this phase."""
    found: list[list[ContactNow]] = []
    for contact in state.contacts:
        if contact.fought != state.now and not any(contact in group for group in found):
            found.append(combat_of(state, contact.first))
    return found


def combat_facts(state: State, table: "Measured | None", contacts: list[ContactNow]) -> dict[str, Any]:
    """The facts of a combat. The side whose turn it is attacks; all strike at the same time."""
    names = list(dict.fromkeys(name for one in contacts for name in (one.first, one.second)))
    ours = [state.units[name] for name in names if state.units[name].side == state.active]
    theirs = [state.units[name] for name in names if state.units[name].side != state.active]
    lines = _lines(table, contacts, [*ours, *theirs]) if table is not None else None
    facts: dict[str, Any] = {
        "attackers": [_fighter(state, table, one, contacts, lines) for one in ours],
        "defenders": [_fighter(state, table, one, contacts, lines) for one in theirs],
        "rounds": 1,
    }
    if later := max(one.rounds for one in contacts):
        facts["rounds_before"] = later
    if table is None or lines is None:
        if len(ours) > 1 and len(theirs) > 1:
            facts["contacts"] = [_pair(state, one) for one in contacts]
        return facts
    facts["contacts"] = [_pair(state, one, lines) for one in contacts]
    for word, side in (("attackers_support", state.active), ("defenders_support", 1 - state.active)):
        if found := _supporters(state, table, lines, side):
            facts[word] = found
    return facts


def _lines(table: "Measured", contacts: list[ContactNow], units: list[UnitNow]) -> "Lines":
    from miniatures.systems.command_roll.game.touching import lines_of

    return lines_of(table, contacts, units)


def _pair(state: State, contact: ContactNow, lines: "Lines | None" = None) -> dict[str, Any]:
    attacker, defender = contact.first, contact.second
    if state.units[attacker].side != state.active:
        attacker, defender = defender, attacker
    pair: dict[str, Any] = {"attacker": attacker, "defender": defender}
    if lines is not None:
        pair["attacker_stands"] = lines.against(attacker, defender)
        pair["defender_stands"] = lines.against(defender, attacker)
    return pair


def _fighter(
    state: State, table: "Measured | None", unit: UnitNow, contacts: list[ContactNow], lines: "Lines | None"
) -> dict[str, Any]:
    facts = unit_facts(state, unit)
    own = [one for one in contacts if unit.id in (one.first, one.second)]
    later = any(one.rounds for one in contacts)
    came = unit.charged == state.now or unit.advanced == state.now
    said: dict[str, Any] = {
        "charging": unit.charged == state.now and unit.advanced != state.now and not later and not unit.confused,
        "shot_hits": 0 if later else unit.shot_hits,
        "pursues": unit.pursues if any(one.rounds for one in own) else None,
    }
    if table is None or lines is None:
        said |= {"ranks": unit.ranks if unit.ranks > 1 else None, "outflanked": _beset(unit, own)}
    else:
        from miniatures.systems.command_roll.game.touching import supporting
        from miniatures.systems.command_roll.game.ways import facts_of_way, way_back
        from miniatures.systems.command_roll.tables import RETREAT_ROUT_MOVES

        said["ranks"] = lines.ranks[unit.id]
        said["outflanked"] = sum(one.outflanked for one in lines.of(unit.id))
        said["supporting"] = supporting(table, lines, unit)
        if not came and not later:  # who retreated or pursued has left its position (C67)
            said["position"] = position_in(table, unit, own)
        said |= facts_of_way(table, unit, way_back(table, unit, own), RETREAT_ROUT_MOVES.value * unit.move)
    if later and _left_behind(state, unit, own):
        said["outflanked"] = 0
    wanted = {key: value for key, value in said.items() if value not in (None, False, 0, "open")}
    # A unit that pursues who went nowhere, and one with no room behind it, say so with a nought.
    return facts | wanted | {key: said[key] for key in ("pursues", "way_back") if said.get(key) is not None}


def _beset(unit: UnitNow, own: list[ContactNow]) -> int:
    """Without a map: the stand at the end of its line for a flank, all its rear for the rear."""
    front = -(-unit.left // unit.ranks)
    struck = {"front": 0, "flank": 1, "rear": front}
    return min(front, sum(struck[one.side_of(unit.id)] for one in own))


def _left_behind(state: State, unit: UnitNow, own: list[ContactNow]) -> bool:
    """Whether one of the enemies whom it touched in the round before is out of the fight (C67)."""
    before = set(unit.result.get("touched", ())) if unit.result.get("now") == state.now else set()
    return not before <= {one.other(unit.id) for one in own}


def _supporters(state: State, table: "Measured", lines: "Lines", side: int) -> list[dict[str, Any]]:
    """Units of a side that touch no enemy and have stands exactly behind or beside those that fight."""
    from miniatures.systems.command_roll.game.touching import supporting

    found = []
    for unit in state.standing(side):
        stands = supporting(table, lines, unit) if unit.placed and not state.engaged(unit.id) else 0
        if stands:
            found.append(unit_facts(state, unit) | {"supporting": stands})
    return found


def position_in(table: "Measured", unit: UnitNow, contacts: list[ContactNow]) -> str:
    """Against the enemy who gets round it best: the least of its positions counts (C84)."""
    order = ("open", "defended", "fortified")
    own = [one for one in contacts if unit.id in (one.first, one.second)]
    found = [table.position(unit.id, table.of(one.other(unit.id)).centre) for one in own]
    return min(found, key=order.index, default="open")
