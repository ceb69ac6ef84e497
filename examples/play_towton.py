"""Two simple captains fight out Towton, from the first arrow to the last turn.

Run it with:  python examples/play_towton.py [--seed N] [--turns N] [--game FILE] [--lines FILE]

It uses the package as a library: a game is opened, its checklist asks for actions in words ('morale "Kentish
longbowmen"'), its choices tell what a unit may do, and every action is proposed, then performed with dice. The same
seed fights the same battle. The recorded game beside this file is made again, when a rule has changed, by

    python examples/play_towton.py --lines examples/towton.jsonl
"""

import argparse
import shlex
import tempfile
from collections import Counter
from datetime import UTC, datetime, timedelta
from math import dist
from pathlib import Path

from miniatures.dice import RandomDice
from miniatures.game import Event, GameFile, export_lines
from miniatures.systems.playing import Board, UnitLine, WingLine
from miniatures.tables import load_table
from miniatures.tracker import Playing, Proposed, expected, find_action, new_game, perform, propose

#: What the commanders-in-chief have in mind: in which turn they send which order.
PLAN = {
    2: ('order "Dacre\'s wing" attack', 'order "Vaward" attack'),
    3: ('order "Somerset\'s battle" attack', 'order "Norfolk\'s wing" engage'),
    4: ('order "Norfolk\'s wing" attack', 'order "Exeter\'s battle" attack'),
    6: ('order "Northumberland\'s battle" defend',),
}
#: Snow fell as the recorded battle began, at nine in the morning of Palm Sunday. An action is given a minute.
BEGINS = datetime(1461, 3, 29, 9, tzinfo=UTC)


class Battle:
    """A game that is being played, with the seed of its dice."""

    def __init__(self, playing: Playing, seed: int) -> None:
        self.playing = playing
        self.seed = seed

    @property
    def board(self) -> Board:
        return self.playing.rules.board(self.playing.state)

    def propose(self, how: str, **more: str) -> Proposed:
        """An action from its words as the checklist gives them; what an action does not demand is named in `more`."""
        name, *said = shlex.split(how)
        fields = find_action(self.playing.rules, name).words.model_fields
        demanded = [key for key, field in fields.items() if field.is_required()]
        return propose(self.playing, name, dict(zip(demanded, said, strict=False)) | more)

    def do(self, how: str, overruled: str | None = None, **more: str) -> bool:
        """Do it, unless the rules refuse: then nothing happens. Each action has dice of its own."""
        dice = RandomDice(f"{self.seed}, action {self.playing.file.head}")
        return perform(self.playing, self.propose(how, **more), dice, overruled).event is not None

    def chance(self, how: str, question: str) -> float:
        """The odds of an action, asked before it may be done: so it is overruled, but never performed."""
        chances = expected(self.playing, self.propose(how), overruled="only asking")
        return float(chances.answers().get(question, 0)) if chances else 0.0

    def allowed(self, unit: str, action: str) -> list[str]:
        """The choices of this kind that the rules leave to a unit, in words."""
        found = self.playing.rules.choices(self.playing.state, unit)
        return [choice.how for choice in found if choice.how.startswith(f"{action} ") and not choice.refusals]

    def standing(self, side: int) -> list[tuple[WingLine, UnitLine]]:
        wings = self.board.sides[side].wings
        return [(wing, unit) for wing in wings for unit in wing.units if not unit.lost]

    def nearest_enemy(self, unit: str) -> str | None:
        pieces = [piece for piece in self.playing.rules.scene(self.playing.state).pieces if piece.outline]
        own = next((piece for piece in pieces if piece.name == unit), None)
        enemies = [piece for piece in pieces if own and piece.side != own.side and "in rout" not in piece.marks]
        return min(enemies, key=lambda piece: dist(piece.centre, own.centre)).name if own and enemies else None


def checklist(battle: Battle, *, all_of_it: bool) -> None:
    """Do what is owed, in its order. One thing done may bring the next, so the list is read again each time."""
    tried: set[str] = set()
    while True:
        waiting = [one.how for one in battle.board.owed if (one.must or all_of_it) and one.how not in tried]
        if not waiting:
            return
        tried.add(waiting[0])
        battle.do(waiting[0])


def command(battle: Battle) -> None:
    for how in PLAN.get(battle.board.turn, ()):
        battle.do(how)


