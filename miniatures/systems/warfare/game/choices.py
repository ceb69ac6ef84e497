"""What a unit may do now, and what it may not, with every reason."""

from typing import TYPE_CHECKING

from miniatures.measuring import within
from miniatures.naming import find
from miniatures.ruling import Refusal, Sum
from miniatures.systems.playing import Choice, Plan
from miniatures.systems.warfare.facts import UnitInPlay
from miniatures.systems.warfare.game.charges import ChargeWords, plan_charge
from miniatures.systems.warfare.game.describing import STEPS, measured, not_in_play, unit_facts
from miniatures.systems.warfare.game.fights import melee_of
from miniatures.systems.warfare.game.fire import ShootWords, in_the_fan, plan_shot
from miniatures.systems.warfare.game.formations import (
    FaceWords,
    FormWords,
    LimberWords,
    PassWords,
    plan_face,
    plan_form,
    plan_limber,
    plan_pass,
)
from miniatures.systems.warfare.game.marching import MoveWords, WheelWords, plan_move, plan_wheel
from miniatures.systems.warfare.game.moves import MOVING, facts_of, move_facts, moving_of, stands_against, step_refusals
from miniatures.systems.warfare.game.pieces import UnitNow
from miniatures.systems.warfare.game.rallying import beaten, leader_touches
from miniatures.systems.warfare.game.riders import RideWords, plan_ride
from miniatures.systems.warfare.game.state import State
from miniatures.systems.warfare.game.waves import waves
from miniatures.systems.warfare.movement import demanded, move_sum
from miniatures.systems.warfare.rally import RallyFacts, rally_refusals
from miniatures.systems.warfare.shooting import ShootingFacts, shooting_refusals
from miniatures.systems.warfare.tables import MISSILES

if TYPE_CHECKING:
    from miniatures.systems.warfare.game.measured import Measured


def choices(state: State, name: str) -> list[Choice]:
    """Of a unit, or of a leader: he rides."""
    found_name = find(name, {**state.units, **state.leaders}, "a unit or leader of this game")
    if found_name in state.leaders:
        return _rides(state, found_name)
    unit = state.units[found_name]
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
    elif state.step == "deployment" and state.mapped:
        found.append(Choice("be placed elsewhere in its strip", how=f'place "{unit.id}" X Y FACING'))
    else:
        found.append(Choice(f"nothing for a single unit in {STEPS[state.step]}", kind="note"))
    return found


def _rides(state: State, leader: str) -> list[Choice]:
    """To each unit of his own wing, and to those in rout first."""
    wing = state.leaders[leader].wing
    side = state.leaders[leader].side
    own = [unit for unit in state.standing(side) if unit.wing == wing or unit.routing]
    own.sort(key=lambda unit: (not unit.routing, unit.id))
    found = []
    for unit in own:
        plan = plan_ride(state, RideWords(leader=leader, to=unit.id))
        rally = ", who are in rout: he rallies them (W603)" if unit.routing else ""
        found.append(_tried(state, plan, f"ride to {unit.id}{rally}", f'ride "{leader}" "{unit.id}"'))
    return found


def _shots(state: State, unit: UnitNow, table: "Measured | None") -> list[Choice]:
    weapons = unit.missiles
    if not weapons:
        none = Refusal("W203", f"{unit.id} has no missile weapon", "shoot with another unit")
        return [Choice("shoot", (none,))]
    if table is None or not unit.placed:
        return [Choice("shoot at the closest enemy", how=f'shoot "{unit.id}" TARGET --set distance=INCHES')]
    found: list[Choice] = []
    seen = in_the_fan(table, unit)
    for weapon in weapons:
        for one in (each for each in seen if within(each.distance, 48.0)):
            words = ShootWords(unit=unit.id, target=one.id, weapon=weapon)
            plan = plan_shot(state, words, seen)
            facts = ShootingFacts.model_validate({**plan.measured, "options": state.options.model_dump()})
            against = (*plan.refusals(facts), *shooting_refusals(facts))
            what = f"shoot at {one.id} with the {weapon}, {one.distance:.1f} inches"
            named = f' --weapon "{weapon}"' if len(weapons) > 1 else ""
            found.append(Choice(what, against, f'shoot "{unit.id}" "{one.id}"{named}'))
    if not found:
        reach = max(MISSILES[weapon].reach for weapon in weapons)
        none = Refusal("W202", "no enemy is in the arc of fire", f"turn, or come within {reach} inches")
        found.append(Choice("shoot", (none,)))
    return found


