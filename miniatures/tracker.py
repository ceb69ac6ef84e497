"""A game being played: begun from two armies and a table, and carried on action by action.

Nothing is written before an action is complete: refused, or short of dice, it leaves the game as it was.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError

from miniatures import __version__
from miniatures.answers import Chances, Resolved, chances, resolve
from miniatures.broken import BrokenInputError, unknown
from miniatures.dice import FaceDice, TableDice
from miniatures.faults import read_model
from miniatures.game import Event, GameFile, Header
from miniatures.rosters import LoadedRoster, load_roster
from miniatures.ruling import Refusal
from miniatures.space.table import Table, scaled
from miniatures.stating import set_options, set_value, settled_options
from miniatures.systems import Procedure, System, listed_system, load_system
from miniatures.systems.playing import Action, Conclusion, GameRules, Plan, Setup

#: Runs of a procedure before the odds told with an action are sampled, and of the sample: players at a table wait a
#: second, not more. A combat of two against one with its pursuit is still counted.
BUDGET, RUNS = 16_000, 6_000
#: The same of a question, which looks further and is waited for.
ASKED_BUDGET = 40_000


class FactsNeededError(BrokenInputError):
    """Facts that no table measured and nobody stated: each with its place and what is expected there."""

    def __init__(self, needed: Sequence[tuple[str, str]]) -> None:
        super().__init__(*(f"{place}: not known; state it with --set {place}=... ({what})" for place, what in needed))
        self.needed = tuple(needed)


@dataclass(frozen=True)
class Playing:
    """An open game: its file, its rules, and the state as the rules see it."""

    file: GameFile
    system: System
    rules: GameRules
    setup: Setup

    @property
    def state(self) -> Any:
        return self.rules.load(self.setup, self.file.state)

    def state_at(self, number: int) -> Any:
        return self.rules.load(self.setup, self.file.at(number))


def now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def new_game(
    path: Path,
    armies: Sequence[str],
    table: Table | None = None,
    options: Iterable[str] = (),
    name: str = "",
) -> Playing:
    """Begin a game in a new file."""
    if len(armies) != 2:
        raise BrokenInputError(f"army: {len(armies)} given; expected two, as in --army towton-york --army mine.toml")
    loaded = [load_roster(reference) for reference in armies]
    system = loaded[0].system
    if loaded[1].system.name != system.name:
        raise BrokenInputError(f"{armies[1]}: a roster of {loaded[1].system.name}; {armies[0]} is one of {system.name}")
    if system.game is None:
        raise BrokenInputError(f"{armies[0]}: the {system.title} is not played as a whole game yet; see: resolve, odds")
    rules = system.game()
    if table is not None:
        table = scaled(table, rules.measure)
    agreed: dict[str, list[tuple[Any, str]]] = {}
    for one in loaded:
        for key, said in one.data.get("options", {}).items():
            agreed.setdefault(key, []).append((said, one.name))
    settled = settled_options(agreed, set_options(system, {}, options))
    setup = Setup(tuple(one.roster for one in loaded), read_model(system.options, settled, "options"), table)
    begun = rules.begin(setup)
    says = (*begun.says, *(sentence for one in loaded for sentence in _warned(one)))
    header = Header(
        program=__version__,
        system=system.name,
        data_version=system.data_version,
        name=name or path.stem,
        created=now(),
        options=settled,
        rosters=tuple(one.data for one in loaded),
        table=table.model_dump(mode="json", exclude_defaults=True) if table else None,
    )
    first = Event(number=1, at=now(), kind="command", command="new", changes=begun.changes, says=says)
    return Playing(GameFile.create(path, header, first), system, rules, setup)


def _warned(loaded: LoadedRoster) -> list[str]:
    """An illegal list may be played; it is said once."""
    errors = [finding for finding in loaded.system.army.findings(loaded.roster) if finding.severity == "error"]
    if not errors:
        return []
    return [f"{loaded.roster.name} is not a legal list, army check finds: {errors[0].message} ({errors[0].rule})."]


def open_game(path: Path, *, writing: bool = True) -> Playing:
    file = GameFile.open(path, writing=writing)
    header = file.header
    name = str(path)
    listed_system(header.system)
    system = load_system(header.system)
    setup = Setup(
        tuple(read_model(system.army.roster, roster, name) for roster in header.rosters),
        read_model(system.options, header.options, name),
        read_model(Table, header.table, name) if header.table is not None else None,
    )
    assert system.game is not None  # else nobody could have begun it
    return Playing(file, system, system.game(), setup)


@dataclass(frozen=True)
class Proposed:
    """An action with everything that is known before the dice."""

    action: Action
    words: Mapping[str, Any]
    plan: Plan
    procedure: Procedure | None
    facts: Any
    data: Mapping[str, Any]
    stated: tuple[str, ...]
    against: tuple[Refusal, ...]
    """The game's own refusals; the procedure adds its own."""


def find_action(rules: GameRules, name: str) -> Action:
    """What is done, or asked."""
    found = rules.find(name)
    if found is None:
        raise BrokenInputError(unknown(name, "an action of this game", [*rules.actions(), *rules.questions()]))
    return found


def measure(playing: Playing, name: str, words: Mapping[str, Any], state: Any = None) -> Plan:
    """What an action comes to before anybody states a fact, now or in another state."""
    action = find_action(playing.rules, name)
    return action.plan(playing.state if state is None else state, read_model(action.words, dict(words), name))


