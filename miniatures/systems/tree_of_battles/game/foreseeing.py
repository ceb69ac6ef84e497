"""A question that changes nothing: what may befall a contingent in the rest of this turn, with the facts measured."""

from typing import Annotated, Any, Literal

from pydantic import Field

from miniatures.naming import find
from miniatures.ruling import Refusal
from miniatures.systems.playing import Action, Conclusion, Plan, impossible
from miniatures.systems.tree_of_battles.ahead import AheadOutcome
from miniatures.systems.tree_of_battles.ahead_facts import AheadFacts
from miniatures.systems.tree_of_battles.ahead_wording import tell_ahead
from miniatures.systems.tree_of_battles.combat_facts import ATTACKERS, DEFENDERS
from miniatures.systems.tree_of_battles.game.charging import charger_facts
from miniatures.systems.tree_of_battles.game.coming_to_blows import blows, fray
from miniatures.systems.tree_of_battles.game.describing import STEPS, measured, not_in_play
from miniatures.systems.tree_of_battles.game.pieces import ContingentNow
from miniatures.systems.tree_of_battles.game.shooting import shot_at_facts
from miniatures.systems.tree_of_battles.game.state import State
from miniatures.systems.tree_of_battles.game.testing import control_facts
from miniatures.systems.tree_of_battles.game.threats import shots, to_come
from miniatures.systems.tree_of_battles.unit import Lower, Stated
from miniatures.words import joined_names

#: How the facts call the phases of shooting.
_FACTS = {"long range": "long_range", "close range": "close_range"}
#: What is owed comes first: its rule, what it is called, and the action.
_OWED = {
    "control": ("T414", "a control test", "test"),
    "shooting": ("T141", "a shooting test", "test"),
    "run": ("T204", "their run", "run"),
}


class ProspectWords(Stated):
    """What may befall a contingent until the turn ends: everything that could, as everybody stands now."""

    unit: str = Field(description="the contingent")
    without: tuple[str, ...] = Field((), description="an enemy that is not counted; say it again for more")
    shot_by: tuple[str, ...] = Field(
        (), description="an enemy that shoots at it, if it is not found by itself; say it again for more"
    )
    charged_by: tuple[str, ...] = Field(
        (), description="an enemy that charges it, if it is not found by itself; say it again for more"
    )
    charges: str = Field("", description="the enemy that it means to charge itself")
    answer: Annotated[Literal["stand", "countercharge", "evade", "exchange"], Lower] = Field(
        "stand", description="how a charge is answered, if that is allowed: stand, countercharge, evade or exchange"
    )
    wants: Annotated[str, Lower] = Field(
        "", description="what its owner wants of a shooting test, for B grade: retire, halt or advance"
    )


def plan_prospects(state: State, words: ProspectWords) -> Plan:
    unit = state.unit(words.unit)
    enemies = {one.id: one for one in state.standing(1 - unit.side)}

    def enemy(name: str) -> str:
        return find(name, enemies, f"an enemy of {unit.id} in this game")

    without, shot_by, charged_by = ([enemy(name) for name in said] for said in _named(words))
    if unit.gone:
        return impossible(not_in_play(unit))
    if not state.turn:
        return impossible([Refusal("T101", "no turn has begun", "begin the first: next")])
    facts, notes = _threatened(state, unit, shot_by, without)
    charges = enemy(words.charges) if words.charges else ""
    met = fray(state, unit, charges, charged_by, without, words.answer) if to_come(state, "combat") else None
    against = list(met.against) if met else []
    if met is not None and (fight := blows(met, unit)):
        facts["combat"] = fight
        notes += [*met.notes, f"Combat: {unit.id} fight {_enemies(fight)}."]
    if words.wants:
        facts["wants"] = words.wants
    for rule, what, action in (_OWED[debt] for debt in unit.owes if debt in _OWED):
        against.append(Refusal(rule, f"{unit.id} owe {what}", f'do it first: {action} "{unit.id}"'))

    def conclude(_facts: AheadFacts, outcome: AheadOutcome) -> Conclusion:
        return Conclusion({}, tuple(tell_ahead(outcome)))

    notes = notes or [f"Nobody can shoot at {unit.id}, charge them or fight them as everybody stands now."]
    return Plan(conclude, "turn-ahead", facts, tuple(notes), lambda _facts: against)


def _enemies(fight: dict[str, Any]) -> str:
    enemies = fight[DEFENDERS if fight["side"] == ATTACKERS else ATTACKERS]
    return joined_names(one["name"] for one in enemies)


def _named(words: ProspectWords) -> tuple[tuple[str, ...], ...]:
    return words.without, words.shot_by, words.charged_by


def _threatened(
    state: State, unit: ContingentNow, shot_by: list[str], without: list[str]
) -> tuple[dict[str, Any], list[str]]:
    """The contingent with its turn so far, and the shots that it may have to stand."""
    facts: dict[str, Any] = {"contingent": _beset(state, unit), "rally": state.step != "rally"}
    control = control_facts(state, unit)
    facts |= {"control": control} if control else {}
    notes: list[str] = []
    for phase, volleys in shots(state, unit, shot_by, without).items():
        facts[_FACTS[phase]] = {"artillery": volleys.artillery, "archery": volleys.archery}
        notes += [f"{STEPS[phase]}: {note[0].lower()}{note[1:]}" for note in volleys.notes]
    return facts, notes


def _beset(state: State, unit: ContingentNow) -> dict[str, Any]:
    said = {
        "moved_tactically": unit.moved == state.turn,
        "shot_at": unit.shot_at == state.turn,
        "fought": unit.fought == state.turn,
    }
    turn = charger_facts(state, unit)
    said |= {key: bool(turn.get(key)) for key in ("halted", "rallied")}
    return shot_at_facts(state, measured(state), unit) | {key: True for key, value in said.items() if value}


QUESTIONS = (
    Action(
        "prospects",
        "a question: what may befall a contingent until the turn ends",
        ProspectWords,
        plan_prospects,
        asks=True,
    ),
)
