"""The Command phase of the 2D6 command-roll game, as a simple captain sees it: whom to charge, whom to order, where to.

He knows what a player sees: the board, the map, the choices, and the odds of a combat. play_barnet.py fights with it.
"""

import shlex
from collections.abc import Iterable, Mapping
from math import dist

from captains import Battle, Near, checklist, nearest

from miniatures.systems.playing import UnitLine, WingLine

#: Centimetres: bows reach so far; so near, bows make room for bills; so near, units may charge by themselves; so near
#: they surely can; so near they charge by order.
SHOT, CLASH, INITIATIVE, SURELY, CHARGE = 38, 26, 20, 12, 9
#: Degrees: who is farther aside is out of the arc of bows.
ARC = 40
#: From this turn on attackers no longer wait for their arrows to do the work.
CLOSE_IN = 2
#: What a charge may cost for what it is likely to take, by objective.
PRICE = {"attack": 2.0, "advance": 1.2, "defend": 1.0}
#: A command roll is tried with this, or more.
LIKELY = 5


def fights(unit: UnitLine) -> bool:
    return unit.arm in ("foot", "horse")


def objective(wing: WingLine) -> str:
    return wing.order.partition(",")[0]


def named(battle: Battle, names: Iterable[str]) -> list[tuple[WingLine, UnitLine]]:
    wanted = set(names)
    return [(wing, unit) for wing, unit in battle.standing() if unit.name in wanted]


def charge(battle: Battle, how: str) -> bool:
    """Charge, and count the odds of the combat with the stands in place. A bad charge is taken back: no die fell."""
    if not battle.do(how):
        return False
    unit = shlex.split(how)[1]
    (wing, own), *_ = named(battle, [unit])
    if "fighting" not in own.state:
        return True
    points = {line.name: line.points / line.start for _, line in battle.standing()}
    lost = dict.fromkeys(points, 0.0)
    for question, answer in battle.answers(f'fight "{unit}"').items():
        name = question.removeprefix("stands that ").removesuffix(" lose")
        if name in lost and isinstance(answer, dict):
            lost[name] = points[name] * float(sum(answer.values()))  # chances of at least one, at least two, ...
    ours = {line.name for _, line in battle.standing(battle.board.acting)}
    paid = sum(value for name, value in lost.items() if name in ours)
    if paid <= PRICE.get(objective(wing), 1.0) * (sum(lost.values()) - paid):
        return True
    battle.playing.file.undo()
    return False


def by_initiative(battle: Battle) -> None:
    """Fighters charge where it is worth it; a few bows left alone before bills run."""
    for _, unit in battle.standing(battle.board.acting):
        near = nearest(battle).get(unit.name, Near())
        if near.gap > INITIATIVE or "fighting" in unit.state:
            continue
        if fights(unit):
            charge(battle, f'charge "{unit.name}"')
        elif unit.arm == "bow" and unit.left < unit.start:
            (_, enemy), *_ = named(battle, [near.enemy])
            if fights(enemy) and "fighting" not in enemy.state:
                battle.do(f'evade "{unit.name}"')


def orders(battle: Battle) -> None:
    """The leaders of battles and their lords first; the general last, for with him everybody's orders end."""
    side = next(one for one in battle.board.sides if one.name == battle.board.acting)
    leaders = [unit.name for _, unit in battle.standing(side.name) if unit.arm == "leader"]
    for leader in sorted(leaders, key=lambda name: name == side.commander):
        tried: set[str] = set()
        while how := best_order(battle, leader, tried):
            if not order(battle, how):
                tried.add(how)


def best_order(battle: Battle, leader: str, tried: set[str]) -> str:
    """The likeliest to be obeyed by a body with something to do, fighters before bows: a brigade, or a unit alone."""
    found: list[tuple[float, float, str]] = []
    told: set[str] = set()
    choices = sorted(battle.choices(leader, "order"), key=lambda one: "--brigade" not in one.how)
    near = nearest(battle)
    for choice in choices:
        names = {unit.name for unit in battle.propose(choice.how).facts.units}
        body = named(battle, names)
        if names & told or any(unit.arm == "gun" for _, unit in body):
            continue
        told |= names
        how, gap, roll = choice.how, min(near[name].gap for name in names), choice.sums[0].total
        if bow := screening(near, body):
            how = f'order "{leader}" "{bow}"'
        elif not wants_to_move(battle, near, body):
            continue
        if roll >= LIKELY and how not in tried:
            eager = any(fights(unit) for _, unit in body) and gap < SHOT
            found.append((-roll - 2 * eager, gap, how))
    return min(found, default=(0, 0.0, ""))[2]


def screening(near: Mapping[str, Near], body: list[tuple[WingLine, UnitLine]]) -> str:
    """Bows with the enemy close before them, and bills or men at arms straight behind."""
    for _, bow in body:
        if bow.arm != "bow" or bow.place is None or near[bow.name].gap > CLASH:
            continue
        for _, bill in body:
            behind = near[bow.name].gap < near[bill.name].gap - 1
            if bill.arm == "foot" and behind and bill.place and dist(bow.place[:2], bill.place[:2]) < 6:
                return bow.name
    return ""


def wants_to_move(battle: Battle, near: Mapping[str, Near], body: list[tuple[WingLine, UnitLine]]) -> bool:
    gap = min(near[unit.name].gap for _, unit in body)
    bows = any(unit.arm == "bow" for _, unit in body)
    fighters = any(fights(unit) for _, unit in body)
    if fighters and gap < CHARGE:
        return True
    wants = objective(body[0][0])
    if wants == "defend":
        return False
    waits = bows and (wants == "advance" or battle.board.turn < CLOSE_IN)
    return gap > (SHOT if waits else SURELY if fighters else CLASH)


def ordered(battle: Battle) -> list[tuple[WingLine, UnitLine]]:
    return [(wing, unit) for wing, unit in battle.standing() if "ordered, to move" in unit.state]


def order(battle: Battle, how: str) -> bool:
    """Give it, and carry it out if it was given: whether anybody went anywhere."""
    if not battle.do(how):
        return False
    checklist(battle, all_of_it=False)  # after a blunder somebody may have to take the blame
    body = ordered(battle)
    for _, unit in body:
        near = nearest(battle)[unit.name]
        if fights(unit) and near.gap < CHARGE:
            charge(battle, f'charge "{unit.name}" "{near.enemy}"')
    left = [unit for _, unit in ordered(battle)]
    if not left:
        return bool(body)
    near_all = nearest(battle)
    first = min(left, key=lambda unit: near_all[unit.name].gap)
    if len(body) == 1 and first.arm == "bow" and near_all[first.name].gap <= CLASH:
        bills = [unit.name for _, unit in battle.standing(battle.board.acting) if unit.arm == "foot"]
        if battle.do_one_of(f'pass "{first.name}" "{bill}" --back' for bill in bills):
            return True
    return move(battle, first, near_all[first.name])


def move(battle: Battle, unit: UnitLine, near: Near) -> bool:
    """Straight ahead while the enemy is there, which keeps the line; else at him, turning to him."""
    _, enemy, bearing = near
    assert unit.place
    aside = abs((bearing - unit.place[2] + 180) % 360 - 180)
    straight, turning = f'move "{unit.name}" all', f"--facing {bearing:.0f}"
    ways = [straight, f'{straight} --towards "{enemy}"']
    if aside > ARC:
        ways = [f"{ways[1]} {turning}", f'move "{unit.name}" 0 {turning}', ways[1], ways[0]]
    return battle.do_one_of(how for how in ways if battle.propose(how).facts.distance > 1)
