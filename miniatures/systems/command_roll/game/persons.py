"""What sort of men the commanders are: their class before the game, and treachery in it; and who begins."""

from typing import Any

from pydantic import Field

from miniatures.broken import BrokenInputError
from miniatures.naming import find
from miniatures.ruling import Refusal
from miniatures.systems.command_roll.classes import (
    CHANGES_SIDES,
    ClassFacts,
    ClassOutcome,
    TreacheryFacts,
    TreacheryOutcome,
)
from miniatures.systems.command_roll.game.describing import commander_facts, not_in_play
from miniatures.systems.command_roll.game.pieces import UnitNow
from miniatures.systems.command_roll.game.state import State, battle_key
from miniatures.systems.command_roll.unit import Stated
from miniatures.systems.playing import Conclusion, Plan, certain, impossible
from miniatures.words import joined_names


class CommanderWords(Stated):
    """A commander."""

    commander: str = Field(description="the commander")


class FirstWords(Stated):
    """The side that has the first turn."""

    side: str = Field(description="the army that begins")


def plan_first(state: State, words: FirstWords) -> Plan:
    names = {name: side for side, name in enumerate(state.sides)}
    side = names[find(words.side, names, "an army of this game")]
    refusals: list[Refusal] = []
    if state.step != "deployment":
        refusals.append(Refusal("C74", "who begins is settled before the game", "play on"))
    return certain({"begins": side, "active": side}, [f"{state.sides[side]} have the first turn (C74)."], refusals)


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
    battles: dict[str, Any] = {key: {"side": other, "name": f"{one.unit.name}'s", "commander": one.id} | objective}
    if battle.commander == one.id:
        battles[battle.id] = {"commander": ""}
    changed: dict[str, Any] = {}
    with_him = {unit.id for unit in led}
    for unit in (one, *led):
        changed[unit.id] = {"side": other, "battle": key, "dead": None}
        if unit.joined and unit.joined not in with_him:
            from miniatures.systems.command_roll.game.losses import left_alone

            changed[unit.id] |= left_alone(state.units[unit.joined])
    for friend in state.standing(one.side):
        if friend.joined in with_him and friend.id not in changed:
            from miniatures.systems.command_roll.game.losses import left_alone

            changed[friend.id] = left_alone(state.units[friend.joined])
    contacts = {contact.key: None for name in changed for contact in state.contacts_of(name)}
    changes: dict[str, Any] = {"units": changed, "battles": battles}
    if contacts:
        changes["contacts"] = contacts
    followers = f" with {joined_names(unit.id for unit in led)}" if led else ""
    says = f"{one.id} changes sides{followers}: they fight for {state.sides[other]} now (C435)."
    return Conclusion(changes, (says,))
