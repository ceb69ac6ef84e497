"""Two simple captains fight out Towton, from the first arrow to the last turn.

Run it with:  python examples/play_towton.py [--seed N] [--turns N] [--game FILE] [--lines FILE]

It uses the package as a library: a game is opened, its checklist asks for actions in words ('morale "Kentish
longbowmen"'), its choices tell what a unit may do, and every action is proposed, then performed with dice. The same
seed fights the same battle. The recorded game beside this file is made again, when a rule has changed, by

    python examples/play_towton.py --lines examples/towton.jsonl
"""

import shlex
from datetime import UTC, datetime

from captains import Battle, Day, checklist, go_on

from miniatures.systems.playing import WingLine

#: What the commanders-in-chief have in mind: in which turn they send which order.
PLAN = {
    1: ('order "Somerset\'s battle" attack', 'order "Exeter\'s battle" attack', 'order "Vaward" attack'),
    3: ('order "Dacre\'s wing" attack', 'order "Norfolk\'s wing" engage'),
    5: ('order "Norfolk\'s wing" attack', 'order "Northumberland\'s battle" defend'),
}
#: Inches at which a captain looks for somebody to charge.
NEAR = 13
#: Words of the board for a unit that will not move by its captain's will.
STAYS = ("in melee", "in rout", "pursuing", "shot")


def command(battle: Battle) -> None:
    for how in PLAN.get(battle.board.turn, ()):
        battle.do(how)


def shots(battle: Battle) -> None:
    for _, unit in battle.standing():
        battle.do_one_of(battle.allowed(unit.name, "shoot"))
    if battle.board.turn == 2:
        battle.do('order "Warwick\'s battle" engage', "the messenger rode off in time, we only forgot to write it down")
    if battle.board.turn == 3:
        battle.playing.file.undo()  # a hand knocks a figure over, and all is set up again as it was
        battle.playing.file.redo()


def moves(battle: Battle) -> None:
    mover = next(side for side in battle.board.sides if side.name in battle.board.explains)
    for wing in mover.wings:
        leader_rides(battle, wing)
    for wing, unit in battle.standing(mover.name):
        if any(word in unit.state for word in STAYS):
            continue
        inches, enemy = battle.nearest_enemy(unit.name)
        if inches < NEAR and any(charge(battle, how) for how in battle.allowed(unit.name, "charge")):
            continue
        if enemy and wing.order.startswith(("attack", "engage")):
            straight = f'move "{unit.name}" all'
            ways = [straight, f'{straight} --towards "{enemy}"']  # a line is kept, until each looks for his own enemy
            battle.do_one_of(ways if inches > NEAR else reversed(ways))


def leader_rides(battle: Battle, wing: WingLine) -> None:
    """To those who run, to rally them; else to the first of his units, and there he stays."""
    standing = [unit for unit in wing.units if not unit.lost]
    routed = [unit for unit in standing if "in rout" in unit.state]
    hurt = wing.leader.endswith(")")  # then the board says in brackets what befell him
    if not hurt and (routed or not any(unit.note.endswith(f"with {wing.leader}") for unit in standing)):
        battle.do_one_of(f'ride "{wing.leader}" "{unit.name}"' for unit in [*routed, *standing])


def odds(battle: Battle, how: str, *questions: str) -> list[float]:
    answers = battle.answers(how)
    return [float(answers.get(question, 0)) for question in questions]


def charge(battle: Battle, how: str) -> bool:
    """Charge, and count the odds of the melee with the figures in place. A bad charge is taken back: no die fell."""
    if not battle.do(how):
        return False
    _, unit, enemy = shlex.split(how)
    we_run, they_run = odds(battle, f'melee "{unit}"', f"{unit} rout", f"{enemy} rout")
    if we_run <= they_run + 0.1:
        return True
    battle.playing.file.undo()
    return False


def rally_by_die(battle: Battle) -> None:
    """Those who run try it where it is likelier to bring them back than to lose them."""
    for _, unit in battle.standing():
        if "in rout" in unit.state:
            how = f'rally "{unit.name}"'
            back, lost = odds(battle, how, f"{unit.name} rally", f"{unit.name} are removed")
            if back > lost:
                battle.do(how)


def step(battle: Battle) -> None:
    """One step of the turn: what is owed, what the captains wish, and on to the next."""
    name = battle.board.step
    checklist(battle, all_of_it=name in ("melee", "morale"))
    wishes = {"command": command, "shots": shots, "first moves": moves, "second moves": moves, "rout": rally_by_die}
    if name in wishes:
        wishes[name](battle)
        checklist(battle, all_of_it=False)
    go_on(battle)


TOWTON = Day(
    name="Towton, Palm Sunday 1461",
    armies=("towton-york", "towton-lancaster"),
    table="towton",
    begins=datetime(1461, 3, 29, 9, tzinfo=UTC),  # snow fell, at nine in the morning of Palm Sunday
    turns=8,
    options=(),
    step=step,
    counted={"shoot": "shots", "charge": "charges", "melee": "melees", "morale": "morale tests", "pursue": "pursuits"},
    worth_telling=(
        " rout: ",
        " rally and are ",
        "killed",
        "wiped out",
        "off the table",
        "leave the field",
        "Overruled",
    ),
)

if __name__ == "__main__":
    TOWTON.play()