def shots(battle: Battle) -> None:
    for side in (0, 1):
        for _, unit in battle.standing(side):
            if battle.allowed(unit.name, "shoot"):
                battle.do(f'shoot "{unit.name}"')  # with no target named it is the one that the rules demand
    if battle.board.turn == 2:
        battle.do('order "Warwick\'s battle" engage', "the messenger rode off in time; we forgot to write it down")
    if battle.board.turn == 3:
        battle.playing.file.undo()  # a hand knocks a figure over, and all is set up again as it was
        battle.playing.file.redo()


def moves(battle: Battle) -> None:
    mover = next(side for side in (0, 1) if battle.board.explains.endswith(f"{battle.board.sides[side].name} move"))
    for wing in battle.board.sides[mover].wings:
        leader_rides(battle, wing)
    for wing, unit in battle.standing(mover):
        if any(charge(battle, how) for how in battle.allowed(unit.name, "charge")):
            continue
        enemy = battle.nearest_enemy(unit.name)
        if enemy and wing.order.startswith(("attack", "engage")) and battle.allowed(unit.name, "move"):
            straight_ahead = f'move "{unit.name}" all'
            _ = battle.do(straight_ahead, towards=enemy) or battle.do(straight_ahead)


def leader_rides(battle: Battle, wing: WingLine) -> None:
    """To those who run, to rally them; else to the first of his units, and there he stays."""
    leader = wing.leader.partition(" (")[0]
    standing = [unit for unit in wing.units if not unit.lost]
    routed = [unit for unit in standing if "in rout" in unit.state]
    if leader and (routed or not any(unit.note.endswith(f"with {leader}") for unit in standing)):
        any(battle.do(f'ride "{leader}" "{unit.name}"') for unit in [*routed, *standing])


def charge(battle: Battle, how: str) -> bool:
    """Charge, and count the odds of the melee with the figures in place. A bad charge is taken back: no die fell."""
    if not battle.do(how):
        return False
    _, unit, enemy = shlex.split(how)
    melee = f'melee "{unit}"'
    if battle.chance(melee, f"{unit} rout") <= battle.chance(melee, f"{enemy} rout") + 0.1:
        return True
    battle.playing.file.undo()
    return False


def rally_by_die(battle: Battle) -> None:
    """Those who run try it where it is likelier to bring them back than to lose them; who pursues goes on."""
    for one in battle.board.owed:
        if one.how.startswith("rally") and "in rout" in state_of(battle.board, one.unit):
            back, lost = (battle.chance(one.how, f"{one.unit} {fate}") for fate in ("rally", "are removed"))
            if back > lost:
                battle.do(one.how)


def state_of(board: Board, name: str) -> str:
    return next(unit.state for side in board.sides for wing in side.wings for unit in wing.units if unit.name == name)


def step(battle: Battle) -> None:
    """One step of the turn: what is owed, what the captains wish, and on to the next."""
    name = battle.board.step
    checklist(battle, all_of_it=name in ("melee", "morale"))
    wishes = {"command": command, "shots": shots, "first moves": moves, "second moves": moves, "rout": rally_by_die}
    if name in wishes:
        wishes[name](battle)
        checklist(battle, all_of_it=False)
    _ = battle.do("next") or battle.do("next", "what is left to do cannot be done, both captains agree")


def tell(turn: int, events: list[Event], board: Board) -> None:
    done = Counter(event.command for event in events)
    print(f"Turn {turn}: {done['shoot']} volleys, {done['charge']} charges, {done['melee']} melees, {done['rally']} rallies.")
    for event in events:
        if event.command in ("melee", "morale", "rally"):
            told = [sentence for sentence in event.says if any(word in sentence for word in (" rout", " rall", " kill"))]
            print(*(f"  {sentence}" for sentence in told), sep="\n") if told else None
    print(f"  {'; '.join(board.score)}.")


def fight(battle: Battle) -> None:
    while not battle.board.over:
        turn, seen = battle.board.turn, battle.playing.file.head
        while battle.board.turn == turn:
            step(battle)
        if turn:
            tell(turn, [event for event in battle.playing.file.line if event.number > seen], battle.board)
    print(battle.board.over)


def recorded(game: GameFile, folder: Path) -> str:
    """The game as lines, with the hours of the battle for the hours of this machine: the same whenever it is made."""
    header = game.header.model_copy(update={"created": BEGINS.isoformat()})
    events = [event._replace(at=(BEGINS + timedelta(minutes=event.number)).isoformat()) for event in game.events]
    return "".join(f"{line}\n" for line in export_lines(GameFile.create_from(folder / "dated.game", header, events)))


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
            asked.lines.write_text(recorded(playing.file, Path(folder)), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
