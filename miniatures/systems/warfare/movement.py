"""Event III: how far a unit may move, as a sum of its rate and everything that hinders it."""

from typing import NamedTuple

from miniatures.dice import Dice
from miniatures.measuring import within
from miniatures.odds import Step
from miniatures.ruling import Modifier, Refusal, Sum
from miniatures.systems.warfare.movement_facts import Demanded, Forbidden, MoveFacts, demanded, forbidden
from miniatures.systems.warfare.tables import (
    CAVALRY_IN_HEAVY,
    HEAVY_HINDRANCE,
    LIGHT_HINDRANCE,
    LIGHT_HINDRANCES,
    Move,
)


class MoveOutcome(NamedTuple):
    """Inches straight ahead that are left; what the move forbids and demands, each with its rule."""

    mover: str
    inches: float
    forbids: tuple[Forbidden, ...]
    demands: tuple[Demanded, ...]
    reaches: str


def rate(facts: MoveFacts) -> Modifier:
    unit = facts.unit
    if unit is None:
        return Move.leaders_and_messengers
    if unit.artillery:
        return Move.limbered if facts.limbered else Move.unlimbered
    protections = {body.protection for body in unit.bodies}
    if unit.mounted:
        if "full" in protections:
            return Move.full_armour_cavalry
        return Move.unarmoured_cavalry if protections == {"none"} else Move.other_cavalry
    if unit.kind == "knight" and "full" in protections:
        return Move.full_armour_knights_on_foot
    return Move.infantry


def move_sum(facts: MoveFacts) -> Sum:
    """The rate less everything that costs movement, never below zero."""
    own = rate(facts)
    modifiers = [own, *_whole_moves(facts, own), *_ground(facts)]
    if facts.wheel:
        modifiers.append(Modifier(-2 * facts.wheel, "W303", f"wheeling {facts.wheel:g} inches at double cost", "W31"))
    total = sum(modifier.value for modifier in modifiers)
    riding = facts.unit is None or facts.unit.mounted
    whole = any(modifier.value == -own.value for modifier in modifiers)
    if riding and facts.heavy_going and not whole and total != CAVALRY_IN_HEAVY:
        words = f"only {CAVALRY_IN_HEAVY} inches for cavalry: {', '.join(facts.heavy_going)}"
        modifiers.append(Modifier(CAVALRY_IN_HEAVY - total, "W320", words, "W31"))
    return Sum(f"inches for {facts.name}", tuple(modifiers), ())


def _whole_moves(facts: MoveFacts, own: Modifier) -> list[Modifier]:
    """What costs the whole move, or half of it."""
    unit = facts.unit
    found: list[Modifier] = []
    if facts.turn and not facts.turns_free and unit:
        whole = Modifier(-own.value, "W304", f"changing face by {facts.turn} degrees", "W26" if unit.artillery else "")
        half = Modifier(-own.value / 2, "W305", f"cavalry changing face by {facts.turn} degrees", "")
        quarter_in_half = facts.turn == 90 and facts.options.cavalry_quarter_turn_half
        found.append(half if unit.mounted and (facts.turn == 180 or quarter_in_half) else whole)
    if facts.changes_formation:
        found.append(Modifier(-own.value, "W308", "changing formation"))
    if facts.interpenetrates:
        found.append(Modifier(-own.value, "W308", "passing through friends"))
    if facts.limbers:
        found.append(Modifier(-own.value, "W308", "limbering or unlimbering", "W26"))
    if facts.river == "at bank":
        found.append(Modifier(-own.value, "W317", "crossing the river is the whole move"))
    for ban in forbidden(facts):
        if ban.what == "move":
            found.append(Modifier(-own.value, ban.rule, ban.because))
    return found


def _ground(facts: MoveFacts) -> list[Modifier]:
    """Ground once for each kind, lines at each crossing (W31)."""
    unit = facts.unit
    on_foot = unit is not None and not unit.mounted and not unit.artillery
    found: list[Modifier] = []
    counted: list[str] = []
    for word in facts.hindrances:
        if word in LIGHT_HINDRANCES and (word in ("wall", "hedge") or word not in counted):
            found.append(Modifier(LIGHT_HINDRANCE[0 if on_foot else 1], "W319", word, "W31"))
        elif on_foot and word not in counted and word not in LIGHT_HINDRANCES:
            found.append(Modifier(HEAVY_HINDRANCE, "W320", word, "W31"))
        counted.append(word)
    return found


def move_refusals(facts: MoveFacts) -> list[Refusal]:
    """The bans that stand against what the player intends."""
    if facts.intends == "none":
        return []
    return [
        Refusal(ban.rule, f"no {ban.what}: {ban.because}", ban.cure)
        for ban in forbidden(facts)
        if ban.what in ("move", facts.intends)
    ]


def move(facts: MoveFacts) -> Step[MoveOutcome]:
    inches = max(0, move_sum(facts).total)
    reaches = ""
    if facts.distance is not None:
        reaches = "yes" if within(facts.distance, inches) else "no"
    outcome = MoveOutcome(
        facts.name,
        inches,
        tuple(forbidden(facts)),
        tuple(demanded(facts)),
        reaches,
    )

    def certain(_dice: Dice) -> MoveOutcome:
        return outcome

    return certain
