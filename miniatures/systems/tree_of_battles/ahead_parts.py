"""What may befall a contingent in a turn, part by part: each prepares the procedure that a game would throw, with the
contingent as it is by then, and says what its outcome makes of it. No rule is written here.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple

from pydantic import BaseModel

from miniatures.dice import Step
from miniatures.ruling import Refusal, Sum
from miniatures.systems import Play, single
from miniatures.systems.tree_of_battles.ahead_facts import AheadFacts, Beset, MoveAhead
from miniatures.systems.tree_of_battles.ahead_state import (
    GONE,
    Now,
    after_control,
    after_morale,
    after_move,
    after_risk,
    after_run,
    after_shots,
    as_it_is,
    at_first,
)
from miniatures.systems.tree_of_battles.archery import archery, archery_sums
from miniatures.systems.tree_of_battles.archery_facts import ArcherVolley, ArcheryFacts
from miniatures.systems.tree_of_battles.archery_refusals import archery_refusals
from miniatures.systems.tree_of_battles.artillery import (
    ArtilleryFacts,
    GunVolley,
    artillery,
    artillery_refusals,
    artillery_sums,
)
from miniatures.systems.tree_of_battles.control import ControlFacts, Controlling, control_test
from miniatures.systems.tree_of_battles.leader_risk import Fate, risks_from_shooting, risks_in_combat
from miniatures.systems.tree_of_battles.manoeuvre import RALLY, ManoeuvreFacts, Manoeuvres, manoeuvre, manoeuvre_sums
from miniatures.systems.tree_of_battles.morale import Event, MoraleFacts, morale_sum, shaken
from miniatures.systems.tree_of_battles.move_refusals import manoeuvre_refusals, move_refusals
from miniatures.systems.tree_of_battles.movement import Going, MoveFacts, move, move_sums
from miniatures.systems.tree_of_battles.movement import Phase as MovePhase
from miniatures.systems.tree_of_battles.rally import RallyFacts, rallied, rally_refusals
from miniatures.systems.tree_of_battles.shooting_test import HALT
from miniatures.systems.tree_of_battles.shot_facts import CLOSE, Phase


def _none(_now: Now) -> Sequence[Any]:
    return ()


class Part(NamedTuple):
    """One thing that befalls it: a play, or what it makes of the contingent where nothing is thrown."""

    link: Callable[[Now], Play | Now]
    sums: Callable[[Now], Sequence[Sum]] = _none
    refusals: Callable[[Now], Sequence[Refusal]] = _none


def said(stated: BaseModel, model: type[BaseModel]) -> dict[str, Any]:
    """What was stated, as the fields of a model that it shares."""
    return {key: getattr(stated, key) for key in model.model_fields}


def then(play: Play, after: Callable[[Any], Now]) -> Play:
    outcome = play.outcome
    return replace(play, outcome=lambda state: after(outcome(state)))


class Parts:
    """The parts of one turn."""

    def __init__(self, facts: AheadFacts) -> None:
        self.facts, self.options = facts, facts.options
        apart = {"no_risk_from_shooting": True, "no_risk_in_combat": True}
        self.without_risk = facts.options.model_copy(update=apart)  # `risk` throws for its own leaders
        self.first = at_first(facts.contingent)
        self.unit: Callable[[Now], Beset] = cache(lambda now: as_it_is(facts.contingent, now))

    def volley(self, phase: Phase, volley: GunVolley | ArcherVolley) -> Part:
        """One volley, with its shooting test."""
        guns = isinstance(volley, GunVolley)

        @cache
        def facts(now: Now) -> Any:
            shots = said(volley, GunVolley if guns else ArcherVolley)
            made = ArtilleryFacts.model_construct if guns else ArcheryFacts.model_construct
            return made(
                **shots,
                target=self.unit(now),
                phase=phase,
                tests=True,
                wants=self.facts.wants,
                options=self.without_risk,
            )

        def link(now: Now) -> Play | Now:
            if now.fate in GONE or now.away:
                return now
            play = (artillery if guns else archery)(facts(now))
            return then(play, lambda struck: after_shots(self.unit(now), now, struck, late=phase == CLOSE))

        def sums(now: Now) -> Sequence[Sum]:
            return artillery_sums(facts(now)) if guns else archery_sums(facts(now))

        def refusals(now: Now) -> Sequence[Refusal]:
            return artillery_refusals(facts(now)) if guns else archery_refusals(facts(now))

        return Part(link, sums, refusals)

    def risk(self, *, in_combat: bool = False) -> Part:
        """The risk of its leaders, after a volley of which a DP counted, or after a round: thrown last.

        Nothing but mourning follows from it, and so the same risk is not counted again for each number of hits.
        """

        def link(now: Now) -> Play | Now:
            leaders, near = self.unit(now).leaders, self.unit(now).nearest_enemy
            risks = (
                risks_in_combat(leaders, self.options)
                if in_combat
                else risks_from_shooting(leaders, near, self.options)
            )
            if not now.endangered or not risks:
                return now._replace(endangered=False)

            def next_step(fates: tuple[Fate, ...]) -> Step[tuple[Fate, ...]] | None:
                if len(fates) == len(risks):
                    return None
                return lambda dice: (*fates, risks[len(fates)](dice))

            return Play((), next_step, lambda fates: after_risk(now, fates))

        return Part(link)

    def control(self) -> Part:
        """The control test that a DP from artillery asks for at once."""

        def link(now: Now) -> Play | Now:
            if not now.owes_control_test or now.fate:
                return now._replace(owes_control_test=False)
            wishes = said(self.facts.control, Controlling)
            facts = ControlFacts.model_construct(
                **wishes, contingent=self.unit(now), because=("artillery",), situation=None, options=self.options
            )
            return then(single(control_test(facts)), lambda tested: after_control(self.unit(now), now, tested))

        return Part(link)

    def _shaken(self, now: Now, events: Sequence[Event]) -> Now:
        if not events or now.fate in GONE:
            return now
        return after_morale(self.unit(now), now, shaken(self._morale(now, events)))

    def _morale(self, now: Now, events: Sequence[Event]) -> MoraleFacts:
        return MoraleFacts.model_construct(contingent=self.unit(now), events=tuple(events), options=self.options)

    def mourning(self) -> Part:
        """Nobles of its own who fell in the part before (T79)."""
        return Part(lambda now: self._shaken(now, [Event(what="noble killed")] * now.mourns))

    def friends(self, when: str) -> list[Part]:
        """What happens to its friends then."""
        events = [event for event in self.facts.morale if event.when == when]

        def sums(now: Now) -> Sequence[Sum]:
            return [morale_sum(self._morale(now, events))]

        return [Part(lambda now: self._shaken(now, events), sums)] if events else []

    def move(self, stated: MoveAhead, phase: MovePhase) -> Part:
        """A move that it means to make, unless the rules forbid it by then."""

        @cache
        def facts(now: Now) -> Any:
            unit = self.unit(now)
            more: dict[str, Any] = {"contingent": unit, "fighting": unit.fighting, "halted": now.reaction == HALT}
            more["options"] = self.options
            if not stated.goes:
                return ManoeuvreFacts.model_construct(**said(stated, Manoeuvres), **more)
            return MoveFacts.model_construct(**said(stated, Going), **more, phase=phase, distance=None)

        def refusals(now: Now) -> Sequence[Refusal]:
            return move_refusals(facts(now)) if stated.goes else manoeuvre_refusals(facts(now))

        def sums(now: Now) -> Sequence[Sum]:
            return move_sums(facts(now)) if stated.goes else manoeuvre_sums(facts(now))

        def link(now: Now) -> Play | Now:
            if now.fate or newly(refusals(now), refusals(self.first)):
                return now
            step: Any = move(facts(now)) if stated.goes else manoeuvre(facts(now))
            rallies = any(one.what == RALLY for one in stated.manoeuvres)
            tactical = phase == "tactical"
            return then(single(step), lambda made: after_move(now, made, tactical=tactical, rallies=rallies))

        return Part(link, sums, refusals)

    def run(self) -> Part:
        """The fast move of who retires by a test, before the phase ends: in the array that it had it may tire (T66)."""

        def link(now: Now) -> Play | Now:
            if now.conduct != "retiring" or now.fate in GONE:
                return now
            unit = self.unit(now).model_copy(update={"conduct": "steady"})
            facts = MoveFacts.model_construct(contingent=unit, kind="retire", options=self.options)
            return then(single(move(facts)), lambda ran: after_run(now, ran))

        return Part(link)

    def rally(self) -> Part:
        def link(now: Now) -> Now:
            unit = self.unit(now)
            facts = RallyFacts.model_construct(
                contingent=unit,
                moved=now.moved_tactically,
                fought=now.fought or unit.fighting,
                shot_at=now.shot_at,
                options=self.options,
            )
            return now if now.fate in GONE or rally_refusals(facts) else now._replace(dps=rallied(facts).dps)

        return Part(link)


def newly(now: Sequence[Refusal], before: Sequence[Refusal]) -> bool:
    """Whether something stands against it now that did not before: what players overruled stays overruled."""
    return bool({one.rule for one in now} - {one.rule for one in before})
