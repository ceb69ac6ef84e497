"""What is settled before the game: objectives, who begins, what men the commanders are; and treachery in it."""

from typing import Any

from pydantic import Field

from miniatures.broken import BrokenInputError
from miniatures.naming import find, numbered
from miniatures.ruling import Refusal
from miniatures.systems.command_roll.classes import (
    CHANGES_SIDES,
    ClassFacts,
    ClassOutcome,
    TreacheryFacts,
    TreacheryOutcome,
)
from miniatures.systems.command_roll.game.describing import commander_facts, measured, not_in_play
from miniatures.systems.command_roll.game.losses import merged
from miniatures.systems.command_roll.game.orders import done_with
from miniatures.systems.command_roll.game.pieces import BattleNow, UnitNow
from miniatures.systems.command_roll.game.state import State, battle_key
from miniatures.systems.command_roll.unit import Objective, Stated
from miniatures.systems.playing import Conclusion, Plan, certain, impossible
from miniatures.words import joined_names


class CommanderWords(Stated):
    """A commander."""

    commander: str = Field(description="the commander")


class FirstWords(Stated):
    """The side that has the first turn."""

    side: str = Field(description="the army that begins")


class ObjectiveWords(Stated):
    """Before the game: what a battle is to do."""

    battle: str = Field(description="the battle or wing")
    objective: Objective = Field(description="attack, defend or advance")


def battle_named(state: State, word: str, side: int | None = None) -> BattleNow:
    """By its name; where both sides have it, with the side or of the one whose turn it is."""
    own = {one.name: one for one in state.battles.values() if one.side == side}
    if side is not None and any(word.strip().lower() in name.lower() for name in own):
        return own[find(word, own, "a battle of this side")]
    named = {f"{one.name} of {state.sides[one.side]}": one for one in state.battles.values()}
    return named[find(word, named, "a battle of this game")]


def plan_objective(state: State, words: ObjectiveWords) -> Plan:
    battle = battle_named(state, words.battle)
    refusals: list[Refusal] = []
    if state.step != "deployment":
        refusals.append(Refusal("C442", "objectives are given before the game", "send a herald"))
    says = [f"{battle.name} of {state.sides[battle.side]} is to {words.objective}."]
    return certain({"battles": {battle.id: {"objective": words.objective}}}, says, refusals)


def plan_first(state: State, words: FirstWords) -> Plan:
    names = {name: side for side, name in enumerate(state.sides)}
    side = names[find(words.side, names, "an army of this game")]
    refusals: list[Refusal] = []
    if state.step != "deployment":
        refusals.append(Refusal("C74", "who begins is settled before the game", "play on"))
    active = 1 - side if state.second else side
    return certain({"begins": side, "active": active}, [f"{state.sides[side]} have the first turn (C74)."], refusals)


def _commander(state: State, word: str) -> UnitNow:
    one = state.unit(word)
    if not one.commands:
        raise BrokenInputError(f"commander: {one.id} are a unit; expected the general, a battle leader or a lord")
    return one


def plan_class(state: State, words: CommanderWords) -> Plan:
    one = _commander(state, words.commander)

    def conclude(_facts: ClassFacts, outcome: ClassOutcome) -> Conclusion:
        says = f"{one.id} is {outcome.classed}: command {outcome.command}."
        return Conclusion({"units": {one.id: {"classed": outcome.classed}}}, (says,))

    return Plan(conclude, "commander-class", {"commander": commander_facts(state, one)})


def plan_treachery(state: State, words: CommanderWords) -> Plan:
    one = _commander(state, words.commander)
    if one.gone:
        return impossible(not_in_play(one))
    led = state.commanded(one)
    facts: dict[str, Any] = {
        "commander": commander_facts(state, one),
        "stands_lost": one.dead,
        "commands": [unit.id for unit in led],
    }

    def conclude(_facts: TreacheryFacts, outcome: TreacheryOutcome) -> Conclusion:
        if outcome.state != CHANGES_SIDES:
            return Conclusion({"units": {one.id: {"dead": None}}}, (f"{one.id} stays with his side, for now.",))
        return _turned(state, one, [state.units[name] for name in outcome.with_him if name in state.units])

    return Plan(conclude, "treachery", facts)


def _turned(state: State, one: UnitNow, led: list[UnitNow]) -> Conclusion:
    """He and all he commands are of the other side now; who they touch is an enemy only when somebody charges (C81)."""
    other = 1 - one.side
    battle = state.battles[one.battle]
    key = battle_key(other, f"{one.unit.name}, turned")
    objective = {"objective": battle.objective} if battle.objective else {}
    *_, name = numbered([*(known.name for known in state.battles.values() if known.side == other), "Turncoats"])
    battles: dict[str, Any] = {key: {"side": other, "name": name, "commander": one.id} | objective}
    if battle.commander == one.id:
        battles[battle.id] = {"commander": ""}
    with_him = {one.id, *(unit.id for unit in led)}
    changed: dict[str, Any] = {
        name: {"side": other, "battle": key, "dead": None, "result": None, "pursues": None} for name in with_him
    }
    parted = [
        unit for unit in state.standing(one.side) if unit.joined and (unit.id in with_him) != (unit.joined in with_him)
    ]
    changed = merged(changed, _standing_alone(state, parted))
    changes: dict[str, Any] = {"units": changed, "battles": battles}
    contacts = {contact.key: None for name in with_him for contact in state.contacts_of(name)}
    if contacts:
        changes["contacts"] = contacts
    heralds = {name: None for name in with_him if name in state.heralds}
    if heralds:
        changes["heralds"] = heralds
    if state.order:
        changes["order"] = done_with(state, sorted(with_him))
    followers = f" with {joined_names(unit.id for unit in led)}" if led else ""
    says = f"{one.id} changes sides{followers}: they fight for {state.sides[other]} now (C435)."
    return Conclusion(changes, (says,))


def _standing_alone(state: State, parted: list[UnitNow]) -> dict[str, Any]:
    """Commanders who are with men of the other side now, each at the nearest free place beside them (C81)."""
    table = measured(state)
    changed: dict[str, Any] = {}
    for one in parted:
        unit = state.units[one.joined]
        changed[one.id] = {"joined": None}
        if table is not None and unit.placed:
            from miniatures.systems.command_roll.game.measured import stood
            from miniatures.systems.command_roll.game.travel import beside

            there = beside(table, one, unit)
            table = table.with_units(there)
            changed[one.id] |= stood(there.pose)
    return changed
