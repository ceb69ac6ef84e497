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
from miniatures.systems.tree_of_battles.ahead_facts import AheadFacts, Beset, FightAhead, MoveAhead, fighter
from miniatures.systems.tree_of_battles.ahead_state import (
    GONE,
    Now,
    after_combat,
    after_control,
    after_morale,
    after_move,
    after_risk,
    after_run,
    after_shots,
    after_way,
    as_it_is,
    at_first,
    before_combat,
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
from miniatures.systems.tree_of_battles.charge import Charger, charge_refusals_of
from miniatures.systems.tree_of_battles.charge import Target as Charged
from miniatures.systems.tree_of_battles.combat import combat, combat_sums
from miniatures.systems.tree_of_battles.combat_facts import ATTACKERS, CHARGES, STANDS, CombatFacts
from miniatures.systems.tree_of_battles.combat_refusals import combat_refusals
from miniatures.systems.tree_of_battles.control import ControlFacts, Controlling, control_test
from miniatures.systems.tree_of_battles.damage import take
from miniatures.systems.tree_of_battles.facts import ContingentInPlay, Dps
from miniatures.systems.tree_of_battles.leader_risk import Fate, risks_in_combat
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


def _said(stated: BaseModel, model: type[BaseModel]) -> dict[str, Any]:
    """What was stated, as the fields of a model that it shares."""
    return {key: getattr(stated, key) for key in model.model_fields}


def _then(play: Play, after: Callable[[Any], Now]) -> Play:
    outcome = play.outcome
    return replace(play, outcome=lambda state: after(outcome(state)))


class Parts:
    """The parts of one turn."""

    def __init__(self, facts: AheadFacts) -> None:
        self.facts, self.options = facts, facts.options
        self.first = at_first(facts.contingent)
        self.unit: Callable[[Now], Beset] = cache(lambda now: as_it_is(facts.contingent, now))

    def volley(self, phase: Phase, volley: GunVolley | ArcherVolley) -> Part:
        """One volley, with its shooting test and the risk of leaders."""
        guns = isinstance(volley, GunVolley)

        @cache
        def facts(now: Now) -> Any:
            said = _said(volley, GunVolley if guns else ArcherVolley)
            made = ArtilleryFacts.model_construct if guns else ArcheryFacts.model_construct
            return made(
                **said, target=self.unit(now), phase=phase, tests=True, wants=self.facts.wants, options=self.options
            )

        def link(now: Now) -> Play | Now:
            if now.fate in GONE or now.away:
                return now
            play = (artillery if guns else archery)(facts(now))
            return _then(play, lambda struck: after_shots(self.unit(now), now, struck, late=phase == CLOSE))

        def sums(now: Now) -> Sequence[Sum]:
            return artillery_sums(facts(now)) if guns else archery_sums(facts(now))

        def refusals(now: Now) -> Sequence[Refusal]:
            return artillery_refusals(facts(now)) if guns else archery_refusals(facts(now))

        return Part(link, sums, refusals)

    def control(self) -> Part:
        """The control test that a DP from artillery asks for at once."""

        def link(now: Now) -> Play | Now:
            if not now.owes_control_test or now.fate:
                return now._replace(owes_control_test=False)
            wishes = _said(self.facts.control, Controlling)
            facts = ControlFacts.model_construct(
                **wishes, contingent=self.unit(now), because=("artillery",), situation=None, options=self.options
            )
            return _then(single(control_test(facts)), lambda tested: after_control(self.unit(now), now, tested))

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
                return ManoeuvreFacts.model_construct(**_said(stated, Manoeuvres), **more)
            return MoveFacts.model_construct(**_said(stated, Going), **more, phase=phase, distance=None)

        def refusals(now: Now) -> Sequence[Refusal]:
            return move_refusals(facts(now)) if stated.goes else manoeuvre_refusals(facts(now))

        def sums(now: Now) -> Sequence[Sum]:
            return move_sums(facts(now)) if stated.goes else manoeuvre_sums(facts(now))

        def link(now: Now) -> Play | Now:
            if now.fate or _newly(refusals(now), refusals(self.first)):
                return now
            step: Any = move(facts(now)) if stated.goes else manoeuvre(facts(now))
            rallies = any(one.what == RALLY for one in stated.manoeuvres)
            tactical = phase == "tactical"
            return _then(single(step), lambda made: after_move(now, made, tactical=tactical, rallies=rallies))

        return Part(link, sums, refusals)

    def run(self) -> Part:
        """The fast move of who retires by a test, before the phase ends: in the array that it had it may tire (T66)."""

        def link(now: Now) -> Play | Now:
            if now.conduct != "retiring" or now.fate in GONE:
                return now
            unit = self.unit(now).model_copy(update={"conduct": "steady"})
            facts = MoveFacts.model_construct(contingent=unit, kind="retire", options=self.options)
            return _then(single(move(facts)), lambda ran: after_run(now, ran))

        return Part(link)

    def fight(self, stated: FightAhead) -> list[Part]:
        """Its way into contact, and the combat: unless it retires, or a test keeps it from the charge that it meant."""
        index = 0 if stated.side == ATTACKERS else len(stated.attackers)
        enemies = stated.defenders if stated.side == ATTACKERS else stated.attackers
        options = self.options.model_copy(update={"no_risk_in_combat": True})  # `risk` throws for its own leaders

        def kept_from_charging(now: Now) -> list[Refusal]:
            said = _said(self.unit(now), ContingentInPlay)
            charger = Charger.model_construct(**said, halted=now.reaction == HALT, rallied=now.rallied, engaged=False)
            target = Charged.model_construct(**_said(enemies[0], ContingentInPlay), engaged=False)
            return charge_refusals_of(charger, target, 0.0)

        @cache
        def facts(now: Now) -> CombatFacts | None:
            own = stated.own
            if own.came == CHARGES and _newly(kept_from_charging(now), kept_from_charging(self.first)):
                if not any(enemy.came == CHARGES for enemy in enemies):
                    return None
                own = own.model_copy(update={"came": STANDS})
            return stated.facts_of(fighter(self.unit(now), own), options)

        def comes(now: Now) -> Now:
            if now.fate or facts(now) is None:
                return now
            if stated.way_dps:
                way = Dps(dps=stated.way_dps, why="its way into contact")
                now = after_way(now, take(self.unit(now), [way], "ground", self.options))
            return now if stated.own.came == CHARGES else before_combat(now)

        def link(now: Now) -> Play | Now:
            found = None if now.fate else facts(now)
            if found is None:
                return now
            after = cache(lambda result: after_combat(self.unit(now), now, result))
            return _then(combat(found), lambda fought: after(fought.units[index]))

        def sums(now: Now) -> Sequence[Sum]:
            found = facts(now)
            return combat_sums(found) if found is not None else ()

        def refusals(now: Now) -> Sequence[Refusal]:
            found = facts(now)
            return combat_refusals(found) if found is not None else ()

        return [Part(comes), Part(link, sums, refusals)]

    def risk(self) -> Part:
        """The risk of its own leaders in the combat: thrown last, as nothing but mourning follows from it."""

        def link(now: Now) -> Play | Now:
            risks = risks_in_combat(self.unit(now).leaders, self.options) if now.result else ()

            def next_step(fates: tuple[Fate, ...]) -> Step[tuple[Fate, ...]] | None:
                if len(fates) == len(risks):
                    return None
                return lambda dice: (*fates, risks[len(fates)](dice))

            return Play((), next_step, lambda fates: after_risk(now, fates)) if risks else now

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


def _newly(now: Sequence[Refusal], before: Sequence[Refusal]) -> bool:
    """Whether something stands against it now that did not before: what players overruled stays overruled."""
    return bool({one.rule for one in now} - {one.rule for one in before})
