"""A charge at skirmishers: they get away while it runs its whole distance, or are caught (W409, W410, W34)."""

from dataclasses import replace
from typing import Any

from miniatures.measuring import within
from miniatures.space.moves import advance
from miniatures.systems.playing import Conclusion
from miniatures.systems.warfare.game.approach import approach, avoiding, left_behind
from miniatures.systems.warfare.game.charges import normal_move, on_the_way
from miniatures.systems.warfare.game.impact import Charge, avoid_words
from miniatures.systems.warfare.game.marching import as_far_as
from miniatures.systems.warfare.game.moves import moving_of, placed_at


def escape(charge: Charge, left: float, changes: dict[str, Any]) -> Conclusion | Charge:
    """How it ends; or, where they cannot get away, the charge at the place where they were stopped."""
    state, table, unit, goal, way = charge.state, charge.table, charge.unit, charge.goal, charge.way
    assert table is not None
    assert way is not None
    start, runner = table.of(unit.id), table.of(goal.id)
    wheeled = replace(charge.moving, hindrances=moving_of(state, unit).hindrances)
    run = as_far_as(state, unit, wheeled, table.without(goal.id), way.start, left)
    ends = advance(way.start, run).end
    away = avoiding(table, runner, start, ends, normal_move(charge.facts))
    again = approach(table.with_body(away), start, away)
    reach = left - 2 * (again.wheel - way.wheel)
    if not again.blocked_by and within(again.inches, reach):
        before = replace(charge.moving, wheel=charge.moving.wheel - way.wheel, hindrances=wheeled.hindrances)
        return charge._replace(table=table.with_body(away), way=again, moving=on_the_way(before, again))
    moved = placed_at(ends) | {"moving": replace(charge.moving, inches=charge.moving.inches + run).data()}
    units = {unit.id: changes | moved, goal.id: placed_at(away) | {"avoided": state.turn}}
    dropped = left_behind(table, ends)
    return Conclusion({"units": units} | ({"contacts": dropped} if dropped else {}), (avoid_words(charge),))
