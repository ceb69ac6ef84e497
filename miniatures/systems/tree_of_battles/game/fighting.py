"""A combat as the procedure takes it: who is in it, how each came, on what ground, with whose support."""

from typing import TYPE_CHECKING, Any

from miniatures.contacts import linked
from miniatures.measuring import TOLERANCE, within
from miniatures.systems.tree_of_battles.game.describing import unit_facts
from miniatures.systems.tree_of_battles.game.pieces import ContactNow, ContingentNow
from miniatures.systems.tree_of_battles.game.state import State

if TYPE_CHECKING:
    from miniatures.space.footprint import Footprint
    from miniatures.systems.tree_of_battles.game.measured import Measured

CAME = ("stands", "follows up", "countercharges", "charges", "pursues")
#: Contingents whose fronts differ by no more look the same way (T84).
TURNED = 30.0


def combat_of(state: State, unit: str) -> list[ContactNow]:
    """All contacts linked with a contingent's, directly or through others, that are still to be fought this turn.

    If none are, those that were fought.
    """
    open_ones = [one for one in state.contacts if one.fought != state.turn]
    if not any(unit in (one.first, one.second) for one in open_ones):
        open_ones = list(state.contacts)
    return linked(open_ones, unit)


def unfought(state: State) -> list[list[ContactNow]]:
    """The combats that are still to be fought in this turn."""
    found: list[list[ContactNow]] = []
    for contact in state.contacts:
        if contact.fought != state.turn and not any(contact in group for group in found):
            found.append(combat_of(state, contact.first))
    return found


def came(state: State, unit: ContingentNow, contacts: list[ContactNow]) -> str:
    """How it comes into this round."""
    own = [one for one in contacts if unit.id in (one.first, one.second)]
    fresh = [one for one in own if one.since == state.turn and one.fought != state.turn]
    found = {"stands"}
    for one in fresh:
        if one.first == unit.id:
            found.add("pursues" if one.how == "pursuit" else "charges")
        elif unit.countercharged == state.turn:
            found.add("countercharges")
    if unit.follows == state.turn and any(_fell_back(state, state.units[one.other(unit.id)]) for one in own):
        found.add("follows up")
    return max(found, key=CAME.index)


def _fell_back(state: State, unit: ContingentNow) -> bool:
    """In the round before; who has rallied from disarray since then has formed anew."""
    return bool(unit.fell_back) and unit.fell_back >= state.turn - 1 and unit.rallied <= unit.fell_back


def combat_facts(state: State, table: "Measured | None", contacts: list[ContactNow]) -> dict[str, Any]:
    """The facts of a round. The side that came attacks; all hits count at once."""
    attacking = state.units[max(contacts, key=lambda one: one.since).first].side
    names = list(dict.fromkeys(name for one in contacts for name in (one.first, one.second)))
    sides = [[name for name in names if (state.units[name].side == attacking) == ours] for ours in (True, False)]
    facts: dict[str, Any] = {
        "attackers": [_fighter(state, table, state.units[name], contacts) for name in sides[0]],
        "defenders": [_fighter(state, table, state.units[name], contacts) for name in sides[1]],
    }
    stands = {name: _touches(state, table, state.units[name], contacts) for name in names}
    if len(names) == 2:
        for side in ("attackers", "defenders"):
            facts[side][0] |= next(iter(stands[facts[side][0]["name"]].values()))
        return facts
    pairs = [(one.first, one.second) if one.first in sides[0] else (one.second, one.first) for one in contacts]
    facts["contacts"] = [
        {
            "attacker": ours,
            "defender": theirs,
            "attacker_stands": stands[ours][theirs],
            "defender_stands": stands[theirs][ours],
        }
        for ours, theirs in pairs
    ]
    return facts


def _fighter(state: State, table: "Measured | None", unit: ContingentNow, contacts: list[ContactNow]) -> dict[str, Any]:
    facts = unit_facts(state, unit)
    how = came(state, unit, contacts)
    said: dict[str, Any] = {"came": how if how != "stands" else None, "fell_back": _fell_back(state, unit)}
    enemies = [one.other(unit.id) for one in contacts if unit.id in (one.first, one.second)]
    if table is not None and unit.placed and all(name in table.bodies for name in enemies):
        said["ground"] = all(table.higher(unit.id, name) for name in enemies)
        said["supported"] = bool(supporters(table, unit))
        held = how == "stands" and all(
            table.position(unit.id, table.of(name).centre) == "fortified" for name in enemies
        )
        said["position"] = "fortified" if held else None
    return facts | {key: value for key, value in said.items() if value}


def supporters(table: "Measured", unit: ContingentNow) -> list[str]:
    """Friends directly behind within 2 inches, looking the same way, who do not fight and are in good order (T34)."""
    state, own = table.state, table.of(unit.id)
    found = []
    for friend in table.friends(unit.id):
        other = state.units[friend.id]
        if other.disordered or other.array == "skirmish" or state.fighting(friend.id):
            continue
        if within(table.apart(unit.id, friend.id), state.options.support_distance) and _behind(own, friend):
            found.append(friend.id)
    return found


def _behind(own: "Footprint", friend: "Footprint") -> bool:
    """Its front lies behind the other's rear, covers half of the narrower one, and looks the same way (T84)."""
    turned = abs((friend.pose.facing - own.pose.facing + 180) % 360 - 180)
    right, ahead = own.pose.seen((friend.pose.x, friend.pose.y))
    covered = (own.width + friend.width) / 2 - abs(right)
    room = ahead <= -own.depth + own.depth / 4
    return turned <= TURNED and room and covered >= min(own.width, friend.width) / 2 - TOLERANCE


def _touches(
    state: State, table: "Measured | None", unit: ContingentNow, contacts: list[ContactNow]
) -> dict[str, dict[str, Any]]:
    """For each enemy the stands at it: measured, or as the rules would have it where no table shows them (T61)."""
    if table is not None:
        from miniatures.systems.tree_of_battles.game.opposing import touches

        if found := touches(table, unit, contacts):
            return found
    own = [one for one in contacts if unit.id in (one.first, one.second)]
    if len(own) == 1:
        side = own[0].side_of(unit.id)
        return {own[0].other(unit.id): {"struck": side} if side != "front" else {}}
    return _shared(state, unit, own)


def _shared(state: State, unit: ContingentNow, own: list[ContactNow]) -> dict[str, dict[str, Any]]:
    """Without a map, against several: its front shared out in the order of the contacts, a file for each flank."""
    left, free = unit.abreast, unit.left
    found: dict[str, dict[str, Any]] = {}
    for number, one in enumerate(sorted(own, key=lambda one: one.side_of(unit.id) != "front")):
        side, enemy = one.side_of(unit.id), state.units[one.other(unit.id)]
        fronts = sum(other.side_of(unit.id) == "front" for other in own[number:])
        facing = min(left, enemy.abreast, max(1, left - (fronts - 1))) if side == "front" else 0
        beset = {"front": 0, "flank": unit.ranks, "rear": min(unit.abreast, enemy.abreast)}[side]
        beset = min(beset, max(0, free - facing))
        left, free = left - facing, free - facing - beset
        found[enemy.id] = {
            "facing": facing,
            "overlapping": 0,
            "second_rank": 0,
            "not_facing": beset,
            "struck": side,
        }
    return found
