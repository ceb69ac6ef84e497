"""Shooting: everybody who shoots at a target, the hits, saves and stands, and the drive-back that ends the phase.

Each throw is a step of its own, and what is known between two throws is a few numbers; so the odds grow with the
numbers of hits and never with the faces of the dice. Ranks that are diced for, and guns, throw by themselves; all
others who shoot at the same position throw together (C161).
"""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from miniatures.dice import Dice, OneThrow, Step, Volley
from miniatures.ruling import Showing, making
from miniatures.systems.command_roll.attacks import Rank, RankDie, can_take, hit_on, save_on, saved
from miniatures.systems.command_roll.cannon import BURSTS, SILENT, Aim, bounce, gun_shot
from miniatures.systems.command_roll.drive_back import DrivenBack, driven_back
from miniatures.systems.command_roll.facts import Position
from miniatures.systems.command_roll.shooting_facts import ShootingFacts, Shot
from miniatures.systems.command_roll.shooting_sum import attacks
from miniatures.systems.command_roll.shower import ran_out
from miniatures.systems.command_roll.tables import Cannon


class Tally(NamedTuple):
    """What is known before the next throw: for each target hits to be saved and hits not saved; then the others."""

    made: int
    """Throws made so far."""
    hits: tuple[int, ...]
    unsaved: tuple[int, ...]
    spent: tuple[int, ...] = ()
    """Stands that ran out of arrows, for each unit that used the shower so far."""
    guns: tuple[int, ...] = ()
    """Guns that burst and guns that fell silent, two numbers for each unit of cannon."""
    driven: tuple[DrivenBack | None, ...] = ()


_tally = making(Tally)

#: Makes a step of what is known before it.
Throw = Callable[[Tally], Step[Tally]]


def _added(counts: tuple[int, ...], index: int, more: int) -> tuple[int, ...]:
    return (*counts[:index], counts[index] + more, *counts[index + 1 :])


