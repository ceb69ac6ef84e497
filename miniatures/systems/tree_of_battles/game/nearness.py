"""Who is near whom, in plain numbers: all that the checklist asks of most phases, without loading any geometry."""

from collections.abc import Iterable

from miniatures.measuring import within
from miniatures.space.oblong import Oblong, apart, comes_within, continuous_line
from miniatures.space.pose import Pose
from miniatures.systems.tree_of_battles.game.pieces import ContingentNow, LeaderNow
from miniatures.systems.tree_of_battles.game.state import State

#: Neighbours so near to each other are one continuous line (T71).
LINE_GAP = 1.0


class Near:
    """The places on the table, taken once for as many questions as there are."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.bodies = {
            unit.id: Oblong(unit.id, unit.pose, *unit.size(state.options)) for unit in state.standing() if unit.placed
        }

    def _of_side(self, side: int) -> list[Oblong]:
        return [body for name, body in self.bodies.items() if self.state.units[name].side == side]

    def enemies_within(self, unit: ContingentNow, inches: float) -> Iterable[ContingentNow]:
        """In no order: whether there are any is soon told."""
        own = self.bodies[unit.id]
        near = (body for body in self._of_side(1 - unit.side) if comes_within(own, body, inches))
        return (self.state.units[body.id] for body in near)

    def leader_at(self, leader: LeaderNow) -> Oblong | None:
        """Where his contingent is, or the point where he is himself."""
        if leader.gone:
            return None
        if leader.unit:
            return self.bodies.get(leader.unit)
        return None if leader.x is None else Oblong(leader.id, Pose(leader.x, leader.y, 0.0), 0.0, 0.0)

    def to_leader(self, unit: str, leader: LeaderNow) -> float | None:
        body = self.leader_at(leader)
        return None if body is None else 0.0 if leader.unit == unit else apart(self.bodies[unit], body)

    def together(self, one: LeaderNow, other: LeaderNow, inches: float) -> bool:
        here, there = self.leader_at(one), self.leader_at(other)
        return here is not None and there is not None and comes_within(here, there, inches)

    def controlled(self, unit: ContingentNow) -> bool:
        """Within reach of a captain or marshal, or in a continuous line with the stand of one (T411)."""
        options = self.state.options
        reach = {"captain": options.captain_radius, "marshal": options.marshal_radius}
        for leader in self.state.leaders.values():
            if leader.side != unit.side or leader.gone or not leader.leader.noble:
                continue
            if leader.battle != unit.battle and leader.leader.rank != "marshal":
                continue
            far = self.to_leader(unit.id, leader)
            if far is not None and within(far, reach[leader.leader.rank]):
                return True
            if leader.unit in self.bodies and unit.id in self._line_of(leader.unit, unit.side):
                return True
        return False

    def _line_of(self, name: str, side: int) -> frozenset[str]:
        return continuous_line(self._of_side(side), self.bodies[name], LINE_GAP)
