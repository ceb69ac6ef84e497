"""What a unit or a commander may do now, and what it may not, with every reason."""

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from miniatures.broken import BrokenInputError
from miniatures.ruling import Refusal, Sum
from miniatures.systems.command_roll import SYSTEM
from miniatures.systems.command_roll.game.after_combat import (
    AdvanceWords,
    PursueWords,
    StandWords,
    may,
    plan_advance,
    plan_pursue,
    plan_stand,
    prey_of,
)
from miniatures.systems.command_roll.game.charging import ChargeWords, plan_charge
from miniatures.systems.command_roll.game.commanding import OrderWords, brigade_of, plan_order
from miniatures.systems.command_roll.game.describing import STEPS, measured, not_in_play
from miniatures.systems.command_roll.game.driving import DriveBackWords, hits_on, plan_drive_back
from miniatures.systems.command_roll.game.evading import EvadeWords, plan_evade
from miniatures.systems.command_roll.game.falling import FallBackWords, plan_fall_back, together
from miniatures.systems.command_roll.game.fights import FightWords, plan_fight
from miniatures.systems.command_roll.game.moving import MoveWords, plan_move
from miniatures.systems.command_roll.game.orders import because_of, read
from miniatures.systems.command_roll.game.passing import PassWords, plan_pass
from miniatures.systems.command_roll.game.persons import CommanderWords, plan_class
from miniatures.systems.command_roll.game.pieces import UnitNow
from miniatures.systems.command_roll.game.riding import RideWords, plan_ride
from miniatures.systems.command_roll.game.shots import ShootWords, plan_shot
from miniatures.systems.command_roll.game.state import State, is_general
from miniatures.systems.command_roll.profiles import BILLS, BOWS, MEN_AT_ARMS
from miniatures.systems.playing import Choice, Plan
from miniatures.words import joined_names

if TYPE_CHECKING:
    from miniatures.space.nearest import Found
    from miniatures.systems.command_roll.game.measured import Measured


#: Enemies so near are worth asking about.
NEAR = 30.0
#: More than these are hardly weighed against each other, and each takes a while to measure.
MOST_CHARGES = 4


def choices(state: State, name: str) -> list[Choice]:
    unit = state.unit(name)
    gone = not_in_play(unit)
    if gone:
        return [Choice(f"anything with {unit.id}", tuple(gone))]
    found: list[Choice] = []
    if unit.commands:
        found += _of_commander(state, unit)
    steps = {
        "command": _in_command,
        "shooting": _in_shooting,
        "drive backs": _in_drive_backs,
        "combat": _in_combat,
    }
    if state.step == "deployment":
        if state.mapped and not unit.joined:
            found.append(Choice("be placed elsewhere in the strip", how=f'place "{unit.id}" X Y FACING'))
    elif state.step in steps and not (unit.commands and state.step in ("command", "shooting")):
        found += steps[state.step](state, unit)
    return found or [Choice(f"nothing for {unit.id} in {STEPS[state.step]}", kind="note")]


def _tried(state: State, plan: Plan, what: str, how: str) -> Choice:
    """An action with everything that stands against it, and the sums that it would show."""
    if not plan.procedure:
        return Choice(what, tuple(plan.refusals(None)), how)
    procedure = SYSTEM.procedures[plan.procedure]
    try:
        facts = read(procedure.facts, state, dict(plan.measured))
    except ValueError as error:
        raise BrokenInputError(f"{what}: {error}") from None
    against = (*plan.refusals(facts), *procedure.refusals(facts))
    sums: tuple[Sum, ...] = () if against else tuple(procedure.sums(facts))
    return Choice(what, against, how, sums)


def _unmeasured(what: str, how: str, refusals: "tuple[Refusal, ...]" = (), place: str = "distance") -> Choice:
    return Choice(what, refusals, f"{how} --set {place}=CM")


