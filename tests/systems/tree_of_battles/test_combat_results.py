"""Combat: the six rows of the results with every exception, and the DPs that they cost."""

from typing import Any

import pytest

from miniatures.systems.tree_of_battles.combat_outcome import CombatOutcome
from miniatures.systems.tree_of_battles.combat_wording import tell_combat
from tests.marking import case
from tests.systems.tree_of_battles.combats import (
    archers,
    bills,
    fight,
    fought,
    hit,
    knights,
    men_at_arms,
    pikes,
    skirmishers,
    with_margin,
)
from tests.systems.tree_of_battles.units import Described, described

#: Many dice on both sides, so that any margin can be thrown.
MANY: dict[str, Any] = {"facing": 8, "overlapping": 0}


def many(unit: Described, **said: Any) -> Described:
    return unit | MANY | said


def result(own: Described, enemy: Described, margin: int) -> Any:
    """What becomes of the first when it scores so many hits more than it takes, or fewer."""
    return with_margin(fight(own, enemy), margin)[own["name"]]


def foot(name: str = "Foot", grade: str = "C", **said: Any) -> Described:
    return many(bills(name, 8, grade), **said)


def horse(name: str = "Horse", grade: str = "C", **said: Any) -> Described:
    return many(knights(name, 8, grade), **said)


def bows(name: str = "Bows", grade: str = "C", **said: Any) -> Described:
    return many(archers(name, 8, grade), **said)


def loose(name: str = "Loose", **said: Any) -> Described:
    return many(skirmishers(name, 8), **said)


def pike(name: str = "Pike", **said: Any) -> Described:
    return many(pikes(name, 8), **said)


@pytest.mark.parametrize(
    ("margin", "word", "dps"),
    [
        case("T261", 4, "victory", 0),
        case("T261", 7, "victory", 0),
        case("T262", 3, "success", 1),
        case("T262", 1, "success", 1),
        case("T265", 0, "equal", 2),
        case("T268", -1, "set-back", 3),
        case("T268", -2, "set-back", 3),
        case("T271", -3, "defeat", 4),
        case("T271", -5, "defeat", 4),
        case("T272", -6, "rout", 5),
        case("T272", -8, "rout", 5),
    ],
)
def test_hits_scored_less_hits_taken_find_the_row_and_its_dps(margin: int, word: str, dps: int) -> None:
    own = result(foot("Own"), foot("Enemy"), margin)
    assert (own.result, own.margin, own.dps_now) == (word, margin, dps)
    assert sum(line.value for line in own.dps) == dps
    assert all(line.because == word for line in own.dps)


@pytest.mark.parametrize(
    ("margin", "dps", "of_pikes"),
    [
        case("T262", 1, 2, 3),
        case("T265", 0, 3, 2),
        case("T268", -1, 3, 1, name="a set-back costs no more"),
    ],
)
def test_mounted_against_pikes_take_one_dp_more_and_the_pikes_do_not(margin: int, dps: int, of_pikes: int) -> None:
    units = with_margin(fight(horse(), pike()), margin)
    assert (units["Horse"].dps_now, units["Pike"].dps_now) == (dps, of_pikes)
    assert with_margin(fight(foot(), pike()), 0)["Foot"].dps_now == 2, "foot against pikes does not"


@pytest.mark.parametrize(
    ("own", "enemy", "choices"),
    [
        case("T261", foot(), foot("Enemy"), ("pursue",)),
        case("T261", foot(grade="A"), foot("Enemy"), ("halt", "pursue"), name="A that did not charge"),
        case("T261", foot(grade="B"), foot("Enemy"), ("halt", "pursue"), name="B that did not charge"),
        case("T261", foot(grade="A", came="charges"), foot("Enemy"), ("pursue",), name="A that charged"),
        case("T261", foot(grade="B", came="pursues"), foot("Enemy"), ("pursue",), name="a pursuit is a charge"),
        case("T261", foot(grade="A", came="countercharges"), foot("Enemy", came="charges"), ("pursue",)),
        case("T261", foot(), loose("Enemy"), ("halt", "pursue"), name="against skirmishers only"),
        case("T261", horse(came="charges"), loose("Enemy"), ("halt", "pursue"), name="mounted too"),
        case("T261", foot(), horse("Enemy"), ("pursue",), name="against mounted only"),
    ],
)
def test_a_victor_pursues_and_some_may_halt(own: Described, enemy: Described, choices: tuple[str, ...]) -> None:
    found = result(own, enemy, 4)
    assert found.choices == choices
    assert found.move == ("" if len(choices) > 1 else choices[0])


