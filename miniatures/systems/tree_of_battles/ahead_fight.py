"""The combat of a turn that is looked ahead to: its way into contact, and the round with the moves after it."""

from collections.abc import Sequence
from functools import cache

from miniatures.ruling import Refusal, Sum
from miniatures.systems import Play
from miniatures.systems.tree_of_battles.ahead_facts import FightAhead, fighter
from miniatures.systems.tree_of_battles.ahead_parts import Part, Parts, newly, said, then
from miniatures.systems.tree_of_battles.ahead_state import Now, after_combat, after_way, before_combat
from miniatures.systems.tree_of_battles.charge import Charger, Target, charge_refusals_of
from miniatures.systems.tree_of_battles.combat import combat, combat_sums
from miniatures.systems.tree_of_battles.combat_facts import ATTACKERS, CHARGES, STANDS, CombatFacts
from miniatures.systems.tree_of_battles.combat_refusals import combat_refusals
from miniatures.systems.tree_of_battles.damage import take
from miniatures.systems.tree_of_battles.facts import ContingentInPlay, Dps
from miniatures.systems.tree_of_battles.shooting_test import HALT


def fight(turn: Parts, stated: FightAhead) -> list[Part]:
    """Unless it retires before, or a test keeps it from the charge that it meant to make."""
    index = 0 if stated.side == ATTACKERS else len(stated.attackers)
    enemies = stated.defenders if stated.side == ATTACKERS else stated.attackers
    charges = stated.own.came == CHARGES

    def kept_from_charging(now: Now) -> list[Refusal]:
        unit, enemy = said(turn.unit(now), ContingentInPlay), said(enemies[0], ContingentInPlay)
        charger = Charger.model_construct(**unit, halted=now.reaction == HALT, rallied=now.rallied, engaged=False)
        return charge_refusals_of(charger, Target.model_construct(**enemy, engaged=False), 0.0) if charges else []

    @cache
    def facts(now: Now) -> CombatFacts | None:
        own = stated.own
        if newly(kept_from_charging(now), kept_from_charging(turn.first)):
            if not any(enemy.came == CHARGES for enemy in enemies):
                return None
            own = own.model_copy(update={"came": STANDS})
        return stated.facts_of(fighter(turn.unit(now), own), turn.without_risk)

    def comes(now: Now) -> Now:
        if now.fate or facts(now) is None:
            return now
        if stated.way_dps:
            way = Dps(dps=stated.way_dps, why="its way into contact")
            now = after_way(now, take(turn.unit(now), [way], "ground", turn.options))
        return now if charges else before_combat(now)

    def fights(now: Now) -> Play | Now:
        found = None if now.fate else facts(now)
        if found is None:
            return now
        after = cache(lambda result: after_combat(turn.unit(now), now, result))
        return then(combat(found), lambda fought: after(fought.units[index]))

    def sums(now: Now) -> Sequence[Sum]:
        found = facts(now)
        return combat_sums(found) if found is not None else ()

    def refusals(now: Now) -> Sequence[Refusal]:
        found = facts(now)
        return [*kept_from_charging(now), *(combat_refusals(found) if found is not None else ())]

    return [Part(comes), Part(fights, sums, refusals)]
