"""What a system offers to a game that is being played: how it begins, what may be done in it, and how it stands.

The tracker, the command line and the page know a game through here only.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from miniatures.broken import BrokenInputError
from miniatures.ruling import Refusal, Sum

if TYPE_CHECKING:
    from pydantic import BaseModel

    from miniatures.scene import Scene
    from miniatures.space.table import Measure, Table
    from miniatures.systems.cards import Card
    from miniatures.systems.pointing import Gesture, Meant, Sighting

#: A merge patch of the state: what is None goes, what is a table merges, everything else replaces.
Changes = Mapping[str, Any]


class Setup(NamedTuple):
    """What stays the same through a game: both armies, the players' options, and the table if there is one."""

    rosters: tuple[Any, ...]
    options: Any
    table: "Table | None"


class Conclusion(NamedTuple):
    """What an action did, as changes of the state and in sentences."""

    changes: Changes
    says: tuple[str, ...]


def _none(_facts: Any) -> Sequence[Any]:
    return ()


class Spent(NamedTuple):
    """What a move takes of what there is, in the measure of the game."""

    cost: float
    allowance: float
    least: float | None = None
    """Where dice say how much there is: at the least so much, and the allowance at the most."""

    @property
    def share(self) -> float:
        """How much of the way can be paid for: 1 is all of it."""
        return 1.0 if self.cost <= self.allowance or self.cost <= 0 else max(0.0, self.allowance) / self.cost


@dataclass(frozen=True)
class Plan:
    """What an action comes to before any die: the facts as measured, what stands against it, and how it ends.

    Without a procedure nothing is thrown and nothing is measured: `conclude` and the refusals are then given no facts.
    """

    conclude: Callable[[Any, Any], Conclusion]
    """From the facts (as the players let them stand) and the outcome to what changes."""
    procedure: str = ""
    measured: Mapping[str, Any] = field(default_factory=dict)
    """Data for the procedure's facts. What it leaves out, and the model demands, is asked of the players."""
    notes: tuple[str, ...] = ()
    """What was measured, in words."""
    refusals: Callable[[Any], Sequence[Refusal]] = _none
    """What the game holds against it, beside what the procedure itself refuses."""
    asked: Mapping[str, Any] | None = None
    """Facts for the odds, where they look further than the throw itself."""
    spends: Callable[[Any], Spent] | None = None
    """For a move: what it takes of what there is."""


def certain(changes: Changes, says: Sequence[str], refusals: Sequence[Refusal] = ()) -> Plan:
    """What happens without a throw."""
    return Plan(lambda _facts, _outcome: Conclusion(changes, tuple(says)), refusals=lambda _facts: refusals)


def impossible(refusals: Sequence[Refusal]) -> Plan:
    """What cannot be done at all, whatever the players agree on."""

    def nothing(_facts: Any, _outcome: Any) -> Conclusion:
        raise BrokenInputError(*(f"{one.rule}: {one.because}; there is nothing to overrule" for one in refusals[-1:]))

    return Plan(nothing, refusals=lambda _facts: refusals)


@dataclass(frozen=True)
class Action:
    """Something that players do in a game. Its words are a model: required fields come in order, others by name."""

    name: str
    summary: str
    words: "type[BaseModel]"
    plan: Callable[[Any, Any], Plan]
    then: tuple[str, ...] = ()
    """Words that need not be said, but may follow the required ones in order."""
    asks: bool = False
    """A question: planned and thrown like any other, and never written."""


class Owed(NamedTuple):
    """One line of the checklist. What must be done holds up the next step; the rest is a reminder."""

    unit: str
    what: str
    rule: str
    how: str
    must: bool = True


def held_up(owed: Sequence[Owed]) -> list[Refusal]:
    """What must be done before the next step, as reasons against it."""
    return [Refusal(one.rule, f"{one.unit}: {one.what}", f"do it first: {one.how}") for one in owed if one.must]


class UnitLine(NamedTuple):
    """How one unit stands, for the board."""

    name: str
    arm: str
    strength: str
    state: str
    note: str
    left: int
    start: int
    points: int
    """What it is worth to the enemy when it is lost."""
    lost: bool = False
    marks: tuple[str, ...] = ()
    """Its states one by one, where `state` is a sentence."""
    leader: str = ""
    place: tuple[float, float, float] | None = None
    """On a table: the middle of its front, and its facing in degrees clockwise from north."""
    size: tuple[float, float] | None = None
    """On a table: how broad and how deep it is."""


class WingLine(NamedTuple):
    name: str
    leader: str
    order: str
    units: tuple[UnitLine, ...]
    place: tuple[float, float] | None = None
    """On a table: where its leader rides, if he is alone."""
    leaders: tuple[str, ...] = ()
    """Leaders of it who are no units of their own and still in play, by their plain names."""


class SideLine(NamedTuple):
    name: str
    commander: str
    wings: tuple[WingLine, ...]


class Board(NamedTuple):
    """The whole game as it stands."""

    turn: int
    step: str
    explains: str
    sides: tuple[SideLine, ...]
    owed: tuple[Owed, ...]
    score: tuple[str, ...]
    points: tuple[tuple[int, int], ...] = ()
    """For each side what it has lost, of what it began with."""
    over: str = ""
    acting: str = ""
    """The side that acts in this step, where only one does."""


class Choice(NamedTuple):
    """Something that a unit may do now, or may not, and why."""

    what: str
    refusals: tuple[Refusal, ...] = ()
    how: str = ""
    sums: tuple[Sum, ...] = ()
    kind: Literal["choice", "note"] = "choice"
    """A note only tells."""


@dataclass(frozen=True)
class GameRules:
    """A system's game. `load` turns the setup and the folded state into what all the others take."""

    measure: "Measure"
    begin: Callable[[Setup], Conclusion]
    load: Callable[[Setup, Mapping[str, Any]], Any]
    actions: Callable[[], Mapping[str, Action]]
    """Loaded late: a look at the board needs none of them."""
    board: Callable[[Any], Board]
    choices: Callable[[Any, str], Sequence[Choice]]
    scene: Callable[[Any], "Scene"]
    card: "Callable[[Any, str], Card]"
    """How a unit or leader stands, in the game's own terms. Nothing is measured for it."""
    sights: "Callable[[Any, str], Sighting]"
    """What a unit on the table has before it, and in which range."""
    steer: "Callable[[Any, str, Gesture], Sequence[Meant]]"
    """What a piece dragged on the table may mean, likeliest first; nothing where it is only placed by hand."""
    questions: Callable[[], Mapping[str, Action]] = dict
    """What players may ask of the game as it stands: actions that only ask."""
    counts: str = "figures"
    """What its losses are counted in."""

    def find(self, name: str) -> Action | None:
        """What is done, or asked, by that name."""
        return self.actions().get(name) or self.questions().get(name)
