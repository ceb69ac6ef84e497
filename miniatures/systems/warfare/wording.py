"""The outcomes of 15mm Warfare in sentences, and the questions that players ask of its odds."""

from collections.abc import Callable
from typing import Any

from miniatures.systems import Question
from miniatures.systems.warfare.command import InitiativeFacts, InitiativeOutcome
from miniatures.systems.warfare.leaders import KILLED, OUT, LeaderRiskFacts, LeaderRiskOutcome
from miniatures.systems.warfare.melee import UNDECIDED, MeleeOutcome, UnitResult
from miniatures.systems.warfare.melee_facts import MeleeFacts
from miniatures.systems.warfare.melee_round import DIVIDED, DRAW
from miniatures.systems.warfare.morale import ROUTS, MoraleFacts, MoraleOutcome
from miniatures.systems.warfare.movement import MoveOutcome
from miniatures.systems.warfare.movement_facts import MoveFacts
from miniatures.systems.warfare.rally import RallyFacts, RallyOutcome, RoutLossesFacts, RoutLossesOutcome
from miniatures.systems.warfare.shooting import ShootingFacts, ShootingOutcome

_STATES = {
    "stands": "stand",
    "furious": "are furious: they must charge the closest enemy in sight until in melee (W518)",
    "falls back": "fall back half a move, facing the enemy (W541)",
    "silenced": "stay, and do not shoot next turn (W541, W3)",
    "routs": "rout: turned away now, a full move away in the next Rally and Rout (W542)",
    "destroyed": "are wiped out",
    "removed": "leave play",
    "must test": "must test morale when all shots are thrown (W208, W23)",
}


def _is(field: str, value: str) -> Callable[[Any], bool]:
    """Whether an outcome has this value there."""
    return lambda outcome: bool(getattr(outcome, field) == value)


def _unit_is(index: int, field: str, value: str) -> Callable[[Any], bool]:
    """Whether one unit of a melee has this value there."""
    return lambda outcome: bool(getattr(outcome.units[index], field) == value)


def _casualties(index: int) -> Callable[[Any], int]:
    return lambda outcome: int(outcome.units[index].casualties)


def _lose(unit: str, casualties: int, left: int) -> str:
    if not casualties:
        return f"{unit} lose nobody ({left} left)"
    return f"{unit} lose {casualties} ({left} left)"


def tell_initiative(outcome: InitiativeOutcome) -> list[str]:
    return [f"{outcome.chooses} chooses to move first or second (W101)."]


def ask_initiative(facts: InitiativeFacts) -> list[Question]:
    return [
        Question(f"{commander.name} chooses", "whether", _is("chooses", commander.name))
        for commander in (facts.first, facts.second)
    ]


def tell_shooting(outcome: ShootingOutcome) -> list[str]:
    lost = _lose(outcome.unit, outcome.casualties, outcome.left)
    return [f"{lost}."] if not outcome.casualties else [f"{lost}.", f"{outcome.unit} {_STATES[outcome.state]}."]


def ask_shooting(facts: ShootingFacts) -> list[Question]:
    name = facts.target.name
    asked = [Question(f"{name} lose", "how many", lambda o: o.casualties)]
    for state, words in (
        ("falls back", "fall back"),
        ("silenced", "are silenced"),
        ("furious", "become furious"),
        ("destroyed", "are wiped out"),
    ):
        asked.append(Question(f"{name} {words}", "whether", _is("state", state)))
    return asked


def _tell_unit(result: UnitResult) -> list[str]:
    name = result.unit
    if result.state == "removed":
        return [f"{name} are removed: an enemy touches the gun (W408)."]
    said = [f"{_lose(name, result.casualties, result.left)}."]
    if result.leader in ("out", "killed"):
        fate = "out for one move" if result.leader == "out" else "killed"
        said.append(f"The leader of {name} is {fate} (W462).")
    if result.state != "stands":
        said.append(f"{name} {_STATES[result.state]}.")
    if result.pursuit == "must":
        said.append(f"{name} must pursue (W543).")
    elif result.pursuit == "may":
        said.append(f"{name} may pursue (W543).")
    return said


def tell_melee(outcome: MeleeOutcome) -> list[str]:
    last = "The round" if outcome.rounds == 1 else f"Round {outcome.rounds}"
    if outcome.rounds == 0:
        said = ["No blow is struck."]
    elif outcome.winner == DRAW:
        said = [f"{last} is a draw (W48)."]
    elif outcome.winner == DIVIDED:
        said = [f"{last} went one way here and another there (W48)."]
    else:
        said = [f"{last} goes to the {outcome.winner}: they lost fewer figures (W48)."]
    for place, result in enumerate(outcome.units):
        if place < outcome.fighters or result.state != "stands":  # of onlookers only who runs is news
            said += _tell_unit(result)
    if outcome.goes_on:
        said.append("The melee goes on next turn (W461).")
    elif outcome.holds != UNDECIDED:
        said.append(f"The {outcome.holds} are left on the field.")
    return said


