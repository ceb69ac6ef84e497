"""What a contingent has before it on the table: its fan by range, and what each enemy would take."""

from typing import TYPE_CHECKING

from miniatures.naming import find
from miniatures.systems.pointing import Band, Meant, Sighted, Sighting
from miniatures.systems.tree_of_battles.game.charging import CHARGES, ChargeWords, plan_charge
from miniatures.systems.tree_of_battles.game.describing import measured, not_their_move, out_of_step
from miniatures.systems.tree_of_battles.game.pieces import ContingentNow
from miniatures.systems.tree_of_battles.game.shooting import ShootWords, nearest_target, plan_shoot, shooter_refusals
from miniatures.systems.tree_of_battles.game.state import State
from miniatures.systems.tree_of_battles.tables import RANGES

if TYPE_CHECKING:
    from miniatures.space.looking import Looked
    from miniatures.systems.tree_of_battles.game.measured import Measured

#: Enemies so near are worth asking about for those who only charge.
NEAR = 10.0


def sights(state: State, name: str) -> Sighting:
    """Of a contingent; a leader shoots at nobody and charges with others."""
    found = find(name, {**state.units, **state.leaders}, "a contingent or leader of this game")
    unit, table = state.units.get(found), measured(state)
    if table is None or unit is None or unit.gone or not unit.placed:
        return Sighting(found, "")
    from miniatures.systems.tree_of_battles.game.weapons import reach_of, weapons_of

    weapons = sorted(weapons_of(unit), key=lambda missile: -RANGES[missile].maximum)
    return _shots(table, unit, weapons, reach_of(unit)) if weapons else _charges(table, unit)


def _shots(table: "Measured", unit: ContingentNow, weapons: list[str], reach: float) -> Sighting:
    state = table.state
    enemies = []
    for one in table.enemies_within(unit.id, reach):
        plan = plan_shoot(state, ShootWords(unit=unit.id, target=one.id))
        act = Meant(f"shoot at {one.id}", "shoot", {"unit": unit.id, "target": one.id})
        far = plan.measured.get("distance", one.distance)  # as the shot measures it
        enemies.append(Sighted(one.id, far, _line(table, unit, one.id), act, plan))
    must = nearest_target(state, table, unit)
    bands = _bands(table, unit, weapons[0])
    against = tuple(shooter_refusals(state, [unit]))
    return Sighting(unit.id, ", ".join(weapons), bands, tuple(enemies), must.id if must else "", against)


def _bands(table: "Measured", unit: ContingentNow, missile: str) -> tuple[Band, ...]:
    """Close, effective and long range, as far as the weapon has them."""
    from miniatures.space.arcs import band_outline, fan_from_corners

    row = RANGES[missile]
    found: list[Band] = []
    for word, reach in (("close", row.close), ("effective", row.effective), ("long", row.maximum)):
        if reach is None:
            continue
        beyond = found[-1].reach if found else 0.0
        fan = fan_from_corners(table.of(unit.id), table.state.options.shooting_arc, reach)
        words = f"{word} range of the {missile}, {beyond:g} to {reach} inches ({row.rule})"
        found.append(Band(band_outline(fan, beyond), words, reach, fan.pose.point(reach)))
    return tuple(found)


def _line(table: "Measured", unit: ContingentNow, target: str) -> "Looked":
    """From the first stand in front that sees it; if none does, from the nearest."""
    from miniatures.systems.tree_of_battles.game.measured import stands_in_front

    shape, others = table.of(target).polygon, table.others(unit.id, target)
    stands = stands_in_front(unit, table.state.options)
    stands.sort(key=lambda stand: (round(stand.polygon.distance(shape), 6), stand.id))
    lines = (table.look((stand.pose.x, stand.pose.y), shape, others) for stand in stands)
    first = next(lines)
    return first if first.blocked_at is None else next((line for line in lines if line.blocked_at is None), first)


def _charges(table: "Measured", unit: ContingentNow) -> Sighting:
    state = table.state
    enemies = [
        Sighted(
            one.id,
            one.distance,
            table.look(table.of(unit.id).centre, table.of(one.id).polygon, table.others(unit.id, one.id)),
            Meant(f"charge {one.id}", "charge", {"unit": unit.id, "target": one.id}),
            plan_charge(state, ChargeWords(unit=unit.id, target=one.id)),
        )
        for one in table.enemies_within(unit.id, NEAR)
    ]
    against = (*out_of_step(state, CHARGES, "T106", "a charge"), *not_their_move(state, unit))
    return Sighting(unit.id, "", (), tuple(enemies), "", against)
