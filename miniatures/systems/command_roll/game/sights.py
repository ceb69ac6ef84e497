"""What a unit has before it on the table: the ground that its stands shoot over, and what each enemy would take."""

from typing import TYPE_CHECKING

from miniatures.systems.command_roll.game.charging import ChargeWords, plan_charge
from miniatures.systems.command_roll.game.describing import measured, not_their_turn, out_of_step
from miniatures.systems.command_roll.game.pieces import UnitNow
from miniatures.systems.command_roll.game.shooters import refusals
from miniatures.systems.command_roll.game.shots import ShootWords, closest_target, plan_shot
from miniatures.systems.command_roll.game.state import State
from miniatures.systems.command_roll.tables import RANGES
from miniatures.systems.pointing import Band, Meant, Sighted, Sighting

if TYPE_CHECKING:
    from miniatures.space.footprint import Footprint
    from miniatures.space.looking import Looked
    from miniatures.systems.command_roll.game.measured import Measured

#: Enemies so near are worth asking about for those who only charge, in centimetres.
NEAR = 30.0


def sights(state: State, name: str) -> Sighting:
    """Of a unit; a commander shoots at nobody and charges with others."""
    unit, table = state.unit(name), measured(state)
    if table is None or not unit.placed or unit.commands:
        return Sighting(unit.id, "")
    return _shots(table, unit, unit.unit.missile) if unit.unit.missile else _charges(table, unit)


def _shots(table: "Measured", unit: UnitNow, missile: str) -> Sighting:
    from miniatures.systems.command_roll.game.aiming import closest_aims

    state, reach = table.state, RANGES[missile]
    nearest = closest_aims(table, unit)
    near = [found for found in table.enemies_within(unit.id, reach.value) if not table.units[found.id].commands]
    enemies = []
    for one in near:
        plan = plan_shot(state, ShootWords(unit=unit.id, target=one.id), nearest)
        act = Meant(f"shoot at {one.id}", "shoot", {"unit": unit.id, "target": one.id})
        far = plan.measured.get("distance", one.distance)  # as the shot measures it
        enemies.append(Sighted(one.id, far, _line(table, unit, one.id), act, plan))
    must = closest_target(state, table, unit)
    against = tuple(refusals(state, [unit], None, shower=False))
    words = f"to {reach.value} cm ({reach.rule})"
    rim = table.of(unit.id).pose.point(reach.value)
    bands = (Band(_ground_in_range(table, unit), words, reach.value, rim),)
    return Sighting(unit.id, missile, bands, tuple(enemies), must.id if must else "", against)


def _ground_in_range(table: "Measured", unit: UnitNow) -> tuple[tuple[float, float], ...]:
    """The fans of all stands as one."""
    import shapely

    from miniatures.space.arcs import fan_outline
    from miniatures.systems.command_roll.game.aiming import fans, reach_of

    whole = shapely.union_all([shapely.Polygon(fan_outline(fan)) for fan in fans(table, unit, reach_of(unit))])
    return tuple((float(x), float(y)) for x, y in shapely.get_coordinates(whole.convex_hull)[:-1])


def _line(table: "Measured", unit: UnitNow, target: str) -> "Looked":
    """From the first stand and eye that sees it; if none does, from the nearest stand."""
    from miniatures.systems.command_roll.game.aiming import eyes_of, shape_of

    shape = shape_of(table, table.units[target])
    stands = sorted(table.stands(unit.id), key=lambda one: (round(one.polygon.distance(shape), 6), one.id))
    lines = (table.look(eye, shape, _between(table, unit, one, target)) for one in stands for eye in eyes_of(one))
    first = next(lines)
    return first if first.blocked_at is None else next((line for line in lines if line.blocked_at is None), first)


def _between(table: "Measured", unit: UnitNow, stand: "Footprint", target: str) -> "list[Footprint]":
    return [*table.others(unit.id, target), *(mate for mate in table.stands(unit.id) if mate.id != stand.id)]


def _charges(table: "Measured", unit: UnitNow) -> Sighting:
    state = table.state
    near = [found for found in table.enemies_within(unit.id, NEAR) if not table.units[found.id].commands]
    enemies = [
        Sighted(
            one.id,
            one.distance,
            table.look(table.of(unit.id).centre, table.of(one.id).polygon, table.others(unit.id, one.id)),
            Meant(f"charge {one.id}", "charge", {"unit": unit.id, "target": one.id}),
            plan_charge(state, ChargeWords(unit=unit.id, target=one.id)),
        )
        for one in near
    ]
    closest = table.closest_in_sight(unit.id, NEAR)
    against = (*out_of_step(state, ("command",), "C101", "a charge"), *not_their_turn(state, unit))
    return Sighting(unit.id, "", (), tuple(enemies), closest.id if closest else "", against)
