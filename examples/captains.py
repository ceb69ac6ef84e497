"""What captains of any rule set need to fight out a battle through the library; play_towton.py, play_barnet.py and
play_tewkesbury.py are three of their days.

A game is opened, its checklist asks for actions in words ('morale "Kentish longbowmen"'), its choices tell what a unit
may do, and every action is proposed, then performed with dice. The same seed fights the same battle.
"""

import argparse
import json
import shlex
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import atan2, degrees, dist, inf
from pathlib import Path
from typing import Any, NamedTuple, get_args, get_origin

from miniatures.dice import RandomDice
from miniatures.game import Event, GameFile, export_lines
from miniatures.systems.playing import Board, Choice, UnitLine, WingLine
from miniatures.tables import load_table
from miniatures.tracker import Playing, Proposed, expected, find_action, new_game, perform, propose


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
        action = find_action(self.playing.rules, name)
        fields = action.words.model_fields
        required = [field for field, info in fields.items() if info.is_required()]
        order, rest = iter((*required, *action.then)), iter(said)
        words: dict[str, Any] = {}
        for word in rest:
            named = word.startswith("--")
            field = word.removeprefix("--") if named else next(order)
            if named and fields[field].annotation is bool:
                words[field] = True
                continue
            value, kinds = (
                next(rest) if named else word,
                (fields[field].annotation, *get_args(fields[field].annotation)),
            )
            if tuple in map(get_origin, kinds):
                words[field] = [*words.get(field, ()), value]
            else:
                words[field] = int(value) if value.isdecimal() and str not in kinds else value
        return propose(self.playing, name, words)

    def do(self, how: str, overruled: str | None = None) -> bool:
        """Do it, unless the rules refuse: then nothing happens. Each action has dice of its own."""
        dice = RandomDice(f"{self.seed}, action {self.playing.file.head}")
        return perform(self.playing, self.propose(how), dice, overruled).event is not None

    def do_one_of(self, hows: Iterable[str]) -> bool:
        """The first that is not refused, and no other."""
        return any(self.do(how) for how in hows)

    def answers(self, how: str) -> Mapping[str, Any]:
        """The odds of an action, asked before it may be done: so it is overruled, but never performed."""
        chances = expected(self.playing, self.propose(how), overruled="only asking")
        return chances.answers() if chances else {}

    def choices(self, unit: str, action: str) -> list[Choice]:
        """The choices of this kind that the rules leave to a unit or a commander."""
        found = self.playing.rules.choices(self.playing.state, unit)
        return [choice for choice in found if choice.how.startswith(f"{action} ") and not choice.refusals]

    def allowed(self, unit: str, action: str) -> list[str]:
        """The same in words."""
        return [choice.how for choice in self.choices(unit, action)]

    def standing(self, side: str = "") -> list[tuple[WingLine, UnitLine]]:
        """The units still in play, of one side or of both, each with its wing."""
        wings = [wing for one in self.board.sides if side in ("", one.name) for wing in one.wings]
        return [(wing, unit) for wing in wings for unit in wing.units if not unit.lost]

    def nearest_enemy(self, unit: str) -> tuple[float, str]:
        """How far it is from middle to middle, and who it is; leaders and messengers do not count."""
        scene = self.playing.rules.scene(self.playing.state)
        pieces = [piece for piece in scene.pieces if piece.outline and piece.arm != "leader"]
        own = next(piece for piece in pieces if piece.name == unit)
        enemies = [piece for piece in pieces if piece.side != own.side and "in rout" not in piece.marks]
        return min(((dist(piece.centre, own.centre), piece.name) for piece in enemies), default=(inf, ""))


class Near(NamedTuple):
    """The nearest enemy of a unit: how far it is, who it is, and in which direction."""

    gap: float = inf
    enemy: str = ""
    bearing: float = 0.0


