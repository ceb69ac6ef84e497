"""What a unit may do now, and what it may not, with every reason."""

from typing import TYPE_CHECKING

from miniatures.ruling import Refusal
from miniatures.systems.playing import Choice
from miniatures.systems.warfare.facts import UnitInPlay
from miniatures.systems.warfare.game.charges import ChargeWords, plan_charge
from miniatures.systems.warfare.game.describing import STEPS, measured, not_in_play, unit_facts
from miniatures.systems.warfare.game.fights import melee_of
from miniatures.systems.warfare.game.fire import ShootWords, candidates, carried, plan_shot
from miniatures.systems.warfare.game.moves import MOVING, move_facts, moving_of, step_refusals
from miniatures.systems.warfare.game.pieces import UnitNow
from miniatures.systems.warfare.game.rallying import beaten, leader_touches
from miniatures.systems.warfare.game.state import State
from miniatures.systems.warfare.game.waves import waves
from miniatures.systems.warfare.movement import demanded, move_sum
from miniatures.systems.warfare.movement_facts import MoveFacts, forbidden
from miniatures.systems.warfare.rally import RallyFacts, rally_refusals
from miniatures.systems.warfare.shooting import ShootingFacts, shooting_refusals
from miniatures.systems.warfare.tables import MISSILES

if TYPE_CHECKING:
    from miniatures.systems.warfare.game.measured import Measured


def choices(state: State, name: str) -> list[Choice]:
    unit = state.unit(name)
    gone = not_in_play(unit)
    if gone:
        return [Choice(f"anything with {unit.id}", tuple(gone))]
    table = measured(state)
    found: list[Choice] = []
    now, later = waves(state)
    if unit.id in now:
        found.append(Choice(f"must test morale: {', '.join(now[unit.id])}", how=f'morale "{unit.id}"'))
    elif unit.id in later:
        wait = Refusal("W51", "others test before it", f"first: {', '.join(now)}")
        found.append(Choice(f"test morale: {', '.join(later[unit.id])}", (wait,), f'morale "{unit.id}"'))
    if state.step in ("shots", "later shots"):
        found += _shots(state, unit, table)
    elif state.step in MOVING:
        found += _moves(state, unit, table)
    elif state.step == "melee":
        found += _melee(state, unit)
    elif state.step in ("morale", "rout"):
        found += _rallies(state, unit)
    else:
        found.append(Choice(f"nothing with a single unit in {STEPS[state.step]}"))
    return found


def _shots(state: State, unit: UnitNow, table: "Measured | None") -> list[Choice]:
    weapons = carried(unit)
    if not weapons:
        none = Refusal("W203", f"{unit.id} has no missile weapon", "shoot with another unit")
        return [Choice("shoot", (none,))]
    if table is None or not unit.placed:
        return [Choice("shoot at the closest enemy", how=f'shoot "{unit.id}" TARGET --set distance=INCHES')]
    found: list[Choice] = []
    for weapon in weapons:
        for one in candidates(table, unit, weapon, reach=48.0):
            words = ShootWords(unit=unit.id, target=one.id, weapon=weapon)
            plan = plan_shot(state, words)
            facts = ShootingFacts.model_validate({**plan.measured, "options": state.options.model_dump()})
            against = (*plan.refusals(facts), *shooting_refusals(facts))
            what = f"shoot at {one.id} with the {weapon}, {one.distance:.1f} inches"
            found.append(Choice(what, against, f'shoot "{unit.id}" "{one.id}"'))
    if not found:
        reach = max(MISSILES[weapon].reach for weapon in weapons)
        none = Refusal("W202", "no enemy is in the arc of fire", f"turn, or come within {reach} inches")
        found.append(Choice("shoot", (none,)))
    return found


