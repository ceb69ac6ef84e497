"""Orders of battles: given, carried by a herald or in person, and heard (T404, T405, T12, T75)."""

from typing import Any

from pydantic import Field

from miniatures.naming import find
from miniatures.ruling import Refusal
from miniatures.systems.playing import Conclusion, Plan, certain, impossible
from miniatures.systems.tree_of_battles.command_wording import tell_command
from miniatures.systems.tree_of_battles.game.commanding import paid
from miniatures.systems.tree_of_battles.game.describing import leader_facts, not_in_play, out_of_step
from miniatures.systems.tree_of_battles.game.messengers import REACH, carriers, head_of, together
from miniatures.systems.tree_of_battles.game.pieces import BattleNow, LeaderNow
from miniatures.systems.tree_of_battles.game.state import State
from miniatures.systems.tree_of_battles.unit import Order, Stated


class OrderWords(Stated):
    """A leader gives a battle a new order: for nothing while setting up, later for 2 command points."""

    leader: str = Field(description="the captain or marshal who gives it")
    battle: str = Field(description="the battle")
    order: Order = Field(description="hold, advance, attack or support")
    by: str = Field("", description="who carries it: a herald beside him, unless another is named, or he himself")


class ListenWords(Stated):
    """The leader of a battle hears the order that was brought to him, for 1 command point."""

    leader: str = Field(description="the captain or marshal who listens")
    battle: str = Field("", description="the battle, if it is not his own: one that has lost its leaders")


def battle_named(state: State, word: str, side: int) -> BattleNow:
    own = {one.name: one for one in state.battles.values() if one.side == side}
    return own[find(word, own, f"a battle of {state.sides[side]}")]


def ordered(state: State, battle: BattleNow, order: str) -> dict[str, Any]:
    """A battle, and everybody in it, with a new order."""
    units = {unit.id: {"order": order} for unit in state.standing() if unit.battle == battle.id}
    return {"battles": {battle.id: {"order": order}}, "units": units}


def plan_order(state: State, words: OrderWords) -> Plan:
    leader = state.leader(words.leader)
    if leader.gone:
        return impossible(not_in_play(leader))
    battle = battle_named(state, words.battle, leader.side)
    refusals = out_of_step(state, ("command", "deployment"), "T404", "giving orders")
    if state.step == "deployment":
        if state.options.no_orders:
            refusals.append(Refusal("T12", "this table plays without orders", "leave no_orders out"))
        return certain(ordered(state, battle, words.order), (f"{battle.name}: {words.order} (T12).",), refusals)
    head = head_of(state, battle)
    own = head is not None and head.id == leader.id
    carrier, more = (leader, []) if own else _carrier(state, leader, words.by)
    refusals += more
    if carrier.carries and carrier.carries.get("battle") != battle.id:
        words_of = f"{carrier.id} carries another order already"
        refusals.append(Refusal("T404", words_of, "let him bring that first, or send another"))

    def conclude(_facts: Any, outcome: Any) -> Conclusion:
        changes: dict[str, Any] = {"leaders": {leader.id: paid(state, leader, outcome)}}
        told = tell_command(outcome)
        if own:
            says = f"{battle.name} is {leader.id}'s own: {words.order} from now on (T75)."
            return Conclusion(changes | ordered(state, battle, words.order), (says, *told[1:]))
        errand = {"carries": {"battle": battle.id, "order": words.order}}
        changes["leaders"][carrier.id] = changes["leaders"].get(carrier.id, {}) | errand
        who = "He" if carrier.id == leader.id else carrier.id
        return Conclusion(changes, (*told[:-1], f"{who} takes it to {battle.name} (T75).", told[-1]))

    action = {"does": "issue orders", "order": words.order, "to": head.id if head else battle.name}
    facts = {"leader": leader_facts(state, leader), "actions": [action]}
    return Plan(conclude, "command", facts, (), lambda _facts: refusals)


def _carrier(state: State, leader: LeaderNow, by: str) -> tuple[LeaderNow, list[Refusal]]:
    if by:
        one = state.leader(by)
        found = not_in_play(one)
        if one.side != leader.side:
            found.append(Refusal("T404", f"{one.id} is the enemy's", "send one of his own side"))
        elif together(state, leader, one) is False:
            cure = f"bring him within {REACH:g} inches first"
            found.append(Refusal("T75", f"{one.id} is not with {leader.id} to be sent", cure))
        return one, found
    heralds = [
        one
        for one in state.leaders.values()
        if one.side == leader.side and not one.leader.noble and not one.gone and not one.carries
    ]
    return next((one for one in heralds if together(state, leader, one) is not False), leader), []


def plan_listen(state: State, words: ListenWords) -> Plan:
    leader = state.leader(words.leader)
    if leader.gone:
        return impossible(not_in_play(leader))
    battle = battle_named(state, words.battle, leader.side) if words.battle else state.battles[leader.battle]
    bringing = carriers(state, battle)
    refusals = out_of_step(state, ("command",), "T405", "listening to orders")
    head = head_of(state, battle)
    if head is not None and head.id != leader.id:
        refusals.append(Refusal("T405", f"{head.id} leads {battle.name}", f'let him listen: listen "{head.id}"'))
    if not bringing:
        none = Refusal("T405", f"no order is on its way to {battle.name}", "give one: order")
        return impossible([*refusals, none])
    here = [one for one in bringing if together(state, one, leader) is not False]
    carrier = (here or bringing)[0]
    order = carrier.carries["order"]

    def conclude(_facts: Any, outcome: Any) -> Conclusion:
        changes: dict[str, Any] = {"leaders": {leader.id: paid(state, leader, outcome)}}
        changes["leaders"][carrier.id] = changes["leaders"].get(carrier.id, {}) | {"carries": None}
        return Conclusion(changes | ordered(state, battle, order), tuple(tell_command(outcome)))

    action: dict[str, Any] = {"does": "listen", "order": order, "to": battle.name, "brought": bool(here)}
    facts = {"leader": leader_facts(state, leader), "actions": [action]}
    return Plan(conclude, "command", facts, (), lambda _facts: refusals)
