"""The rest of a turn for one contingent, phase by phase: in disarray, DPs and losses by the end of it (T15)."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from typing import NamedTuple

from miniatures.ruling import Refusal, Sum
from miniatures.systems import Play, chained
from miniatures.systems.tree_of_battles.ahead_facts import AheadFacts, Shots
from miniatures.systems.tree_of_battles.ahead_fight import fight
from miniatures.systems.tree_of_battles.ahead_parts import Part, Parts
from miniatures.systems.tree_of_battles.ahead_state import GONE, Leading, Now, phase_ended
from miniatures.systems.tree_of_battles.shot_facts import CLOSE, LONG
from miniatures.systems.tree_of_battles.shot_facts import Phase as ShootingPhase

APPROACH, LONG_RANGE, TACTICAL, CLOSE_RANGE, COMBAT, RALLY = (
    "the Approach", "Long Range Shooting", "the Tactical Move", "Close Range Shooting", "Combat", "the Rally phase",
)  # fmt: skip


Link = Callable[[Now], Play | Now]


class AheadOutcome(NamedTuple):
    """A contingent at the end of the turn."""

    contingent: str
    dps: int
    in_disarray: bool
    disarray: tuple[str, ...]
    """The phases at whose end it was in disarray."""
    stands_lost: int
    left: int
    fate: str
    """What it does, if not stand: retire, break, pursue; or are destroyed, are lost, change sides."""
    result: str
    """The row of its combat, if it fought."""
    leaders: tuple[Leading, ...]


class Phase(NamedTuple):
    name: str
    parts: tuple[Part, ...]


class Ahead:
    """A turn, ready to be thrown."""

    def __init__(self, facts: AheadFacts) -> None:
        self.facts = facts
        self.made = Parts(facts)
        self.phases = [phase for phase in self._phases() if phase.parts]

    def _phases(self) -> list[Phase]:
        """In the order of the sheet."""
        facts, made = self.facts, self.made
        approach = [made.move(facts.approach, "approach")] if facts.approach else []
        tactical = [made.move(facts.tactical, "tactical")] if facts.tactical else []
        blows: list[Part] = []
        if facts.combat:
            blows = fight(made, facts.combat) + (
                [] if facts.combat.evading else [made.risk(in_combat=True), made.mourning()]
            )
        return [
            Phase(APPROACH, (*approach, *made.friends("approach"))),
            Phase(LONG_RANGE, (*self._shots(facts.long_range, LONG), *made.friends("long range"))),
            Phase(TACTICAL, (*tactical, *made.friends("tactical"))),
            Phase(CLOSE_RANGE, (*self._shots(facts.close_range, CLOSE), *made.friends("close range"))),
            Phase(COMBAT, (*made.friends("before combat"), *blows, *made.friends("after combat"))),
            Phase(RALLY, (made.rally(),) if facts.rally else ()),
        ]

    def _shots(self, shots: Shots, phase: ShootingPhase) -> list[Part]:
        made = self.made
        hurt = (made.risk(), made.mourning())
        found = [part for one in shots.artillery for part in (made.volley(phase, one), *hurt, made.control())]
        found += [part for one in shots.archery for part in (made.volley(phase, one), *hurt)]
        return [*found, made.run()] if found else []

    def play(self) -> Play:
        links: list[Link] = []
        for phase in self.phases:
            links += map(self._link, phase.parts)
            links += [partial(phase_ended, phase=phase.name)] if phase.name != RALLY else []
        return chained(self.made.first, links, self.outcome)

    def _link(self, part: Part) -> Link:
        """A part with the sums that differ from those that were known at first."""
        known = cache(lambda: part.sums(self.made.first))

        def link(now: Now) -> Play | Now:
            made = part.link(now)
            if not isinstance(made, Play):
                return made
            return replace(made, explains=cache(lambda: [one for one in part.sums(now) if one not in known()]))

        return link

    def outcome(self, now: Now) -> AheadOutcome:
        unit = self.facts.contingent
        return AheadOutcome(
            unit.name,
            now.dps,
            now.in_disarray and now.fate not in GONE,
            now.disarray,
            unit.left - now.left,
            now.left,
            now.fate,
            now.result,
            now.leaders,
        )


def ahead(facts: AheadFacts) -> Play:
    return Ahead(facts).play()


def ahead_sums(facts: AheadFacts) -> list[Sum]:
    """The sums of all phases with the contingent as it stands now; DPs that it takes before change those of combat."""
    turn = Ahead(facts)
    found: list[Sum] = []
    for number, phase in enumerate(turn.phases):
        later = f", as {facts.contingent.name} stand now" if number and phase.name == COMBAT else ""
        made = [one for part in phase.parts for one in part.sums(turn.made.first)]
        found += [one._replace(purpose=f"{phase.name}: {one.purpose}{later}") for one in made]
    return found


def ahead_refusals(facts: AheadFacts) -> list[Refusal]:
    """What stands against any part of it, with the contingent as it stands now."""
    turn = Ahead(facts)
    every = [one for phase in turn.phases for part in phase.parts for one in part.refusals(turn.made.first)]
    return list(dict.fromkeys(every))
