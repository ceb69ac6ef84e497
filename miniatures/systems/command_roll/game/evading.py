"""Moves through friends: an evade from the closest enemy (C332), and bows that pass through bills (C508)."""

from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from pydantic import Field

from miniatures.measuring import TOLERANCE
from miniatures.ruling import Refusal
from miniatures.systems.command_roll.game.describing import (
    measured,
    not_in_play,
    not_their_turn,
    out_of_step,
    unit_facts,
)
from miniatures.systems.command_roll.game.moving import Centimetres, Degrees, too_far
from miniatures.systems.command_roll.game.orders import because_of, done_with, formation, read
from miniatures.systems.command_roll.game.pieces import UnitNow
from miniatures.systems.command_roll.game.state import State
from miniatures.systems.command_roll.initiative import InitiativeFacts, InitiativeOutcome, initiative_sum
from miniatures.systems.command_roll.movement import MoveFacts
from miniatures.systems.command_roll.tables import EVADE_CLEAR
from miniatures.systems.command_roll.unit import Flag, Stated
from miniatures.systems.playing import Conclusion, Plan, impossible

if TYPE_CHECKING:
    from miniatures.systems.command_roll.game.measured import Measured

STEP = 0.25


class EvadeWords(Stated):
    """A unit evades the closest enemy by initiative: straight away from it."""

    unit: str = Field(description="the unit")
    centimetres: Centimetres | Literal["all"] = Field("all", description="how far; all for as far as it can")
    facing: Degrees | None = Field(None, description="degrees clockwise from north that it faces at the end")


class PassWords(Stated):
    """Bows pass through bills or men at arms, by their order: a full move, ending wholly beyond."""

    unit: str = Field(description="the bows")
    friend: str = Field(description="the bills or men at arms that they pass through")
    back: Flag = Field(False, description="backwards instead of straight ahead")


class Evading(NamedTuple):
    """Where an evade ends, whom it goes through, and whether it ends clear."""

    there: UnitNow
    centimetres: float
    through: tuple[str, ...]
    clear: bool
    river: bool


def plan_evade(state: State, words: EvadeWords) -> Plan:
    unit = state.unit(words.unit)
    if unit.gone:
        return impossible(not_in_play(unit))
    table = measured(state)
    facts: dict[str, Any] = {
        "unit": unit_facts(state, unit),
        "intends": "evade",
        "orders_begun": bool(state.command),
        "ordered": bool(unit.ordered(state.now)),
        "moved": unit.initiative == state.now,
    }
    notes: tuple[str, ...] = ()
    gone: Evading | None = None
    if table is not None and unit.placed:
        found = table.closest_in_sight(unit.id)
        if found is None:
            nobody = Refusal("C332", f"{unit.id} see no enemy to evade", "give them an order")
            return impossible([*_refusals(state, unit), nobody])
        gone = _evading(state, table, unit, found.id, words, facts)
        facts |= {
            "enemy": found.id,
            "distance": round(found.distance, 3),
            "river": gone.river,
            "through": [unit_facts(state, state.units[name]) for name in gone.through],
            "ends_clear": gone.clear,
        }
        notes = (f"Measured: {found.id} are {found.distance:.1f} cm away; the evade goes {gone.centimetres:.1f} cm.",)

    def conclude(facts: InitiativeFacts, outcome: InitiativeOutcome) -> Conclusion:
        changed: dict[str, Any] = {unit.id: {"initiative": state.now, "moved": state.now}}
        says = [f"{unit.id} evade {facts.enemy}."]
        if gone is not None:
            from miniatures.systems.command_roll.game.measured import stood

            changed[unit.id] |= stood(gone.there.pose) | {"came": [unit.pose.x, unit.pose.y]}
            says = [f"{unit.id} evade {facts.enemy}, {gone.centimetres:.1f} cm."]
        for name in outcome.confuses:
            changed[state.unit(name).id] = {"confused": True}
            says.append(f"{name} are burst through, and confused (C401).")
        return Conclusion({"units": changed}, tuple(says))

    return Plan(conclude, "initiative-move", facts, notes, lambda _facts: _refusals(state, unit))


