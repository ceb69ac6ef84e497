"""What a player states about a move, and what the rules forbid or demand of it."""

from typing import Annotated, Literal, NamedTuple

from pydantic import BeforeValidator, Field, model_validator

from miniatures.systems.warfare.facts import Facts, UnitInPlay, one_or_more
from miniatures.systems.warfare.tables import HEAVY_HINDRANCES
from miniatures.systems.warfare.unit import Flag, Inches, Word

Hindrance = Annotated[Literal["hill", "wall", "hedge", "bridge", "rough", "wood", "paddy", "changing ranks"], Word]
Order = Annotated[Literal["none", "attack", "engage", "defend", "retire"], Word]
Intent = Annotated[Literal["none", "move", "advance", "charge", "countercharge"], Word]


class MoveFacts(Facts):
    """Who moves, over what, and what else it does in this move."""

    mover: Annotated[Literal["unit", "leader", "messenger"], Word] = Field(
        "unit", description="unit, leader or messenger"
    )
    unit: UnitInPlay | None = Field(None, description="the unit that moves")
    limbered: Flag = Field(False, description="for artillery: it is limbered")
    hindrances: Annotated[tuple[Hindrance, ...], BeforeValidator(one_or_more)] = Field(
        (), description="ground entered and lines crossed, a wall or hedge once for each crossing"
    )
    turn: Literal[0, 90, 180] = Field(0, description="change of face: 0, 90 or 180 degrees")
    wheel: Inches = Field(0, description="inches that the outer front corner wheels")
    changes_formation: Flag = Field(False, description="any change of formation other than ranks and face")
    interpenetrates: Flag = Field(False, description="it passes through friends")
    interpenetrated: Flag = Field(False, description="friends passed through it in this phase")
    limbers: Flag = Field(False, description="for artillery: it limbers or unlimbers in this move")
    river: Annotated[Literal["none", "reaches", "at bank"], Word] = Field(
        "none", description="reaches a river in this move, or starts at bank to cross it"
    )
    shifts: Flag = Field(False, description="it moves sideways without turning")
    shot: Flag = Field(False, description="it shot in Event II")
    fell_back: Flag = Field(False, description="it fell back in Event II")
    moved: Flag = Field(False, description="it has moved already, for a countercharge")
    in_command: Flag = Field(True, description="its battle's leader is within 12 inches")
    order: Order = Field("none", description="none, attack, engage, defend or retire")
    clears_way: Flag = Field(False, description="under retire: it charges only to free its way out")
    intends: Intent = Field("none", description="move, advance (towards the enemy), charge or countercharge")
    in_arc: Flag = Field(True, description="the enemy charged is within 22.5 degrees of straight ahead")
    in_sight: Flag = Field(True, description="the enemy charged is in sight at the start")
    distance: Inches | None = Field(None, description="inches that the move has to cover")

    @model_validator(mode="after")
    def _a_unit_moves(self) -> "MoveFacts":
        if self.mover == "unit" and self.unit is None:
            raise ValueError("unit: describe the unit that moves, or state mover as leader or messenger")
        if self.mover != "unit" and self.unit is not None:
            raise ValueError(f"unit: the {self.mover} moves alone; leave the unit out, or state mover as unit")
        return self

    @property
    def name(self) -> str:
        return self.unit.name if self.unit else f"the {self.mover}"

    @property
    def furious(self) -> bool:
        return bool(self.unit and self.unit.furious)

    @property
    def heavy_going(self) -> list[str]:
        return [word for word in dict.fromkeys(self.hindrances) if word in HEAVY_HINDRANCES]

    @property
    def turns_free(self) -> bool:
        """Skirmishers, and shooters at most two ranks deep, change face for nothing (W306); guns never (W26)."""
        unit = self.unit
        if unit is None:
            return True
        return not unit.artillery and (unit.skirmishers or (unit.shooters_after(unit.lost) and unit.depth <= 2))


class Forbidden(NamedTuple):
    """One thing that this move rules out, why, and what would cure it."""

    what: str
    rule: str
    because: str
    cure: str


def forbidden(facts: MoveFacts) -> list[Forbidden]:
    """Everything that is ruled out, whether it is intended or not."""
    return [*_no_move(facts), *_no_charge(facts), *_against_orders(facts)]