class Shooting:
    """A shooting prepared: its throws in the order in which they are made, and what they come to."""

    def __init__(self, facts: ShootingFacts) -> None:
        self.facts = facts
        self.targets = facts.targets
        self.saves = [save_on(unit) for unit in self.targets]
        self.most = [can_take(unit, facts.options) for unit in self.targets]
        shots = facts.shots
        small = [shot for shot in shots if not shot.firer.artillery]
        self.showers = [shot for shot in small if shot.firer.shower]
        guns = [(shot, gun) for shot in shots if shot.firer.artillery for gun in range(shot.shooting)]
        self.batteries = list(dict.fromkeys([shot.firer.name for shot, _ in guns]))
        volleys = [] if facts.ranks else self._together(small)
        if facts.ranks or guns:
            self.throws: list[Throw] = [
                *(self._by_rank(small) if facts.ranks else map(self._volley, volleys)),
                *[self._gun(shot, gun) for shot, gun in guns],
                *[self._saving(index, save) for index, save in enumerate(self.saves) if save is not None],
            ]
        else:
            self.throws = [self._unsaved(volleys)] if volleys else []
        self.throws += [self._arrows(shot) for shot in self.showers]
        if facts.drive_back:
            self.throws += [self._driving(index) for index in range(len(self.targets))]

    @property
    def start(self) -> Tally:
        nothing = (0,) * len(self.targets)
        return Tally(0, nothing, nothing, (), (0, 0) * len(self.batteries))

    def next_step(self, tally: Tally) -> Step[Tally] | None:
        return self.throws[tally.made](tally) if tally.made < len(self.throws) else None

    def _hit(self, tally: Tally, index: int, hits: int, *, saves: bool = True) -> Tally:
        """So many hits on a target: to be saved, or not if it has no armour or none counts."""
        made, to_save, unsaved, spent, guns, _ = tally
        if saves and self.saves[index] is not None:
            return Tally(made + 1, _added(to_save, index, hits), unsaved, spent, guns)
        return Tally(made + 1, to_save, self._not_saved(unsaved, index, hits), spent, guns)

    def _not_saved(self, unsaved: tuple[int, ...], index: int, hits: int) -> tuple[int, ...]:
        """Hits beyond what a unit can take make no difference, so they are not told apart."""
        return _added(unsaved, index, min(hits, self.most[index] - unsaved[index]))

    def _position(self, shot: Shot, index: int) -> Position:
        own = self.targets[index].position
        return own if shot.position is None or index else shot.position

    def _together(self, shots: list[Shot]) -> list[Volley]:
        """One throw for all who shoot at the target in the same position."""
        dice: dict[Position, int] = {}
        names: dict[Position, list[str]] = {}
        for shot in shots:
            position = self._position(shot, 0)
            dice[position] = dice.get(position, 0) + attacks(shot)
            names.setdefault(position, []).append(shot.firer.name)
        target = self.targets[0].name
        return [
            (count, hit_on(position), f"{', '.join(names[position])} at {target}")
            for position, count in dice.items()
            if count
        ]

    def _volley(self, volley: Volley) -> Throw:
        count, hit, purpose = volley
        return lambda tally: lambda dice: self._hit(tally, 0, dice.each(count, hit, purpose))

    def _unsaved(self, volleys: list[Volley]) -> Throw:
        """Where nothing else hits anybody, the saves follow the volleys at once and are one step with them."""
        save, purpose, most = self.saves[0], f"{self.targets[0].name} save", self.most[0]

        def throw(tally: Tally) -> Step[Tally]:
            made, to_save, (_, *others), spent, guns, driven = tally

            def after(unsaved: int) -> Tally:
                taken = unsaved if unsaved < most else most
                return Tally(made + 1, to_save, (taken, *others), spent, guns, driven)

            return OneThrow(lambda dice: dice.unsaved(volleys, save, purpose), after)

        return throw

    def _by_rank(self, shots: list[Shot]) -> list[Throw]:
        """A die for each unit that shoots says which rank it hits (C22, C57)."""
        ranks = range(1 + len(self.facts.ranks))
        die = RankDie([self.targets[rank].name for rank in ranks])

        def volley(shot: Shot, count: int) -> Throw:
            name = shot.firer.name
            purpose = f"whom {name} hit ({die.faces})"
            at = [(hit_on(self._position(shot, rank)), f"{name} at {self.targets[rank].name}") for rank in ranks]

            def throw(tally: Tally) -> Step[Tally]:
                def shoot(dice: Dice) -> Tally:
                    rank = dice.faces(1, die, purpose)
                    assert isinstance(rank, Rank)
                    hit, words = at[rank.place]
                    return self._hit(tally, rank.place, dice.each(count, hit, words))

                return shoot

            return throw

        counts = [(shot, attacks(shot)) for shot in shots]
        return [volley(shot, count) for shot, count in counts if count]

    def _gun(self, shot: Shot, gun: int) -> Throw:
        """The two attacks strike the first unit, each further attack the unit of its base, the nearest two (C24)."""
        more = bounce(len(shot.bounce))
        at = {0: Cannon.attacks.value}
        names = [unit.name for unit in self.targets]
        for name in shot.bounce[: int(more.value) if more else 0]:
            index = names.index(name)
            at[index] = at.get(index, 0) + 1
        aims = [Aim(index, count, self._position(shot, index), names[index]) for index, count in at.items()]
        firer, options = shot.firer, self.facts.options
        called = f"{firer.name}, gun {gun + 1}" if shot.shooting > 1 else firer.name
        shoots = gun_shot(called, aims, options)
        fates = {fate: 2 * self.batteries.index(firer.name) + which for which, fate in enumerate((BURSTS, SILENT))}

        def throw(tally: Tally) -> Step[Tally]:
            def shoot(dice: Dice) -> Tally:
                hits, fate = shoots(dice)
                after = tally
                for aim, hit in zip(aims, hits, strict=True):
                    after = self._hit(after, aim.target, hit, saves=not options.no_saves_from_cannon)
                guns = _added(tally.guns, fates[fate], 1) if fate in fates else tally.guns
                return after._replace(made=tally.made + 1, guns=guns)

            return shoot

        return throw

    def _saving(self, index: int, save: Showing) -> Throw:
        purpose, most = f"{self.targets[index].name} save", self.most[index]

        def throw(tally: Tally) -> Step[Tally]:
            made, to_save, unsaved, spent, guns, driven = tally
            hits = to_save[index]
            rest = _added(to_save, index, -hits)
            first, before, last = unsaved[:index], unsaved[index], unsaved[index + 1 :]

            def step(dice: Dice) -> Tally:
                through = before + hits - saved(dice, hits, save, purpose)
                taken = (*first, through if through < most else most, *last)
                return Tally(made + 1, rest, taken, spent, guns, driven)

            return step

        return throw

    def _arrows(self, shot: Shot) -> Throw:
        firer, stands, options = shot.firer, shot.fresh, self.facts.options

        def throw(tally: Tally) -> Step[Tally]:
            made, to_save, unsaved, spent, guns, driven = tally

            def step(dice: Dice) -> Tally:
                out = ran_out(dice, firer.name, stands, firer.showers + 1, options) if stands else 0
                return Tally(made + 1, to_save, unsaved, (*spent, out), guns, driven)

            return step

        return throw

    def _driving(self, index: int) -> Throw:
        """Who has lost its last stand, or charges, is not driven back (C56, C21)."""
        unit, options = self.targets[index], self.facts.options
        drives = cache(lambda unsaved: driven_back(unit, unit.missile_hits + unsaved, options))

        def throw(tally: Tally) -> Step[Tally]:
            made, to_save, unsaved, spent, guns, driven = tally
            if unit.charging or unsaved[index] >= unit.can_take:
                return lambda _dice: Tally(made + 1, to_save, unsaved, spent, guns, (*driven, None))
            drive = drives(unsaved[index])
            throw_of, back_of = (drive.throw, drive.then) if isinstance(drive, OneThrow) else (drive, None)

            def thrown(dice: Dice) -> Any:
                dice.settled(lambda: tally)
                return throw_of(dice)

            def after(reading: Any) -> Tally:
                back = back_of(reading) if back_of else reading
                return _tally((made + 1, to_save, unsaved, spent, guns, (*driven, back)))

            return OneThrow(thrown, after) if back_of else lambda dice: after(thrown(dice))

        return throw