def propose(
    playing: Playing, name: str, words: Mapping[str, Any], sets: Iterable[str] = (), state: Any = None
) -> Proposed:
    """Measure what an action comes to, now or in another state. `sets` state facts over the measured ones."""
    return planned(playing, find_action(playing.rules, name), words, measure(playing, name, words, state), sets)


def planned(
    playing: Playing, action: Action, words: Mapping[str, Any], plan: Plan, sets: Iterable[str] = ()
) -> Proposed:
    """The same for a plan that is made already."""
    sets = tuple(sets)
    if not plan.procedure:
        if sets and not plan.refusals(None):
            raise BrokenInputError(f"--set: {action.name} takes no facts; what it takes stands in its --help")
        return Proposed(action, words, plan, None, None, {}, (), tuple(plan.refusals(None)))
    procedure = playing.system.procedure(plan.procedure)
    data = dict(plan.measured)
    for assignment in sets:
        data = set_value(data, assignment)
    data.setdefault("options", playing.file.header.options)
    facts = read_facts(procedure.facts, data)
    return Proposed(action, words, plan, procedure, facts, data, sets, tuple(plan.refusals(facts)))


def read_facts(model: type[BaseModel], data: Mapping[str, Any]) -> Any:
    """The facts, or the list of those that nobody knows yet."""
    try:
        return model.model_validate(data)
    except ValidationError as error:
        faults = error.errors(include_url=False)
        if all(fault["type"] == "missing" for fault in faults):
            fields = model.model_fields
            raise FactsNeededError(
                [
                    (
                        ".".join(map(str, fault["loc"])),
                        (fields[str(fault["loc"][0])].description or "") if len(fault["loc"]) == 1 else "",
                    )
                    for fault in faults
                ]
            ) from None
    return read_model(model, data, "facts")


@dataclass(frozen=True)
class Performed:
    """An action thrown and concluded, refused, or waiting for dice. Only with an event has the game changed."""

    proposed: Proposed
    resolved: Resolved | None
    refusals: tuple[Refusal, ...]
    overruled: str | None
    conclusion: Conclusion | None = None
    event: Event | None = None

    @property
    def refused(self) -> bool:
        return bool(self.refusals) and self.overruled is None


def settle(playing: Playing, proposed: Proposed, dice: FaceDice, overruled: str | None = None) -> Performed:
    """Throw and conclude, and write nothing: what would happen with these dice."""
    resolved = None
    refusals = proposed.against
    if proposed.procedure is not None:
        resolved = resolve(playing.system, proposed.procedure, proposed.facts, dice, overruled, proposed.against)
        refusals = resolved.refusals
        if resolved.refused or resolved.needed is not None:
            return Performed(proposed, resolved, refusals, overruled)
    elif refusals and overruled is None:
        return Performed(proposed, None, refusals, None)
    elif isinstance(dice, TableDice):
        dice.all_used()
    conclusion = proposed.plan.conclude(proposed.facts, resolved.outcome if resolved else None)
    return Performed(proposed, resolved, refusals, overruled, conclusion)


def perform(
    playing: Playing, proposed: Proposed, dice: FaceDice, overruled: str | None = None, after: int | None = None
) -> Performed:
    """Settle it, and write the event when all dice are there and nothing stands against it. A question is not written.

    `after` is the last event that the player has seen, where that may not be the last one of the file.
    """
    settled = settle(playing, proposed, dice, overruled)
    if settled.conclusion is None or proposed.action.asks:
        return settled
    event = playing.file.append(_event(settled, settled.conclusion), playing.file.head if after is None else after)
    return replace(settled, event=event)


def _event(settled: Performed, conclusion: Conclusion) -> Event:
    proposed, overruled, resolved = settled.proposed, settled.overruled, settled.resolved
    reasons = tuple(f"Overruled ({overruled}): {refusal.rule}, {refusal.because}." for refusal in settled.refusals)
    return Event(
        number=0,
        at=now(),
        kind="command",
        command=proposed.action.name,
        words=dict(proposed.words),
        dice=tuple(face for throw in resolved.throws for face in throw.faces) if resolved else (),
        overruled=overruled if settled.refusals else None,
        procedure=proposed.plan.procedure,
        facts=proposed.facts.model_dump(mode="json", exclude_defaults=True) if proposed.facts else {},
        stated=proposed.stated,
        changes=conclusion.changes,
        says=(*reasons, *conclusion.says),
    )


def refusals_of(proposed: Proposed) -> tuple[Refusal, ...]:
    """Everything that stands against an action: the game's reasons and the procedure's."""
    if proposed.procedure is None:
        return proposed.against
    return (*proposed.against, *proposed.procedure.refusals(proposed.facts))


def expected(playing: Playing, proposed: Proposed, overruled: str | None = None) -> Chances | None:
    """The odds before the throw."""
    procedure = proposed.procedure
    if procedure is None or (refusals_of(proposed) and overruled is None):
        return None
    facts = proposed.facts
    if proposed.plan.asked is not None:
        facts = read_model(procedure.facts, {**proposed.data, **proposed.plan.asked}, "facts")
    budget = ASKED_BUDGET if proposed.action.asks else BUDGET
    return chances(
        playing.system, procedure, facts, overruled="" if overruled is None else overruled, budget=budget, runs=RUNS
    )