def nearest(battle: Battle, besides: str = "") -> Mapping[str, Near]:
    """For everybody on the table the nearest enemy unit, from corner to corner; commanders are nobody's aim.

    Those who bear a mark are passed over, if one is named."""
    pieces = [piece for piece in battle.playing.rules.scene(battle.playing.state).pieces if piece.outline]
    found = {}
    for own in pieces:
        best = Near()
        for enemy in pieces:
            if enemy.side == own.side or enemy.arm == "leader" or (besides and besides in enemy.marks):
                continue
            gap = min(dist(one, other) for one in own.outline for other in enemy.outline)
            if gap < best.gap:
                east, north = (there - here for here, there in zip(own.centre, enemy.centre, strict=True))
                best = Near(gap, enemy.name, degrees(atan2(east, north)) % 360)
        found[own.name] = best
    return found


def checklist(battle: Battle, *, all_of_it: bool) -> None:
    """Do what is owed, in its order. One thing done may bring another, so the list is read again each time."""
    refused: set[str] = set()
    while waiting := [one.how for one in battle.board.owed if (one.must or all_of_it) and one.how not in refused]:
        if not battle.do(waiting[0]):
            refused.add(waiting[0])


def go_on(battle: Battle) -> None:
    if not battle.do("next"):
        battle.do("next", "what is left to do cannot be done, both captains agree")


@dataclass(frozen=True)
class Day:
    """A battle of history as two captains fight it."""

    name: str
    armies: tuple[str, str]
    table: str
    begins: datetime
    """When the recorded battle began. An action is given a minute."""
    turns: int
    options: tuple[str, ...]
    step: Callable[[Battle], None]
    """One step of the turn: what is owed, what the captains wish, and on to the next."""
    counted: Mapping[str, str]
    """What is told of a turn: how often something was done,"""
    worth_telling: tuple[str, ...]
    """and the sentences with these words in them."""

    def tell(self, turn: int, events: list[Event], board: Board) -> None:
        done = Counter(event.command for event in events)
        counted = [f"{done[name]} {words}" for name, words in self.counted.items() if done[name]]
        print(f"Turn {turn}: {', '.join(counted)}.")
        for event in events:
            for sentence in event.says:
                if any(word in sentence for word in self.worth_telling):
                    print(f"  {sentence.partition(': turned')[0].partition(';')[0].removesuffix('.')}.")
        print(f"  {'; '.join(board.score)}.")

    def fight(self, battle: Battle) -> None:
        while not battle.board.over:
            turn, seen = battle.board.turn, battle.playing.file.head
            while battle.board.turn == turn and not battle.board.over:
                self.step(battle)
            if turn:
                self.tell(turn, [event for event in battle.playing.file.line if event.number > seen], battle.board)
        print(battle.board.over)

    def recorded(self, game: GameFile) -> Iterator[str]:
        """The game as lines, with the hours of the battle for those of this machine: the same whenever it is made."""
        for number, line in enumerate(export_lines(game)):
            data = json.loads(line)
            data["at" if number else "created"] = (self.begins + timedelta(minutes=number)).isoformat()
            yield json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n"

    def play(self) -> None:
        """As the command line asks."""
        place = self.table.capitalize()
        parser = argparse.ArgumentParser(description=f"Two simple captains fight {place}.")
        seed = self.begins.year
        parser.add_argument("--seed", type=int, default=seed, help="the same seed fights the same battle")
        parser.add_argument("--turns", type=int, default=self.turns, help="the turns agreed on")
        parser.add_argument("--game", type=Path, help="keep the game in this new file")
        parser.add_argument("--lines", type=Path, help="write the game here, as lines of JSON")
        asked = parser.parse_args()
        with tempfile.TemporaryDirectory() as folder:
            path = asked.game or Path(folder, f"{self.table}.game")
            options = [f"turns={asked.turns}", *self.options]
            playing = new_game(path, self.armies, load_table(self.table), options, name=self.name)
            self.fight(Battle(playing, asked.seed))
            if asked.lines:
                asked.lines.write_text("".join(self.recorded(playing.file)), encoding="utf-8", newline="\n")
