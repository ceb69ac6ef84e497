"""The Combat phase of The Tree of Battles, as a simple captain sees it: whom to charge, how to answer, when to stop.

He counts the odds of a fight with the stands in place, where no die has fallen yet: a bad charge is taken back, and a
better answer is given. play_tewkesbury.py fights with it.
"""

import shlex
from collections.abc import Iterator

from captains import Battle, checklist

from miniatures.systems.playing import UnitLine, WingLine

#: What a result costs a contingent, set against each other: DPs first, then flight.
COST = {"victory": 0.0, "success": 1.0, "equal": 2.0, "set-back": 3.5, "defeat": 6.0, "rout": 9.0, "destroyed": 12.0}
#: By order: a charge may cost so much more than the enemy pays.
MARGIN = {"attack": 0.6, "advance": 0.2, "support": 0.0, "hold": -0.4}
#: Who has so many DPs or more is too tired to go after anybody.
TIRED = 3
#: What it is worth to go and meet a charge, for the honour of it.
EAGER = 0.2
#: Who fights for a living.
FIGHTERS = ("foot", "horse")


def order_of(wing: WingLine) -> str:
    return wing.order.partition(",")[0]


def dps_of(unit: UnitLine) -> int:
    """From the board's note, such as `B grade, 2 DPs of 5`."""
    return int(unit.note.partition(", ")[2].partition(" ")[0] or 0)


def line_of(battle: Battle, name: str) -> tuple[WingLine, UnitLine]:
    return next((wing, unit) for wing, unit in battle.standing() if unit.name == name)


def worth(battle: Battle, name: str) -> float:
    """What the fight of a contingent is worth to its side: what the enemy is likely to pay, less what it pays."""
    friends = {unit.name for _, unit in battle.standing(side_of(battle, name))}
    total = 0.0
    for question, answer in battle.answers(f'fight "{name}"').items():
        one = question.removeprefix("result of ")
        if one != question:
            paid = sum(COST[result] * float(chance) for result, chance in answer.items())
            total += -paid if one in friends else paid
    return total


def side_of(battle: Battle, name: str) -> str:
    return next(side.name for side in battle.board.sides for wing in side.wings for u in wing.units if u.name == name)


def charges(battle: Battle) -> None:
    """All who see a fair fight; baggage is left to pursuers."""
    baggage = [unit.name for _, unit in battle.standing() if unit.arm == "baggage"]
    for wing, unit in battle.standing(battle.board.acting):
        if unit.arm in FIGHTERS:
            ways = battle.allowed(unit.name, "charge")
            any(charge(battle, wing, how) for how in ways if shlex.split(how)[2] not in baggage)
            checklist(battle, all_of_it=False)


def charge(battle: Battle, wing: WingLine, how: str) -> bool:
    """Charge, if the fight would be fair against who stands; and the other captain answers."""
    if not battle.do(how):
        return False
    _, unit, target = shlex.split(how)
    if not battle.do(f'respond "{target}" stand'):
        battle.playing.file.undo()
        return False
    fair = worth(battle, unit) + MARGIN.get(order_of(wing), 0.0) >= 0
    battle.playing.file.undo()
    if fair:
        answer(battle, target)
    else:
        battle.playing.file.undo()
    return fair


def answer(battle: Battle, target: str) -> None:
    """The best of the answers that throw no dice; but archers run from those who will beat them."""
    found: list[tuple[float, str]] = []
    answers = battle.allowed(target, "respond")
    for how in answers:
        if not how.endswith("evade") and battle.do(how):
            found.append((worth(battle, target) + EAGER * how.endswith("countercharge"), how))
            battle.playing.file.undo()
    best, how = max(found, default=(0.0, ""))
    evades = [one for one in answers if one.endswith("evade")]
    battle.do_one_of([*evades, how] if best < 0 else [how, *evades])


def combat(battle: Battle) -> None:
    """Every fight, then what its winners do, as often as pursuers meet new enemies; then the others flee."""
    while open_ones := list(pending(battle)):
        done = [after(battle, wing, unit) for wing, unit in open_ones]
        if not any(done):
            break
    checklist(battle, all_of_it=False)


def pending(battle: Battle) -> Iterator[tuple[WingLine, UnitLine]]:
    """Fights first: all of them are fought before anybody chooses."""
    while fights := [one.how for one in battle.board.owed if one.how.startswith("fight ")]:
        if not battle.do(fights[0]):
            break
    return ((wing, unit) for wing, unit in battle.standing() if any(mark.startswith("may ") for mark in unit.marks))


def after(battle: Battle, wing: WingLine, unit: UnitLine) -> bool:
    """Those who attack go after the enemy while they are fresh; others halt where they may."""
    fresh = dps_of(unit) < TIRED and order_of(wing) != "hold"
    ways = battle.allowed(unit.name, "after")
    wished = ("pursue", "follow", "halt") if fresh else ("halt", "follow", "pursue")
    said = {
        "pursue": f'pursue "{unit.name}"',
        "follow": f'after "{unit.name}" follow-up',
        "halt": f'after "{unit.name}" halt',
    }
    return battle.do_one_of(said[word] for word in wished if any(f'" "{word}' in way for way in ways))
