"""Event V: the morale test, by itself and for every procedure that causes one."""

from collections.abc import Iterable
from typing import Annotated, Literal, NamedTuple

from pydantic import BeforeValidator, Field, model_validator

from miniatures.dice import Dice, Step
from miniatures.ruling import Modifier, Need, Refusal
from miniatures.systems.warfare.facts import Facts, Sides, UnitInPlay, one_or_more
from miniatures.systems.warfare.options import Options
from miniatures.systems.warfare.tables import MORALE, STARRED, TESTERS, Morale
from miniatures.systems.warfare.unit import Flag, Unit, Word, same_or_superior

MELEE_CAUSES = TESTERS
FRIENDS = "leader hit or friends in rout"
SHOOTING = "casualties from shooting"

STANDS, FURIOUS, FALLS_BACK, SILENCED, ROUTS = "stands", "furious", "falls back", "silenced", "routs"
DESTROYED, REMOVED = "destroyed", "removed"


class Circumstances(NamedTuple):
    """What weighs on a test beside the unit's own description."""

    lost: int
    leader: str = "none"
    lost_melee: bool = False
    attacked: tuple[str, ...] = ()
    routing_friends: int = 0
    routed_before: bool = False


def morale_modifiers(unit: Unit, now: Circumstances, options: Options) -> tuple[Modifier, ...]:
    """The sum of a test, in the order of the sheet."""
    found: list[Modifier] = []
    if now.leader == "commands":
        found.append(Morale.leader)
    if unit.bold:
        found.append(Morale.chivalric_or_fanatic)
    elif unit.morale in ("veteran", "retinue"):
        found.append(Morale.veteran_or_retinue)
    elif unit.morale == "raw":
        found.append(Morale.raw)
    if now.lost_melee:
        found.append(Morale.lost_melee)
    if now.leader == "killed" or (now.leader == "hit" and options.leader_out_is_lost):
        found.append(Morale.lost_leader)
    if now.routing_friends:
        found.append(
            Morale.friend_in_rout.times(now.routing_friends, f"{now.routing_friends} in rout within 12 inches")
        )
    if "rear" in now.attacked:
        found.append(Morale.rear)
    elif "flank" in now.attacked:
        found.append(Morale.flank)
    if 4 * now.lost >= 3 * unit.figures:
        found.append(Morale.lost_three_quarters)
    elif 2 * now.lost >= unit.figures:
        found.append(Morale.lost_half)
    elif 4 * now.lost >= unit.figures:
        found.append(Morale.lost_quarter)
    if now.routed_before and options.routed_units_weaker:
        found.append(Morale.routed_before)
    return tuple(found)


def morale_need(
    unit: Unit, causes: Iterable[str], now: Circumstances, options: Options, leaning_on: Iterable[str] = ()
) -> Need:
    """One test for a batch of causes: the hardest row counts, and fury needs shooting among them (W51).

    `leaning_on` are the rulings that made the unit test.
    """
    causes = tuple(causes)
    column = TESTERS.index(unit.standing)
    numbers, rule = max((MORALE[cause] for cause in causes), key=lambda row: row[0][column])
    under_fire = SHOOTING in causes
    fury = under_fire and unit.bold and unit.standing in STARRED and not unit.artillery
    only_fire = causes == (SHOOTING,)
    rules = ["W505", rule, *leaning_on]
    if len(causes) > 1:
        rules += ["W544"] if all(cause in MELEE_CAUSES for cause in causes) else ["W51"]
    failed = ROUTS
    if only_fire:
        failed = SILENCED if unit.artillery else FALLS_BACK
    following = {
        ROUTS: ("W542", "W60") if under_fire else ("W542",),
        FALLS_BACK: ("W541",),
        SILENCED: ("W541", "W3"),
        FURIOUS: ("W518", "W35"),
    }
    return Need(
        morale_modifiers(unit, now, options),
        rules,
        at_least=numbers[column],
        passed=STANDS,
        failed=failed,
        natural={6: FURIOUS} if fury else {},
        following=following,
    )


def counted_friends(unit: UnitInPlay, options: Options) -> int:
    """Friends in rout that weigh on the unit: of the same or a superior kind, and of its battle if so agreed."""
    kinds = unit.routing_friends
    if not options.morale_per_battle:
        kinds += unit.routing_friends_elsewhere
    return sum(same_or_superior(kind, unit.kind) for kind in kinds)


