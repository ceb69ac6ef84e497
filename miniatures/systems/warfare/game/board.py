"""How the game stands, unit by unit, and the scene as a picture needs it. Nothing is measured here."""

from miniatures.scene import Piece, Scene, Trail, rectangle
from miniatures.systems.playing import Board, SideLine, UnitLine, WingLine
from miniatures.systems.warfare.game.checklist import owed
from miniatures.systems.warfare.game.describing import STEPS
from miniatures.systems.warfare.game.pieces import MILLIMETRES, UnitNow, WingNow
from miniatures.systems.warfare.game.scoring import side_points, worth
from miniatures.systems.warfare.game.state import State


def states(state: State, unit: UnitNow) -> list[str]:
    """What there is to say of a unit, in the game's own words."""
    if unit.gone:
        return [unit.gone]
    turn = state.turn
    found: list[str] = []
    if unit.routing:
        found.append("in rout")
    if unit.pursuing:
        found.append(f"pursuing {unit.pursuing}")
    if state.in_melee(unit.id):
        found.append(f"in melee with {', '.join(state.enemies_touching(unit.id))}")
    elif state.enemies_touching(unit.id) and not unit.routing:
        found.append(f"touching {', '.join(state.enemies_touching(unit.id))}")
    if unit.furious:
        found.append("furious")
    causes = {**unit.owes, **unit.then_owes}
    if causes:
        found.append(f"owes a test ({', '.join(causes)})")
    happened = {
        "shot": unit.shot,
        "fell back": unit.fell_back,
        "charged": unit.charged,
        "avoided": unit.avoided,
        "silenced": unit.silenced,
        "rallied": unit.rallied,
        "interpenetrated": unit.interpenetrated,
    }
    found += [word for word, when in happened.items() if when and when == turn]
    if unit.moving.get("turn") == turn and unit.charged != turn:
        found.append("moved")
    if unit.limbered:
        found.append("limbered")
    if unit.river:
        found.append(f"at the bank of {unit.river}")
    if unit.may_pursue and not unit.pursuing:
        found.append("may pursue")
    return found


