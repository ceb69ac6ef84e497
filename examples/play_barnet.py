"""Two captains fight out Barnet under the 2D6 command-roll game, from the first gun in the mist until an army breaks.

Run it with:  python examples/play_barnet.py [--seed N] [--turns N] [--game FILE] [--lines FILE]

Nothing is assumed of the rules: the board tells how units stand, the checklist what is owed, the choices what a
commander may order and a unit may do; what is refused is left. The recorded game beside this file is made again, when
a rule has changed, by

    python examples/play_barnet.py --lines examples/barnet.jsonl
"""

import shlex
from datetime import UTC, datetime
from math import dist

from captains import Battle, Day, checklist, go_on
from ordering import by_initiative, fights, objective, orders

from miniatures.systems.playing import UnitLine, WingLine

#: Warwick's guns have shot all night, so his side begins; Hastings knows that he is overlapped.
SETTING_UP = ('first "Barnet: Lancaster"', 'objective "Rear Ward of Barnet: York" defend')
#: Where men at arms and bills change places with the archers, to go first: the King's, Gloucester's and Oxford's.
FORWARD = (
    ("Sun in Splendour men at arms", "White Rose billmen", "King's archers of the household"),
    ("White Boar men at arms", "White Boar billmen", "White Boar archers", "Cromwell's archers"),
    ("Star with Streams men at arms", "Star with Streams billmen", "Star with Streams archers", "Beaumont's archers"),
)
#: What the leaders send their heralds for, and in which turn.
HERALDS = {
    2: ('herald "King Edward IV" "Rear Ward" attack',),
    3: ('herald "Richard Neville, Earl of Warwick" "Reserve" attack',),
    4: ('herald "Henry Holland, Duke of Exeter" "Rear Ward" attack',),
    5: ('herald "Richard Neville, Earl of Warwick" "Main Ward" attack',),
}
#: What happens at a real table, by turn and step: with a reason it is overruled, whatever the rules say.
AT_THE_TABLE = {
    (1, "shooting"): ('place "King\'s ordnance" 127.4 39', "a cup was put down where it stood"),
    (2, "shooting"): ('correct "Pontefract bows" --hits 1', None),
}
#: The Right Sharp Shower is worth its arrows so often.
SHOWERS = 3


def set_up(battle: Battle) -> None:
    for how in SETTING_UP:
        battle.do(how)
    places = {unit.name: unit.place for _, unit in battle.standing() if unit.place}
    for contingent in FORWARD:
        rows = [places[name][1] for name in contingent]
        for name in contingent:
            x, y, facing = places[name]
            battle.do(f'place "{name}" {x:g} {max(rows) + min(rows) - y:g} {facing:g}')


def at_the_table(battle: Battle) -> None:
    board = battle.board
    how, reason = AT_THE_TABLE.get((board.turn, board.step), ("", None))
    if how and board.acting == board.sides[0].name:
        battle.do(how, reason)
    if (board.turn, board.step) == (3, "shooting"):
        battle.playing.file.undo()  # a hand knocks a figure over, and all is set up again as it was
        battle.playing.file.redo()


def command(battle: Battle) -> None:
    by_initiative(battle)
    shots_at_chargers(battle)
    orders(battle)
    shots_at_chargers(battle)
    for how in HERALDS.get(battle.board.turn, ()):
        battle.do(how)


def shots_at_chargers(battle: Battle) -> None:
    for how in [one.how for one in battle.board.owed if one.how.startswith("shoot ")]:
        battle.do_one_of((f"{how} --shower", how))


