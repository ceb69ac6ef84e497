"""Manoeuvres: each row of the sheet, what it takes of the move and its DPs, and what is refused."""

from typing import Any

import pytest
from pydantic import ValidationError

from tests.marking import case
from tests.systems.tree_of_battles.scenes import archers, bills, refused, stated, thrown
from tests.systems.tree_of_battles.units import described

KNIGHTS = described("4 knights", "A", "Knights", traits="full harness")
PRICKERS = described("4 light horse", "B", "Prickers")
SKIRMISHERS = described("4 skirmishers", "C", "Skirmishers", array="skirmish")


def manoeuvre(contingent: dict[str, Any], *said: Any, **facts: Any) -> Any:
    every = [{"what": one} if isinstance(one, str) else one for one in said]
    return stated("manoeuvre", contingent=contingent, manoeuvres=every, **facts)


def to(array: str) -> dict[str, str]:
    return {"what": "change of array", "to": array}


@pytest.mark.parametrize(
    ("contingent", "what", "enemy", "dps", "left"),
    [
        case("T501", bills(), "wheel", 12, 1, 1),
        case("T501", bills(), "wheel", 12.5, 0, 1),
        case("T501", bills(), "wheel", None, 0, 1),
        case("T501", bills(array="column"), "wheel", 5, 0, 1),
        case("T502", bills(array="disarray"), "rally from disarray", 5, 0, 0),
        case("T503", bills(), to("column"), 12, 1, 0.5),
        case("T503", bills(), to("column"), 13, 0, 0.5),
        case("T504", bills(), "exchange ranks", 4, 1, 0.5),
        case("T504", bills(), "exchange ranks", 5, 0, 0.5),
        case("T41", bills(), {"what": "exchange ranks", "free": True}, 1, 0, 1, name="as a response"),
        case("T505", bills(), "cross minor obstacle", None, 1, 1),
        case("T505", SKIRMISHERS, "cross minor obstacle", None, 0, 1),
        case("T505", bills(array="disarray"), "cross minor obstacle", None, 0, 1),
        case("T506", PRICKERS, "cross defensive obstacle", None, 1, 1),
        case("T506", bills(), "cross defensive obstacle", None, 0, 1),
        case("T507", bills(), "cross major obstacle", None, 1, 1),
        case("T507", KNIGHTS, "cross major obstacle", None, 2, 1),
        case("T508", bills("C"), "about face", 12, 1, 0.5),
        case("T508", bills("D"), "about face", 12, 1, 0.5),
        case("T508", bills("B"), "about face", 12, 0, 0.5),
        case("T508", bills("C"), "about face", 13, 0, 0.5),
        case("T509", bills("C"), "change frontage", None, 1, 0.5),
        case("T509", bills("A"), "change frontage", 1, 0, 0.5),
        case("T510", KNIGHTS, "mount or dismount", None, 1, 0),
        case("T512", bills(), "pass a gap", None, 1, 0.5),
        case("T512", KNIGHTS, "pass a gap", None, 1, 1, name="mounted are not slowed"),
    ],
)
def test_what_a_manoeuvre_costs(
    contingent: dict[str, Any], what: Any, enemy: float | None, dps: int, left: float
) -> None:
    facts = manoeuvre(contingent, what, nearest_enemy=enemy)
    assert refused("manoeuvre", facts) == []
    done = thrown("manoeuvre", facts)
    assert (done.taken, done.share) == (dps, left)


@pytest.mark.rules("T506", "T507")
def test_mounted_pay_for_the_obstacle_and_for_its_defence() -> None:
    done = thrown("manoeuvre", manoeuvre(PRICKERS, "cross major obstacle", "cross defensive obstacle"))
    assert [(line.value, line.rule) for line in done.causes] == [(1, "T507"), (1, "T506")]


@pytest.mark.parametrize(
    ("mover", "other", "moves", "own", "theirs"),
    [
        case("T511", bills(), archers(), False, 1, 1),
        case("T511", SKIRMISHERS, archers(), False, 0, 0, name="one stands, one skirmishes"),
        case("T41", bills(), SKIRMISHERS, False, 0, 0, name="the same one is both"),
        case("T511", SKIRMISHERS, archers(), True, 1, 1, name="nobody stands still"),
        case("T511", KNIGHTS, archers(), False, 1, 2, name="passed through by mounted"),
    ],
)
def test_passage_of_lines(mover: dict[str, Any], other: dict[str, Any], moves: bool, own: int, theirs: int) -> None:
    passage = {"what": "passage of lines", "other": other, "other_moves": moves}
    done = thrown("manoeuvre", manoeuvre(mover, passage))
    assert (done.taken, sum(friend.taken for friend in done.friends)) == (own, theirs)
    assert all(line.rule == "T511" for friend in done.friends for line in friend.causes)


