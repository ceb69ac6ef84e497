"""Event V: the morale table, its modifiers, and what failing means."""

from typing import Any

import pytest

from miniatures.dice import TableDice
from miniatures.odds import count
from miniatures.systems.warfare.morale import MoraleFacts, morale, morale_refusals
from tests.marking import case
from tests.systems.warfare.units import gun, knights, longbowmen, unit

TESTERS = {
    "mounted knights": knights("Tester", morale="none"),
    "foot knights": knights("Tester", morale="none", weapons=["polearm"]),
    "professionals": unit("Tester", kind="professional"),
    "militia": unit("Tester"),
    "levy": unit("Tester", kind="levy"),
}

#: The table as it is printed: what is tested against, then the five columns.
PRINTED = [
    case("W511", "mounted knights", (2, 2, 3, 3, 4)),
    case("W512", "foot knights", (1, 2, 2, 3, 4)),
    case("W513", "professionals", (0, 1, 2, 2, 3)),
    case("W514", "militia", (0, 0, 1, 2, 3)),
    case("W515", "levy", (-1, -1, 0, 1, 2)),
]


def facts(tester: Any, cause: Any = "melee", enemies: Any = "militia", **said: Any) -> MoraleFacts:
    own = {"enemies": enemies} if cause == "melee" else {}
    return MoraleFacts(unit=tester, causes=cause, **own, **said)


def taken(stated: MoraleFacts, *dice: int) -> tuple[str, TableDice]:
    thrown = TableDice(dice)
    outcome = morale(stated)(thrown)
    thrown.all_used()
    return outcome.state, thrown


def rules(stated: MoraleFacts) -> dict[str, float]:
    _, thrown = taken(stated, 6)
    return {modifier.rule: modifier.value for modifier in thrown.throws[0].read.modifiers}


def needed_by(stated: MoraleFacts) -> int:
    """The number in the table."""
    _, thrown = taken(stated, 6)
    return int(thrown.throws[0].read.at_least)


def passes_from(stated: MoraleFacts) -> int:
    """The lowest face that passes; 1 when all do, 7 when none does."""
    return next((face for face in range(1, 7) if taken(stated, face)[0] in ("stands", "furious")), 7)


@pytest.mark.parametrize(("enemy", "printed"), PRINTED)
@pytest.mark.rules("W505")
def test_the_table_against_enemies(enemy: str, printed: tuple[int, ...]) -> None:
    for tester, needed in zip(TESTERS.values(), printed, strict=True):
        stated = facts(tester, enemies=enemy)
        assert needed_by(stated) == needed
        assert passes_from(stated) == max(1, needed)


@pytest.mark.rules("W515", "W525", "W532")
def test_the_numbers_below_one_show_when_much_weighs_on_the_unit() -> None:
    shaken = {"lost_melee": True}
    beaten = knights("Tester", morale="none", lost=9)
    assert passes_from(facts(beaten, enemies="levy", **shaken)) == -1 + 4 + 1
    assert passes_from(facts(beaten, enemies="militia", **shaken)) == 0 + 4 + 1


@pytest.mark.parametrize(
    ("cause", "said"),
    [
        case("W516", "leader hit", {}),
        case("W516", "leader hit elsewhere", {}),
        case("W517", "shooting", {"lost": 1}),
    ],
)
@pytest.mark.rules("W501")
def test_the_rows_for_leaders_hit_and_for_shooting(cause: str, said: dict[str, Any]) -> None:
    for tester, needed in zip(TESTERS.values(), (0, 0, 1, 2, 3), strict=True):
        stated = facts(tester | said, cause)
        assert needed_by(stated) == needed
        assert passes_from(stated) == max(1, needed)


@pytest.mark.rules("W502", "W527", "W516", "W545")
def test_a_friend_in_rout_causes_a_test_and_counts_for_minus_one() -> None:
    stated = facts(unit("Tester", routing_friends=["militia"]), "friend in rout")
    assert rules(stated) == {"W527": -1}
    assert passes_from(stated) == 2 + 1


@pytest.mark.parametrize(
    ("tester", "said", "expected"),
    [
        case("W521", unit(leader=True), {}, {"W521": 1}),
        case("W463", unit(leader=True, leader_out=True), {}, {}),
        case("W522", unit(morale="chivalric"), {}, {"W522": 1}),
        case("W522", unit(morale="fanatic"), {}, {"W522": 1}),
        case("W523", unit(morale="veteran"), {}, {"W523": 1}),
        case("W523", unit(morale="retinue"), {}, {"W523": 1}),
        case("W524", unit(morale="raw"), {}, {"W524": -1}),
        case("W525", unit(), {"lost_melee": True}, {"W525": -1}),
        case("W526", unit(lost_leader=True), {}, {"W526": -2}),
        case("W527", unit(routing_friends=["knight", "militia", "levy"]), {}, {"W527": -2}),
        case("W528", unit(), {"attacked": "flank"}, {"W528": -1}),
        case("W529", unit(), {"attacked": "rear"}, {"W529": -2}),
        case("W529", unit(), {"attacked": ["flank", "rear"]}, {"W529": -2}),
        case("W530", unit(lost=3), {}, {}),
        case("W530", unit(lost=4), {}, {"W530": -1}),
        case("W531", unit(lost=7), {}, {"W530": -1}),
        case("W531", unit(lost=8), {}, {"W531": -2}),
        case("W531", unit(lost=10), {}, {"W531": -2}),
        case("W532", unit(lost=11), {}, {"W531": -2}),
        case("W532", unit(lost=12), {}, {"W532": -4}),
        case("W533", unit(routed_before=True), {}, {}),
        case("W533", unit(routed_before=True), {"options": {"routed_units_weaker": True}}, {"W533": -1}),
    ],
)
def test_a_test_takes_the_modifiers_of_the_sheet_and_nothing_else(
    tester: Any, said: dict[str, Any], expected: dict[str, float]
) -> None:
    assert rules(facts(tester, **said)) == expected