@pytest.mark.parametrize(
    ("own", "enemy", "margin", "choices"),
    [
        case("T264", foot(), foot("Enemy"), 1, ("follow up",), name="after a fall-back"),
        case("T264", foot(), foot("Enemy"), 3, ("pursue",), name="after a retire"),
        case("T264", foot(), foot("Enemy", array="disarray"), 1, ("pursue",), name="after a rout"),
        case("T264", horse(came="charges"), foot("Enemy"), 1, ("halt",), name="the opponent halted"),
        case("T263", foot(grade="A"), foot("Enemy"), 1, ("halt", "follow up")),
        case("T263", foot(grade="B"), foot("Enemy"), 3, ("halt", "pursue")),
        case("T263", foot(grade="A", came="charges"), foot("Enemy"), 1, ("follow up",), name="it charged"),
        case("T263", foot(), horse("Enemy"), 1, ("halt", "follow up"), name="foot against mounted"),
        case("T263", foot(came="charges"), loose("Enemy"), 1, ("halt", "pursue"), name="foot against skirmishers"),
        case("T263", horse(), loose("Enemy"), 1, ("pursue",), name="mounted against skirmishers"),
    ],
)
def test_success_follows_what_the_enemy_does(
    own: Described, enemy: Described, margin: int, choices: tuple[str, ...]
) -> None:
    assert result(own, enemy, margin).choices == choices


@pytest.mark.parametrize(
    ("own", "enemy", "move"),
    [
        case("T266", horse(came="charges"), foot("Enemy"), "retire", name="mounted that charged foot"),
        case("T266", horse(came="pursues"), foot("Enemy"), "retire", name="by pursuit"),
        case("T266", horse(), foot("Enemy"), "retire", name="mounted in melee"),
        case("T266", horse(), horse("Enemy"), "retire", name="mounted in melee with mounted"),
        case("T266", horse(came="charges"), horse("Enemy"), "halt", name="mounted that charged mounted"),
        case("T266", horse(), foot("Enemy", came="charges"), "halt", name="mounted charged by foot"),
        case("T267", loose(), foot("Enemy"), "retire"),
        case("T267", loose(), loose("Enemy"), "halt", name="skirmishers against their like"),
        case("T267", foot(), foot("Enemy"), "halt"),
        case("T267", foot(array="disarray"), foot("Enemy"), "halt", name="disarray too"),
    ],
)
def test_an_equal_fight_sends_some_back(own: Described, enemy: Described, move: str) -> None:
    assert result(own, enemy, 0).move == move


@pytest.mark.parametrize(
    ("own", "enemy", "move"),
    [
        case("T270", foot(), foot("Enemy"), "fall back"),
        case("T268", foot(array="disarray"), foot("Enemy"), "break"),
        case("T268", foot(dps=5), foot("Enemy"), "break", name="at its most DPs"),
        case("T268", foot(array="disarray"), horse("Enemy", came="charges"), "break", name="even charged by mounted"),
        case("T41", foot(dps=2), foot("Enemy"), "fall back", name="the row's own DPs come after"),
        case("T269", foot(), horse("Enemy", came="charges"), "halt"),
        case("T269", foot(), horse("Enemy"), "fall back", name="not in melee"),
        case("T269", horse(), horse("Enemy", came="charges"), "fall back", name="not mounted"),
        case("T270", loose(), foot("Enemy"), "retire"),
        case("T41", loose(), horse("Enemy", came="charges"), "retire", name="skirmish array before mounted"),
        case("T270", horse(came="charges"), foot("Enemy"), "retire"),
        case("T270", horse(), foot("Enemy"), "fall back", name="mounted that did not charge"),
        case("T270", horse(came="charges"), horse("Enemy"), "fall back", name="mounted that charged mounted"),
    ],
)
def test_a_set_back(own: Described, enemy: Described, move: str) -> None:
    assert result(own, enemy, -2).move == move