def _of_commander(state: State, one: UnitNow) -> list[Choice]:
    if state.step == "deployment" and one.unit.classed is None:
        return [
            _tried(
                state, plan_class(state, CommanderWords(commander=one.id)), "throw for his class", f'class "{one.id}"'
            )
        ]
    if state.step == "commanders":
        mates = [unit for unit in state.standing(one.side) if unit.battle == one.battle and not unit.commands]
        found = [
            _tried(
                state,
                plan_ride(state, RideWords(commander=one.id, to=unit.id)),
                f"join {unit.id}",
                f'ride "{one.id}" "{unit.id}"',
            )
            for unit in mates
        ]
        return [*found, Choice("go to a place", how=f'ride "{one.id}" X,Y')] if state.mapped else found
    if state.step != "command":
        return []
    table = measured(state)
    found = []
    told: set[str] = set()
    for unit in state.standing(one.side):
        if unit.commands or (unit.battle != one.battle and not is_general(one)):
            continue
        if table is None:
            plan = plan_order(state, OrderWords(character=one.id, unit=unit.id))
            units = [{"distance": 0.0} | dict(said) for said in plan.measured["units"]]
            tried = _tried(state, replace(plan, measured=dict(plan.measured) | {"units": units}), "", "")
            how = f'order "{one.id}" "{unit.id}"'
            found.append(_unmeasured(f"order {unit.id}", how, tuple(tried.refusals), "units.0.distance"))
            continue
        plan = plan_order(state, OrderWords(character=one.id, unit=unit.id))
        found.append(_tried(state, plan, f"order {unit.id}", f'order "{one.id}" "{unit.id}"'))
        brigade = brigade_of(state, table, unit)
        if len(brigade) > 1 and unit.id not in told:
            told |= {mate.id for mate in brigade}
            plan = plan_order(state, OrderWords(character=one.id, unit=unit.id, brigade=True))
            what = f"order the brigade of {unit.id}, {len(brigade)} units"
            found.append(_tried(state, plan, what, f'order "{one.id}" "{unit.id}" --brigade'))
    return found


def _in_command(state: State, unit: UnitNow) -> list[Choice]:
    name = f'"{unit.id}"'
    table = measured(state)
    if unit.side != state.active:
        coming = [one for one in state.standing(state.active) if one.charged == state.now]
        if not coming:
            return [Choice(f"nothing: it is the turn of {state.sides[state.active]}", kind="note")]
        return [_shot(state, unit, one.id) for one in coming]
    if table is None or not unit.placed:
        return _by_hand(state, unit)
    found: list[Choice] = []
    enemies = table.enemies_within(unit.id, NEAR)
    for what, enemy in _to_charge(state, table, unit, enemies):
        plan = plan_charge(state, ChargeWords(unit=unit.id, target=enemy.id))
        found.append(_tried(state, plan, what, f'charge {name} "{enemy.id}"'))
    if enemies:
        found.append(_tried(state, plan_evade(state, EvadeWords(unit=unit.id)), "evade by initiative", f"evade {name}"))
    moves: list[tuple[str, dict[str, Any], str]] = [("move straight ahead", {}, "")]
    if near := table.nearest_enemy(unit.id):
        moves.append((f"move towards {near.id}", {"towards": near.id}, f' --towards "{near.id}"'))
    for what, words, said in moves:
        plan = plan_move(state, MoveWords(unit=unit.id, centimetres="all", **words))
        far = f", {plan.measured['distance']:.1f} cm" if plan.measured.get("distance") else ""
        found.append(_tried(state, plan, f"{what}{far}", f"move {name} all{said}"))
    other = "line" if unit.ranks > 1 else "column"
    plan = plan_move(state, MoveWords(unit=unit.id, centimetres=0, form=other))
    found.append(_tried(state, plan, f"form {other}", f"move {name} 0 --form {other}"))
    for friend, back in _to_pass(table, unit):
        plan = plan_pass(state, PassWords(unit=unit.id, friend=friend, back=back))
        where, said = (", backwards", " --back") if back else ("", "")
        found.append(_tried(state, plan, f"pass through {friend}{where}", f'pass {name} "{friend}"{said}'))
    return found


