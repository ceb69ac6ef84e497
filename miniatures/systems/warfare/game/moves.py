"""Event III on the table: what a unit has done of its move, step by step, and what that leaves and forbids."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from miniatures.measuring import TOLERANCE, within
from miniatures.ruling import Refusal
from miniatures.systems.playing import Conclusion, Plan, Spent
from miniatures.systems.warfare.game.describing import not_in_play, out_of_step, ridden_words, unit_facts
from miniatures.systems.warfare.game.paths import Met
from miniatures.systems.warfare.game.pieces import UnitNow
from miniatures.systems.warfare.game.state import State
from miniatures.systems.warfare.movement import MoveOutcome, move_refusals, move_sum, rate
from miniatures.systems.warfare.movement_facts import MoveFacts

if TYPE_CHECKING:
    from miniatures.space.footprint import Footprint, Geometry
    from miniatures.systems.warfare.game.measured import Measured

MOVING = ("first moves", "second moves")


@dataclass(frozen=True)
class Moving:
    """What a unit has done of this turn's move, all of it counted against one allowance."""

    turn: int
    start: tuple[float, ...] = ()
    inches: float = 0.0
    wheel: float = 0.0
    hindrances: tuple[str, ...] = ()
    face: int = 0
    formation: bool = False
    through: bool = False
    limbers: bool = False
    river: str = "none"
    intends: str = "move"
    climbed: bool = False

    def data(self) -> dict[str, Any]:
        """Only what differs from doing nothing. None wipes what an earlier turn left."""
        blank = Moving(self.turn)
        return {
            key: (list(value) if isinstance(value, tuple) else value)
            if key == "turn" or value != getattr(blank, key)
            else None
            for key, value in vars(self).items()
        }


def moving_of(state: State, unit: UnitNow) -> Moving:
    known = unit.moving
    if known.get("turn") == state.turn:
        said: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in known.items()}
        return Moving(**said)
    start = (unit.pose.x, unit.pose.y, unit.facing) if unit.placed else ()
    return Moving(state.turn, start)


def has_moved(moving: Moving) -> bool:
    """Whether anything of this turn's move has been made."""
    return bool(moving.inches or moving.wheel or moving.face or moving.hindrances) or (
        moving.formation or moving.through or moving.limbers or moving.river != "none"
    )


def commanded(state: State, unit: UnitNow) -> bool:
    """Without a map: there is a leader to be near to, and the players say when he is too far away."""
    leader = state.commander(unit.wing)
    return leader is not None and leader.acts(state.turn)


def move_facts(state: State, unit: UnitNow, moving: Moving, table: "Measured | None") -> dict[str, Any]:
    """The facts of the whole move so far, the new step included."""
    turn = state.turn or None  # before the first turn nothing has been done in it
    said: dict[str, Any] = {
        "limbered": unit.limbered,
        "hindrances": list(moving.hindrances),
        "turn": moving.face,
        "wheel": round(moving.wheel, 4),
        "changes_formation": moving.formation,
        "interpenetrates": moving.through,
        "interpenetrated": unit.interpenetrated == turn and not moving.through,
        "limbers": moving.limbers,
        "shot": unit.shot == turn,
        "fell_back": unit.fell_back == turn,
    }
    facts: dict[str, Any] = {
        "unit": unit_facts(state, unit, table),
        "order": state.wings[unit.wing].order,
        "river": moving.river,
        "intends": moving.intends,
        "distance": round(moving.inches, 4),
        "in_command": table.in_command(unit) if table and unit.placed else commanded(state, unit),
    }
    return facts | {key: value for key, value in said.items() if value}


def facts_of(state: State, data: Mapping[str, Any]) -> MoveFacts:
    """Measured facts of a move, with the options of the game."""
    return MoveFacts.model_validate({**data, "options": state.options.model_dump()})


def stands_against(state: State, plan: Plan) -> tuple[Refusal, ...]:
    """Everything that would be refused of a move, were it made."""
    facts = facts_of(state, plan.measured)
    return tuple(dict.fromkeys((*plan.refusals(facts), *move_refusals(facts))))


def step_refusals(state: State, unit: UnitNow) -> list[Refusal]:
    """Whose move it is."""
    found = [*not_in_play(unit), *out_of_step(state, MOVING, "W301", "moving")]
    mover = state.mover
    if mover is not None and unit.side != mover:
        found.append(Refusal("W301", f"it is {state.sides[mover]} who move now", "wait for the other side's moves"))
    return found


