"""A chase carried out on the table: who flees runs straight away, and who comes after goes as far as it got."""

from typing import TYPE_CHECKING, Any, NamedTuple

from miniatures.systems.tree_of_battles.chase import Runner
from miniatures.systems.tree_of_battles.damage import entry
from miniatures.systems.tree_of_battles.game.pieces import ContingentNow
from miniatures.systems.tree_of_battles.game.state import State
from miniatures.systems.tree_of_battles.game.suffering import Shock

if TYPE_CHECKING:
    from miniatures.space.footprint import Footprint
    from miniatures.systems.tree_of_battles.game.measured import Measured

STEP = 0.25
#: No fast move goes further: two fives, an inch for each die in skirmish array, and one in a first retreat.
FARTHEST = 14.0
OFF_TABLE = "left the table"


class Ran(NamedTuple):
    """Where a run ended, how far that was, and whether it led off the table."""

    start: "Footprint"
    end: "Footprint"
    inches: float
    off: bool


def runner_changes(state: State, unit: ContingentNow, runner: Runner) -> dict[str, Any]:
    """What a chase cost one of the two: fatigue, stands, order."""
    own: dict[str, Any] = {}
    tired = [entry(line, state.turn).model_dump(mode="json", exclude_defaults=True) for line in runner.dps]
    if tired:
        own["dps"] = [*map(dict, unit.dps), *tired]
    if runner.stands_lost:
        own["stands"] = list(unit.in_play.without(runner.stands_lost))
    if not runner.left:
        own["gone"] = "destroyed"
    if runner.disarray and unit.array != "disarray":
        own["array"] = "disarray"
    return own


def away(body: "Footprint", enemy: "Footprint") -> float:
    """The way of who flees: straight back from an enemy before its front, else straight away from its middle (T82)."""
    from miniatures.space.contact import side_towards
    from miniatures.space.pose import Pose

    if side_towards(body, enemy.centre) == "front":
        return (body.pose.facing + 180) % 360
    return Pose(*enemy.centre, 0.0).bearing(body.centre) % 360


def flees(table: "Measured", body: "Footprint", direction: float, inches: float, *, leaves: bool = True) -> Ran:
    """Who flees turns and runs, past friends if need be. Who only evades stays wholly on the table (T82, T89)."""
    from miniatures.space.moves import turn_in_place
    from miniatures.systems.tree_of_battles.game.ways import runs

    turned = turn_in_place(body, direction)
    if not leaves:
        inches = min(inches, room_to_edge(table, body, direction))
    moved, off = runs(table, turned, direction, inches)
    off = off or not table.ground.inside(moved.end.polygon)
    if (off and not leaves) or (not off and not table.free(moved.end)):
        return Ran(body, body, 0.0, False)  # there is no room even to turn (T89)
    return Ran(turned, moved.end, moved.path, off)


def room_to_edge(table: "Measured", body: "Footprint", direction: float) -> float:
    """Inches that it can run that way and still stand wholly on the table; 0 if it cannot even turn there."""
    from miniatures.measuring import furthest
    from miniatures.space.moves import shift, turn_in_place

    turned = turn_in_place(body, direction)
    if not table.ground.inside(turned.polygon):
        return 0.0
    return furthest(FARTHEST, lambda far: table.ground.inside(shift(turned, direction, far).end.polygon))


def follows(table: "Measured", body: "Footprint", direction: float, inches: float) -> Ran:
    """Who comes after turns that way and goes on, on the table and on nobody; enemies stop it."""
    from miniatures.space.moves import shift, slide, turn_in_place
    from miniatures.systems.tree_of_battles.game.ways import CLEAR

    turned = turn_in_place(body, direction)
    enemies = table.enemies(table.sides[body.id])
    free, met = slide(turned, direction, enemies, inches)
    far = max(0.0, free - CLEAR) if met else inches
    while far > 0 and not table.free(shift(turned, direction, far).end):
        far = max(0.0, far - STEP)
    if far <= 0:
        return Ran(body, body, 0.0, False)
    return Ran(turned, shift(turned, direction, far).end, far, False)


def broke(state: State, unit: ContingentNow, where: "Footprint | None") -> list[Shock]:
    """What friends feel when it breaks: the rout, and that of each noble with it (T302, T305)."""
    nobles = [one for one in state.leaders_with(unit.id) if one.leader.noble]
    return [Shock(unit.id, "routs", where), *(Shock(unit.id, "noble routed", where) for _ in nobles)]
