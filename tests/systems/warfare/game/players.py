"""A player who knows no tactics: tries one thing after another with seeded dice, and looks after every step."""

import random
import shlex
from collections.abc import Callable
from typing import Any

from miniatures.dice import RandomDice
from miniatures.systems.warfare.game.pieces import UnitNow
from miniatures.tracker import FactsNeededError, perform, propose
from tests.systems.warfare.game.tables import Game

Words = dict[str, Any]


class Player:
    """Plays both sides of a game; `looks` is called after each action with the state before it."""

    def __init__(self, game: Game, seed: int, looks: Callable[[Game, dict[str, Any]], None]) -> None:
        self.game, self.random, self.looks = game, random.Random(seed), looks
        self.done = 0

    def play(self, turns: int) -> None:
        """Until that turn is over, or the battle."""
        steps = 0
        while self.game.state.turn <= turns and not self.game.state.over:
            getattr(self, "_" + self.game.state.step.replace(" ", "_").replace("later_", ""))()
            if not self.does("next"):
                self.does("next", overruled="it cannot be done")
            steps += 1
            assert steps < 20 * turns, "the turn goes on"

    def does(self, action: str, sets: tuple[str, ...] = (), overruled: str | None = None, **words: Any) -> bool:
        """Try it: whether it was done. What is refused changes nothing."""
        playing = self.game.playing
        before = playing.file.state
        try:
            proposed = propose(playing, action, words, sets)
        except FactsNeededError:
            return False
        performed = perform(playing, proposed, RandomDice(self.random.randrange(10**9)), overruled)
        if performed.event is None:
            assert performed.refusals, (action, words)
            assert playing.file.state == before
            return False
        self.done += 1
        self.looks(self.game, before)
        return True

    def _owed(self, *actions: str, must: bool = False) -> list[list[str]]:
        owed = self.game.playing.rules.board(self.game.state).owed
        words = [shlex.split(one.how) for one in owed if one.must or not must]
        return [one for one in words if one[0] in actions]

    def _some(self, *actions: str) -> None:
        """What the checklist offers, by the toss of a coin."""
        for action, unit, *more in self._owed(*actions):
            if self.random.random() < 0.6:
                self.does(action, unit=unit, **({"target": more[0]} if more else {}))

    def _all_tests(self) -> None:
        while owed := self._owed("morale", "melee", must=True):
            action, unit = owed[0]
            assert self.does(action, unit=unit), f"{action} {unit} is owed and refused"

    def _enemies(self, unit: UnitNow) -> list[str]:
        return [one.id for one in self.game.state.standing(1 - unit.side)]

    def _deployment(self) -> None:
        pass

    def _command(self) -> None:
        self.does("initiative")
        self.does("choose", to_move=self.random.choice(["first", "second"]))

    def _shots(self) -> None:
        for unit in list(self.game.state.standing()):
            if self.random.random() < 0.5:  # who shoots does not charge
                continue
            if self.game.state.mapped:
                self.does("shoot", unit=unit.id)
            elif enemies := self._enemies(unit):
                self.does("shoot", (f"distance={self.random.randint(2, 20)}",), unit=unit.id, target=enemies[0])

    def _tests(self) -> None:
        self._all_tests()

    def _first_moves(self) -> None:
        for unit in list(self.game.state.standing(self.game.state.mover)):
            if not self.game.unit(unit.id).gone:
                self._moves(unit)
        for leader in list(self.game.state.leaders.values()):
            own = list(self.game.state.standing(leader.side))
            goal = self.random.choice([unit for unit in own if unit.routing] or own or [None])
            if goal and self.random.random() < 0.7:
                self.does("ride", leader=leader.id, to=goal.id)

    _second_moves = _first_moves

    def _moves(self, unit: UnitNow) -> None:
        sets = () if self.game.state.mapped else (f"distance={self.random.randint(1, 9)}",)
        enemies = self._enemies(unit)
        if self.game.state.mapped and (nearest := self.game.table.nearest_enemy(unit.id)):
            enemies = [nearest[0]]
        if not enemies:
            return
        goal = self.random.choice(enemies)
        joins = {} if self.game.state.mapped or not self.game.state.in_melee(goal) else {"side": "flank"}
        if not self.does("charge", sets, unit=unit.id, target=goal, **joins):
            towards = {"towards": goal} if self.game.state.mapped else {}
            self.does("move", unit=unit.id, inches=self.random.choice(["all", 2]), **towards)

    def _melee(self) -> None:
        self._all_tests()
        self._some("pursue")

    def _morale(self) -> None:
        self._all_tests()
        self._some("rally", "turn", "pursue")

    def _rout(self) -> None:
        self._some("rally", "pursue")