def too_far(facts: MoveFacts, made: float) -> list[Refusal]:
    """Inches beyond what the sum of the move leaves; `made` were gone before."""
    allowed = max(0.0, move_sum(facts, overruled=True).total)
    if facts.distance is None or within(facts.distance, allowed):
        return []
    asked, left = facts.distance - made, max(0.0, allowed - made)
    before = f", {made:.1f} of {allowed:.1f} being made" if made else ""
    return [
        Refusal(
            rate(facts).rule,
            f"{asked:.1f} inches are more than the {left:.1f} that {facts.name} has left{before}",
            f"go {left:.1f} inches or less",
        )
    ]


def spent(facts: MoveFacts) -> Spent:
    """Inches with everything that costs some, the ground and the wheels among them, of the whole rate."""
    whole = rate(facts).value
    return Spent(whole - move_sum(facts, overruled=True).total + (facts.distance or 0.0), whole)


def as_stated(moving: Moving, facts: MoveFacts) -> Moving:
    """The move as the players let it stand: what they stated counts for the rest of it too."""
    return replace(
        moving,
        inches=moving.inches if facts.distance is None else facts.distance,
        wheel=facts.wheel,
        hindrances=tuple(facts.hindrances),
        face=facts.turn,
        formation=facts.changes_formation,
        through=facts.interpenetrates,
        limbers=facts.limbers,
        river=facts.river,
    )


def planned(
    state: State,
    unit: UnitNow,
    moving: Moving,
    changes: dict[str, Any],
    says: str,
    *,
    table: "Measured | None",
    refusals: list[Refusal] | None = None,
    notes: tuple[str, ...] = (),
    others: dict[str, Any] | None = None,
    end: "Footprint | None" = None,
    swept: "Geometry | None" = None,
) -> Plan:
    """A step of a move as a plan: the facts so far, what stands against it, and where the unit ends."""
    before = moving_of(state, unit)

    def against(facts: MoveFacts) -> list[Refusal]:
        crosses = facts.river == "at bank" and before.river != "at bank"  # a step of its own, however far (W317)
        return [*step_refusals(state, unit), *(refusals or ()), *([] if crosses else too_far(facts, before.inches))]

    def conclude(facts: MoveFacts, _outcome: MoveOutcome) -> Conclusion:
        units = {unit.id: {**changes, "moving": as_stated(moving, facts).data()}, **(others or {})}
        made: dict[str, Any] = {"units": units}
        told = [says]
        if table is not None and end is not None:
            from miniatures.systems.warfare.game.approach import left_behind, lone_leaders

            if dropped := left_behind(table, end):
                made["contacts"] = dropped
            if leaders := lone_leaders(table, end, swept):
                made["leaders"] = leaders
                told += ridden_words(leaders)
        return Conclusion(made, tuple(told))

    facts = move_facts(state, unit, moving, table)
    if table is not None and unit.placed and not facts["in_command"]:
        notes = (*notes, _out_of_command(state, unit, table))
    return Plan(conclude, "move", facts, notes, against, spends=spent)


def _out_of_command(state: State, unit: UnitNow, table: "Measured") -> str:
    leader, away = state.commander(unit.wing), table.to_leader(unit)
    name = leader.id if leader else "nobody"
    if away is None:
        return (
            f"{unit.id} is out of command: {name} can lead it (W302)."
            if not leader
            else (f"{unit.id} is out of command: {name} cannot lead it now (W302).")
        )
    return f"{unit.id} is out of command: {name} is {away:.1f} inches away (W302)."


def placed_at(body: "Footprint") -> dict[str, Any]:
    return {"x": round(body.pose.x, 4), "y": round(body.pose.y, 4), "facing": round(body.pose.facing, 4)}


def with_met(moving: Moving, met: Met) -> Moving:
    """Ground counts once for each kind, lines at each crossing (W31): that is the sum's business, not ours."""
    return replace(
        moving,
        hindrances=(*moving.hindrances, *met.hindrances),
        climbed=moving.climbed or "hill" in met.hindrances,
    )


def allowance(state: State, unit: UnitNow, moving: Moving, table: "Measured | None") -> float:
    """Inches straight ahead that are left after everything done so far."""
    facts = facts_of(state, move_facts(state, unit, moving, table) | {"distance": None})
    return max(0.0, move_sum(facts, overruled=True).total - moving.inches)


def heading_for_enemy(table: "Measured", moving: Moving, end: "Footprint") -> Moving:
    """A move that leads towards the enemy says so: nearer to the nearest of them than before."""
    from miniatures.space.nearest import nearest

    enemies = table.enemies(table.state.units[end.id].side)
    before, after = nearest(table.of(end.id), enemies), nearest(end, enemies)
    closer = before and after and after.distance < before.distance - TOLERANCE
    return replace(moving, intends="advance") if closer and moving.intends == "move" else moving