@pytest.mark.parametrize(
    ("own", "enemy", "move", "into"),
    [
        case("T271", foot(), foot("Enemy"), "retire", "T271"),
        case("T271", foot(array="disarray"), foot("Enemy"), "break", ""),
        case("T271", loose(), foot("Enemy"), "break", "T331"),
        case("T271", foot(), horse("Enemy", came="charges"), "retire", "T271", name="charged by mounted too"),
    ],
)
def test_a_defeat(own: Described, enemy: Described, move: str, into: str) -> None:
    found = result(own, enemy, -3)
    assert (found.move, found.disarray, found.into_disarray) == (move, True, into)


@pytest.mark.rules("T272", "T205")
def test_a_rout_breaks_everybody() -> None:
    for own in (foot(grade="A"), loose(), horse(came="charges")):
        assert result(own, foot("Enemy"), -6).move == "break"


@pytest.mark.parametrize(
    ("margin", "disarray", "into"),
    [
        case("T331", 4, True, "T331", name="who must pursue"),
        case("T203", 1, False, "", name="who follows up keeps order"),
        case("T201", 0, False, "", name="who halts too"),
        case("T202", -1, False, "", name="who falls back too"),
    ],
)
def test_the_move_says_who_is_in_disarray(margin: int, disarray: bool, into: str) -> None:
    found = result(foot("Own", came="charges"), foot("Enemy"), margin)
    assert (found.disarray, found.into_disarray) == (disarray, into)


@pytest.mark.rules("T334", "T268")
def test_dps_of_the_row_bring_into_disarray() -> None:
    found = result(foot(dps=2), foot("Enemy"), -1)
    assert (found.dps_now, found.disarray, found.into_disarray, found.move) == (5, True, "T334", "fall back")


@pytest.mark.rules("T335", "T67")
def test_d_grade_that_falls_back_or_has_charged_is_in_disarray() -> None:
    assert result(foot(grade="D"), foot("Enemy"), -1).into_disarray == "T335"
    assert result(foot(grade="D"), foot("Enemy"), 0).into_disarray == "", "who halts did not move"
    charging = result(foot(grade="D", came="charges"), foot("Enemy"), -1)
    assert (charging.move, charging.disarray) == ("break", True), "it was in disarray since it charged"


@pytest.mark.rules("T271", "T335", "T67")
def test_d_grade_that_fell_back_before_is_in_disarray_since_then() -> None:
    assert result(foot(grade="D"), foot("Enemy"), -3).move == "retire"
    assert result(foot(grade="D", fell_back=True), foot("Enemy"), -3).move == "break"
    assert result(foot(grade="C", fell_back=True), foot("Enemy"), -3).move == "retire"


@pytest.mark.rules("T205", "T87")
@pytest.mark.parametrize("margin", [4, 2, 0, -1, -3, -6])
def test_who_broke_before_runs_on_whatever_the_result(margin: int) -> None:
    assert result(foot(conduct="routing"), foot("Enemy"), margin).move == "break"


@pytest.mark.rules("T263", "T54", "T331")
def test_who_pursues_is_in_disarray_and_in_skirmish_array_no_longer() -> None:
    """Its enemy, C grade on foot, may halt only if it fought skirmishers or mounted alone."""
    light = many(described("8 light infantry", "C", "Light", array="skirmish"))
    assert result(foot(), light, 2).choices == ("halt", "pursue")
    assert result(foot(), light | {"came": "pursues"}, 2).choices == ("pursue",)


