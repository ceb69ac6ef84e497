"""A player who knows no tactics: tries one thing after another with seeded dice, and looks after every step."""

import random
import shlex
from collections.abc import Callable
from typing import Any

from miniatures.dice import RandomDice
from miniatures.systems.command_roll.game.pieces import UnitNow
from miniatures.systems.command_roll.game.state import State
from miniatures.tracker import FactsNeededError, Playing, perform, propose


class Player:
    """Plays both sides of a game; `looks` is called after each action with the state before it."""

    def __init__(self, playing: Playing, seed: int, looks: Callable[[Playing, dict[str, Any]], None]) -> None:
        self.playing, self.random, self.looks = playing, random.Random(seed), looks
        self.done = 0

    @property
    def state(self) -> State:
        state = self.playing.state
        assert isinstance(state, State)
        return state

    def play(self, turns: int) -> None:
        """Until that turn is over, or the battle."""
        steps = 0
        while self.state.turn <= turns and not self.state.over:
            getattr(self, "_" + self.state.step.replace(" ", "_"))()
            self._musts()
            if not self.does("next"):
                self.does("next", overruled="it cannot be done")
            steps += 1
            assert steps < 20 * turns + 20, "the turn goes on"

    def does(self, action: str, sets: tuple[str, ...] = (), overruled: str | None = None, **words: Any) -> bool:
        """Try it: whether it was done. What is refused changes nothing."""
        before = self.playing.file.state
        try:
            proposed = propose(self.playing, action, words, sets)
        except FactsNeededError:
            return False
        performed = perform(self.playing, proposed, RandomDice(self.random.randrange(10**9)), overruled)
        if performed.event is None:
            assert performed.refusals, (action, words)
            assert self.playing.file.state == before
            return False
        self.done += 1
        self.looks(self.playing, before)
        return True

    def _owed(self, must: bool = True) -> list[list[str]]:
        owed = self.playing.rules.board(self.state).owed
        return [shlex.split(one.how) for one in owed if one.must or not must]

    def _musts(self) -> None:
        tries = 0
        while owed := self._owed():
            action, who, *more = owed[0]
            word = {"treachery": "commander", "class": "commander", "objective": "battle"}.get(action, "unit")
            words = {word: who} | ({"objective": more[0]} if action == "objective" else {})
            assert self.does(action, **words), f"{action} {who} is owed and refused"
            tries += 1
            assert tries < 500, "it is owed for ever"

    def _chance(self, share: float = 0.5) -> bool:
        return self.random.random() < share

    def _own(self) -> list[UnitNow]:
        return [unit for unit in self.state.standing(self.state.active) if not unit.commands]

    def _deployment(self) -> None:
        if self._chance():
            self.does("first", side=self.state.sides[1])

    def _command(self) -> None:
        for unit in self._own():
            if self._chance(0.7):
                action = "evade" if self._chance(0.15) else "charge"
                sets = () if self.state.mapped else (f"distance={self.random.randrange(25)}",)
                self.does(action, sets, unit=unit.id, **({} if self.state.mapped else self._target(unit, action)))
        self._shots_at_chargers()
        for commander in self.state.commanders(self.state.active):
            for unit in self._own():
                if not self._chance(0.6):
                    continue
                for _ in range(self.random.randrange(1, 4)):
                    sets = () if self.state.mapped else ("units.0.distance=15",)
                    brigade = self.state.mapped and self._chance(0.4)
                    if not self.does("order", sets, character=commander.id, unit=unit.id, brigade=brigade):
                        break
                    if not self.state.order:
                        break
                    if self.state.order["because"] == "penalty":
                        self.does("blame", unit=self.state.order["units"][-1])
                        break
                    self._carry_out(unit)
        self._shots_at_chargers()
        if self._chance(0.2):
            commanders = self.state.commanders(self.state.active)
            if commanders:
                one = self.random.choice(commanders)
                battle = self.state.battles[one.battle].name
                sets = () if self.state.mapped else ("distance=30",)
                self.does("herald", sets, sender=one.id, battle=battle, objective="attack")

    def _target(self, unit: UnitNow, action: str) -> dict[str, str]:
        enemies = [one.id for one in self.state.standing(1 - unit.side)]
        return {"target": self.random.choice(enemies)} if enemies and action == "charge" else {}

    def _carry_out(self, unit: UnitNow) -> None:
        if self._chance(0.6) and self.does("charge", unit=unit.id, **self._target(unit, "charge")):
            return
        if self._chance(0.2):
            for friend in self._own():
                if friend.id != unit.id and self.does("pass", unit=unit.id, friend=friend.id):
                    return
        words: dict[str, Any] = {"centimetres": self.random.choice(["all", "all", 3, -4])}
        if self.state.mapped and self._chance(0.5):
            near = [one.id for one in self.state.standing(1 - unit.side) if one.placed]
            if near:
                words["towards"] = self.random.choice(near)
        if self._chance(0.2):
            words["facing"] = self.random.randrange(360)
        if self._chance(0.2):
            words["form"] = self.random.choice(["line", "column", "irregular"])
        self.does("move", unit=unit.id, **words)

    def _shots_at_chargers(self) -> None:
        for unit in list(self.state.standing(1 - self.state.active)):
            if unit.unit.missile and self._chance(0.8):
                coming = [one.id for one in self.state.standing(self.state.active) if one.charged == self.state.now]
                if not coming:
                    return
                if self.state.mapped:
                    self.does("shoot", unit=unit.id, shower=self._chance(0.3))
                else:
                    self.does("shoot", ("distance=20",), unit=unit.id, target=coming[0])

    def _commanders(self) -> None:
        for one in self.state.commanders(self.state.active):
            own = self._own()
            if own and self._chance(0.5):
                if self.state.mapped and self._chance(0.4):
                    x, y = self.random.uniform(0, 170), self.random.uniform(0, 110)
                    self.does("ride", commander=one.id, to=f"{x:.1f},{y:.1f}")
                else:
                    self.does("ride", commander=one.id, to=self.random.choice(own).id)

    def _shooting(self) -> None:
        for unit in self._own():
            if unit.unit.missile and self._chance(0.9):
                shower = self._chance(0.4)
                if self.state.mapped:
                    while self.does("shoot", unit=unit.id, shower=shower):
                        pass
                else:
                    self.does("shoot", ("distance=30",), unit=unit.id, shower=shower, **self._target(unit, "charge"))

    def _drive_backs(self) -> None:
        pass

    def _combat(self) -> None:
        for _ in range(60):
            owed = self._owed(must=False)
            if not owed:
                return
            action, who, *_ = self.random.choice(owed)
            if action in ("pursue", "advance") and self._chance(0.4):
                continue
            if action == "treachery":
                self.does(action, commander=who)
            elif action in ("stand", "fall-back") and self._chance(0.3):
                self.does("fall-back", unit=who, centimetres=self.random.randrange(20))
            else:
                self.does(action, unit=who)
