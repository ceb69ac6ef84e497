"""Two captains fight out Tewkesbury under The Tree of Battles, from the guns in the morning until an army breaks.

Run it with:  python examples/play_tewkesbury.py [--seed N] [--turns N] [--game FILE] [--lines FILE]

Nothing is assumed of the rules: the board tells how contingents stand, the checklist what is owed, the choices what
they may do; what is refused is left, or done as its refusal says. The recorded game beside this file is made again,
when a rule has changed, by

    python examples/play_tewkesbury.py --lines examples/tewkesbury.jsonl
"""

import shlex
from collections.abc import Iterator
from datetime import UTC, datetime

from captains import Battle, Day, Near, checklist, go_on, nearest
from leading import command
from striking import FIGHTERS, TIRED, charges, combat, dps_of, line_of, order_of

from miniatures.systems.playing import UnitLine, WingLine

#: The lines as they are drawn up: middle of the front, stands side by side. Men at arms stand before their own bills.
YORK = (
    ("Spears by the wood", 13.8, 12, 2),
    ("White Boar archers", 18.9, 12, 4),
    ("White Boar household", 25.4, 12, 4),
    ("King's ordnance", 30.3, 12, 2),
    ("King's archers", 36, 12, 4),
    ("Sun in Splendour household", 42.4, 12, 4),
    ("Midland bills", 49.7, 12, 5),
    ("Black Sleeve retinue", 56, 12, 3),
    ("Leicester archers", 61.6, 12, 4),
)
LANCASTER = (
    ("Dorset and Wiltshire bills", 22.5, 36, 6),
    ("Portcullis household", 30.5, 36, 4),
    ("Portcullis archers", 36.1, 36, 3),
    ("Bristol guns", 40.2, 36, 2),
    ("Somerset archers", 45.1, 36, 4),
    ("Wenlock's men", 45.5, 37.6, 6),
    ("Prince's household", 50.9, 36, 3),
    ("Devon archers", 56.6, 36, 4),
    ("Cornish levy", 57, 37.6, 6),
    ("Courtenay retinue", 62.2, 36, 3),
    ("Queen's baggage", 40.2, 42, 2),
)
#: What happens at a real table, by turn and step: with a reason it is overruled, whatever the rules say.
AT_THE_TABLE = {
    (1, "long range"): ('place "King\'s ordnance" 30.3 11.9', "a sleeve pushed it back a little"),
    (2, "long range"): ('correct "Bristol guns" --dps 1 --why "a gun that burst"', None),
    (3, "long range"): ('risk "King Edward IV"', "he rides along the line within bowshot, for all to see"),
}
#: Inches: bows come so near; so near the enemy is at hand; horse waits so far from him.
SHOT, AT_HAND, CANTER = 11.5, 4, 8
#: From which turn on who has this order no longer leaves the work to the arrows.
CLOSE_IN = {"attack": 2, "advance": 3, "support": 5}
#: Degrees: who is farther aside is not straight ahead.
ASIDE = 50
#: What tests make of contingents; then their refusals say how they move.
DRIVEN = ("charge nearest A grade", "advance to nearest enemy", "repeat last move")
#: Words of the board for a contingent that will not move by its captain's will.
STAYS = ("fighting", "routing", "retiring", "pursuing", "looting", "halt")


def set_up(battle: Battle) -> None:
    for line, facing in ((YORK, 0), (LANCASTER, 180)):
        for name, x, y, abreast in line:
            battle.do(f'place "{name}" {x} {y} {facing} --frontage {abreast}')
    battle.do('lead "Garter King of Arms" "Sun in Splendour household"')
    battle.do('lead "Portcullis" "Portcullis household"')


def at_the_table(battle: Battle) -> None:
    board = battle.board
    how, reason = AT_THE_TABLE.get((board.turn, board.step), ("", None))
    if how:
        battle.do(how, reason)
    if (board.turn, board.step) == (3, "close range"):
        battle.playing.file.undo()  # a hand knocks a figure over, and all is set up again as it was
        battle.playing.file.redo()


def moves(battle: Battle) -> None:
    """The foremost first, so that they are out of the way of the others."""
    near = nearest(battle, besides="routing")
    for wing, unit in sorted(battle.standing(battle.board.acting), key=lambda one: near[one[1].name].gap):
        if any(mark.startswith(STAYS) for mark in unit.marks) or unit.place is None:
            continue
        for how in ways(battle, wing, unit, near[unit.name]):
            if gets_on(battle, how) and (battle.do(how) or battle.do_one_of(cures(battle, how))):
                break


def gets_on(battle: Battle, how: str) -> bool:
    """Whether it is worth the dice, which may tire: not with the enemy already where they halt before him."""
    facts = battle.propose(how).facts
    gap = getattr(facts, "enemy_ahead", None)
    halt = 12 if "approach" in battle.board.step else 2
    return gap is None or gap > halt + 0.5 or bool(facts.manoeuvres)