@pytest.mark.parametrize(
    ("contingent", "what", "dps"),
    [
        case("T501", KNIGHTS, [to("column"), "wheel"], 1, name="a column wheels freely"),
        case("T501", KNIGHTS, ["wheel", to("column")], 2, name="in line still"),
        case("T505", PRICKERS | {"array": "skirmish"}, [to("line"), "cross minor obstacle"], 2),
        case("T505", PRICKERS, [to("skirmish"), "cross minor obstacle"], 1),
        case("T511", PRICKERS, [to("skirmish"), {"what": "passage of lines", "other": archers()}], 1),
    ],
)
@pytest.mark.rules("T108", "T503")
def test_a_new_array_counts_for_what_follows(contingent: dict[str, Any], what: list[Any], dps: int) -> None:
    assert thrown("manoeuvre", manoeuvre(contingent, *what, nearest_enemy=12)).taken == dps


@pytest.mark.rules("T502", "T39")
def test_who_rallies_from_disarray_is_in_line_again_or_as_it_likes() -> None:
    assert thrown("manoeuvre", manoeuvre(bills(array="disarray"), "rally from disarray")).array == "line"
    column = {"what": "rally from disarray", "to": "column"}
    done = thrown("manoeuvre", manoeuvre(bills("D", array="disarray"), column))
    assert (done.array, done.in_disarray) == ("column", False)


@pytest.mark.rules("T335", "T59")
def test_for_d_grade_a_manoeuvre_is_a_move_and_brings_disarray() -> None:
    assert thrown("manoeuvre", manoeuvre(bills("D"), "wheel")).disarray == ("T335",)
    free = {"what": "exchange ranks", "free": True}
    assert thrown("manoeuvre", manoeuvre(bills("D"), free)).disarray == ()


@pytest.mark.rules("T334", "T4")
def test_dps_of_manoeuvres_fill_up_to_the_most_and_do_no_more() -> None:
    done = thrown("manoeuvre", manoeuvre(bills(dps=4), "cross minor obstacle", "cross major obstacle"))
    assert (done.taken, done.dps, done.disarray) == (1, 5, ("T334",))


@pytest.mark.parametrize(
    ("contingent", "what", "said", "rules"),
    [
        case("T502", bills(), ["rally from disarray"], {}, ["T502"]),
        case("T502", bills(array="disarray"), ["rally from disarray"], {"pursued": True}, ["T502"]),
        case("T39", bills(dps=5), ["rally from disarray"], {}, ["T502"], name="drop below the most first"),
        case("T502", bills(conduct="pursuing"), ["rally from disarray"], {}, ["T502"], name="the cause goes on"),
        case("T39", bills(conduct="routing"), ["rally from disarray"], {}, ["T39"]),
        case("T503", bills(array="disarray"), [to("column")], {}, ["T503"]),
        case("T503", bills(), [to("disarray")], {}, ["T503"]),
        case("T43", bills(), [to("skirmish")], {}, ["T43"]),
        case("T43", PRICKERS, [to("skirmish")], {}, []),
        case("T510", KNIGHTS, ["about face", "mount or dismount"], {}, ["T510"], name="more than a move"),
        case("T108", bills(array="disarray"), ["rally from disarray", "cross minor obstacle"], {}, ["T505"]),
        case("T108", bills(), ["wheel", "about face", "change frontage"], {}, ["T501"], name="two halves"),
        case("T108", bills(), ["wheel", "about face"], {}, []),
        case("T104", bills(), ["wheel"], {"fighting": True}, ["T104"]),
        case("T41", bills(), [{"what": "exchange ranks", "free": True}], {"fighting": True}, []),
        case("T433", bills(), ["wheel"], {"halted": True}, ["T433"]),
        case("T501", bills(), [], {}, ["T501"]),
    ],
)
def test_what_is_refused(contingent: dict[str, Any], what: list[Any], said: dict[str, Any], rules: list[str]) -> None:
    assert refused("manoeuvre", manoeuvre(contingent, *what, **said)) == rules


def test_a_manoeuvre_that_is_half_stated_is_sent_back() -> None:
    for what, words in (("change of array", "to: say the new array"), ("passage of lines", "other: say through whom")):
        with pytest.raises(ValidationError, match=words):
            manoeuvre(bills(), what)