def _moves(state: State, unit: UnitNow, table: "Measured | None") -> list[Choice]:
    """Each thing is tried as it would be done, so that what is offered is what is allowed."""
    moving = moving_of(state, unit)
    facts = facts_of(state, move_facts(state, unit, moving, table) | {"distance": None})
    demands = [demand for demand in demanded(facts) if not unit.unit.artillery or demand.rule not in ("W104", "W105")]
    found = [Choice(f"must {demand.what} ({demand.rule})", kind="note") for demand in demands]
    name = f'"{unit.id}"'
    ahead = plan_move(state, MoveWords(unit=unit.id, inches="all"))
    left = (ahead.measured.get("distance") or 0.0) - moving.inches
    made = move_sum(facts_of(state, ahead.measured))
    found.append(_tried(state, ahead, f"move straight ahead, {left:.1f} inches", f"move {name} all", (made,)))
    if table is not None and unit.placed and (near := table.nearest_enemy(unit.id)):
        plan = plan_move(state, MoveWords(unit=unit.id, inches="all", towards=near[0]))
        found.append(_tried(state, plan, f"move towards {near[0]}", f'move {name} all --towards "{near[0]}"'))
    for side in ("left", "right"):
        plan = plan_wheel(state, WheelWords(unit=unit.id, to=side, degrees=15))
        found.append(_tried(state, plan, f"wheel {side}, at double cost (W303)", f"wheel {name} {side} 15"))
    for way in ("about", "left", "right"):
        plan = plan_face(state, FaceWords(unit=unit.id, to=way))
        found.append(_tried(state, plan, f"face {way}", f"face {name} {way}"))
    if unit.unit.artillery:
        plan = plan_limber(state, LimberWords(unit=unit.id))
        word = "unlimber" if unit.limbered else "limber"
        found.append(_tried(state, plan, word, f"limber {name}"))
    else:
        other = 1 if unit.depth_in_ranks > 1 else 2
        plan = plan_form(state, FormWords(unit=unit.id, ranks=other))
        found.append(_tried(state, plan, f"form another number of ranks, as {other}", f"form {name} {other}"))
    if table is None or not unit.placed:
        return [
            *found,
            Choice("charge", tuple(step_refusals(state, unit)), f"charge {name} ENEMY --set distance=INCHES"),
        ]
    for friend in _ahead(table, unit):
        plan = plan_pass(state, PassWords(unit=unit.id, friend=friend))
        found.append(_tried(state, plan, f"pass through {friend}", f'pass {name} "{friend}"'))
    enemies = [other for other in table.near(unit.id, 20.0) if state.units[other].side != unit.side]
    return [*found, *(_charge(state, unit, enemy, moving.inches) for enemy in enemies)]


def _ahead(table: "Measured", unit: UnitNow) -> tuple[str, ...]:
    """The friends straight ahead within a move."""
    from miniatures.space.moves import run_up

    return run_up(table.of(unit.id), table.friends(unit.id), 8.0)[1]


def _tried(state: State, plan: Plan, what: str, how: str, sums: tuple[Sum, ...] = ()) -> Choice:
    return Choice(what, stands_against(state, plan), how, sums)


def _charge(state: State, unit: UnitNow, enemy: str, made: float) -> Choice:
    plan = plan_charge(state, ChargeWords(unit=unit.id, target=enemy))
    facts, against = facts_of(state, plan.measured), [*stands_against(state, plan)]
    inches, reach = (facts.distance or 0.0) - made, max(0.0, move_sum(facts, overruled=True).total - made)
    if not within(inches, reach):
        against.append(Refusal("W32", f"it would fall short, with {reach:.1f} inches left", "come closer first"))
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
    return found or [Choice(f"nothing: {unit.id} neither runs nor pursues", kind="note")]