def ask_melee(facts: MeleeFacts) -> list[Question]:
    several = facts.rounds > 1
    asked = [Question("the last round is won by" if several else "won by", "which", lambda o: o.winner)]
    asked.append(Question("left on the field", "which", lambda o: o.holds))
    for index, unit in enumerate(facts.everyone):
        name = unit.name
        fights = index < len(facts.units)
        asked.append(Question(f"{name} rout", "whether", _unit_is(index, "state", ROUTS)))
        if fights and not unit.artillery:
            asked.append(Question(f"{name} lose", "how many", _casualties(index)))
            asked.append(Question(f"{name} are wiped out", "whether", _unit_is(index, "state", "destroyed")))
            asked.append(Question(f"{name} must pursue", "whether", _unit_is(index, "pursuit", "must")))
            asked.append(Question(f"{name} may pursue", "whether", _unit_is(index, "pursuit", "may")))
        if unit.leader_state == "commands":
            asked.append(Question(f"leader of {name} killed", "whether", _unit_is(index, "leader", "killed")))
            asked.append(Question(f"leader of {name} out", "whether", _unit_is(index, "leader", "out")))
    return asked


def tell_morale(outcome: MoraleOutcome) -> list[str]:
    return [f"{outcome.unit} {_STATES[outcome.state]}."]


def ask_morale(facts: MoraleFacts) -> list[Question]:
    name = facts.unit.name
    return [
        Question(f"{name} {words}", "whether", _is("state", state))
        for state, words in (
            ("stands", "stand"),
            ("furious", "become furious"),
            ("falls back", "fall back"),
            ("silenced", "are silenced"),
            ("routs", "rout"),
        )
    ]


def tell_rally(outcome: RallyOutcome) -> list[str]:
    if outcome.state == "rallied":
        rule = "W603" if outcome.turns.startswith("in this") else "W608"
        return [f"{outcome.unit} rally and are a normal unit again; they may face the enemy {outcome.turns} ({rule})."]
    if outcome.state == "removed":
        return [f"{outcome.unit} do not rally and leave the game at once (W607)."]
    return [f"{outcome.unit} do not rally and go on pursuing (W55)."]


def ask_rally(facts: RallyFacts) -> list[Question]:
    name = facts.unit.name
    return [
        Question(f"{name} rally", "whether", lambda o: o.state == "rallied"),
        Question(f"{name} are removed", "whether", lambda o: o.state == "removed"),
    ]


def tell_rout_losses(outcome: RoutLossesOutcome) -> list[str]:
    said = [f"{_lose(outcome.unit, outcome.casualties, outcome.left)}."]
    if not outcome.left:
        said.append(f"{outcome.unit} are wiped out.")
    elif outcome.leaves:
        said.append(
            f"{outcome.unit} have lost 75 per cent or more: if still in rout, they leave in the next Movement (W612)."
        )
    return said


def ask_rout_losses(facts: RoutLossesFacts) -> list[Question]:
    return [Question(f"{facts.unit.name} lose", "how many", lambda o: o.casualties)]


def tell_leader_risk(outcome: LeaderRiskOutcome) -> list[str]:
    consequence = {
        OUT: "is out for one move: no command radius, no help in morale, melee or rally (W463)",
        KILLED: "is killed",
    }
    return [f"{outcome.leader} {consequence.get(outcome.fate, 'is unhurt')}."]


def ask_leader_risk(facts: LeaderRiskFacts) -> list[Question]:
    return [Question(f"{facts.leader} {fate}", "whether", _is("fate", fate)) for fate in ("unhurt", OUT, KILLED)]


def tell_move(outcome: MoveOutcome) -> list[str]:
    said = [f"{outcome.mover} may move {outcome.inches:g} inch{'' if outcome.inches == 1 else 'es'}."]
    if outcome.if_overruled > outcome.inches:
        said.append(f"If the players overrule what bars it: {outcome.if_overruled:g} inches.")
    if outcome.reaches:
        said.append(
            "That reaches." if outcome.reaches == "yes" else "That falls short: no contact, and no charge bonus (W32)."
        )
    said += [f"No {ban.what} ({ban.rule}): {ban.because}." for ban in outcome.forbids]
    said += [f"Must {demand.what} ({demand.rule})." for demand in outcome.demands]
    return said


def ask_move(facts: MoveFacts) -> list[Question]:
    return [Question(f"inches for {facts.name}", "which", lambda o: o.inches)]
