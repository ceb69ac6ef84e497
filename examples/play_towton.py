"""Two simple captains fight out Towton, from the first arrow to the last turn.

Run it with:  python examples/play_towton.py [--seed N] [--turns N] [--game FILE] [--lines FILE]

It uses the package as a library: a game is opened, its checklist asks for actions in words ('morale "Kentish
longbowmen"'), its choices tell what a unit may do, and every action is proposed, then performed with dice. The same
seed fights the same battle. The recorded game beside this file is made again, when a rule has changed, by

    python examples/play_towton.py --lines examples/towton.jsonl
"""

import argparse
import json
import shlex
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from math import dist, inf
from pathlib import Path

from miniatures.dice import RandomDice
from miniatures.game import Event, GameFile, export_lines
from miniatures.systems.playing import Board, UnitLine, WingLine
from miniatures.tables import load_table
from miniatures.tracker import Playing, Proposed, expected, find_action, new_game, perform, propose

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
#: What is told of a turn: how often something was done, and the sentences with these words in them.
COUNTED = {"shoot": "shots", "charge": "charges", "melee": "melees", "morale": "morale tests", "pursue": "pursuits"}
WORTH_TELLING = (" rout: ", " rally and are ", "killed", "wiped out", "off the table", "leave the field", "Overruled")
#: Snow fell as the recorded battle began, at nine in the morning of Palm Sunday. An action is given a minute.
BEGINS = datetime(1461, 3, 29, 9, tzinfo=UTC)


@dataclass(frozen=True)
class Battle:
    """A game that is being played, with the seed of its dice."""

    playing: Playing
    seed: int

    @property
    def board(self) -> Board:
        return self.playing.rules.board(self.playing.state)

    def propose(self, how: str) -> Proposed:
        """An action from words such as `move "Unit" all --towards "Enemy"`: its fields in their order, or by name."""
        name, *said = shlex.split(how)
        fields, rest = iter(find_action(self.playing.rules, name).words.model_fields), iter(said)
        words = {}
        for word in rest:
            named = word.startswith("--")
            words[word.removeprefix("--") if named else next(fields)] = next(rest) if named else word
        return propose(self.playing, name, words)

    def do(self, how: str, overruled: str | None = None) -> bool:
        """Do it, unless the rules refuse: then nothing happens. Each action has dice of its own."""
        dice = RandomDice(f"{self.seed}, action {self.playing.file.head}")
        return perform(self.playing, self.propose(how), dice, overruled).event is not None

    def do_one_of(self, hows: Iterable[str]) -> bool:
        """The first that is not refused, and no other."""
        return any(self.do(how) for how in hows)

    def odds(self, how: str, *questions: str) -> list[float]:
        """The odds of an action, asked before it may be done: so it is overruled, but never performed."""
        chances = expected(self.playing, self.propose(how), overruled="only asking")
        answers = chances.answers() if chances else {}
        return [float(answers.get(question, 0)) for question in questions]

    def allowed(self, unit: str, action: str) -> list[str]:
        """The choices of this kind that the rules leave to a unit, in words."""
        found = self.playing.rules.choices(self.playing.state, unit)
        return [choice.how for choice in found if choice.how.startswith(f"{action} ") and not choice.refusals]

    def standing(self, side: str = "") -> list[tuple[WingLine, UnitLine]]:
        """The units still in play, of one side or of both, each with its wing."""
        wings = [wing for one in self.board.sides if side in ("", one.name) for wing in one.wings]
        return [(wing, unit) for wing in wings for unit in wing.units if not unit.lost]

    def nearest_enemy(self, unit: str) -> tuple[float, str]:
        """Inches from middle to middle, and who it is; leaders and messengers, who are discs, do not count."""
        pieces = [piece for piece in self.playing.rules.scene(self.playing.state).pieces if piece.outline]
        own = next(piece for piece in pieces if piece.name == unit)
        enemies = [piece for piece in pieces if piece.side != own.side and "in rout" not in piece.marks]
        return min(((dist(piece.centre, own.centre), piece.name) for piece in enemies), default=(inf, ""))


def checklist(battle: Battle, *, all_of_it: bool) -> None:
    """Do what is owed, in its order. One thing done may bring another, so the list is read again each time."""
    refused: set[str] = set()
    while waiting := [one.how for one in battle.board.owed if (one.must or all_of_it) and one.how not in refused]:
        if not battle.do(waiting[0]):
            refused.add(waiting[0])


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


def charge(battle: Battle, how: str) -> bool:
    """Charge, and count the odds of the melee with the figures in place. A bad charge is taken back: no die fell."""
    if not battle.do(how):
        return False
    _, unit, enemy = shlex.split(how)
    we_run, they_run = battle.odds(f'melee "{unit}"', f"{unit} rout", f"{enemy} rout")
    if we_run <= they_run + 0.1:
        return True
    battle.playing.file.undo()
    return False


def rally_by_die(battle: Battle) -> None:
    """Those who run try it where it is likelier to bring them back than to lose them."""
    for _, unit in battle.standing():
        if "in rout" in unit.state:
            how = f'rally "{unit.name}"'
            back, lost = battle.odds(how, f"{unit.name} rally", f"{unit.name} are removed")
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
    if not battle.do("next"):
        battle.do("next", "what is left to do cannot be done, both captains agree")


def tell(turn: int, events: list[Event], board: Board) -> None:
    done = Counter(event.command for event in events)
    counted = [f"{done[name]} {words}" for name, words in COUNTED.items() if done[name]]
    print(f"Turn {turn}: {', '.join(counted)}.")
    for event in events:
        for sentence in event.says:
            if any(word in sentence for word in WORTH_TELLING):
                print(f"  {sentence.partition(': turned')[0].partition(';')[0].removesuffix('.')}.")
    print(f"  {'; '.join(board.score)}.")


def fight(battle: Battle) -> None:
    while not battle.board.over:
        turn, seen = battle.board.turn, battle.playing.file.head
        while battle.board.turn == turn:
            step(battle)
        if turn:
            tell(turn, [event for event in battle.playing.file.line if event.number > seen], battle.board)
    print(battle.board.over)


def recorded(game: GameFile) -> Iterator[str]:
    """The game as lines, with the hours of the battle for those of this machine: the same whenever it is made."""
    for number, line in enumerate(export_lines(game)):
        data = json.loads(line)
        data["at" if number else "created"] = (BEGINS + timedelta(minutes=number)).isoformat()
        yield json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description="Two simple captains fight Towton.")
    parser.add_argument("--seed", type=int, default=1461, help="the same seed fights the same battle")
    parser.add_argument("--turns", type=int, default=8, help="the turns agreed on")
    parser.add_argument("--game", type=Path, help="keep the game in this new file")
    parser.add_argument("--lines", type=Path, help="write the game here, as lines of JSON")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = asked.game or Path(folder, "towton.game")
        armies, options = ["towton-york", "towton-lancaster"], [f"turns={asked.turns}"]
        playing = new_game(path, armies, load_table("towton"), options, name="Towton, Palm Sunday 1461")
        fight(Battle(playing, asked.seed))
        if asked.lines:
            asked.lines.write_text("".join(recorded(playing.file)), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
