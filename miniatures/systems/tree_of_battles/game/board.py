"""How the game stands, contingent by contingent, and the scene as a picture needs it. Nothing is measured here."""

from miniatures.scene import Piece, Scene, Trail, rectangle
from miniatures.systems.playing import Board, SideLine, UnitLine, WingLine
from miniatures.systems.tree_of_battles.game.checklist import owed
from miniatures.systems.tree_of_battles.game.describing import STEPS, dps_words
from miniatures.systems.tree_of_battles.game.pieces import BattleNow, ContingentNow, LeaderNow
from miniatures.systems.tree_of_battles.game.scoring import score, side_points, side_stands
from miniatures.systems.tree_of_battles.game.state import State
from miniatures.words import counted

LEADER = 1.0
#: States as the map marks them: by a sign where it knows one, else by the first letter, which no two of them share.
MARKS = {
    "column": "in column",
    "countercharged": "went to meet a charge",
    "shot": "volley shot off",
    "halt": "halted",
    "retire": "retiring",
    "advance to nearest enemy": "advance",
    "charge nearest A grade": "eager to charge",
    "repeat last move": "keeps moving",
    "as the player wishes": "free to act",
    "goes on": "beyond control",
}


def states(state: State, unit: ContingentNow) -> list[str]:
    """What there is to say of a contingent, in the game's own words."""
    if unit.gone:
        return [unit.gone]
    found: list[str] = []
    if unit.broken:
        found.append("routing")
    elif unit.conduct != "steady":
        found.append(unit.conduct)
    if unit.disordered:
        found.append("disarray")
    elif unit.array != "line":
        found.append(unit.array)
    if state.fighting(unit.id):
        found.append(f"fighting {', '.join(state.enemies_touching(unit.id))}")
    if unit.reaction.get("turn") == state.turn:
        found.append(str(unit.reaction["word"]))
    happened = {"charged": unit.charged, "countercharged": unit.countercharged, "shot at": unit.shot_at}
    found += [word for word, when in happened.items() if when and when == state.turn]
    if state.turn and state.turn in (unit.approached, unit.moved) and unit.charged != state.turn:
        found.append("moved")
    if unit.volleys.get("turn") == state.turn and unit.volleys.get("count"):
        found.append("shot")
    if unit.may:
        found.append(f"may {' or '.join(unit.may)}")
    if unit.owes:
        found.append(f"owes: {', '.join(unit.owes)}")
    return found


def arm(unit: ContingentNow) -> str:
    if unit.listed.type in ("artillery", "baggage"):
        return "gun" if unit.listed.type == "artillery" else "baggage"
    if unit.mounted:
        return "horse"
    return "bow" if unit.listed.archers or unit.listed.skirmishers else "foot"


def _unit_line(state: State, unit: ContingentNow) -> UnitLine:
    left = 0 if unit.gone else unit.left
    leaders = state.leaders_with(unit.id)
    notes = [f"{unit.listed.grade} grade, {counted(unit.total_dps, 'DP')} of {unit.in_play.most_dps.value}"]
    notes += dps_words(unit)
    notes += [f"with {one.id}{' in the front rank' if one.front else ''}" for one in leaders]
    marks = tuple(states(state, unit))
    return UnitLine(
        unit.id,
        arm(unit),
        f"{left}/{unit.listed.size}",
        ", ".join(marks) or "steady",
        "" if unit.gone else "; ".join(notes),
        left,
        unit.listed.size,
        unit.listed.size,
        bool(unit.gone),
        marks,
        leaders[0].id if leaders else "",
        (unit.pose.x, unit.pose.y, unit.facing) if unit.placed else None,
        unit.size(state.options) if unit.placed else None,
    )


def _led(state: State, leader: LeaderNow) -> str:
    if leader.gone:
        return f"{leader.id} ({leader.gone})"
    alone = "" if leader.unit else ", alone" + (f" at {leader.x:.1f},{leader.y:.1f}" if leader.x is not None else "")
    if not leader.leader.noble:
        return f"{leader.id} (herald{alone})"
    points = f"{leader.points(state.turn)} of {leader.rating} command points"
    return f"{leader.id} ({leader.leader.rank}, {points}{alone})"


