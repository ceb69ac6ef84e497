"""Event I on the table: initiative and its choice, orders and the messengers who carry them."""

from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field

from miniatures.measuring import within
from miniatures.naming import find
from miniatures.ruling import Refusal
from miniatures.systems.playing import Conclusion, Plan, certain, impossible
from miniatures.systems.warfare.command import InitiativeFacts, InitiativeOutcome
from miniatures.systems.warfare.game.describing import measured, out_of_step
from miniatures.systems.warfare.game.pieces import LeaderNow, WingNow
from miniatures.systems.warfare.game.state import State
from miniatures.systems.warfare.unit import Stated, Word

if TYPE_CHECKING:
    from miniatures.systems.warfare.game.measured import Measured

AT_ONCE = 12.0


class NoWords(Stated):
    """Nothing more to say."""


class ChooseWords(Stated):
    """The winner of the initiative chooses."""

    to_move: Annotated[Literal["first", "second"], Word] = Field(description="first or second")


class OrderWords(Stated):
    """A battle or wing is given an order."""

    wing: str = Field(description="the battle or wing")
    order: Annotated[Literal["attack", "engage", "defend", "retire"], Word] = Field(
        description="attack, engage, defend or retire"
    )


class DeliverWords(Stated):
    """Without a map: a messenger has touched the wing's leader."""

    wing: str = Field(description="the battle or wing whose leader he reached")


def plan_initiative(state: State, _words: NoWords) -> Plan:
    commanders = []
    for side, name in enumerate(state.sides):
        leader = state.chief(side)
        said: dict[str, Any] = {"name": leader.id if leader else name}
        if leader and state.options.leader_initiative and leader.initiative:
            said["initiative"] = leader.initiative
        commanders.append(said)
    if commanders[0]["name"] == commanders[1]["name"]:
        commanders = [one | {"name": f"{one['name']} ({state.sides[side]})"} for side, one in enumerate(commanders)]

    def against(_facts: InitiativeFacts) -> list[Refusal]:
        found = out_of_step(state, ("command",), "W101", "initiative")
        if state.winner is not None and not found:
            found.append(Refusal("W101", "the initiative of this turn is decided", "undo it, or go on"))
        return found

    def conclude(facts: InitiativeFacts, outcome: InitiativeOutcome) -> Conclusion:
        side = 0 if outcome.chooses == facts.first.name else 1
        told = f"{outcome.chooses} ({state.sides[side]}) chooses to move first or second (W101)."
        return Conclusion({"winner": side}, (told,))

    return Plan(conclude, "initiative", {"first": commanders[0], "second": commanders[1]}, (), against)


def plan_choose(state: State, words: ChooseWords) -> Plan:
    refusals = out_of_step(state, ("command",), "W101", "the choice")
    if state.winner is None:
        refusals.append(Refusal("W101", "nobody has the initiative yet", "roll for it first: initiative"))
    winner = state.winner or 0
    first = winner if words.to_move == "first" else 1 - winner
    says = f"{state.sides[winner]} choose to move {words.to_move}; {state.sides[first]} move first (W301)."
    return certain({"first": first}, (says,), refusals)


def plan_order(state: State, words: OrderWords) -> Plan:
    """Before the battle and for his own wing at once; else by a messenger (W103, W12, W71)."""
    wing = _wing(state, words.wing)
    refusals = out_of_step(state, ("command", "deployment"), "W103", "giving orders")
    leader = state.chief(wing.side)
    table = measured(state)
    if state.step != "deployment":
        refusals += _cannot_send(state, leader)
    if state.step == "deployment" or (leader and _at_once(state, table, leader, wing)):
        how = "" if state.step == "deployment" else " at once"
        says = f"{wing.name}: {words.order}{how}."
        changes: dict[str, Any] = {"wings": {wing.id: {"order": words.order}}, "messengers": {}}
        changes["messengers"] = {one.id: None for one in state.messengers.values() if one.wing == wing.id}
        return certain(changes, (says,), refusals)
    name = f"messenger to {wing.name}"
    used = {one.id for one in state.messengers.values() if one.wing != wing.id}
    while name in used:
        name += "'"
    rider: dict[str, Any] = {"side": wing.side, "wing": wing.id, "order": words.order, "sent": state.turn}
    start = _where(table, leader)
    if start:
        rider |= {"x": round(start[0], 4), "y": round(start[1], 4)}
    says = f"A messenger rides to {wing.leader or wing.name} with the order to {words.order} (W103)."
    changes = {"messengers": {name: rider}}
    return certain(changes, (says,), refusals)


def _wing(state: State, word: str) -> WingNow:
    names = {
        wing.name if _alone(state, wing) else f"{wing.name} ({state.sides[wing.side]})": wing
        for wing in state.wings.values()
    }
    return names[find(word, names, "a battle or wing of this game")]


def _alone(state: State, wing: WingNow) -> bool:
    return sum(other.name == wing.name for other in state.wings.values()) == 1


def _cannot_send(state: State, leader: LeaderNow | None) -> list[Refusal]:
    if leader is None:
        return [Refusal("W103", "there is no commander-in-chief to send a messenger", "wait for a successor (W57)")]
    if leader.out(state.turn):
        return [Refusal("W463", f"{leader.id} is out for the move", "wait until he is back")]
    return []


def _at_once(state: State, table: "Measured | None", leader: LeaderNow, wing: WingNow) -> bool:
    if state.commander(wing.id) == leader:
        return True
    other = state.leaders.get(wing.leader)
    if not state.options.orders_at_once or other is None or table is None:
        return False
    from miniatures.space.footprint import distance

    one, two = table.leader_body(leader), table.leader_body(other)
    return one is not None and two is not None and within(distance(one, two), AT_ONCE)


def _where(table: "Measured | None", leader: LeaderNow | None) -> tuple[float, float] | None:
    body = table.leader_body(leader) if table and leader else None
    return body.centre if body else None


def plan_deliver(state: State, words: DeliverWords) -> Plan:
    wing = _wing(state, words.wing)
    rider = next((one for one in state.messengers.values() if one.wing == wing.id and not one.arrived), None)
    if rider is None:
        refusal = Refusal("W103", f"no messenger rides to {wing.name}", "send one: order")
        return impossible([refusal])
    refusals = []
    if rider.x is not None:
        refusals.append(Refusal("W12", "on a table the messenger rides himself", "next moves him, or overrule it"))
    says = f"The messenger reaches {wing.leader or wing.name}: {rider.order} counts from the next Event I (W12)."
    changes = {"messengers": {rider.id: {"arrived": max(1, state.turn)}}}
    return certain(changes, (says,), refusals)


def arrived_orders(state: State) -> tuple[dict[str, Any], list[str]]:
    """Orders that count from this Event I on."""
    changes: dict[str, Any] = {"wings": {}, "messengers": {}}
    says = []
    for rider in state.messengers.values():
        if rider.arrived:
            wing = state.wings[rider.wing]
            changes["wings"][rider.wing] = {"order": rider.order}
            changes["messengers"][rider.id] = None
            says.append(f"{wing.name} now {rider.order}s (W12).")
    return changes, says
