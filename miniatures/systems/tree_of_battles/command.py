"""Command actions: what a leader does with his command points (T401 to T405). No dice.

Actions are stated in the order in which they are done; each must be paid for by what the ones before it left.
"""

from typing import Annotated, Literal, NamedTuple

from pydantic import Field, model_validator

from miniatures.dice import Step
from miniatures.measuring import within
from miniatures.ruling import Modifier, Refusal, Ruled, Sum
from miniatures.systems.tree_of_battles.facts import ContingentInPlay, Facts, LeaderInPlay
from miniatures.systems.tree_of_battles.move_tables import (
    CONTROL_WITHIN,
    LEADER_MOVE,
    STEADIED,
    STEADY_WITHIN,
    CommandCost,
)
from miniatures.systems.tree_of_battles.unit import Flag, Inches, Lower, OneOrMore, Order, Stated
from miniatures.words import counted

MOVE, STEADY, CONTROL, ISSUE, LISTEN = "move", "steady", "control", "issue orders", "listen"
Does = Annotated[Literal["move", "steady", "control", "issue orders", "listen"], Lower]

COSTS: dict[str, Ruled] = {
    MOVE: CommandCost.move,
    STEADY: CommandCost.steady,
    CONTROL: CommandCost.control,
    ISSUE: CommandCost.issue_orders,
    LISTEN: CommandCost.listen,
}
#: Within how many inches an action must be done, where it is.
_REACH: dict[str, Ruled] = {MOVE: LEADER_MOVE, STEADY: STEADY_WITHIN, CONTROL: CONTROL_WITHIN}


class Action(Stated):
    """One command action."""

    does: Does = Field(description="move, steady, control, issue orders or listen")
    contingent: ContingentInPlay | None = Field(
        None, description="whom he joins, steadies or controls, or whose orders change"
    )
    distance: Inches = Field(0.0, description="inches that he moves; or to the contingent, for steady and control")
    order: Order | None = Field(None, description="the new order: hold, advance, attack or support")
    to: str = Field("", max_length=200, description="issue orders: the leader who is to listen")
    brought: Flag = Field(True, description="listen: a leader or a herald has brought him the order")

    @model_validator(mode="after")
    def _is_whole(self) -> "Action":
        if self.does in (STEADY, CONTROL) and self.contingent is None:
            raise ValueError(f"contingent: say whom he is to {self.does}")
        if self.does in (ISSUE, LISTEN) and self.order is None:
            raise ValueError(f"order: say which order, to {self.does}")
        return self


class CommandFacts(Facts):
    """A leader and what he does in the Command phase."""

    leader: LeaderInPlay = Field(description="the captain or marshal; spent says what he has spent this turn")
    actions: Annotated[tuple[Action, ...], OneOrMore] = Field(min_length=1, description="his actions, in their order")


class Done(NamedTuple):
    """One action done."""

    does: str
    whom: str
    steadied: tuple[Modifier, ...]
    """The DP that it takes off."""
    dps: int | None
    """The contingent's DPs then, if it was steadied."""
    order: str
    rule: str


class Commanded(NamedTuple):
    """What a leader did, and the command points that it took and left."""

    leader: str
    done: tuple[Done, ...]
    spent: int
    left: int


def command_sum(facts: CommandFacts) -> Sum:
    """His rating, less what he has spent and what each action costs."""
    leader = facts.leader
    lines = [Modifier(leader.command_points, "T5", f"rating of {leader.name}")]
    if leader.wounds:
        lines.append(Modifier(-leader.wounds, "T5", "wounds"))
    if leader.spent:
        lines.append(Modifier(-leader.spent, "T5", "spent this turn"))
    for action in facts.actions:
        cost = COSTS[action.does]
        to = "to " if action.does == MOVE else ""
        whom = f" {to}{action.contingent.name}" if action.contingent else ""
        lines.append(Modifier(-cost.value, cost.rule, f"{action.does}{whom}", cost.ruling))
    return Sum(f"command points of {leader.name}, left", tuple(lines), ())


def command(facts: CommandFacts) -> Step[Commanded]:
    steadied: dict[str, int] = {}
    done: list[Done] = []
    for action in facts.actions:
        unit, cost = action.contingent, COSTS[action.does]
        name = unit.name if unit else action.to
        if action.does == STEADY and unit is not None:
            before = unit.total_dps - steadied.get(name, 0)
            gone = min(before, -int(STEADIED.value))
            steadied[name] = steadied.get(name, 0) + gone
            lines = (STEADIED._replace(because=f"steadied by {facts.leader.name}"),) if gone else ()
            done.append(Done(action.does, name, lines, before - gone, "", cost.rule))
        else:
            done.append(Done(action.does, name, (), None, action.order or "", cost.rule))
    spent = sum(COSTS[action.does].value for action in facts.actions)
    outcome = Commanded(facts.leader.name, tuple(done), spent, max(0, facts.leader.points_left - spent))
    return lambda _dice: outcome


def command_refusals(facts: CommandFacts) -> list[Refusal]:
    leader = facts.leader
    found: list[Refusal] = []
    if not leader.noble:
        words = f"{leader.name} is a herald and has no command points"
        found.append(Refusal("T5", words, "command with captains and marshals; heralds carry orders"))
    left = leader.points_left
    for action in facts.actions:
        cost = COSTS[action.does]
        if leader.noble and cost.value > left:
            words = (
                f"to {action.does} takes {counted(cost.value, 'command point')}, and {leader.name} has {max(0, left)}"
            )
            found.append(Refusal(cost.rule, words, "do less this turn"))
        left -= cost.value
        found += _of_action(facts, action)
    return found


def _of_action(facts: CommandFacts, action: Action) -> list[Refusal]:
    found: list[Refusal] = []
    unit = action.contingent
    reach = _REACH.get(action.does)
    if reach is not None and not within(action.distance, reach.value):
        words = f"{action.distance:.1f} inches, and to {action.does} reaches {reach.value}"
        on = "go part of the way, and on from there for another point"
        found.append(Refusal(reach.rule, words, on if action.does == MOVE else "bring him nearer first"))
    if unit is not None and unit.destroyed:
        found.append(Refusal("T40", f"{unit.name} have no stands left", "choose another"))
    if action.does == STEADY and unit is not None and not unit.total_dps:
        found.append(Refusal("T402", f"{unit.name} have no DP to lose", "steady another"))
    if action.does in (ISSUE, LISTEN) and facts.options.no_orders:
        found.append(Refusal(COSTS[action.does].rule, "this table plays without orders", "leave no_orders out"))
    if action.does == LISTEN and not action.brought:
        cure = "bring it by a leader or a herald, 12 inches a move"
        found.append(Refusal("T405", "no order has been brought to him", cure))
    return found