def _battle_line(state: State, battle: BattleNow) -> WingLine:
    units = [unit for unit in state.units.values() if unit.battle == battle.id]
    own = [one for one in state.leaders.values() if one.battle == battle.id]
    nobles = [one for one in own if one.leader.noble or not one.unit]
    coming = [
        f", {one.id} brings {one.carries['order']}"
        for one in state.leaders.values()
        if one.carries.get("battle") == battle.id and not one.gone
    ]
    order = (battle.order or "no order") + "".join(coming)
    told = "; ".join(_led(state, one) for one in nobles)
    leaders = tuple(one.id for one in own if not one.gone)
    return WingLine(battle.name, told, order, tuple(_unit_line(state, unit) for unit in units), leaders=leaders)


def board(state: State) -> Board:
    sides = []
    for side, name in enumerate(state.sides):
        marshal = next(
            (
                one.id
                for one in state.leaders.values()
                if one.side == side and one.leader.rank == "marshal" and not one.gone
            ),
            "",
        )
        battles = [one for one in state.battles.values() if one.side == side]
        sides.append(
            SideLine(name, marshal, tuple(line for one in battles if (line := _battle_line(state, one)).units))
        )
    explains = STEPS[state.step]
    if state.mover is not None:
        explains = f"{explains.partition(' of the ')[0].partition(': the ')[0]}: {state.sides[state.mover]}"
    return Board(
        state.turn,
        state.step,
        explains,
        tuple(sides),
        tuple(owed(state)),
        tuple(score(state, side) for side in (0, 1)),
        tuple(side_points(state, side) or side_stands(state, side) for side in (0, 1)),
        state.over,
        state.sides[state.mover] if state.mover is not None else "",
    )


def scene(state: State) -> Scene:
    turn = f"turn {state.turn}" if state.turn else "setting up"
    title = f"{state.sides[0]} against {state.sides[1]}, {turn}"
    pieces: list[Piece] = []
    trails: list[Trail] = []
    for unit in state.units.values():
        if not unit.placed:
            continue
        pieces.append(_piece(state, unit))
        if unit.came is not None and state.turn in (unit.approached, unit.moved, unit.charged):
            trails.append(Trail(unit.id, unit.side, (unit.came, (unit.pose.x, unit.pose.y))))
    for leader in state.leaders.values():
        at = _leader_at(state, leader)
        if at is not None and not leader.gone:
            words = f"{leader.id}{' with ' + leader.unit if leader.unit else ''}"
            kind = "leader" if leader.leader.noble else "messenger"
            pieces.append(Piece(leader.id, leader.side, (), at, LEADER, leader.id, kind, "", (), words))
    return Scene(title, state.sides, state.setup.table, tuple(pieces), tuple(trails))


def _leader_at(state: State, leader: LeaderNow) -> tuple[float, float] | None:
    host = state.units.get(leader.unit)
    if host is not None and host.placed:
        ahead = 0.0 if leader.front else -host.size(state.options)[1]
        return host.pose.point(ahead)
    return None if leader.x is None else (leader.x, leader.y)


def _piece(state: State, unit: ContingentNow) -> Piece:
    width, depth = unit.size(state.options)
    pose = unit.pose
    outline = rectangle(pose, width, depth)
    marks = tuple(_mark(word) for word in states(state, unit))
    strength = f"{unit.left}/{unit.listed.size}, {unit.total_dps} DP"
    dps = "; ".join(dps_words(unit)) or "no DPs"
    words = f"{unit.id} ({state.sides[unit.side]}), {unit.left} of {unit.listed.size} stands, {dps}"
    return Piece(unit.id, unit.side, outline, pose.point(-depth / 2), 0.0, unit.id, arm(unit), strength, marks, words)


def _mark(word: str) -> str:
    """A state without the names in it: the legend tells each mark once."""
    for whole, mark in (("fighting", "fighting"), ("may ", "undecided"), ("owes", "owes a test or a move")):
        if word.startswith(whole):
            return mark
    return MARKS.get(word, word)
