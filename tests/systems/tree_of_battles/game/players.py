"""A player who knows no tactics: tries one thing after another with seeded dice, and looks after every step."""

import random
import shlex
from collections.abc import Callable
from typing import Any

from miniatures.dice import RandomDice
from miniatures.stating import read_value
from miniatures.systems.tree_of_battles.game.pieces import ContingentNow
from miniatures.systems.tree_of_battles.game.state import State
from miniatures.tracker import FactsNeededError, Playing, perform, propose


def typed(playing: Playing, how: str) -> tuple[str, dict[str, Any], list[str]]:
    """A line of the checklist as an action, its words, and what is stated with it."""
    action, *rest = shlex.split(how)
    offered = playing.rules.actions()[action]
    names = [name for name, field in offered.words.model_fields.items() if field.is_required()]
    names += [name for name in offered.then if name not in names]
    plain: list[Any] = []
    words: dict[str, Any] = {}
    sets: list[str] = []
    parts = iter(rest)
    for part in parts:
        if part == "--set":
            sets.append(next(parts))
        elif part.startswith("--"):
            name = part[2:].replace("-", "_")
            flag = offered.words.model_fields[name].annotation is bool
            words[name] = True if flag else next(parts)
        else:
            plain.append(part)
    said = dict(zip(names, plain, strict=False)) | words
    fields = offered.words.model_fields
    read = {
        name: read_value(one) if isinstance(one, str) and fields[name].annotation is not str else one
        for name, one in said.items()
    }
    return action, read, sets


class Player:
    """Plays both sides of a game; `looks` is called after each action with the state before it."""

    def __init__(self, playing: Playing, seed: int, looks: Callable[[Playing, dict[str, Any]], None]) -> None:
        self.playing, self.random, self.looks = playing, random.Random(seed), looks
        self.done: dict[str, int] = {}

    @property
    def state(self) -> State:
        state = self.playing.state
        assert isinstance(state, State)
        return state

    def play(self, turns: int) -> None:
        """Until that turn is over, or the battle."""
        steps = 0
        while self.state.turn <= turns and not self.state.over:
            step = self.state.step.replace("first ", "").replace("second ", "").replace(" ", "_")
            getattr(self, f"_{step}", lambda: None)()
            self._musts()
            assert self.does("next"), "nothing is owed, and it does not go on"
            steps += 1
            assert steps < 12 * turns + 20, "the turn goes on"

    def does(self, action: str, sets: tuple[str, ...] = (), **words: Any) -> bool:
        """Try it: whether it was done. What is refused changes nothing."""
        before = self.playing.file.state
        try:
            proposed = propose(self.playing, action, words, sets)
        except FactsNeededError:
            return False
        performed = perform(self.playing, proposed, RandomDice(self.random.randrange(10**9)))
        if performed.event is None:
            assert performed.refusals, (action, words)
            assert self.playing.file.state == before
            return False
        self.done[action] = self.done.get(action, 0) + 1
        self.looks(self.playing, before)
        return True

    def _owed(self, must: bool = True) -> list[str]:
        return [one.how for one in self.playing.rules.board(self.state).owed if one.must or not must]

    def _musts(self) -> None:
        tries = 0
        while owed := self._owed():
            action, words, sets = typed(self.playing, owed[0])
            assert self.does(action, tuple(sets), **words), f"{owed[0]} is owed and refused"
            tries += 1
            assert tries < 200, "it is owed for ever"

    def _chance(self, share: float = 0.5) -> bool:
        return self.random.random() < share

    def _command(self) -> None:
        self._musts()
        for one in list(self.state.leaders.values()):
            own = [unit.id for unit in self.state.standing(one.side)]
            if one.gone or not own:
                continue
            if self._chance(0.3):
                self.does("lead", leader=one.id, to=self.random.choice(own), front=self._chance())
            for action in ("steady", "control"):
                if self._chance(0.4):
                    self.does(action, leader=one.id, contingent=self.random.choice(own))
            if self._chance(0.2):
                battle = next(iter(b.name for b in self.state.battles.values() if b.side == one.side))
                self.does("order", leader=one.id, battle=battle, order="hold")
        for unit in list(self.state.standing()):
            if self._chance(0.2):
                self.does("test", unit=unit.id)

    def _approach(self) -> None:
        self._moves()

    def _tactical(self) -> None:
        self._moves()

    def _moves(self) -> None:
        for unit in list(self.state.standing(self.state.mover)):
            if self._chance(0.15):
                continue
            words: dict[str, Any] = {"inches": self.random.choice(["all", "all", 3])}
            if "approach" in self.state.step and self._chance():
                words["kind"] = "march"
            if self.state.mapped and self._chance():
                words["towards"] = self._nearest(unit)
            if unit.array == "disarray" and self._chance(0.7):
                words = {"inches": 0, "rally": True}
            elif self._chance(0.25):
                manoeuvres: list[dict[str, Any]] = [
                    {"form": "column"}, {"form": "line"}, {"form": "skirmish"}, {"about": True}, {"exchange": True},
                    {"frontage": 2}, {"remount": True},
                ]  # fmt: skip
                words |= self.random.choice(manoeuvres)
            if not self.does("move", unit=unit.id, **words):
                self.does("move", unit=unit.id, inches="all")

    def _nearest(self, unit: ContingentNow) -> str:
        enemies = [one for one in self.state.standing(1 - unit.side) if one.placed]
        near = min(enemies, key=lambda one: (one.pose.x - unit.pose.x) ** 2 + (one.pose.y - unit.pose.y) ** 2)
        return near.id if self._chance(0.8) else self.random.choice(enemies).id

    def _long_range(self) -> None:
        self._shots(10)

    def _close_range(self) -> None:
        self._shots(3)

    def _shots(self, inches: int) -> None:
        for unit in list(self.state.standing()):
            enemies = [one.id for one in self.state.standing(1 - unit.side)]
            if any(part.shoots_with for part in unit.listed.parts) and enemies and self._chance(0.85):
                if self.state.mapped:
                    self.does("shoot", unit=unit.id)
                else:
                    self.does("shoot", (f"distance={inches}",), unit=unit.id, target=self.random.choice(enemies))

    def _charges(self) -> None:
        for unit in list(self.state.standing(self.state.mover)):
            for enemy in list(self.state.standing(1 - unit.side)):
                sets = () if self.state.mapped else ("distance=1.5",)
                if self._chance(0.6) and self.does("charge", sets, unit=unit.id, target=enemy.id):
                    answer = self.random.choice(["stand", "countercharge", "evade", "exchange"])
                    if not self.does("respond", target=enemy.id, answer=answer):
                        self.does("respond", target=enemy.id, answer="stand")
                    break

    def _combat(self) -> None:
        for _ in range(40):
            if not (owed := self._owed(must=False)):
                return
            action, words, sets = typed(self.playing, self.random.choice(owed))
            self.does(action, tuple(sets), **words)
