"""A charge that its target evades, told as a combat is, so that the answers to a charge can be set side by side."""

from dataclasses import replace

from miniatures.ruling import Sum
from miniatures.systems import Play
from miniatures.systems.tree_of_battles.chase import DESTROYED, ChaseOutcome, Runner, fast_move_sum, prepared
from miniatures.systems.tree_of_battles.combat_facts import EVADES, SIDES, CombatFacts
from miniatures.systems.tree_of_battles.combat_outcome import CombatOutcome, ContingentResult
from miniatures.systems.tree_of_battles.evade import chase_of

CAUGHT, NO_CONTACT = "caught", "fails to contact"


def evaded(facts: CombatFacts) -> Play:
    """The evade of one contingent before the charge of the other."""
    index = next(number for number, unit in enumerate(facts.units) if unit.came == EVADES)
    evader, charger = facts.units[index], facts.units[1 - index]
    touching = charger.facing if isinstance(charger.facing, int) else charger.wide
    play = prepared(chase_of(charger, evader, facts.distance or 0.0, touching, facts.options, facts.stops_after))

    def outcome(state: object) -> CombatOutcome:
        chased = play.outcome(state)
        both = [_quarry(chased, SIDES[index]), _hunter(chased, SIDES[1 - index])]
        return CombatOutcome(tuple(both[::-1] if index else both))

    return replace(play, outcome=outcome)


def evading_sums(facts: CombatFacts) -> list[Sum]:
    made = [fast_move_sum(unit, first=False) for unit in facts.units if unit.came == EVADES]
    return [one for one in made if one.modifiers]


def _quarry(chased: ChaseOutcome, side: str) -> ContingentResult:
    one = chased.quarry
    if not chased.caught:
        return _told(one, side, EVADES, "halt", ("T36",))
    move = "" if one.does == DESTROYED else "break"
    return _told(one, side, CAUGHT, move, ("T207", "T36"))


def _hunter(chased: ChaseOutcome, side: str) -> ContingentResult:
    return _told(chased.hunter, side, "catches" if chased.caught else NO_CONTACT, "halt", ("T36",))


def _told(one: Runner, side: str, result: str, move: str, rules: tuple[str, ...]) -> ContingentResult:
    return ContingentResult(
        one.contingent,
        side,
        result,
        None,
        one.dps,
        one.dps_now,
        one.stands_lost,
        one.left,
        one.disarray,
        one.into_disarray,
        move,
        (move,) if move else (),
        rules,
        (),
        result == CAUGHT,
    )