def _evading(
    state: State, table: "Measured", unit: UnitNow, enemy: str, words: EvadeWords, facts: dict[str, Any]
) -> Evading:
    """As far as is said, or as the move allows; shorter where it would not end clear of everybody."""
    from dataclasses import replace

    from miniatures.space.moves import shift
    from miniatures.systems.command_roll.game.going_back import away_from
    from miniatures.systems.command_roll.game.measured import at, footprint
    from miniatures.systems.command_roll.game.travel import barred_ground, crosses_river, in_the_way

    body = footprint(unit, state.options)
    direction = away_from(body, table.of(enemy))
    known = facts | {"distance": 0.0}
    most = initiative_sum(read(InitiativeFacts, state, known)).total
    far = most if words.centimetres == "all" else abs(words.centimetres)
    last: Evading | None = None
    while far > TOLERANCE:
        there = at(unit, shift(body, direction, far).end.pose)
        if words.facing is not None:
            there = replace(there, facing=words.facing % 360)
        way = [(unit, there)]
        through = tuple(in_the_way(table, way))
        river = crosses_river(table, way)
        limit = initiative_sum(read(InitiativeFacts, state, known | {"river": river})).total
        enemies = [name for name in through if state.units[name].side != unit.side]
        clear = not enemies and far <= limit + TOLERANCE and _clear(table, there) and not barred_ground(table, way)
        last = Evading(there, far, tuple(name for name in through if name not in enemies), clear, river)
        if clear or words.centimetres != "all":
            return last
        far -= STEP
    return last or Evading(unit, 0.0, (), False, False)


def _clear(table: "Measured", there: UnitNow) -> bool:
    from miniatures.space.footprint import distance
    from miniatures.systems.command_roll.game.measured import footprint

    body = footprint(there, table.state.options)
    if not table.free(there, body):
        return False
    return all(distance(body, other) >= EVADE_CLEAR.value - TOLERANCE for other in table.others(there.id))


def _refusals(state: State, unit: UnitNow) -> list[Refusal]:
    return [*out_of_step(state, ("command",), "C101", "an evade"), *not_their_turn(state, unit)]


def plan_pass(state: State, words: PassWords) -> Plan:
    unit, friend = state.unit(words.unit), state.unit(words.friend)
    if unit.gone or friend.gone:
        return impossible([*not_in_play(unit), *not_in_play(friend)])
    table = measured(state)
    facts: dict[str, Any] = {
        "units": [unit_facts(state, unit)],
        "because": because_of(state, unit),
        "intends": "pass through",
        "formation": formation(unit),
        "through": [unit_facts(state, friend)],
    }
    there: UnitNow | None = None
    blocked: list[Refusal] = []
    if table is not None and unit.placed and friend.placed:
        there, blocked = _beyond(state, table, unit, friend, words)
        if there is not None:
            from miniatures.systems.command_roll.game.travel import crosses_river, travel

            way = [(unit, there)]
            facts |= {"distance": round(travel(table, way), 3), "river": crosses_river(table, way)}

    def against(facts: MoveFacts) -> list[Refusal]:
        found = [*out_of_step(state, ("command",), "C101", "passing through"), *not_their_turn(state, unit), *blocked]
        if friend.side != unit.side:
            found.append(Refusal("C508", f"{friend.id} are enemies", "charge them"))
        brigade = [name for name in state.order.get("units", ()) if name != unit.id]
        if brigade and because_of(state, unit) != "none":
            found.append(Refusal("C122", "a brigade moves as one body", "order the bows by themselves"))
        return [*found, *(too_far(facts) if not facts.distance else [])]

    def conclude(_facts: MoveFacts, _outcome: Any) -> Conclusion:
        changed: dict[str, Any] = {"moved": state.now}
        if there is not None:
            from miniatures.systems.command_roll.game.measured import stood

            changed |= stood(there.pose) | {"came": [unit.pose.x, unit.pose.y]}
        says = (f"{unit.id} pass through {friend.id} (C508).",)
        return Conclusion({"units": {unit.id: changed}, "order": done_with(state, [unit.id])}, says)

    return Plan(conclude, "move", facts, (), against)


def _beyond(
    state: State, table: "Measured", unit: UnitNow, friend: UnitNow, words: PassWords
) -> tuple[UnitNow | None, list[Refusal]]:
    """The first place straight ahead, or back, that lies wholly beyond the friends."""
    from miniatures.space.moves import advance
    from miniatures.systems.command_roll.game.measured import SLIVER, at, footprint
    from miniatures.systems.command_roll.game.travel import in_the_way

    body = footprint(unit, state.options)
    ahead = -1 if words.back else 1
    met = False
    for step in range(1, int(3 * unit.move / STEP)):
        there = at(unit, advance(body, ahead * step * STEP).end.pose)
        outline = footprint(there, state.options)
        over = outline.polygon.intersection(table.of(friend.id).polygon).area > SLIVER
        met = met or over
        if met and not over:
            strangers = [name for name in in_the_way(table, [(unit, there)]) if name != friend.id]
            found = [Refusal("C508", f"{name} stand in the way too", "clear the way") for name in strangers]
            if not strangers and not table.free(unit, outline):
                found.append(Refusal("C17", f"there is no room beyond {friend.id}", "clear the way"))
            return there, found
    where = "behind" if words.back else "before"
    return None, [Refusal("C508", f"{friend.id} do not stand straight {where} {unit.id}", "turn towards them first")]