@pytest.mark.rules("T4", "T40", "T272")
def test_each_dp_beyond_the_most_removes_a_stand() -> None:
    found = result(foot(dps=3), foot("Enemy"), -6)
    assert (found.dps_now, found.stands_lost, found.left) == (5, 3, 5)
    small = many(bills("Small", 2), facing=2, dps=4)
    gone = result(small, foot("Enemy"), -6)
    assert (gone.stands_lost, gone.left, gone.destroyed, gone.choices) == (2, 0, True, ())
    told = tell_combat(CombatOutcome((gone,)))
    assert told[-1] == "Small are destroyed (T40).", "and nothing of their disarray"
    kept = fight(foot(dps=3), foot("Enemy"), options={"only_hacks_kill": True})
    assert with_margin(kept, -6)["Foot"].stands_lost == 0


@pytest.mark.rules("T63")
def test_who_destroys_the_last_enemy_halts() -> None:
    small = many(bills("Small", 2), facing=2, dps=4)
    assert result(foot(came="charges"), small, 6).move == "halt"


@pytest.mark.rules("T64")
def test_guns_and_baggage_go_after_nobody_and_are_lost_if_they_give_way() -> None:
    for type_ in ("artillery", "baggage"):
        guns = many(described(f"8 {type_}", name="Train"))
        assert result(guns, foot("Enemy"), 4).choices == ("halt",)
        assert result(guns, foot("Enemy"), 0).move == "halt"
        lost = result(guns, foot("Enemy"), -1)
        assert (lost.stands_lost, lost.destroyed, lost.choices) == (8, True, ())


@pytest.mark.parametrize(
    ("own", "enemy", "rule", "dice_less"),
    [
        case("T306", foot(came="charges"), horse("Enemy", came="countercharges"), "T306", 2),
        case("T306", foot(came="charges"), horse("Enemy", came="pursues"), "T306", 2),
        case("T306", men_at_arms("Foot", came="countercharges"), horse("Enemy", came="charges"), "T306", 2),
        case("T306", foot(came="charges"), horse("Enemy", came="charges"), "T306", 2, name="it charged others"),
        case("T306", foot(came="charges"), horse("Enemy"), "", 0, name="they stood"),
        case("T306", foot(came="charges"), horse("Enemy", came="charges", struck="rear"), "", 0, name="from behind"),
        case("T306", foot(came="pursues"), horse("Enemy"), "", 0, name="foot that pursues"),
        case("T306", foot(), horse("Enemy", came="charges"), "", 0, name="foot that stood"),
        case("T306", horse(came="charges"), horse("Enemy", came="countercharges"), "", 0, name="not mounted"),
        case("T307", foot(struck="flank"), foot("Enemy", came="charges"), "T307", 2),
        case("T307", foot(struck="rear"), horse("Enemy", came="pursues"), "T307", 2),
        case("T307", foot(struck="flank"), foot("Enemy"), "", 0, name="not in melee"),
    ],
)
def test_dps_at_contact_come_before_the_dice(own: Described, enemy: Described, rule: str, dice_less: int) -> None:
    facts = fight(own, enemy)
    found = with_margin(facts, 0)[own["name"]]
    expected = [rule, "T265"] if rule else ["T265"]
    assert [line.rule for line in found.dps] == expected
    assert found.dps_now == 2 + dice_less


@pytest.mark.rules("T38", "T239", "T251")
def test_dps_at_contact_take_dice_away_and_may_bring_into_disarray_before_the_dice() -> None:
    struck = foot(struck="rear", dps=3)
    facts = fight(struck, foot("Enemy", came="charges"))
    outcome, thrown = fought(facts, *[5] * (16 - 5), *hit(0, 16))
    assert [len(throw.faces) for throw in thrown.throws] == [16 - 5, 16]
    assert outcome.units[0].margin == 0, "in disarray it hits with sixes only"
    assert outcome.units[0].stands_lost == 2, "the two of the row found no room"
    both = fight(foot(came="charges", struck="flank"), horse("Enemy", came="countercharges"))
    assert [line.rule for line in with_margin(both, 0)["Foot"].dps] == ["T306", "T307", "T265"]