def cures(battle: Battle, how: str) -> list[str]:
    """Moves that a refusal names instead."""
    return [one.cure.partition(", or ")[0] for one in battle.propose(how).against if one.cure.startswith('move "')]


def ways(battle: Battle, wing: WingLine, unit: UnitLine, near: Near) -> Iterator[str]:
    """How a contingent would like to move, the best first."""
    approach, order = "approach" in battle.board.step, order_of(wing)
    if "disarray" in unit.marks:
        yield f'move "{unit.name}" 0 --rally'
    if any(mark in DRIVEN for mark in unit.marks):
        yield f'move "{unit.name}" all'
    if not near.enemy or order == "hold" or unit.arm not in (*FIGHTERS, "bow"):
        return
    if unit.arm in FIGHTERS and (friend := ahead(battle, unit)):
        if line_of(battle, friend)[1].arm == "bow" and near.gap < SHOT:
            yield f'move "{unit.name}" all --through "{friend}"'
        return
    if approach:
        if near.gap > SHOT + 1:
            yield f'move "{unit.name}" all --kind march'
            yield from towards(unit, near, "all")
    elif unit.arm == "bow":
        if near.gap > SHOT:
            yield from towards(unit, near, f"{near.gap - SHOT + 0.5:.0f}")
    elif unit.arm == "horse":
        if near.gap > CANTER:
            yield from towards(unit, near, f"{near.gap - CANTER + 0.5:.0f}")
    elif battle.board.turn >= CLOSE_IN.get(order, 1) and (dps_of(unit) < TIRED or near.gap < AT_HAND):
        yield from towards(unit, near, "all")


def towards(unit: UnitLine, near: Near, inches: str) -> Iterator[str]:
    """Straight ahead while the enemy is there, which keeps the line; else at him."""
    assert unit.place
    straight = f'move "{unit.name}" {inches}'
    turning = f'move "{unit.name}" all --towards "{near.enemy}"'
    aside = abs((near.bearing - unit.place[2] + 180) % 360 - 180)
    yield from (turning, straight) if aside > ASIDE else (straight, turning)


def ahead(battle: Battle, unit: UnitLine) -> str:
    """The friend right before its front, if there is one; facing him, as both were drawn up."""
    assert unit.place
    assert unit.size
    up = 1 if battle.board.acting == battle.board.sides[0].name else -1
    for _, friend in battle.standing(battle.board.acting):
        if friend.name == unit.name or friend.place is None or friend.size is None:
            continue
        before = up * (friend.place[1] - unit.place[1]) - friend.size[1]
        beside = abs(friend.place[0] - unit.place[0]) - (friend.size[0] + unit.size[0]) / 2
        if -0.5 < before < 1.5 and beside < 0:
            return friend.name
    return ""


def shooting(battle: Battle) -> None:
    """All who can: archers of a side together, if they have the same target."""
    for side in battle.board.sides:
        aims: dict[str, list[str]] = {}
        for _, unit in battle.standing(side.name):
            for choice in battle.choices(unit.name, "shoot"):
                aims.setdefault(f"{unit.arm} {choice.what.partition(',')[0]}", []).append(choice.how)
        for first, *others in aims.values():
            also = "".join(f' --also "{shlex.split(how)[1]}"' for how in others)
            if not battle.do(f"{first}{also}"):
                for how in (first, *others):
                    battle.do(how)


def step(battle: Battle) -> None:
    """One step of the turn: what is owed, what the captains wish, and on to the next."""
    name = battle.board.step
    wishes = {
        "deployment": set_up,
        "command": command,
        "approach": moves,
        "tactical": moves,
        "range": shooting,
        "charges": charges,
        "combat": combat,
    }
    at_the_table(battle)
    if name not in ("command", "combat"):  # there the captains choose first
        checklist(battle, all_of_it=False)
    if wish := wishes.get(name.split()[-1]):
        wish(battle)
    checklist(battle, all_of_it=False)
    go_on(battle)


TEWKESBURY = Day(
    name="Tewkesbury, 4 May 1471",
    armies=("tewkesbury-york", "tewkesbury-lancaster"),
    table="tewkesbury",
    begins=datetime(1471, 5, 4, 7, tzinfo=UTC),  # a Saturday, early: both had marched all Friday in the heat
    turns=10,
    options=("army_breaks=true",),
    step=step,
    counted={
        "test": "tests",
        "steady": "contingents steadied",
        "shoot": "volleys",
        "charge": "charges",
        "fight": "fights",
        "pursue": "pursuits",
        "run": "on the run",
    },
    worth_telling=(
        " breaks",
        " is killed",
        "captured",
        "is destroyed (",
        "are destroyed (",
        "off the table",
        "change sides",
        " loot ",
        "Overruled",
    ),
)

if __name__ == "__main__":
    TEWKESBURY.play()