def _by_hand(state: State, unit: UnitNow) -> list[Choice]:
    """Without a map: what is known stands against it, and the distance is stated by the players."""
    name = f'"{unit.id}"'
    if because_of(state, unit) != "none":
        return [
            _unmeasured("charge by its order", f"charge {name} ENEMY"),
            Choice("move by its order", how=f"move {name} all"),
        ]
    found = []
    plan = plan_evade(state, EvadeWords(unit=unit.id))
    for intends, how in (("charge", f"charge {name} ENEMY"), ("evade", f"evade {name}")):
        known = dict(plan.measured) | {"intends": intends, "distance": 0.0}
        tried = _tried(state, replace(plan, measured=known), "", "")
        found.append(_unmeasured(f"{intends} by initiative", how, tuple(tried.refusals)))
    return found


def _to_charge(state: State, table: "Measured", unit: UnitNow, near: "list[Found]") -> "list[tuple[str, Found]]":
    """By its order the nearest few within its move; by initiative only the closest in sight is ever charged (C331)."""
    if because_of(state, unit) == "none":
        closest = table.closest_in_sight(unit.id, NEAR)
        return [(f"charge {closest.id} by initiative, {closest.distance:.1f} cm", closest)] if closest else []
    reached = [enemy for enemy in near if enemy.distance <= unit.move][:MOST_CHARGES]
    return [(f"charge {enemy.id} by its order, {enemy.distance:.1f} cm", enemy) for enemy in reached]


def _to_pass(table: "Measured", unit: UnitNow) -> list[tuple[str, bool]]:
    """The bills and men at arms within a move straight before bows, and behind them."""
    if unit.unit.profile not in BOWS:
        return []
    from miniatures.space.first_touch import slide

    body = table.of(unit.id)
    lets = [one for one in table.friends(unit.id) if table.units[one.id].unit.profile in (*BILLS, *MEN_AT_ARMS)]
    return [
        (name, back)
        for back in (False, True)
        for name in slide(body, body.pose.facing + 180 * back, lets, float(unit.move))[1]
    ]


def _shot(state: State, unit: UnitNow, target: str = "") -> Choice:
    what = f"shoot at {target} as they come" if target else "shoot"
    how = f'shoot "{unit.id}"' + (f' "{target}"' if target else "")
    if not state.mapped:
        return _unmeasured(what, how if target else f"{how} TARGET")
    plan = plan_shot(state, ShootWords(unit=unit.id, target=target))
    if not target and plan.measured.get("target"):
        what = f"shoot at {plan.measured['target']['name']}, {plan.measured['distance']:.1f} cm"
    return _tried(state, plan, what, how)


def _in_shooting(state: State, unit: UnitNow) -> list[Choice]:
    return [_shot(state, unit)]


def _in_drive_backs(state: State, unit: UnitNow) -> list[Choice]:
    if not hits_on(state, unit):
        return []
    plan = plan_drive_back(state, DriveBackWords(unit=unit.id))
    return [_tried(state, plan, "be driven back", f'drive-back "{unit.id}"')]


def _in_combat(state: State, unit: UnitNow) -> list[Choice]:
    name = f'"{unit.id}"'
    found = []
    if state.engaged(unit.joined or unit.id):
        plan = plan_fight(state, FightWords(unit=unit.id))
        found.append(_tried(state, plan, "fight a round", f"fight {name}"))
    words = may(state, unit)
    for enemy, told in prey_of(state, unit).items():
        plan = plan_pursue(state, PursueWords(unit=unit.id, target=enemy))
        found.append(_tried(state, plan, f"pursue {enemy}, {told['cm']} cm back", f'pursue {name} "{enemy}"'))
    if "advance" in words:
        found.append(_tried(state, plan_advance(state, AdvanceWords(unit=unit.id)), "advance", f"advance {name}"))
    if "stand" in words:
        found.append(_tried(state, plan_stand(state, StandWords(unit=unit.id)), "stand", f"stand {name}"))
    if "fall back" in words:
        plan = plan_fall_back(state, FallBackWords(unit=unit.id))
        mates = [one.id for one in together(state, unit) if one.id != unit.id]
        what = f"fall back together with {joined_names(mates)}" if mates else "fall back"
        found.append(_tried(state, plan, what, f"fall-back {name}"))
    return found
