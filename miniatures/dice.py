"""What a rule may ask of dice, and the two kinds of dice that show faces: typed in and random.

A rule asks for a throw *and its reading*, never for more faces than it needs: "how many of these ten hit"
has eleven answers, not sixty million. The third kind, all dice at once, lives in `counting`.
"""

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from typing import Any, ClassVar, Final, Generic, Literal, NamedTuple, Protocol, TypeVar

from miniatures.broken import BrokenInputError
from miniatures.faces import marks_of, named

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class RollAgain(Enum):
    """What a reading returns when the throw does not count and is made again (a tie for initiative)."""

    ROLL_AGAIN = "roll again"


ROLL_AGAIN: Final = RollAgain.ROLL_AGAIN


class ReadEach(Protocol[T_co]):
    """A reading die by die: each face is worth something, and the total of the worths is what is read."""

    @property
    def worth(self) -> tuple[int, ...]:
        """What each of the faces 1 to 6 is worth."""

    @property
    def marks(self) -> tuple[int, ...]:
        """What is printed on these faces: 1 to 6, unless the players throw dice of another kind."""

    @property
    def die(self) -> str:
        """The name of such a die; nothing for one that shows 1 to 6."""

    def __call__(self, total: int, /) -> T_co: ...

    def __hash__(self) -> int: ...


#: So many dice, how each of them is read, and what they are for.
Volley = tuple[int, ReadEach[int], str]


class Dice(ABC):
    """The last argument of every procedure. `purpose` is what the players are told the throw is for."""

    #: Whether these are real throws, made one after the other. Counted, two that are read alike may be read as one.
    thrown_apart: ClassVar[bool] = False

    @abstractmethod
    def sum(self, count: int, read: Callable[[int], T], purpose: str) -> T:
        """The total of `count` six-sided dice, passed through `read`."""

    @abstractmethod
    def faces(self, count: int, read: Callable[[tuple[int, ...]], T | RollAgain], purpose: str) -> T:
        """`count` six-sided dice in order, passed through `read`, which may ask to roll again."""

    @abstractmethod
    def hits(self, count: int, at_least: int, purpose: str) -> int:
        """How many of `count` six-sided dice show `at_least` or more."""

    @abstractmethod
    def score(self, count: int, table: Mapping[int, int], purpose: str) -> int:
        """The total of `count` six-sided dice, each worth what `table` says of its face."""

    @abstractmethod
    def each(self, count: int, read: ReadEach[T], purpose: str) -> T:
        """`count` six-sided dice, each read by itself, as in "how many of these hit, and is there a 1"."""

    def unsaved(self, volleys: Sequence[Volley], save: ReadEach[int] | None, purpose: str) -> int:
        """How many dice of the volleys hit and are not saved: after all of them, one die more for each that hit."""
        hits = sum([self.each(count, hit, what_for) for count, hit, what_for in volleys])
        return hits if save is None or not hits else hits - self.each(hits, save, purpose)

    @abstractmethod
    def check(self, at_least: int, purpose: str) -> bool:
        """Whether one six-sided die shows `at_least` or more."""

    @abstractmethod
    def d6(self, purpose: str) -> int:
        """A bare face, when nothing narrower says it."""

    @abstractmethod
    def d10(self, purpose: str) -> int:
        """A bare face from 0 to 9."""

    def settled(self, so_far: Callable[[], Any]) -> None:  # noqa: B027 - most dice have no use for it
        """What the throws so far have settled, for players whose typed-in dice run out at the next one."""

    def explained(self, sums: Callable[[], Iterable[Any]]) -> None:  # noqa: B027 - most dice have no use for it
        """The sums behind the next throw, where only the throws before it have made them known."""


#: A procedure that was prepared and only waits for its dice.
Step = Callable[[Dice], T]


class OneThrow(Generic[T]):
    """A step of one throw at most, and what follows from what it shows, without any more dice.

    All dice take it as they take a plain function; but counting need not run it again for each reading.
    """

    def __init__(self, throw: Step[Any], then: Callable[[Any], T]) -> None:
        self.throw = throw
        self.then = then

    def __call__(self, dice: Dice) -> T:
        return self.then(self.throw(dice))


class Throw(NamedTuple):
    """One throw that was made: the faces in order, how they were read and what came of it."""

    purpose: str
    sides: Literal[6, 10]
    faces: tuple[int, ...]
    read: Any
    result: Any
    explains: Callable[[], Iterable[Any]] = tuple

    @property
    def sums(self) -> tuple[Any, ...]:
        """The sums behind it, where only the throws before it have made them known."""
        return tuple(self.explains())


class DiceNeededError(Exception):
    """The typed-in dice ran out: this is the throw that the players make next."""

    def __init__(self, purpose: str, count: int, sides: int, read: Any = None) -> None:
        super().__init__(f"{purpose}: {named(count, sides, read)}")
        self.purpose = purpose
        self.count = count
        self.sides = sides
        self.read = read

    @property
    def marks(self) -> tuple[int, ...]:
        """What such a die may show."""
        return tuple(dict.fromkeys(marks_of(self.sides, self.read)))