def loss_marks(unit: UnitNow) -> list[tuple[int, int, str]]:
    """The 25, 50 and 75 per cent marks: each with the figures lost at which it is reached, and its rule."""
    rules = ((25, "W530"), (50, "W531"), (75, "W532"))
    return [(percent, -(-unit.unit.figures * percent // 100), rule) for percent, rule in rules]


def next_mark(unit: UnitNow) -> str:
    """How many more figures until the next of the marks."""
    for percent, at, _ in loss_marks(unit):
        if unit.lost < at:
            return f"{at - unit.lost} more to {percent}%"
    return "past 75%"


def arm(unit: UnitNow) -> str:
    if unit.unit.artillery:
        return "gun"
    if unit.unit.mounted:
        return "horse"
    return "bow" if unit.unit.shooters_after(unit.lost) else "foot"


def _unit_line(state: State, unit: UnitNow) -> UnitLine:
    left = 0 if unit.gone else unit.left - unit.struck
    leader = state.leader_with(unit.id)
    note = "" if unit.gone or unit.unit.artillery else next_mark(unit)
    marks = tuple(states(state, unit))
    if unit.struck:
        note = f"{unit.struck} hit, taken away when all have shot; {note}"
    if leader:
        note = f"{note}; with {leader.id}" if note else f"with {leader.id}"
    return UnitLine(
        unit.id,
        arm(unit),
        f"{left}/{unit.unit.figures}",
        ", ".join(marks) or "ready",
        note,
        left,
        unit.unit.figures,
        worth(unit.unit, state.options),
        bool(unit.gone),
        marks,
        leader.id if leader else "",
        (unit.pose.x, unit.pose.y, unit.facing) if unit.placed else None,
        unit.size(state.options) if unit.placed else None,
    )


def _leader(state: State, wing: WingNow) -> str:
    leader = state.leaders.get(wing.leader)
    if leader is None:
        return ""
    if leader.gone:
        return f"{leader.id} ({leader.gone})"
    return f"{leader.id} (out for the move)" if leader.out(state.turn) else leader.id


def _rides_at(state: State, wing: WingNow) -> tuple[float, float] | None:
    leader = state.leaders.get(wing.leader)
    alone = leader is not None and not leader.gone and not leader.unit
    return (leader.x, leader.y) if leader is not None and alone and leader.x is not None else None


def board(state: State) -> Board:
    sides = []
    for side, name in enumerate(state.sides):
        commander = state.chief(side)
        wings = tuple(
            WingLine(
                wing.name,
                _leader(state, wing),
                _order(state, wing),
                tuple(_unit_line(state, unit) for unit in state.units.values() if unit.wing == wing.id),
                _rides_at(state, wing),
                tuple(one.id for one in state.leaders.values() if one.wing == wing.id and not one.gone),
            )
            for wing in state.wings.values()
            if wing.side == side
        )
        sides.append(SideLine(name, commander.id if commander else "", wings))
    score = []
    for side, name in enumerate(state.sides):
        lost, whole = side_points(state, side)
        score.append(f"{name}: {lost} of {whole} points lost")
    explains = STEPS[state.step]
    if state.mover is not None:
        explains = f"Event III, movement: {state.sides[state.mover]} move"
    return Board(
        state.turn,
        state.step,
        explains,
        tuple(sides),
        tuple(owed(state)),
        tuple(score),
        tuple(side_points(state, side) for side in (0, 1)),
        state.over,
        state.sides[state.mover] if state.mover is not None else "",
    )


def _order(state: State, wing: WingNow) -> str:
    coming = [one.order for one in state.messengers.values() if one.wing == wing.id]
    return wing.order + (f", a messenger brings {coming[0]}" if coming else "")


def scene(state: State) -> Scene:
    turn = f"turn {state.turn}" if state.turn else "setting up"
    title = f"{state.sides[0]} against {state.sides[1]}, {turn}"
    pieces: list[Piece] = []
    trails: list[Trail] = []
    for unit in state.units.values():
        if not unit.placed:
            continue
        width, depth = unit.size(state.options)
        pose = unit.pose
        outline = rectangle(pose, width, depth)
        marks = tuple(_mark(word) for word in states(state, unit))
        left = unit.left - unit.struck  # as the board counts them
        words = f"{unit.id} ({state.sides[unit.side]}), {left} of {unit.unit.figures}: {', '.join(marks) or 'ready'}"
        pieces.append(
            Piece(
                unit.id,
                unit.side,
                outline,
                centre=pose.point(-depth / 2),
                label=unit.id,
                arm=arm(unit),
                strength=f"{left}/{unit.unit.figures}",
                marks=marks,
                words=words,
            )
        )
        start = unit.moving.get("start")
        if unit.moving.get("turn") == state.turn and start and state.step != "command":
            trails.append(Trail(unit.id, unit.side, ((start[0], start[1]), (pose.x, pose.y))))
    pieces += _riders(state)
    return Scene(title, state.sides, state.setup.table, tuple(pieces), tuple(trails))


def _mark(word: str) -> str:
    """A state without the names in it: the legend tells each mark once."""
    for whole in ("in melee", "touching", "pursuing", "at the bank", "owes a test"):
        if word.startswith(whole):
            return whole
    return word


def _riders(state: State) -> list[Piece]:
    found: list[Piece] = []
    wide = state.options.leader_base / MILLIMETRES
    for leader in state.leaders.values():
        if leader.gone:
            continue
        at = (leader.x, leader.y) if leader.x is not None else None
        if leader.unit and state.units[leader.unit].placed:
            unit = state.units[leader.unit]
            at = unit.pose.point(-unit.size(state.options)[1])  # at its rear, where he hides no figures
        if at is None or at[0] is None:
            continue
        marks = ("out",) if leader.out(state.turn) else ()
        words = f"{leader.id}{' with ' + leader.unit if leader.unit else ''}"
        found.append(Piece(leader.id, leader.side, (), (at[0], at[1]), wide, leader.id, "leader", "", marks, words))
    for rider in state.messengers.values():
        if rider.x is not None:
            words = f"{rider.id}: {rider.order}"
            found.append(
                Piece(rider.id, rider.side, (), (rider.x, rider.y), wide / 2, rider.id, "messenger", "", (), words)
            )
    return found