def circumstances(unit: UnitInPlay, options: Options, lost: int) -> Circumstances:
    """The circumstances that the unit's own facts give."""
    return Circumstances(
        lost=lost,
        leader=unit.leader_state,
        routing_friends=counted_friends(unit, options),
        routed_before=unit.routed_before,
    )


Cause = Annotated[
    Literal["melee", "shooting", "leader hit", "leader hit elsewhere", "friend in rout"],
    Word,
]
Enemy = Annotated[
    Literal["mounted knights", "foot knights", "professionals", "militia", "levy"],
    BeforeValidator(lambda word: f"{word}s" if f"{word}s" in MELEE_CAUSES else word),
    Word,
]


class MoraleFacts(Facts):
    """A unit that must test, why, and what weighs on it."""

    unit: UnitInPlay = Field(description="the unit that tests; its losses include those that cause the test")
    causes: Annotated[tuple[Cause, ...], BeforeValidator(one_or_more)] = Field(
        min_length=1,
        description="melee, shooting, leader hit, leader hit elsewhere (another battle's), friend in rout",
    )
    enemies: Annotated[tuple[Enemy, ...], BeforeValidator(one_or_more)] = Field(
        (), description="for melee: every enemy it fought, as the rows of the morale table name them"
    )
    lost_melee: Flag = Field(False, description="its side lost a melee this turn")
    attacked: Sides = Field((), description="flank, rear: where enemies attacked it in melee")

    @model_validator(mode="after")
    def _melee_names_its_enemies(self) -> "MoraleFacts":
        if "melee" in self.causes and not self.enemies:
            raise ValueError('enemies: a test for melee needs the enemies fought, as in ["militia"] (W544)')
        return self


class MoraleOutcome(NamedTuple):
    """What the test makes of the unit."""

    unit: str
    state: str


def batches(causes: Iterable[tuple[str, ...]], options: Options) -> list[tuple[str, ...]]:
    """The rows of each test: all causes together, or one test for each where the table plays it so (W51)."""
    every = [rows for rows in causes if rows]
    if options.test_per_cause or not every:
        return every
    return [tuple(dict.fromkeys(row for rows in every for row in rows))]


def _rows(facts: MoraleFacts) -> list[tuple[str, ...]]:
    rows = {"melee": tuple(dict.fromkeys(facts.enemies)), "shooting": (SHOOTING,)}
    return batches([rows.get(cause, (FRIENDS,)) for cause in dict.fromkeys(facts.causes)], facts.options)


def morale_refusals(facts: MoraleFacts) -> list[Refusal]:
    unit = facts.unit
    found: list[Refusal] = []
    if unit.routing:
        found.append(Refusal("W51", f"{unit.name} is in rout, and routers do not test", "rally it first (W603, W604)"))
    if not unit.left:
        found.append(Refusal("W505", f"{unit.name} has no figures left to test", "state fewer lost"))
    if "friend in rout" in facts.causes and not counted_friends(unit, facts.options):
        found.append(
            Refusal(
                "W502",
                f"no friend in rout within 12 inches is of kind {unit.kind} or better, so no test is owed",
                "state routing_friends with the kind of each, or drop the cause",
            )
        )
    if "leader hit elsewhere" in facts.causes and facts.options.morale_per_battle:
        found.append(
            Refusal(
                "W546",
                "another battle's leader does not matter here",
                "turn morale_per_battle off, or drop the cause",
            )
        )
    if "shooting" in facts.causes and not unit.lost:
        found.append(
            Refusal(
                "W503",
                f"{unit.name} has lost no figure, so no test is owed",
                "state lost, this loss included",
            )
        )
    return found


def morale(facts: MoraleFacts) -> Step[MoraleOutcome]:
    """Test a unit. The first test that it fails is its last."""
    unit = facts.unit
    now = circumstances(unit, facts.options, unit.lost)._replace(lost_melee=facts.lost_melee, attacked=facts.attacked)
    tests = [
        (morale_need(unit, rows, now, facts.options), f"{unit.name} test morale ({', '.join(rows)})")
        for rows in _rows(facts)
    ]

    def test(dice: Dice) -> MoraleOutcome:
        state = STANDS
        for need, purpose in tests:
            result = dice.sum(1, need, purpose)
            if result not in (STANDS, FURIOUS):
                return MoraleOutcome(unit.name, result)
            if result == FURIOUS:
                state = FURIOUS
        return MoraleOutcome(unit.name, state)

    return test