class FaceDice(Dice):
    """Dice that show faces and remember every throw."""

    thrown_apart = True

    def __init__(self) -> None:
        self.throws: list[Throw] = []
        self.so_far: Callable[[], Any] | None = None
        self._explains: Callable[[], Iterable[Any]] = tuple

    @abstractmethod
    def _show(self, count: int, sides: Literal[6, 10], purpose: str, read: Any) -> tuple[int, ...]:
        """The next `count` faces, as they are printed on the dice."""

    def _throw(
        self,
        count: int,
        sides: Literal[6, 10],
        purpose: str,
        read: Any,
        result_of: Callable[[tuple[int, ...]], T],
    ) -> T:
        faces = self._show(count, sides, purpose, read)
        result = result_of(faces)
        self.throws.append(Throw(purpose, sides, faces, read, result, self._explains))
        self._explains = tuple
        return result

    def settled(self, so_far: Callable[[], Any]) -> None:
        self.so_far = so_far

    def explained(self, sums: Callable[[], Iterable[Any]]) -> None:
        self._explains = sums

    def sum(self, count: int, read: Callable[[int], T], purpose: str) -> T:
        return self._throw(count, 6, purpose, read, lambda faces: read(sum(faces)))

    def faces(self, count: int, read: Callable[[tuple[int, ...]], T | RollAgain], purpose: str) -> T:
        while True:
            result = self._throw(count, 6, purpose, read, read)
            if not isinstance(result, RollAgain):
                return result

    def hits(self, count: int, at_least: int, purpose: str) -> int:
        return self._throw(count, 6, purpose, at_least, lambda faces: sum(face >= at_least for face in faces))

    def score(self, count: int, table: Mapping[int, int], purpose: str) -> int:
        return self._throw(count, 6, purpose, table, lambda faces: sum(table[face] for face in faces))

    def each(self, count: int, read: ReadEach[T], purpose: str) -> T:
        worth = dict(zip(read.marks, read.worth, strict=True))
        return self._throw(count, 6, purpose, read, lambda faces: read(sum(worth[face] for face in faces)))

    def check(self, at_least: int, purpose: str) -> bool:
        return self._throw(1, 6, purpose, at_least, lambda faces: faces[0] >= at_least)

    def d6(self, purpose: str) -> int:
        return self._throw(1, 6, purpose, None, lambda faces: faces[0])

    def d10(self, purpose: str) -> int:
        return self._throw(1, 10, purpose, None, lambda faces: faces[0])


def fresh_seed() -> int:
    """A seed that nobody chose, short enough to be read out and used again."""
    return random.SystemRandom().randrange(1_000_000)


class RandomDice(FaceDice):
    """Dice that the program throws. The same seed throws the same faces."""

    def __init__(self, seed: int | str | None = None) -> None:
        super().__init__()
        self._random = random.Random(seed)

    def _show(self, count: int, sides: Literal[6, 10], purpose: str, read: Any) -> tuple[int, ...]:  # noqa: ARG002
        marks = marks_of(sides, read)
        return tuple(marks[self._random.randint(1, sides) - 1] for _ in range(count))

    def answer(self, needed: DiceNeededError) -> tuple[int, ...]:
        """The faces of a throw that typed-in dice lack."""
        return self._show(needed.count, 6 if needed.sides == 6 else 10, needed.purpose, needed.read)


class TableDice(FaceDice):
    """Faces that the players threw on the real table and typed in, in the order they are needed."""

    def __init__(self, typed: Iterable[int]) -> None:
        super().__init__()
        self._typed = tuple(typed)
        self._used = 0

    def _show(self, count: int, sides: Literal[6, 10], purpose: str, read: Any) -> tuple[int, ...]:
        faces = self._typed[self._used : self._used + count]
        marks = marks_of(sides, read)
        for face in faces:
            if face not in marks:
                die = getattr(read, "die", "") or f"D{sides}"
                raise BrokenInputError(
                    f"dice: {face} is not a face of {'an' if die[0] in 'aeiou' else 'a'} {die} "
                    f"({min(marks)} to {max(marks)}); it was read for: {purpose}"
                )
        if len(faces) < count:
            raise DiceNeededError(purpose, count - len(faces), sides, read)
        self._used += count
        return faces

    @property
    def pending(self) -> tuple[int, ...]:
        """Faces that wait for the rest of their throw."""
        return self._typed[self._used :]

    def all_used(self) -> None:
        """Refuse faces that nobody asked for: a player who typed them meant something by them."""
        left = self.pending
        if left:
            needed = ", ".join(
                f"{named(len(throw.faces), throw.sides, throw.read)} {throw.purpose}" for throw in self.throws
            )
            raise BrokenInputError(
                f"dice: {len(self._typed)} given where {self._used} are needed ({needed or 'no throw at all'}); "
                f"left over: {', '.join(map(str, left))}"
            )
