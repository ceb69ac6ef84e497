"""Command: a character orders a unit or a brigade, once or several times in succession.

What forbids the order stands in `command_refusals.py`, what a 12 makes of it in `blunders.py`.
"""

from math import ceil, floor
from typing import Annotated, NamedTuple

from pydantic import Field, model_validator

from miniatures.contacts import named_once
from miniatures.dice import Dice, Step
from miniatures.measuring import TOLERANCE, within
from miniatures.ruling import Modifier, Reading, Sum
from miniatures.systems.command_roll.blunders import blunder_centimetres, blunder_table
from miniatures.systems.command_roll.facts import CommanderInPlay, Facts, OneOrMore, UnitInPlay
from miniatures.systems.command_roll.tables import (
    BLUNDERING_ROLL,
    COMMAND_DICE,
    COMMAND_DISTANCE,
    ENEMY_NEAR,
    Command,
)
from miniatures.systems.command_roll.unit import MOST, Centimetres, Flag, Whole
from miniatures.words import counted, joined_names

GIVEN, FAILED, BLUNDERED = "given", "failed", "blundered"
#: Whose orders are over for this turn.
NOBODY, CHARACTER, EVERYBODY = "nobody", "character", "everybody"
MOST_ASKED = 6

#: How far an order carries a unit off, or back with a minus.
Shift = Annotated[float, Field(strict=True, ge=-MOST, le=MOST, allow_inf_nan=False)]


class OrderedUnit(UnitInPlay):
    """A unit that is to be ordered, and what makes that hard."""

    distance: Centimetres = Field(description="cm from the character to the unit")
    nearest_enemy: Centimetres | None = Field(
        None, description="cm to the nearest enemy; left out, none is within 20 cm"
    )
    dense_terrain: Flag = Field(False, description="it is within dense terrain")
    ordered: Whole = Field(0, ge=0, description="orders that it was given this turn already")
    ordered_by: str = Field("", description="the character who has ordered it this turn, in vain or not")
    orders_finished: Flag = Field(False, description="another unit was ordered since its last order this turn")
    by_initiative: Flag = Field(False, description="it has moved by initiative this turn")
    blundered: Flag = Field(False, description="an order to it was a blunder this turn")

    @property
    def enemy_near(self) -> bool:
        return self.nearest_enemy is not None and within(self.nearest_enemy, ENEMY_NEAR.value)


class OrderFacts(Facts):
    """Who orders whom, and what has been ordered before in this turn."""

    character: CommanderInPlay = Field(description="the general, battle leader or lord who gives the order")
    units: Annotated[tuple[OrderedUnit, ...], OneOrMore] = Field(
        min_length=1, description="the unit that is ordered, or all units of a brigade"
    )
    orders: Whole = Field(1, ge=1, le=MOST_ASKED, description="orders in succession: this one, and those after it")
    farther: Shift = Field(
        0.0, description="cm that each order takes it farther from him, as 10; with a minus, nearer. For several orders"
    )
    enemy_near_from: Whole | None = Field(
        None, ge=1, le=MOST_ASKED, description="from which of these orders on an enemy will be within 20 cm"
    )
    touching: Flag = Field(True, description="the units of a brigade touch")
    failed: Flag = Field(False, description="an order of his has failed this turn")
    general_failed: Flag = Field(False, description="an order of the general's has failed this turn")
    finished: Flag = Field(False, description="another character has given orders since his last this turn")
    another_unfinished: Flag = Field(False, description="another character is not finished with his orders")

    @model_validator(mode="after")
    def _each_once(self) -> "OrderFacts":
        named_once(unit.name for unit in self.units)
        return self

    @property
    def general(self) -> bool:
        return self.character.listed.type == "general"

    @property
    def names(self) -> str:
        return joined_names(unit.name for unit in self.units)


class OrderOutcome(NamedTuple):
    """What comes of the orders: how many were given, how it ended, and for whom.

    `blunder` is empty until its die is thrown; `centimetres` is how far that one moves the units.
    """

    character: str
    units: tuple[str, ...]
    given: int
    result: str
    ends: str = NOBODY
    blunder: str = ""
    centimetres: float = 0


def full_distances(centimetres: float, *, beyond: bool) -> int:
    """How many full 20 cm there are. Exactly 20 is one, or where the table plays `beyond`, none yet."""
    step = COMMAND_DISTANCE.value
    if beyond:
        return max(0, ceil((centimetres - TOLERANCE) / step) - 1)
    return floor((centimetres + TOLERANCE) / step)


def distance_at(facts: OrderFacts, unit: OrderedUnit, earlier: int) -> float:
    """How far the unit is from the character when `earlier` orders of this question have moved it."""
    return max(0.0, unit.distance + earlier * facts.farther)