def commanders(battle: Battle) -> None:
    """To who is hard pressed, else to those who fight; a general who is not rash stays with those who do not."""
    generals = [side.commander for side in battle.board.sides]
    for wing, leader in battle.standing(battle.board.acting):
        if leader.arm != "leader" or (" with " in f" {leader.note}" and leader.name in generals):
            continue
        ways = {shlex.split(how)[2]: how for how in battle.allowed(leader.name, "ride") if not how.endswith("X,Y")}
        units = [unit for unit in wing.units if unit.name in ways]
        fighting = sorted((unit for unit in units if "fighting" in unit.state), key=lambda unit: unit.left)
        quiet = sorted((unit for unit in units if unit not in fighting), key=lambda unit: unit.arm != "foot")
        if leader.name in generals and not leader.note.startswith("rash"):
            fighting = []
        joined = " with " in f" {leader.note}"
        if not battle.do_one_of(ways[unit.name] for unit in (fighting if joined else fighting + quiet)) and not joined:
            catch_up(battle, leader, [unit for unit in wing.units if unit.place and not unit.lost and fights(unit)])


def catch_up(battle: Battle, leader: UnitLine, units: list[UnitLine]) -> None:
    """As far as he comes towards his men, who are too far for him to join them."""
    if not units or leader.place is None:
        return
    x, y, _ = leader.place
    goal = min((unit.place for unit in units if unit.place), key=lambda place: dist(place[:2], (x, y)))
    far = max(1.0, dist(goal[:2], (x, y)))
    steps = ((x + reach * (goal[0] - x) / far, y + reach * (goal[1] - y) / far) for reach in (9.9, 7, 4))
    battle.do_one_of(f'ride "{leader.name}" {east:.1f},{north:.1f}' for east, north in steps)


def shooting(battle: Battle) -> None:
    """Every stand that can, with the shower while it lasts."""
    for _, unit in battle.standing(battle.board.acting):
        if unit.arm in ("bow", "gun"):
            plain = f'shoot "{unit.name}"'
            used = unit.note.partition("shower used ")[2][:1]
            ways = [plain] if unit.arm == "gun" or (used and int(used) >= SHOWERS) else [f"{plain} --shower", plain]
            while battle.do_one_of(ways):
                pass


def combat(battle: Battle) -> None:
    """Round after round, as long as winners pursue."""
    while True:
        checklist(battle, all_of_it=False)
        choosing = [(wing, unit) for wing, unit in battle.standing() if " may " in f" {unit.state}"]
        if not choosing:
            return
        done = [after_round(battle, wing, unit) for wing, unit in choosing]
        if not any(done):
            return


def after_round(battle: Battle, wing: WingLine, unit: UnitLine) -> bool:
    """Those who fight for a living go after the enemy, unless they are to defend; bows get out of the way."""
    eager = fights(unit) and (objective(wing) != "defend" or unit.left == unit.start)
    wishes = ("pursue", "advance", "stand") if eager else ("fall-back", "stand") if unit.left == 1 else ("stand",)
    return battle.do_one_of(how for wish in wishes for how in battle.allowed(unit.name, wish))


def step(battle: Battle) -> None:
    """One step of the turn: what is owed, what the captains wish, and on to the next."""
    wishes = {
        "deployment": set_up,
        "command": command,
        "commanders": commanders,
        "shooting": shooting,
        "combat": combat,
    }
    checklist(battle, all_of_it=False)
    at_the_table(battle)
    if battle.board.step in wishes:
        wishes[battle.board.step](battle)
        checklist(battle, all_of_it=False)
    go_on(battle)


BARNET = Day(
    name="Barnet, Easter Sunday 1471",
    armies=("barnet-york", "barnet-lancaster"),
    table="barnet",
    begins=datetime(1471, 4, 14, 4, tzinfo=UTC),  # in mist, before dawn
    turns=10,
    options=("army_breaks=true",),
    step=step,
    counted={
        "order": "orders",
        "charge": "charges",
        "shoot": "shots",
        "drive-back": "drive-backs",
        "fight": "rounds of combat",
        "pursue": "pursuits",
    },
    worth_telling=("A 12:", "killed", "nobody is left", "routed", "destroyed", "lost", "herald", "shower", "Overruled"),
)

if __name__ == "__main__":
    BARNET.play()