def _moves(state: State, unit: UnitNow, table: "Measured | None") -> list[Choice]:
    moving = moving_of(state, unit)
    facts = MoveFacts.model_validate(
        {**move_facts(state, unit, moving, table), "options": state.options.model_dump(), "distance": None}
    )
    bans = forbidden(facts)
    turn = step_refusals(state, unit)

    def against(what: str) -> tuple[Refusal, ...]:
        own = [Refusal(ban.rule, ban.because, ban.cure) for ban in bans if ban.what in ("move", what)]
        return (*turn, *own)

    made = move_sum(facts)
    left = max(0.0, made.total - moving.inches)
    found = [Choice(f"must {demand.what} ({demand.rule})") for demand in demanded(facts)]
    found.append(
        Choice(
            f"move {left:.1f} inches more straight ahead" if moving.inches else f"move {left:.1f} inches",
            against("move"),
            f'move "{unit.id}" {left:.1f}',
            (made,),
        )
    )
    found.append(Choice("move towards the enemy", against("advance"), f'move "{unit.id}" all --towards ENEMY'))
    found.append(Choice("wheel, at double cost (W303)", against("move"), f'wheel "{unit.id}" left 20'))
    found.append(Choice("change face (W304 to W306)", against("move"), f'face "{unit.id}" about'))
    if table is None or not unit.placed:
        found.append(Choice("charge", against("charge"), f'charge "{unit.id}" ENEMY --set distance=INCHES'))
        return found
    enemies = [name for name in table.near(unit.id, 20.0) if state.units[name].side != unit.side]
    for name in enemies:
        found.append(_charge(state, unit, name))
    return found


def _charge(state: State, unit: UnitNow, enemy: str) -> Choice:
    from miniatures.measuring import within
    from miniatures.systems.warfare.movement import move_refusals

    plan = plan_charge(state, ChargeWords(unit=unit.id, target=enemy))
    facts = MoveFacts.model_validate({**plan.measured, "options": state.options.model_dump()})
    against = [*plan.refusals(facts), *move_refusals(facts)]
    inches, reach = facts.distance or 0.0, max(0.0, move_sum(facts, overruled=True).total)
    if not within(inches, reach):
        against.append(
            Refusal("W32", f"{inches:.1f} inches are beyond its reach of {reach:.1f}", "it would fall short")
        )
    return Choice(f"charge {enemy}, {inches:.1f} inches", tuple(against), f'charge "{unit.id}" "{enemy}"')


def _pursuits(state: State, unit: UnitNow) -> list[Choice]:
    return [Choice(f"pursue {prey}", how=f'pursue "{unit.id}" "{prey}"') for prey in beaten(state, unit)]


def _melee(state: State, unit: UnitNow) -> list[Choice]:
    found = _pursuits(state, unit)
    if not melee_of(state, unit.id):
        none = Refusal("W401", f"{unit.id} touches no enemy that fights", "charge one in the Movement")
        return [*found, Choice("fight", (none,))]
    fought: tuple[Refusal, ...] = ()
    if unit.fought == state.turn:
        fought = (Refusal("W461", "its melee was fought this turn", "the next round is next turn"),)
    return [*found, Choice("fight a round of its melee", fought, f'melee "{unit.id}"')]


def _rallies(state: State, unit: UnitNow) -> list[Choice]:
    found = _pursuits(state, unit)
    if unit.turns >= state.turn > 0:
        early: tuple[Refusal, ...] = ()
        if unit.turns > state.turn or state.step != "morale":
            early = (Refusal("W608", "it turns in the first Morale after the next Movement", "wait for it"),)
        found.append(Choice("turn to face the enemy", early, f'turn "{unit.id}"'))
    if unit.routing or unit.pursuing:
        touched = leader_touches(state, unit) and state.step == "morale"
        facts = RallyFacts(
            unit=UnitInPlay.model_validate(unit_facts(state, unit, None)), leader_touches=touched, tried=unit.tried
        )
        against = list(rally_refusals(facts))
        if state.step == "morale" and not touched:
            against.append(Refusal("W613", "rallying by die belongs to Event VI", "wait for it, or bring a leader"))
        if touched and (due := waves(state).now):
            against.append(Refusal("W545", "those who saw the rout test first", f"test: {', '.join(due)}"))
        found.append(Choice("rally", tuple(against), f'rally "{unit.id}"'))
    return found or [Choice(f"nothing: {unit.id} neither runs nor pursues")]
