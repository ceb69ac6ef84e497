"""The average die, thrown as such or as a D6, and whom its fives tire.

    rolled = dice.each(2, average_dice(), "Bills move")      # rolled.inches, rolled.fives
    rolled = dice.each(2, average_dice(1), "Bills retire")   # one inch more for each die

Players type the faces of a D6: 1 reads 2, 2 and 3 read 3, 4 and 5 read 4, 6 reads 5. Those who own average dice type
what these show (T2, option average_dice).
"""

from collections.abc import Iterable
from functools import cache
from itertools import groupby
from typing import NamedTuple

from miniatures.ruling import EachDie
from miniatures.systems.tree_of_battles.facts import Array
from miniatures.systems.tree_of_battles.move_tables import AVERAGE_DIE, Moves
from miniatures.words import counted, counted_inches

#: In these arrays nobody tires (T327).
TIRELESS: tuple[Array, ...] = ("column", "skirmish", "disarray")


class Rolled(NamedTuple):
    """What average dice say: the inches, additions counted in, and how many of them show a 5."""

    inches: int
    fives: int


class AverageDice(EachDie[Rolled]):
    """D6 read as average dice, each of them with `more` inches added. The additions have a sum of their own."""

    __slots__ = ("more",)
    #: More inches than any number of dice would give.
    _FIVE = 100_000

    def __init__(self, more: int = 0) -> None:
        tiring = Moves.fatiguing_face.value
        worth = [inches + more + self._FIVE * (inches == tiring) for inches in AVERAGE_DIE]
        super().__init__(worth, (), (Moves.most_dice.rule, Moves.most_dice.ruling))
        self.more = more

    def __call__(self, total: int) -> Rolled:
        fives, inches = divmod(total, self._FIVE)
        return Rolled(inches, fives)

    def told(self, result: Rolled) -> str:
        fives = f", {counted(result.fives, 'five')} among them" if result.fives else ""
        return f"{counted_inches(result.inches)}{fives}"

    def shown(self, faces: Iterable[int]) -> str:
        return ", ".join(f"{face} reads {AVERAGE_DIE[face - 1]}" for face in faces)

    @property
    def asks(self) -> str:
        return f"{self.read_so}{f'; {self.more:+d} for each' if self.more else ''}"

    @property
    def read_so(self) -> str:
        """How a face is read."""
        return faces_read(real=False)


class RealAverageDice(AverageDice):
    """Dice that show their inches themselves: the same reading of other faces."""

    __slots__ = ()
    marks = AVERAGE_DIE
    die = "average die"

    def shown(self, faces: Iterable[int]) -> str:
        return ", ".join(map(str, faces))

    @property
    def read_so(self) -> str:
        return faces_read(real=True)


@cache
def faces_read(*, real: bool) -> str:
    """What the faces of average dice are, or how those of a D6 are read."""
    if real:
        return f"faces {', '.join(map(str, AVERAGE_DIE[:-1]))} and {AVERAGE_DIE[-1]}"
    found = []
    for inches, faces in groupby(range(1, 7), key=lambda face: AVERAGE_DIE[face - 1]):
        many = list(faces)
        found.append(f"{' and '.join(map(str, many))} read{'' if len(many) > 1 else 's'} {inches}")
    return f"average dice: {', '.join(found)}"


@cache
def average_dice(more: int = 0, *, real: bool = False) -> AverageDice:
    """Made once for each addition: counting odds remembers the table of each. `real`: the players own such dice."""
    return RealAverageDice(more) if real else AverageDice(more)


def tires(array: Array) -> bool:
    """Whether a five on its move dice is a DP, by its array at the start of the move (T327, T41)."""
    return array not in TIRELESS


def tired_by(number: int) -> str:
    """What tired it, behind the number of its DPs."""
    return f"five{'' if number == 1 else 's'} on the move dice"
