"""The outcomes of the chapter Command in sentences, and the questions that players ask of its odds."""

from collections.abc import Callable
from typing import Any

from miniatures.systems import Question
from miniatures.systems.command_roll.blunders import AWAY, HALF_PACE, PENALTY, TOWARDS
from miniatures.systems.command_roll.classes import (
    CHANGES_SIDES,
    ClassFacts,
    ClassOutcome,
    TreacheryFacts,
    TreacheryOutcome,
)
from miniatures.systems.command_roll.command import (
    BLUNDERED,
    EVERYBODY,
    FAILED,
    GIVEN,
    OrderFacts,
    OrderOutcome,
)
from miniatures.systems.command_roll.initiative import InitiativeFacts, InitiativeOutcome
from miniatures.systems.command_roll.movement import BEYOND, ENGAGED, MoveFacts, MoveOutcome
from miniatures.systems.command_roll.objectives import HeraldFacts, HeraldOutcome
from miniatures.systems.command_roll.tables import CLASS_COMMAND
from miniatures.words import joined_names

_BLUNDERS = {
    PENALTY: "-1 to orders for the rest of the battle",
    AWAY: "they move away from all enemies",
    HALF_PACE: "they move at half pace",
    TOWARDS: "they move at the enemy",
}


def _tell_blunder(outcome: OrderOutcome) -> str:
    names, far = joined_names(outcome.units), f"{outcome.centimetres:g} cm"
    if outcome.blunder == PENALTY:
        whose = names if len(outcome.units) == 1 else f"one of {names}, as their owner chooses"
        return f"Blunder: -1 for the rest of the battle to every order to {whose} (C142)."
    if outcome.blunder == AWAY:
        moved = f"{far} are lacking" if outcome.centimetres else "if that is so already they stay"
        return f"Blunder: {names} move until a full move lies between them and all enemies; {moved} (C143)."
    if outcome.blunder == HALF_PACE:
        return f"Blunder: {names} move at half pace, {far}, and do not charge (C144)."
    if outcome.blunder == TOWARDS:
        return f"Blunder: {names} move {far} at the nearest enemy in sight, and charge if they can (C145)."
    return "A blunder: a D6 says what they do (C141)."


def tell_order(outcome: OrderOutcome) -> list[str]:
    names, given = joined_names(outcome.units), outcome.given
    said = [f"{names} take {'the order' if given == 1 else f'{given} orders'} (C107)."] if given else []
    if outcome.result == GIVEN:
        return said
    last = "next order" if given else "order"
    if outcome.ends == EVERYBODY:
        over = f"{outcome.character} is the general, so nobody gives further orders this turn (C109)"
    else:
        over = f"{outcome.character} gives no further orders this turn (C108)"
    said.append(f"The {last} to {names} fails: {over}.")
    if outcome.result == BLUNDERED:
        said += [_tell_blunder(outcome), f"{names} take no further orders this turn (C13)."]
    return said


def ask_order(facts: OrderFacts) -> list[Question]:
    if facts.orders == 1:
        asked = [Question("the order is given", "whether", lambda o: o.result == GIVEN)]
    else:
        asked = [Question("orders given", "how many", lambda o: o.given)]
    asked.append(Question("an order fails without a blunder", "whether", lambda o: o.result == FAILED))
    asked.append(Question("a blunder", "whether", lambda o: o.result == BLUNDERED))
    return [*asked, *(Question(f"a blunder: {words}", "whether", _blunder(word)) for word, words in _BLUNDERS.items())]


def _blunder(word: str) -> Callable[[Any], bool]:
    return lambda outcome: bool(outcome.blunder == word)


def tell_class(outcome: ClassOutcome) -> list[str]:
    rule = CLASS_COMMAND[outcome.classed].rule
    return [f"{outcome.commander} is {outcome.classed}: command {outcome.command} ({rule})."]


def ask_class(facts: ClassFacts) -> list[Question]:
    return [Question(f"{facts.commander.name} is", "which", lambda o: o.classed)]


def tell_treachery(outcome: TreacheryOutcome) -> list[str]:
    if outcome.state != CHANGES_SIDES:
        return [f"{outcome.commander} stays (C435)."]
    who = joined_names(outcome.with_him) if outcome.with_him else "all stands that he commands"
    return [f"{outcome.commander} changes sides, and with him {who} (C435)."]


def ask_treachery(facts: TreacheryFacts) -> list[Question]:
    return [Question(f"{facts.commander.name} changes sides", "whether", lambda o: o.state == CHANGES_SIDES)]


def tell_initiative(outcome: InitiativeOutcome) -> list[str]:
    far = f"{outcome.centimetres:g} cm"
    if outcome.does == "charge":
        return [f"{outcome.unit} may charge {outcome.enemy}, up to {far} (C331); they are then engaged (C132)."]
    said = [f"{outcome.unit} may evade {outcome.enemy} straight away, up to {far} (C332)."]
    if outcome.confuses:
        said.append(f"Confused, as evaders burst through: {joined_names(outcome.confuses)} (C401).")
    return said


def ask_initiative(facts: InitiativeFacts) -> list[Question]:
    return [Question(f"cm for {facts.unit.name}", "which", lambda o: o.centimetres)]


def tell_move(outcome: MoveOutcome) -> list[str]:
    names = joined_names(outcome.units)
    if outcome.ends == BEYOND:
        return [f"{names} pass through and end wholly beyond; it takes the whole move (C508)."]
    said = [f"{names} may move up to {outcome.centimetres:g} cm."]
    if outcome.ends == ENGAGED:
        said.append("That reaches: a charge (C131), so engaged (C132) and open to no further orders (C133).")
    elif outcome.reaches:
        said.append("That reaches." if outcome.reaches == "yes" else "That falls short.")
    return said


def ask_move(facts: MoveFacts) -> list[Question]:
    names = joined_names(unit.name for unit in facts.units)
    return [Question(f"cm for {names}", "which", lambda o: o.centimetres)]


def tell_herald(outcome: HeraldOutcome) -> list[str]:
    if outcome.turns == 1:
        return [f"The herald reaches {outcome.battle}: it is now to {outcome.new} (C18)."]
    led = ", though its command was killed" if outcome.leaderless else ""
    return [
        f"The herald is there in {outcome.turns} turns, this one included (C18).",
        f"{outcome.battle} goes on to {outcome.objective}{led} (C442).",
    ]


def ask_herald(facts: HeraldFacts) -> list[Question]:
    return [Question(f"{facts.battle} is to", "which", lambda o: o.objective)]
