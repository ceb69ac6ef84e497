"""How a move ends: where it really came to, what that cost, and what is remembered of it."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from miniatures.measuring import TOLERANCE, furthest
from miniatures.systems.playing import Conclusion
from miniatures.systems.tree_of_battles.game.forming import MoveWords, told_formed
from miniatures.systems.tree_of_battles.game.pieces import ContingentNow
from miniatures.systems.tree_of_battles.game.results import lines_of, moved_changes, way_dps
from miniatures.systems.tree_of_battles.game.state import State
from miniatures.systems.tree_of_battles.game.suffering import after, joined
from miniatures.systems.tree_of_battles.manoeuvre import (
    GAP,
    RALLY,
    Manoeuvred,
    ManoeuvreFacts,
    Manoeuvring,
    free_passage,
)
from miniatures.systems.tree_of_battles.move_tables import GAP_PARTS
from miniatures.systems.tree_of_battles.movement import Moved, MoveFacts
from miniatures.words import joined_names

if TYPE_CHECKING:
    from miniatures.systems.tree_of_battles.game.routes import Made, Way

#: So many inches less than there were to go are worth a word.
WORTH_A_WORD = 0.1
#: The phase that a move is remembered for: those of the shooting are made between two of them.
REMEMBERED = {"first approach": "approached", "second approach": "approached", "long range": "approached"}


def concluded(
    state: State,
    unit: ContingentNow,
    there: ContingentNow,
    way: "Way | None",
    words: MoveWords,
    facts: ManoeuvreFacts,
    outcome: Moved | Manoeuvred,
) -> Conclusion:
    said = words.inches
    allowed = outcome.inches if isinstance(outcome, Moved) else 0.0
    wanted = allowed if said == "all" else min(said, allowed)
    own = _remembered(state, unit, there, facts)
    if way is None:
        changes, says = moved_changes(state, unit, outcome)
        own["last_move"] = _last(state, facts, wanted)
        told = _told(unit, there, words, [f"move {wanted:g} inches"] if wanted else [])
        free = _freely_passed(state, there, (state.unit(name).id for name in words.through))
        return Conclusion(joined({"units": {unit.id: own}}, changes), (told, *says, *free))
    from miniatures.systems.tree_of_battles.game.measured import stood
    from miniatures.systems.tree_of_battles.game.routes import passed_through

    made, spared = _made(way, unit, facts, wanted, allowed, said)
    own |= stood(made.end.pose) | {"last_move": _last(state, facts, made.inches)}
    if made.inches > TOLERANCE:
        own["came"] = [unit.pose.x, unit.pose.y]
    changes, says = moved_changes(state, unit, outcome, spared)
    changes = joined({"units": {unit.id: own}}, changes)
    certain = {line.rule for line in outcome.causes} | (
        {"T303"} if getattr(facts, "difficult_terrain", False) else set()
    )
    certain |= {one.other.name for one in facts.manoeuvres if one.other is not None}
    more, felt = way_dps(after(state, changes), way.table, there, way, made, certain)
    gone = [f"move {made.inches:.1f} inches{_short(way, made, wanted)}"] if made.inches > TOLERANCE else []
    if way.wheel > TOLERANCE and made.legs:
        gone.insert(0, "wheel")
    free = _freely_passed(state, there, passed_through(way.table, made, way.through))
    return Conclusion(joined(changes, more), (_told(unit, there, words, gone), *says, *felt, *free))


def _freely_passed(state: State, unit: ContingentNow, friends: Iterable[str]) -> list[str]:
    """Whom it passed through without DPs, and why: what they do later in the turn changes nothing (T92)."""
    found = [
        name
        for name in friends
        if free_passage(unit.in_play, Manoeuvring.model_validate(lines_of(state, state.units[name])))
    ]
    return [
        f"{unit.id} pass through {name} without DPs: skirmishers, and {name} have not moved so far (T511, T92)."
        for name in found
    ]


def _told(unit: ContingentNow, there: ContingentNow, words: MoveWords, gone: list[str]) -> str:
    """`Bills form column and move 2.0 inches.`"""
    return f"{unit.id} {joined_names([*told_formed(unit, there, words), *gone] or ['stay where they are'])}."


def _short(way: "Way", made: "Made", wanted: float) -> str:
    """Why a move ends before its inches do."""
    if made.inches > wanted - WORTH_A_WORD:
        return ""
    if made.halts:
        return f" of {wanted:g}, where {made.halts} halt them"
    bars = way.bars(made)
    return f" of {wanted:g}, up to {joined_names(dict.fromkeys(bars))}" if bars else f" of {wanted:g}"


def _made(
    way: "Way", unit: ContingentNow, facts: ManoeuvreFacts, wanted: float, allowed: float, said: Any
) -> tuple["Made", tuple[str, ...]]:
    """The way as it was gone, and the rules whose DPs it was spared.

    Foot whose half move does not reach the gap goes up to it at its full speed, and has not passed it (T91).
    """
    from miniatures.systems.tree_of_battles.game.ways import into_gap

    made = way.made(wanted)
    if not any(one.what == GAP for one in facts.manoeuvres) or into_gap(way.table, way.start, *made.legs):
        return made, ()
    if not unit.moves_mounted:
        far = allowed * GAP_PARTS.value if said == "all" else min(said, allowed * GAP_PARTS.value)
        before = furthest(far, lambda inches: not into_gap(way.table, way.start, *way.made(inches).legs))
        made = way.made(max(wanted, before))
    return made, ("T512",)


def _last(state: State, facts: ManoeuvreFacts, inches: float) -> dict[str, Any]:
    kind = facts.kind if isinstance(facts, MoveFacts) else "manoeuvre"
    return {"kind": kind, "inches": round(inches, 3), "turn": state.turn}


def _remembered(state: State, unit: ContingentNow, there: ContingentNow, facts: ManoeuvreFacts) -> dict[str, Any]:
    """That it moved, in which phase, and how it formed."""
    own: dict[str, Any] = {REMEMBERED.get(state.step, "moved"): state.turn}
    if "advance" in unit.owes:
        own["owes"] = {"advance": None}
    for key in ("files", "array", "exchanged", "remounted"):
        if getattr(unit, key) != getattr(there, key):
            own[key] = getattr(there, key)
    if any(one.what == RALLY for one in facts.manoeuvres):
        own["rallied"] = state.turn
    return own
