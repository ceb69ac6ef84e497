"""Right Sharp Shower: twice the arrows while they last, and the die that says when they are out (C421, C422)."""

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from pydantic import Field, model_validator

from miniatures.dice import Dice, Step
from miniatures.ruling import EachDie, Refusal
from miniatures.systems.command_roll.facts import Facts, UnitInPlay
from miniatures.systems.command_roll.options import Options
from miniatures.systems.command_roll.profiles import STARRED
from miniatures.systems.command_roll.tables import Shower
from miniatures.systems.command_roll.unit import Flag, Whole


class Shooter(UnitInPlay):
    """A unit that shoots: its ammunition, and its guns."""

    shower: Flag = Field(False, description="retinue bow: it uses the Right Sharp Shower this turn")
    showers: Whole = Field(0, ge=0, description="retinue bow: the times it used the shower before in this game")
    exhausted: Whole = Field(0, ge=0, description="retinue bow: stands whose ammunition is out")
    resting: Whole = Field(0, ge=0, description="of these, the stands that miss this turn")
    silent: Whole = Field(0, ge=0, description="cannon: guns that failed last turn and cannot shoot")

    @model_validator(mode="after")
    def _stands_add_up(self) -> "Shooter":
        if self.exhausted and self.profile not in STARRED:
            raise ValueError(f"exhausted: only {' or '.join(STARRED)} run out of ammunition; leave it out")
        if self.silent and not self.artillery:
            raise ValueError("silent: only for cannon; leave it out")
        if self.exhausted > self.left:
            raise ValueError(f"exhausted: {self.exhausted} of {self.left} stands left")
        if self.resting > self.exhausted:
            raise ValueError(f"resting: {self.resting} of {self.exhausted} stands that are out of ammunition")
        if self.silent > self.left:
            raise ValueError(f"silent: {self.silent} of {self.left} guns left")
        return self

    @property
    def fresh(self) -> int:
        """Stands that have ammunition."""
        return self.left - self.exhausted

    @property
    def ready(self) -> int:
        """Stands that may shoot this turn."""
        return self.left - self.resting - self.silent


class RunsOut(EachDie[int]):
    """How many dice are not above the times that the shower was used, this time included."""

    __slots__ = ("uses",)

    def __init__(self, uses: int) -> None:
        super().__init__((int(face <= uses) for face in range(1, 7)), (), (Shower.attacks.rule, "C29"))
        self.uses = uses

    def __call__(self, total: int) -> int:
        return total

    def told(self, result: int) -> str:
        return f"{result} out of ammunition, {self.asks}"

    @property
    def asks(self) -> str:
        return "out on a 1" if self.uses == 1 else f"out on {min(self.uses, 6)} or less"


runs_out_on = cache(RunsOut)


def ran_out(dice: Dice, name: str, stands: int, uses: int, options: Options) -> int:
    """How many of the stands that use the shower for the `uses`-th time run out of ammunition."""
    purpose = f"{name} see to their arrows after shower {uses}"
    if options.shower_die_per_unit:
        return stands * dice.each(1, runs_out_on(uses), purpose)
    return dice.each(stands, runs_out_on(uses), purpose)


class ShowerFacts(Facts):
    """Retinue bow that use the shower turn after turn, as long as any of their stands can."""

    unit: Shooter = Field(description="the retinue bow")
    turns: Whole = Field(6, ge=1, le=20, description="the turns of shooting to look at")


class ShowerOutcome(NamedTuple):
    """When the arrows ran out."""

    unit: str
    ran_out: tuple[int, ...]
    """Stands that ran out in each turn, up to the last of them."""
    fresh: int
    """Stands with ammunition at the end."""
    attacks: int
    """All attacks of the unit in these turns."""

    @property
    def first(self) -> int | None:
        """The turn in which its first stand ran out."""
        return next((turn for turn, stands in enumerate(self.ran_out, 1) if stands), None)

    @property
    def last(self) -> int | None:
        """The turn in which its last stand ran out."""
        return None if self.fresh else len(self.ran_out)


#: Stands that ran out, turn by turn.
Spent = tuple[int, ...]


def every_other(turns: int) -> int:
    """Attacks of a stand out of ammunition that shoots in the first of so many turns, and in every other (C422)."""
    return Shower.exhausted_attacks.value * -(-turns // 2) if turns > 0 else 0


def attacks_in(unit: Shooter, spent: Spent, turns: int) -> int:
    """Attacks over the turns: two a stand while its arrows last; then it misses a turn, and has one every other."""
    each, fresh = Shower.attacks.value, unit.fresh - sum(spent)
    total = fresh * each * turns
    for turn, stands in enumerate(spent, 1):
        total += stands * (each * turn + every_other(turns - turn - 1))
    return total + _out_already(unit, turns)


def attacks_without(unit: Shooter, turns: int) -> int:
    """Attacks over the turns if the shower is never used."""
    return unit.fresh * (unit.listed.shooting or 0) * turns + _out_already(unit, turns)


def _out_already(unit: Shooter, turns: int) -> int:
    """Attacks of the stands that had run out before."""
    loaded = unit.exhausted - unit.resting
    return loaded * every_other(turns) + unit.resting * every_other(turns - 1)


def shower_turns(facts: ShowerFacts) -> Callable[[Spent], Step[Spent] | None]:
    """Turn after turn until the last stand is out, or the turns are over."""
    unit, options = facts.unit, facts.options

    def next_turn(spent: Spent) -> Step[Spent] | None:
        fresh = unit.fresh - sum(spent)
        if fresh <= 0 or len(spent) == facts.turns:
            return None
        uses = unit.showers + len(spent) + 1

        def shoot(dice: Dice) -> Spent:
            dice.settled(lambda: spent)
            return (*spent, ran_out(dice, unit.name, fresh, uses, options))

        return shoot

    return next_turn


def shower_outcome(facts: ShowerFacts, spent: Spent) -> ShowerOutcome:
    unit = facts.unit
    return ShowerOutcome(unit.name, spent, unit.fresh - sum(spent), attacks_in(unit, spent, facts.turns))


def declared_refusals(unit: Shooter) -> list[Refusal]:
    """Why a unit may not use the shower."""
    found: list[Refusal] = []
    if unit.profile not in STARRED:
        starred = " or ".join(STARRED)
        found.append(
            Refusal("C421", f"{unit.name} are {unit.profile}, without the star", f"shoot as listed, or with {starred}")
        )
    elif not unit.fresh:
        found.append(
            Refusal("C422", f"{unit.name} have no stand with ammunition left", "shoot without it, every other turn")
        )
    return found


def shower_refusals(facts: ShowerFacts) -> list[Refusal]:
    return declared_refusals(facts.unit)
