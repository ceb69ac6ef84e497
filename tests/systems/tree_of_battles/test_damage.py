"""DPs: taken up to the grade's most, disarray there, stands or nothing beyond, and the reasons kept."""

import pytest
from pydantic import ValidationError

from miniatures.ruling import Modifier
from miniatures.systems.tree_of_battles.damage import Source, after, entry, fill, shed, take
from miniatures.systems.tree_of_battles.facts import ContingentInPlay, Dps
from miniatures.systems.tree_of_battles.move_tables import Morale
from miniatures.systems.tree_of_battles.options import Options
from miniatures.systems.tree_of_battles.unit_wording import dps_lines
from tests.marking import case
from tests.systems.tree_of_battles.units import contingent

PLAIN = Options()


def some(dps: int, why: str = "a cause") -> Dps:
    return Dps(dps=dps, why=why)


@pytest.mark.parametrize(
    ("grade", "most"), [case("T334", "A", 6), case("T334", "B", 5), case("T334", "C", 5), case("T334", "D", 5)]
)
def test_a_contingent_is_in_disarray_at_its_most_dps(grade: str, most: int) -> None:
    assert contingent(grade=grade, dps=most).in_disarray
    assert not contingent(grade=grade, dps=most - 1).in_disarray
    with pytest.raises(ValidationError, match=f"dps: {most + 1}; {grade} grade has at most {most}"):
        contingent(grade=grade, dps=most + 1)


@pytest.mark.parametrize(
    ("source", "before", "taken", "dps", "stands"),
    [
        # six stands of C grade, which can have 5 DPs
        case("T4", "combat", 0, 3, 3, 6, name="room for all"),
        case("T4", "combat", 3, 2, 5, 6, name="exactly to the limit"),
        case("T4", "combat", 4, 3, 5, 4, name="one fits, two stands go"),
        case("T4", "morale", 5, 2, 5, 4),
        case("T4", "shooting", 4, 3, 5, 6),
        case("T4", "fatigue", 5, 1, 5, 6),
        case("T4", "ground", 5, 1, 5, 6),
        case("T4", "manoeuvre", 5, 2, 5, 6),
        case("T40", "combat", 5, 9, 5, 0, name="no more stands than there are"),
    ],
)
def test_beyond_the_most_combat_and_morale_remove_stands_and_others_nothing(
    source: Source, before: int, taken: int, dps: int, stands: int
) -> None:
    told = contingent("6 bills", dps=before)
    now = after(told, take(told, [some(taken)], source, PLAIN))
    assert (now.total_dps, now.left, now.destroyed) == (dps, stands, stands == 0)


@pytest.mark.rules("T4")
def test_where_only_free_hacks_kill_no_dp_removes_a_stand() -> None:
    worn = contingent("6 bills", dps=5)
    taken = take(worn, [some(4)], "combat", Options(only_hacks_kill=True))
    assert (taken.stands_lost, taken.beyond) == (0, 4)


@pytest.mark.rules("T25")
def test_shooting_beyond_the_most_says_how_many_dps_were_left_over() -> None:
    taken = take(contingent(grade="B", dps=4), [some(3)], "shooting", PLAIN)
    assert (taken.beyond, taken.into_disarray, taken.stands_lost) == (2, True, 0)
    assert taken.rules == ("T334", "T4")


@pytest.mark.rules("T334")
def test_only_who_was_not_in_disarray_falls_into_it() -> None:
    assert take(contingent(dps=4), [some(1)], "shooting", PLAIN).into_disarray
    assert not take(contingent(dps=3), [some(1)], "shooting", PLAIN).into_disarray
    assert not take(contingent(dps=4, array="disarray"), [some(1)], "shooting", PLAIN).into_disarray
    assert not take(contingent(dps=5), [some(1)], "shooting", PLAIN).into_disarray


@pytest.mark.rules("T47")
def test_every_dp_keeps_its_reason_its_rule_and_its_turn() -> None:
    bills = contingent("6 bills", name="Bills", dps=1)
    bills = after(bills, take(bills, [entry(Morale.noble_lost, turn=4)], "morale", PLAIN))
    assert dps_lines(bills) == [
        "Bills: 3 of 5 DPs",
        "  1 as stated",
        "  2 noble killed or routed within 12 inches (T305), turn 4",
    ]


@pytest.mark.rules("T47")
def test_of_several_causes_the_first_find_room_first() -> None:
    causes = [entry(Modifier(1, "T265", "equal")), entry(Modifier(2, "T307", "flank")), entry(Morale.noble_lost)]
    taken = take(contingent(dps=3), causes, "morale", PLAIN)
    assert [(one.dps, one.rule) for one in taken.dps] == [(1, "T265"), (1, "T307")]
    assert (taken.beyond, taken.stands_lost) == (3, 3)


@pytest.mark.parametrize(
    ("number", "left"),
    [(0, [(2, "first"), (1, "second")]), (1, [(1, "first"), (1, "second")]), (2, [(1, "second")]), (9, [])],
)
@pytest.mark.rules("T47")
def test_the_oldest_dps_go_first(number: int, left: list[tuple[int, str]]) -> None:
    now = shed(contingent(dps=[{"dps": 2, "why": "first"}, {"dps": 1, "why": "second"}]), number)
    assert [(one.dps, one.why) for one in now.dps] == left


@pytest.mark.rules("T4")
def test_a_mixed_contingent_loses_stands_from_the_rear() -> None:
    mixed = contingent(["2 men at arms", "3 longbow"], dps=5)

    def hit(now: ContingentInPlay, dps: int) -> ContingentInPlay:
        return after(now, take(now, [some(dps)], "combat", PLAIN))

    assert hit(mixed, 2).left_by_part == (2, 1)
    assert hit(mixed, 4).left_by_part == (1, 0)
    worn = hit(mixed, 1).model_copy(update={"exchanged": True})
    assert worn.left_by_part == (2, 2), "who is gone stays gone when the ranks are exchanged"
    assert hit(worn, 1).left_by_part == (1, 2)


@pytest.mark.parametrize("most", [5, 6])
@pytest.mark.rules("T4")
def test_the_arithmetic_agrees_with_one_dp_at_a_time(most: int) -> None:
    for before in range(most + 1):
        for taken in range(12):
            dps, stands, beyond = before, 4, 0
            for _ in range(taken):
                if dps < most:
                    dps += 1
                else:
                    beyond += 1
                    stands = max(0, stands - 1)
            assert fill(before, most, taken, 4, removes=True) == (dps, 4 - stands, beyond)
            assert fill(before, most, taken, 4, removes=False) == (dps, 0, beyond)