def penalties(facts: OrderFacts, earlier: int = 0) -> tuple[Modifier, ...]:
    """What weighs on an order when `earlier` ones of this question have been given, in the order of the sheet.

    Of a brigade the farthest member counts, and for everything else the one that is worst off (C12).
    """
    units, found = facts.units, []
    farthest = max(units, key=lambda unit: unit.distance)
    distance = distance_at(facts, farthest, earlier)
    steps = full_distances(distance, beyond=facts.options.beyond_twenty)
    if steps:
        found.append(Command.distance.times(steps, f"{round(distance, 2):g} cm to {farthest.name}"))
    successive = max(unit.ordered for unit in units) + earlier
    if successive:
        found.append(Command.successive_order.times(successive, f"{counted(successive, 'order')} before it this turn"))
    near = next((unit.name for unit in units if unit.enemy_near), "")
    will_be_near = facts.enemy_near_from is not None and earlier + 1 >= facts.enemy_near_from
    if near or will_be_near:
        found.append(Command.enemy_near._replace(because=f"enemy within 20 cm of {near or facts.names}"))
    dense = next((unit.name for unit in units if unit.dense_terrain), "")
    if dense:
        found.append(Command.dense_terrain._replace(because=f"{dense} within dense terrain"))
    weakest = max(units, key=lambda unit: unit.lost)
    if weakest.lost:
        found.append(Command.casualty.times(weakest.lost, f"stands lost by {weakest.name}: {weakest.lost}"))
    blunderer = max(units, key=lambda unit: unit.blunders)
    if blunderer.blunders:
        words = f"blunders of 1 by {blunderer.name} in this battle: {blunderer.blunders}"
        found.append(Command.blundered.times(blunderer.blunders, words))
    return tuple(found)


def _title(facts: OrderFacts, earlier: int) -> str:
    which = f", order {earlier + 1} of {facts.orders}" if facts.orders > 1 else ""
    return f"{facts.character.name} orders {facts.names}{which}"


def command_sum(facts: OrderFacts, earlier: int) -> Sum:
    """The command value less the penalties: what 2D6 may come to at most."""
    modifiers = (*facts.character.command_value.modifiers, *penalties(facts, earlier))
    return Sum(f"{_title(facts, earlier)}: at most", modifiers, (COMMAND_DICE.rule, COMMAND_DICE.ruling))


def command_sums(facts: OrderFacts) -> list[Sum]:
    return [command_sum(facts, earlier) for earlier in range(facts.orders)]


class CommandRoll(Reading[int, str]):
    """A total of at most `most` gives the order. A 12 as thrown always fails, and blunders where he can.

    The modifiers belong to the command value and not to the dice, so they stand in a sum of their own.
    """

    __slots__ = ("blunders", "failing", "most")

    def __init__(self, most: int, *, blunders: bool, failing: str) -> None:
        super().__init__((), (COMMAND_DICE.rule, COMMAND_DICE.ruling))
        self.most = most
        self.blunders = blunders
        self.failing = failing
        self.effect = ("at most", most, blunders)

    def __call__(self, thrown: int) -> str:
        if thrown == BLUNDERING_ROLL.value:
            return BLUNDERED if self.blunders else FAILED
        return GIVEN if thrown <= self.most else FAILED

    def rules_of(self, result: object) -> tuple[str, ...]:
        following = {FAILED: (self.failing,), BLUNDERED: (BLUNDERING_ROLL.rule, self.failing)}
        return (*self.rules, *following.get(str(result), ()))


def _need_words(most: int) -> str:
    return f"{most} or less" if most > COMMAND_DICE.value else "only a 2" if most == 2 else "no throw is low enough"


def _settled(dice: Dice, outcome: OrderOutcome) -> None:
    dice.settled(lambda: outcome)


def order(facts: OrderFacts) -> Step[OrderOutcome]:
    """Throw for each order until one fails; a blunder's die follows at once."""
    character, units = facts.character, tuple(unit.name for unit in facts.units)
    can_blunder = not (facts.general and facts.options.general_never_blunders)
    failing = "C109" if facts.general else "C108"
    over = EVERYBODY if facts.general else CHARACTER
    rolls: list[tuple[CommandRoll, str]] = []
    for earlier in range(facts.orders):
        most = int(command_sum(facts, earlier).total)
        roll = CommandRoll(most, blunders=can_blunder, failing=failing)
        rolls.append((roll, f"{_title(facts, earlier)}: {_need_words(most)}"))
    table = blunder_table()

    def throw(dice: Dice) -> OrderOutcome:
        for given, (roll, purpose) in enumerate(rolls):
            so_far = OrderOutcome(character.name, units, given, GIVEN)
            if given:
                _settled(dice, so_far)
            result = dice.sum(COMMAND_DICE.value, roll, purpose)
            if result == FAILED:
                return so_far._replace(result=FAILED, ends=over)
            if result == BLUNDERED:
                blundered = so_far._replace(result=BLUNDERED, ends=over)
                _settled(dice, blundered)
                word = dice.sum(1, table, f"the blunder of {character.name}")
                far = blunder_centimetres(word, facts.units, moved=given > 0)
                return blundered._replace(blunder=word, centimetres=far)
        return OrderOutcome(character.name, units, len(rolls), GIVEN)

    return throw
