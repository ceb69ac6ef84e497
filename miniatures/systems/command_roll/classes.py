"""Commanders: the die that says of what class one is, and the dice that a treacherous one throws for his losses."""

from typing import NamedTuple

from pydantic import Field

from miniatures.dice import ROLL_AGAIN, Dice, RollAgain, Step
from miniatures.ruling import EachDie, Modifier, Reading, Refusal, Sum
from miniatures.systems.command_roll.facts import CommanderInPlay, Facts
from miniatures.systems.command_roll.tables import CHANGES_SIDES_ON, CLASS_COMMAND, CLASSES
from miniatures.systems.command_roll.unit import Name, Whole

TREACHEROUS = "treacherous"
LOYAL, CHANGES_SIDES = "loyal", "changes sides"


class ClassFacts(Facts):
    """A commander to whom the list gives no class."""

    commander: CommanderInPlay = Field(description="the general, battle leader or lord")


class ClassOutcome(NamedTuple):
    """His class, and the command value that it leaves him."""

    commander: str
    classed: str
    command: int


class ClassTable(Reading[tuple[int, ...], str | RollAgain]):
    """The printed classes by the D6; a treacherous general is thrown again unless the table lets him be (C14)."""

    __slots__ = ("again",)

    def __init__(self, *, again: bool) -> None:
        super().__init__((), ("C431", "C14"))
        self.again = again

    def __call__(self, thrown: tuple[int, ...]) -> str | RollAgain:
        found = CLASSES[thrown[0]]
        return ROLL_AGAIN if self.again and found == TREACHEROUS else found

    def rules_of(self, result: object) -> tuple[str, ...]:
        modifier = CLASS_COMMAND.get(str(result))
        return (*self.rules, modifier.rule) if modifier else self.rules


def class_refusals(facts: ClassFacts) -> list[Refusal]:
    commander = facts.commander
    if commander.classed is None:
        return []
    words = f"the list calls {commander.name} {commander.classed} already"
    return [Refusal("C431", words, "leave the die in the box: no class is thrown for")]


def commander_class(facts: ClassFacts) -> Step[ClassOutcome]:
    commander = facts.commander
    printed = commander.listed.command or 0
    general = commander.listed.type == "general"
    reading = ClassTable(again=general and not facts.options.treacherous_generals)

    def throw(dice: Dice) -> ClassOutcome:
        classed = dice.faces(1, reading, f"the class of {commander.name}")
        assert isinstance(classed, str)
        return ClassOutcome(commander.name, classed, printed + int(CLASS_COMMAND[classed].value))

    return throw


class TreacheryFacts(Facts):
    """A treacherous commander whose units have just lost stands."""

    commander: CommanderInPlay = Field(description="the treacherous commander")
    stands_lost: Whole = Field(
        ge=0, description="stands that his units lost now; those he has thrown for before do not count again"
    )
    commands: tuple[Name, ...] = Field((), description="the units that he commands, if they are to be named")


class TreacheryOutcome(NamedTuple):
    """Whether he stays, and who goes with him if not."""

    commander: str
    state: str
    with_him: tuple[str, ...]


def treachery_refusals(facts: TreacheryFacts) -> list[Refusal]:
    commander = facts.commander
    found: list[Refusal] = []
    if commander.classed != TREACHEROUS:
        words = f"{commander.name} is not treacherous"
        found.append(
            Refusal("C435", words, "leave the dice in the box, or call him treacherous first (classed = treacherous)")
        )
    if not facts.stands_lost:
        found.append(
            Refusal(
                "C435",
                f"the units of {commander.name} lost no stand for which he has not thrown",
                "leave the dice in the box",
            )
        )
    return found


def treachery_sums(facts: TreacheryFacts) -> list[Sum]:
    dice = Modifier(facts.stands_lost, CHANGES_SIDES_ON.rule, "a die for each stand lost", CHANGES_SIDES_ON.ruling)
    return [Sum(f"dice for the treachery of {facts.commander.name}", (dice,), ())]


class Betrayal(EachDie[int]):
    """How many dice show the face on which he goes over."""

    __slots__ = ()

    def __init__(self) -> None:
        worth = (int(face == CHANGES_SIDES_ON.value) for face in range(1, 7))
        super().__init__(worth, (), (CHANGES_SIDES_ON.rule, CHANGES_SIDES_ON.ruling))

    def __call__(self, total: int) -> int:
        return total

    def told(self, result: int) -> str:
        show = "no die shows" if not result else "1 die shows" if result == 1 else f"{result} dice show"
        return f"{show} {CHANGES_SIDES_ON.value}"

    @property
    def asks(self) -> str:
        return f"he goes over on a {CHANGES_SIDES_ON.value}"


_BETRAYAL = Betrayal()


def treachery(facts: TreacheryFacts) -> Step[TreacheryOutcome]:
    """A die for each stand lost, all at once; any 1 takes him over with all that he commands."""
    commander = facts.commander
    purpose = f"the treachery of {commander.name}"

    def throw(dice: Dice) -> TreacheryOutcome:
        ones = dice.each(facts.stands_lost, _BETRAYAL, purpose)
        return TreacheryOutcome(commander.name, CHANGES_SIDES if ones else LOYAL, facts.commands if ones else ())

    return throw
