"""Corrections: a contingent or a leader as he really stands, where the tracker has it wrong."""

from typing import Annotated, Any, Literal

from pydantic import Field

from miniatures.broken import BrokenInputError
from miniatures.measuring import CONTACT, TOLERANCE
from miniatures.naming import find
from miniatures.ruling import Refusal
from miniatures.systems.playing import Plan, certain
from miniatures.systems.tree_of_battles.game.describing import measured
from miniatures.systems.tree_of_battles.game.pieces import ContactNow, ContingentNow, LeaderNow
from miniatures.systems.tree_of_battles.game.state import State
from miniatures.systems.tree_of_battles.game.suffering import after, freed, joined
from miniatures.systems.tree_of_battles.tables import MOST_DPS
from miniatures.systems.tree_of_battles.unit import Flag, Lower, Stated, Whole
from miniatures.words import counted


class CorrectWords(Stated):
    """A contingent as it stands on the real table."""

    unit: str = Field(description="the contingent, or a leader")
    stands: Whole | None = Field(None, ge=0, description="stands left")
    dps: Whole | None = Field(None, ge=0, description="its DPs; more than before are kept with the reason")
    why: str = Field("corrected by the players", max_length=200, description="the reason of DPs that are new")
    array: Annotated[Literal["line", "column", "skirmish", "disarray"] | None, Lower] = Field(
        None, description="its array"
    )
    routing: Flag | None = Field(None, description="whether it is broken and routs")
    touches: tuple[str, ...] = Field((), description="an enemy that it fights; say it again for more")
    free: Flag = Field(False, description="it fights nobody any more")
    wounds: Whole | None = Field(None, ge=0, description="of a leader: command points that wounds took off")
    gone: str = Field("", max_length=100, description="why it is out of play")


def plan_correct(state: State, words: CorrectWords) -> Plan:
    names: dict[str, Any] = {**state.units, **state.leaders}
    one = names[find(words.unit, names, "a contingent or leader of this game")]
    if isinstance(one, LeaderNow):
        return _leader(one, words)
    assert isinstance(one, ContingentNow)
    changed, told = _changed(state, one, words)
    contacts: dict[str, Any] = {}
    if words.free:
        contacts = {contact.key: None for contact in state.contacts_of(one.id)}
        told.append("free of enemies")
    for name in words.touches:
        other = state.unit(name)
        if other.side == one.side:
            raise BrokenInputError(f"touches: {other.id} are friends of {one.id}; expected an enemy")
        if other.gone or changed.get("gone", one.gone):
            raise BrokenInputError(f"touches: {other.id if other.gone else one.id} is no longer in play")
        told.append(f"fighting {other.id}")
        if words.free or other.id not in state.enemies_touching(one.id):
            contact = ContactNow(one.id, other.id, "front", "front", state.turn)
            contacts |= {f"{other.id}|{one.id}": None, contact.key: contact._asdict()}
    if not told:
        raise BrokenInputError(
            "correct: nothing stated; expected --stands, --dps, --array, --routing, --touches, --free, --wounds, --gone"
        )
    changes: dict[str, Any] = {"units": {one.id: changed}} | ({"contacts": contacts} if contacts else {})
    if changed.get("gone"):
        changes = joined(changes, freed(state, one.id))
    refusals = _on_table(state, after(state, changes), one.id, words) if state.mapped else []
    return certain(changes, (f"Corrected by the players: {one.id}, {', '.join(told)}.",), refusals)


def _on_table(before: State, state: State, name: str, words: CorrectWords) -> list[Refusal]:
    """Where the map cannot be so: on others, or fighting whom it does not touch."""
    table, unit = measured(state), state.units[name]
    found: list[Refusal] = []
    if table is None or not unit.placed:
        return found
    body, old = table.of(name), before.units[name]
    larger = (
        body.width > old.size(before.options)[0] + TOLERANCE or body.depth > old.size(before.options)[1] + TOLERANCE
    )
    if (old.gone or larger) and not table.free(body):
        found.append(Refusal("T73", f"{name} would stand on others", f'place "{name}" elsewhere first'))
    for other in words.touches:
        far = table.apart(name, state.unit(other).id) if state.unit(other).placed else 0.0
        if far > CONTACT:
            why = f"{name} and {state.unit(other).id} are {far:.1f} inches apart on the map"
            found.append(Refusal("T80", why, f'place "{name}" where it stands first'))
    return found


def _changed(state: State, unit: ContingentNow, words: CorrectWords) -> tuple[dict[str, Any], list[str]]:
    changed: dict[str, Any] = {}
    told: list[str] = []
    if words.stands is not None:
        if words.stands > unit.listed.size:
            raise BrokenInputError(f"stands: {words.stands} of {unit.listed.size}")
        whole = unit.in_play.model_copy(update={"stands": None})
        changed["stands"] = list(whole.without(unit.listed.size - words.stands))
        changed["gone"] = None if words.stands else "destroyed"
        told.append(f"{counted(words.stands, 'stand')} left")
    if words.array is not None:
        changed |= {"array": words.array} | ({"files": 1} if words.array == "column" else {})
        if unit.array == "column" and words.array != "column":
            changed["files"] = None
        told.append(words.array)
    if words.dps is not None:
        changed["dps"] = _dps(state, unit, words.dps, words.why)
        told.append(counted(words.dps, "DP"))
        if words.dps == MOST_DPS[unit.listed.grade].value:
            changed["array"] = "disarray"
    if words.routing is not None:
        changed |= {"broken": words.routing, "conduct": "routing" if words.routing else None, "runs": None}
        changed |= {"array": "disarray", "pursues": None, "looting": None, "may": None} if words.routing else {}
        told.append("routing" if words.routing else "not routing")
    if words.gone:
        changed["gone"] = words.gone
        told.append(words.gone)
    return changed, told


def _dps(state: State, unit: ContingentNow, wanted: int, why: str) -> list[dict[str, Any]]:
    most = MOST_DPS[unit.listed.grade]
    if wanted > most.value:
        raise BrokenInputError(f"dps: {wanted}; {unit.listed.grade} grade has at most {most.value} (T4)")
    kept = [dict(one) for one in unit.dps]
    more = wanted - unit.total_dps
    if more > 0:
        kept.append({"dps": more, "why": why, "turn": max(1, state.turn)})
    while more < 0 and kept:
        gone = min(-more, kept[0]["dps"])
        more += gone
        kept[0]["dps"] -= gone
        kept = [one for one in kept if one["dps"]]
    return kept


def _leader(one: LeaderNow, words: CorrectWords) -> Plan:
    changed: dict[str, Any] = {}
    told: list[str] = []
    if words.wounds is not None:
        if words.wounds >= max(1, one.leader.command_points):
            raise BrokenInputError(
                f"wounds: {words.wounds} of {one.leader.command_points} would have killed him (T156)"
            )
        changed["wounds"] = words.wounds
        told.append(counted(words.wounds, "command point") + " lost to wounds")
    if words.gone:
        changed |= {"gone": words.gone, "unit": None, "front": None}
        told.append(words.gone)
    if not told:
        raise BrokenInputError("correct: nothing stated; of a leader --wounds or --gone")
    return certain({"leaders": {one.id: changed}}, (f"Corrected by the players: {one.id}, {', '.join(told)}.",))