@pytest.mark.rules("W505")
def test_equal_passes() -> None:
    assert taken(facts(unit()), 2)[0] == "stands"
    assert taken(facts(unit()), 1)[0] == "routs"


@pytest.mark.rules("W541", "W542", "W60")
def test_under_fire_a_unit_falls_back_and_for_anything_else_it_routs() -> None:
    assert taken(facts(unit(lost=1), "shooting"), 1)[0] == "falls back"
    assert taken(facts(unit(), "leader hit"), 1)[0] == "routs"
    assert taken(facts(unit(lost=1), ["shooting", "leader hit"]), 1)[0] == "routs"
    assert taken(facts(gun(kind="levy", lost=1), "shooting"), 1)[0] == "silenced"


@pytest.mark.parametrize(
    ("tester", "cause", "state"),
    [
        case("W518", knights(lost=1), "shooting", "furious"),
        case("W518", knights(lost=1, morale="fanatic"), "shooting", "furious"),
        case("W518", unit(kind="professional", morale="chivalric", lost=1), "shooting", "furious"),
        case("W518", knights(lost=1, weapons=["polearm"]), "shooting", "stands", name="no star on foot"),
        case("W518", unit(morale="fanatic", lost=1), "shooting", "stands", name="no star for militia"),
        case("W518", knights(lost=1, morale="veteran"), "shooting", "stands", name="not for veterans"),
        case("W518", knights(lost=1), "leader hit", "stands", name="only shooting"),
    ],
)
def test_a_natural_six_brings_fury_where_the_sheet_has_a_star(tester: Any, cause: str, state: str) -> None:
    assert taken(facts(tester, cause), 6)[0] == state


@pytest.mark.rules("W35", "W518")
def test_the_six_that_brings_fury_passes_whatever_weighs_on_the_unit() -> None:
    broken = knights(lost=9, lost_leader=True, routing_friends=["knight", "knight", "knight"])
    assert passes_from(facts(broken, "shooting")) == 6
    assert taken(facts(broken, "shooting"), 6)[0] == "furious"


@pytest.mark.rules("W51", "W544")
def test_causes_that_come_together_make_one_test_on_the_hardest_row() -> None:
    stated = MoraleFacts(unit=unit(lost=1), causes=["melee", "leader hit"], enemies=["levy", "mounted knights"])
    assert passes_from(stated) == 3
    easy = MoraleFacts(unit=unit(lost=1), causes=["melee", "leader hit"], enemies=["levy"])
    assert passes_from(easy) == 2, "the leader's row is harder than levy"


@pytest.mark.rules("W51")
def test_the_table_may_play_a_test_for_each_cause() -> None:
    said = {"options": {"test_per_cause": True}, "enemies": ["levy"]}
    stated = MoraleFacts(unit=unit(lost=1), causes=["melee", "leader hit"], **said)
    assert taken(stated, 6, 6)[0] == "stands"
    assert taken(stated, 1, 1)[0] == "routs", "1 passes against levy, 1 fails for the leader"
    both = MoraleFacts(
        unit=unit(routing_friends=["militia"]), causes=["leader hit", "friend in rout"], options=said["options"]
    )
    assert taken(both, 6, 6)[0] == "stands", "a leader hit and a rout are two causes"
    weak = MoraleFacts(unit=unit(lost=1, morale="raw"), causes=["melee", "leader hit"], **said)
    assert taken(weak, 1)[0] == "routs", "a unit in rout tests no more"


@pytest.mark.rules("W546")
def test_morale_may_be_played_per_battle() -> None:
    tester = unit(routing_friends_elsewhere=["militia"])
    assert rules(facts(tester)) == {"W527": -1}
    per_battle = {"options": {"morale_per_battle": True}}
    assert rules(facts(tester, **per_battle)) == {}
    (refusal,) = morale_refusals(facts(unit(), "leader hit elsewhere", **per_battle))
    assert refusal.rule == "W546"
    (refusal,) = morale_refusals(facts(tester, "friend in rout", **per_battle))
    assert refusal.rule == "W502"


@pytest.mark.parametrize(
    "stated",
    [
        case("W51", facts(unit(routing=True))),
        case("W502", facts(unit(routing_friends=["levy"]), "friend in rout"), name="only of the same kind or better"),
        case("W545", facts(unit(kind="knight", routing_friends=["militia"]), "friend in rout")),
        case("W503", facts(unit(), "shooting")),
    ],
)
def test_no_test_is_owed(stated: MoraleFacts, request: pytest.FixtureRequest) -> None:
    (refusal,) = morale_refusals(stated)
    expected = request.node.get_closest_marker("rules").args[0]
    assert refusal.rule == {"W545": "W502"}.get(expected, expected)
    assert refusal.cure


@pytest.mark.rules("W52", "W502")
def test_mounted_and_foot_knights_are_equals_as_friends() -> None:
    assert morale_refusals(facts(knights(routing_friends=["knight"]), "friend in rout")) == []


def test_the_odds_of_a_test_are_plain_sixths() -> None:
    odds = count(morale(facts(longbowmen(lost=5), enemies="mounted knights", lost_melee=True)))
    assert {outcome.state: weight for outcome, weight in odds.weights.items()} == {"routs": 4, "stands": 2}
    assert odds.total == 6
