"""An answer in full: what was asked, thrown and decided, as data for the command line, the page and the log."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from miniatures.dice import DiceNeededError, FaceDice, TableDice, Throw
from miniatures.odds import RUN_BUDGET, Odds
from miniatures.ruling import Modifier, Reading, Refusal, Sum
from miniatures.systems import Procedure, Question, System


@dataclass(frozen=True)
class Resolved:
    """One procedure resolved, refused, or waiting for its next throw: then the outcome is what is settled so far."""

    system: System
    procedure: Procedure
    facts: Any
    outcome: Any
    throws: tuple[Throw, ...]
    refusals: tuple[Refusal, ...]
    overruled: str | None
    needed: DiceNeededError | None
    pending: tuple[int, ...] = ()

    @property
    def refused(self) -> bool:
        return bool(self.refusals) and self.overruled is None

    @property
    def sums(self) -> Sequence[Sum]:
        return () if self.refused else self.procedure.sums(self.facts)


def resolve(
    system: System,
    procedure: Procedure,
    facts: Any,
    dice: FaceDice,
    overruled: str | None = None,
    also: Iterable[Refusal] = (),
) -> Resolved:
    """Resolve with dice that show faces. Typed-in dice that run out end in a question, not in an error.

    `also` are refusals of the game that it is resolved in, beside those of the procedure.
    """
    refusals = (*also, *procedure.refusals(facts))
    outcome, needed = None, None
    if not refusals or overruled is not None:
        try:
            outcome = procedure.resolve(facts, dice)
        except DiceNeededError as question:
            needed = question
            outcome = procedure.so_far(facts, dice)
    if needed is None and isinstance(dice, TableDice) and not (refusals and overruled is None):
        dice.all_used()
    pending = dice.pending if needed and isinstance(dice, TableDice) else ()
    return Resolved(system, procedure, facts, outcome, tuple(dice.throws), refusals, overruled, needed, pending)


def resolve_envelope(answer: Resolved) -> dict[str, Any]:
    """The one JSON shape of every resolved procedure."""
    throws = [_throw(throw) for throw in answer.throws]
    modifiers = [line for made in answer.sums for line in _modifiers(made.modifiers, made.purpose)]
    modifiers += [line for throw in throws for line in throw["modifiers"]]
    envelope = {
        "system": answer.system.name,
        "procedure": answer.procedure.name,
        "dice": [*(face for throw in answer.throws for face in throw.faces), *answer.pending],
        "modifiers": modifiers,
        "outcome": plain(answer.outcome),
        "rulings": [] if answer.refused else _resolved_rulings(answer),
        "throws": throws,
    }
    if answer.outcome is not None and answer.needed is None:
        envelope["says"] = list(answer.procedure.tell(answer.outcome))
    if answer.refusals:
        envelope["refusals"] = [plain(refusal) for refusal in answer.refusals]
        envelope["overruled"] = answer.overruled
    if answer.needed is not None:
        envelope["needs"] = {
            "purpose": answer.needed.purpose,
            "dice": answer.needed.count,
            "sides": answer.needed.sides,
            "faces": list(answer.needed.marks),
        }
    return envelope


def _resolved_rulings(answer: Resolved) -> list[str]:
    read = [throw for throw in answer.throws if isinstance(throw.read, Reading)]
    sums = [*answer.sums, *(made for throw in answer.throws for made in throw.sums)]
    modifiers = [line for source in (*sums, *(throw.read for throw in read)) for line in source.modifiers]
    rules = [rule for made in sums for rule in made.rules]
    rules += [rule for throw in read for rule in throw.read.rules_of(throw.result)]
    return _rulings(answer.procedure, modifiers, rules)


def _throw(throw: Throw) -> dict[str, Any]:
    modifiers = throw.read.modifiers if isinstance(throw.read, Reading) else ()
    behind = [line for made in throw.sums for line in _modifiers(made.modifiers, made.purpose)]
    return {
        "purpose": throw.purpose,
        "dice": list(throw.faces),
        "modifiers": [*behind, *_modifiers(modifiers, throw.purpose)],
        "result": plain(throw.result),
        "rules": list(throw.read.rules_of(throw.result)) if isinstance(throw.read, Reading) else [],
    }


def _modifiers(modifiers: Iterable[Modifier], purpose: str) -> list[dict[str, Any]]:
    return [
        {"value": line.value, "rule": line.rule, "because": line.because, "of": purpose}
        | ({"ruling": line.ruling} if line.ruling else {})
        for line in modifiers
    ]


def _rulings(procedure: Procedure, modifiers: Iterable[Modifier], rules: Iterable[str]) -> list[str]:
    """The house rulings that an answer leans on, in the order of their numbers."""
    numbers = (
        {number for line in modifiers for number in (line.rule, line.ruling)} | set(rules) | set(procedure.rulings)
    )
    return sorted((number for number in numbers if number and is_ruling(number)), key=lambda number: int(number[1:]))


def is_ruling(number: str) -> bool:
    """Rulings have one or two digits, printed rules have three."""
    return len(number) <= 3


@dataclass(frozen=True)
class Chances:
    """The odds of one set of facts, and what the players ask of them."""

    system: System
    procedure: Procedure
    facts: Any
    label: str
    refusals: tuple[Refusal, ...]
    overruled: str | None
    odds: Odds[Any] | None
    questions: tuple[Question, ...]

    def answers(self) -> dict[str, Any]:
        """Each question with its answer: a chance, chances of at least so many, or a chance for each case."""
        return {question.label: self.answer(question) for question in self.questions} if self.odds else {}

    def answer(self, question: Question) -> Fraction | dict[Any, Fraction]:
        assert self.odds is not None
        by_value = self.odds.marginal(question.answer)
        if question.kind == "whether":
            return by_value.get(True, Fraction(0))
        if question.kind == "which":
            return dict(sorted(by_value.items(), key=lambda item: (-item[1], str(item[0]))))
        most = max(by_value)
        return {
            number: sum((chance for value, chance in by_value.items() if value >= number), Fraction(0))
            for number in range(1, most + 1)
        }


def chances(
    system: System,
    procedure: Procedure,
    facts: Any,
    label: str = "as stated",
    overruled: str | None = None,
    budget: int = RUN_BUDGET,
    runs: int | None = None,
) -> Chances:
    refusals = tuple(procedure.refusals(facts))
    counted = procedure.odds(facts, budget, runs) if not refusals or overruled is not None else None
    return Chances(system, procedure, facts, label, refusals, overruled, counted, tuple(procedure.questions(facts)))


def came_true(answer: Chances, outcome: Any) -> list[tuple[str, Fraction]]:
    """What players had asked and this outcome answered: each with the chance that it had."""
    found: list[tuple[str, Fraction]] = []
    for question in answer.questions:
        value, odds = question.answer(outcome), answer.answer(question)
        if isinstance(odds, Fraction):
            if value is True:
                found.append((question.label, odds))
        elif question.kind == "how many" and value:
            found.append((f"{question.label} {value} or more", odds.get(value, Fraction(0))))
    return found


def odds_envelope(answer: Chances) -> dict[str, Any]:
    """The one JSON shape of odds: the full joint table, and a summary as players ask for it."""
    envelope: dict[str, Any] = {
        "system": answer.system.name,
        "procedure": answer.procedure.name,
        "exact": None,
        "outcomes": [],
        "summary": {},
        "rulings": [],
    }
    odds = answer.odds
    if odds is not None:
        sources: list[Sum | Reading[Any, Any]] = [
            *answer.procedure.sums(answer.facts),
            *(asked.read for asked in odds.asked if isinstance(asked.read, Reading)),
        ]
        modifiers = [line for source in sources for line in source.modifiers]
        envelope |= {
            "exact": odds.exact,
            "outcomes": [
                {"outcome": plain(outcome), **_chance(chance, odds.exact)} for outcome, chance in odds.likeliest_first()
            ],
            "summary": {
                label: {str(value): _chance(part, odds.exact) for value, part in found.items()}
                if isinstance(found, dict)
                else _chance(found, odds.exact)
                for label, found in answer.answers().items()
            },
            "rulings": _rulings(answer.procedure, modifiers, [rule for source in sources for rule in source.rules]),
        }
        if odds.error is not None:
            envelope["error"] = odds.error
    if answer.refusals:
        envelope["refusals"] = [plain(refusal) for refusal in answer.refusals]
        envelope["overruled"] = answer.overruled
    return envelope


def _chance(chance: Fraction, exact: bool) -> dict[str, Any]:
    """A sampled chance has no fraction to be trusted."""
    return {"probability": float(chance), "chance": str(chance) if exact else None}


def plain(value: Any) -> Any:
    """Outcomes and refusals as JSON knows them."""
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return {name: plain(getattr(value, name)) for name in value._fields}
    if isinstance(value, tuple | list):
        return [plain(item) for item in value]
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    return value.value if hasattr(value, "value") and not isinstance(value, int | float) else value