def _no_move(facts: MoveFacts) -> list[Forbidden]:
    found: list[Forbidden] = []
    unit, name = facts.unit, facts.name
    if unit:
        if not unit.left:
            found.append(Forbidden("move", "W311", f"{name} has no figures left", "state fewer lost"))
        held = {"in melee": unit.in_melee, "in rout": unit.routing, "pursuing": unit.pursuing}
        for words in (words for words, holds in held.items() if holds):
            found.append(Forbidden("move", "W322", f"{name} is {words}", "wait until it is free and under control"))
        if facts.shot and not unit.furious:
            found.append(Forbidden("move", "W322", f"{name} shot in Event II", "do not shoot, and move next turn"))
        if facts.fell_back:
            found.append(Forbidden("move", "W322", f"{name} fell back in Event II", "move next turn"))
        if unit.artillery:
            if facts.river != "none":
                found.append(Forbidden("move", "W318", "a gun crosses a river only by a bridge", "use a bridge"))
            ground = [word for word in facts.heavy_going if word != "changing ranks"]
            if ground:
                found.append(Forbidden("move", "W320", f"a gun cannot enter {' or '.join(ground)}", "go round"))
    if facts.interpenetrated:
        found.append(Forbidden("move", "W309", f"friends passed through {name} in this phase", "move next turn"))
    if facts.shifts:
        found.append(Forbidden("move", "W307", "nobody shifts sideways", "wheel, or change face and march"))
    return found


def _no_charge(facts: MoveFacts) -> list[Forbidden]:
    reasons: list[tuple[str, str, str]] = []
    if facts.unit is None:
        reasons.append(("W32", f"{facts.name} does not charge", "charge with a unit"))
    elif facts.unit.artillery:
        reasons.append(("W408", "guns do not charge", "charge with another unit"))
    if facts.heavy_going:
        reasons.append(("W321", f"{' and '.join(facts.heavy_going)} in the same move", "charge next turn"))
    if facts.turn and not (facts.turns_free and facts.options.charge_after_free_turn):
        reasons.append(("W321", "a change of face in the same move", "wheel instead, or charge next turn"))
    if facts.changes_formation or facts.limbers:
        reasons.append(("W321", "a change of formation in the same move", "charge next turn"))
    if facts.interpenetrates:
        reasons.append(("W321", "interpenetration in the same move", "charge next turn"))
    if facts.river != "none":
        reasons.append(("W317", "a river in the way", "charge from the far bank next turn"))
    if not facts.in_arc:
        reasons.append(
            ("W402", "the enemy was outside the arc of charge at the start", "choose one within 22.5 degrees")
        )
    if not facts.in_sight:
        reasons.append(("W32", "the enemy was out of sight at the start", "choose one in sight"))
    both = [Forbidden(what, *reason) for reason in reasons for what in ("charge", "countercharge")]
    if facts.moved:
        both.append(
            Forbidden("countercharge", "W33", f"{facts.name} has moved", "countercharge with a unit that has not")
        )
    if facts.shot and facts.furious:
        both.append(Forbidden("countercharge", "W33", f"{facts.name} shot in Event II", "fury charges in its own move"))
    return both


def _against_orders(facts: MoveFacts) -> list[Forbidden]:
    """Command and orders, which fury overrides (W35)."""
    if facts.furious or facts.unit is None:
        return []
    found: list[Forbidden] = []
    if not facts.in_command:
        for what in ("charge", "countercharge", "advance"):
            found.append(
                Forbidden(
                    what,
                    "W302",
                    "its leader is more than 12 inches away",
                    "bring the leader within 12 inches",
                )
            )
    if facts.order == "retire":
        for what in ("charge", "countercharge"):
            if not facts.clears_way:
                found.append(Forbidden(what, "W107", "it retires", "change the order, or state clears_way"))
        found.append(Forbidden("advance", "W107", "it retires to its baseline", "change the order"))
    if facts.order == "defend":
        found.append(Forbidden("advance", "W106", "it holds its ground", "change the order"))
        if not facts.unit.mounted:
            found.append(Forbidden("charge", "W106", "infantry under Defend countercharges only", "change the order"))
    return found
