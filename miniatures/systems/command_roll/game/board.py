"""How the game stands, unit by unit, and the scene as a picture needs it. Nothing is measured here."""

from miniatures.scene import Piece, Scene, Trail, rectangle
from miniatures.systems.command_roll.game.after_combat import may
from miniatures.systems.command_roll.game.checklist import owed
from miniatures.systems.command_roll.game.describing import STEPS
from miniatures.systems.command_roll.game.driving import hits_on
from miniatures.systems.command_roll.game.orders import because_of
from miniatures.systems.command_roll.game.pieces import BattleNow, UnitNow
from miniatures.systems.command_roll.game.scoring import side_points
from miniatures.systems.command_roll.game.state import State
from miniatures.systems.playing import Board, SideLine, UnitLine, WingLine
from miniatures.words import counted

HERALD = 2.0


def states(state: State, unit: UnitNow) -> list[str]:
    """What there is to say of a unit, in the game's own words."""
    if unit.gone:
        return [unit.gone]
    found: list[str] = []
    if unit.confused:
        found.append("confused")
    if state.engaged(unit.id):
        found.append(f"fighting {', '.join(state.enemies_touching(unit.id))}")
    if because_of(state, unit) != "none":
        found.append("ordered, to move")
    if unit.charged == state.now:
        found.append("charged")
    elif unit.initiative == state.now:
        found.append("evaded")
    elif unit.moved == state.now:
        found.append("moved")
    if unit.shot.get("now") == state.now:
        found.append("shot")
    if hits := hits_on(state, unit):
        found.append(f"to be driven back ({counted(hits, 'hit')})")
    if unit.irregular:
        found.append("irregular")
    elif unit.ranks > 1 and not unit.commands:
        found.append("column")
    if choices := may(state, unit):
        found.append(f"may {' or '.join(choices)}")
    return found


def arm(unit: UnitNow) -> str:
    if unit.commands:
        return "leader"
    if unit.unit.artillery:
        return "gun"
    if unit.mounted:
        return "horse"
    return "bow" if unit.unit.missile else "foot"


def _note(state: State, unit: UnitNow) -> str:
    """Hits towards the next stand, orders, arrows, guns, commanders."""
    if unit.gone:
        return ""
    found: list[str] = []
    if unit.hits:
        found.append(f"{unit.hits} of {unit.unit.listed.hits} hits")
    if count := unit.ordered(state.now).get("count"):
        found.append(counted(count, "order"))
    if unit.blunders:
        found.append(f"-{unit.blunders} to orders")
    if unit.showers:
        found.append(f"shower used {counted(unit.showers, 'time')}")
    if unit.exhausted:
        found.append(f"{min(len(unit.exhausted), unit.left)} out of arrows")
    if silent := unit.silenced(state.turn):
        found.append(f"{counted(silent, 'gun')} silent")
    if unit.joined:
        found.append(f"with {unit.joined}")
    if unit.commands:
        found.insert(0, f"{unit.unit.classed or 'class unknown'}, {'mounted' if unit.mounted else 'on foot'}")
    return "; ".join([*found, *(f"with {one.id}" for one in state.joined_to(unit.id))])


def _unit_line(state: State, unit: UnitNow) -> UnitLine:
    left = 0 if unit.gone else unit.left
    marks = tuple(states(state, unit))
    joined = state.joined_to(unit.id)
    return UnitLine(
        unit.id,
        arm(unit),
        f"{left}/{unit.unit.size}",
        ", ".join(marks) or "ready",
        _note(state, unit),
        left,
        unit.unit.size,
        unit.unit.listed.points,
        bool(unit.gone),
        marks,
        joined[0].id if joined else "",
        (unit.pose.x, unit.pose.y, unit.facing) if unit.placed else None,
        unit.size(state.options) if unit.placed else None,
    )


def _battle_line(state: State, battle: BattleNow) -> WingLine:
    commander = state.units.get(battle.commander)
    led = "" if commander is None else f"{commander.id} ({commander.gone})" if commander.gone else commander.id
    units = [unit for unit in state.units.values() if unit.battle == battle.id]
    coming = [one.objective for one in state.heralds.values() if one.battle == battle.id and not one.back]
    objective = (battle.objective or "no objective") + (f", a herald brings {coming[0]}" if coming else "")
    return WingLine(battle.name, led, objective, tuple(_unit_line(state, unit) for unit in units))


def board(state: State) -> Board:
    sides = []
    for side, name in enumerate(state.sides):
        general = state.general(side)
        battles = [one for one in state.battles.values() if one.side == side]
        lines = tuple(line for one in battles if (line := _battle_line(state, one)).units)
        sides.append(SideLine(name, general.id if general else "", lines))
    score = []
    for side, name in enumerate(state.sides):
        lost, whole = side_points(state, side)
        score.append(f"{name}: {lost} of {whole} points lost")
    explains = STEPS[state.step]
    if state.step != "deployment":
        explains = f"{state.sides[state.active]}: {explains}"
    acting = state.sides[state.active] if state.step in ("command", "commanders", "shooting") else ""
    return Board(
        state.turn,
        state.step,
        explains,
        tuple(sides),
        tuple(owed(state)),
        tuple(score),
        tuple(side_points(state, side) for side in (0, 1)),
        state.over,
        acting,
    )


def scene(state: State) -> Scene:
    turn = f"turn {state.turn}, {state.sides[state.active]}: {STEPS[state.step]}" if state.turn else "setting up"
    title = f"{state.sides[0]} against {state.sides[1]}, {turn}"
    pieces: list[Piece] = []
    trails: list[Trail] = []
    for unit in state.units.values():
        if not unit.placed:
            continue
        pieces.append(_piece(state, unit))
        if unit.moved == state.now and unit.came is not None:
            trails.append(Trail(unit.id, unit.side, (unit.came, (unit.pose.x, unit.pose.y))))
    for unit in state.commanders():
        host = state.units.get(unit.joined)
        if host is not None and host.placed:
            at = host.pose.point(-host.size(state.options)[1])  # at its rear, where he hides no figures
            words = f"{unit.id} with {host.id}"
            pieces.append(Piece(unit.id, unit.side, (), at, HERALD, unit.id, "leader", "", (), words))
    for herald in state.heralds.values():
        if herald.x is not None and not herald.back:
            words = f"herald of {herald.sender}: {herald.objective}"
            side = state.units[herald.sender].side
            at = (herald.x, herald.y)
            pieces.append(
                Piece(f"herald of {herald.sender}", side, (), at, HERALD, "herald", "messenger", "", (), words)
            )
    return Scene(title, state.sides, state.setup.table, tuple(pieces), tuple(trails))


def _piece(state: State, unit: UnitNow) -> Piece:
    width, depth = unit.size(state.options)
    pose = unit.pose
    outline = rectangle(pose, width, depth)
    marks = tuple(_mark(word) for word in states(state, unit))
    strength = f"{unit.left}/{unit.unit.size}"
    words = f"{unit.id} ({state.sides[unit.side]}), {strength} stands: {', '.join(marks) or 'ready'}"
    centre = pose.point(-depth / 2)
    return Piece(unit.id, unit.side, outline, centre, 0.0, unit.id, arm(unit), strength, marks, words)


def _mark(word: str) -> str:
    """A state without the names in it: the legend tells each mark once."""
    for whole in ("fighting", "may", "to be driven back"):
        if word.startswith(whole):
            return "may choose" if whole == "may" else whole
    return word
