"""What a unit has before it on the table: its fan by range, and what each enemy would cost a shot or a charge."""

from typing import TYPE_CHECKING

from miniatures.measuring import within
from miniatures.naming import find
from miniatures.systems.pointing import Band, Meant, Sighted, Sighting
from miniatures.systems.warfare.game.charges import ChargeWords, plan_charge
from miniatures.systems.warfare.game.describing import measured
from miniatures.systems.warfare.game.fire import (
    ShootWords,
    aimed_at,
    closest,
    in_the_fan,
    in_the_way,
    plan_shot,
    shot_refusals,
)
from miniatures.systems.warfare.game.moves import step_refusals
from miniatures.systems.warfare.game.pieces import UnitNow
from miniatures.systems.warfare.game.state import State
from miniatures.systems.warfare.shooting import long_range
from miniatures.systems.warfare.tables import MISSILES

if TYPE_CHECKING:
    from miniatures.systems.warfare.game.measured import Measured

#: Enemies so near are worth asking about for those who only charge.
NEAR = 20.0


def sights(state: State, name: str) -> Sighting:
    """Of a unit; a leader shoots at nobody and charges with others."""
    found = find(name, {**state.units, **state.leaders}, "a unit or leader of this game")
    table = measured(state)
    unit = state.units.get(found)
    if table is None or unit is None or unit.gone or not unit.placed:
        return Sighting(found, "")
    return _shots(table, unit, unit.missiles[0]) if unit.missiles else _charges(table, unit)


def _shots(table: "Measured", unit: UnitNow, weapon: str) -> Sighting:
    seen = in_the_fan(table, unit)
    body, reach = table.of(unit.id), MISSILES[weapon].reach
    front = (body.pose.x, body.pose.y)
    fanned = {one.id: one.distance for one in seen}
    enemies = [
        Sighted(
            name,
            distance,
            table.look(front, aimed_at(table, unit, name), in_the_way(table, unit, name)),
            Meant(f"shoot at {name}", "shoot", {"unit": unit.id, "target": name}),
            plan_shot(table.state, ShootWords(unit=unit.id, target=name), seen),
        )
        for name in table.near(unit.id, reach)
        if table.state.units[name].side != unit.side
        and within(distance := fanned.get(name, table.apart(unit.id, name)), reach)
    ]
    must = closest(seen, weapon)
    against = tuple(shot_refusals(table.state, unit))
    return Sighting(unit.id, weapon, _bands(table, unit, weapon), tuple(enemies), must.id if must else "", against)


def _bands(table: "Measured", unit: UnitNow, weapon: str) -> tuple[Band, ...]:
    from miniatures.space.arcs import band_outline, fan_from_centre
    from miniatures.systems.warfare.game.measured import ARC

    missile, far = MISSILES[weapon], long_range(weapon)
    body = table.of(unit.id)

    def band(words: str, reach: float, beyond: float = 0.0) -> Band:
        outline = band_outline(fan_from_centre(body, ARC, reach), beyond)
        return Band(outline, words, reach, body.pose.point(reach))

    if far is None:
        return (band(f"to {missile.reach} inches ({missile.rule})", missile.reach),)
    begins, cost = far
    words = f"{begins} to {missile.reach} inches: {cost.value:+g} ({cost.rule}, {missile.rule})"
    return band(f"under {begins} inches", begins), band(words, missile.reach, begins)


def _charges(table: "Measured", unit: UnitNow) -> Sighting:
    body = table.of(unit.id)
    front = (body.pose.x, body.pose.y)
    enemies = [
        Sighted(
            name,
            table.apart(unit.id, name),
            table.look(front, table.of(name).polygon),
            Meant(f"charge {name}", "charge", {"unit": unit.id, "target": name}),
            plan_charge(table.state, ChargeWords(unit=unit.id, target=name)),
        )
        for name in table.near(unit.id, NEAR)
        if table.state.units[name].side != unit.side
    ]
    return Sighting(unit.id, "", (), tuple(enemies), "", tuple(step_refusals(table.state, unit)))
