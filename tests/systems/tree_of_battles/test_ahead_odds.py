"""The odds of a turn: against a twin that knows nothing of our code, against every face thrown, and always."""

from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from miniatures.dice import DiceNeededError, RandomDice, TableDice
from tests.systems.tree_of_battles.combats import (
    Chances,
    added,
    archers,
    bills,
    binomial,
    fight,
    knights,
    margins,
    men_at_arms,
    printed_row,
)
from tests.systems.tree_of_battles.scenes import mixed, procedure, spread, stated
from tests.systems.tree_of_battles.turns import AHEAD, ahead, bows, charged_by, guns
from tests.systems.tree_of_battles.units import Described, described

ROW_DPS = {"victory": 0, "success": 1, "equal": 2, "set-back": 3, "defeat": 4, "rout": 5}


class Twin(NamedTuple):
    """B grade bills as the turn leaves them."""

    dps: int
    tested: bool = False
    retired: str = ""
    """The phase in which a shooting test made them."""
    full: tuple[str, ...] = ()
    """The phases at whose end they had 5 DPs."""


def shot_at(twin: Twin, dice: int, faces: int, phase: str) -> Chances:
    """One volley: DPs up to 5, and a test if one is left over. They want to halt, and change the die by 1 for it."""
    if twin.retired and twin.retired != phase:
        return {twin: Fraction(1)}
    found: Chances = {}
    for hits, chance in binomial(dice, faces).items():
        now = twin._replace(dps=min(5, twin.dps + hits))
        if twin.dps + hits <= 5 or twin.retired:
            added(found, now, chance)
            continue
        for die in range(1, 7):
            # 1-2 retire: with +1 only a 1 does; testing again, at -2, a 1, 2 or 3.
            retires = die <= (3 if twin.tested else 1)
            tested = now._replace(tested=True, retired=phase if retires else "")
            added(found, tested, chance / 6)
    return found


def ended(twin: Twin, phase: str) -> Chances:
    return {twin._replace(full=(*twin.full, phase)) if twin.dps == 5 else twin: Fraction(1)}


class End(NamedTuple):
    dps: int
    stands_lost: int
    in_disarray: bool
    after_long: bool
    after_close: bool
    result: str


def fought(twin: Twin) -> Chances:
    """Charged by 14 dice: 4 stands of men at arms with 3 each, and 2 for A grade. Then the Rally phase."""
    long, close = "long" in twin.full, "close" in twin.full
    if twin.retired:  # B grade that did not fight loses a DP, and stays in disarray
        return {End(twin.dps - 1, 0, True, long, close, ""): Fraction(1)}
    own = 4 * 2 + 2 + 1 - twin.dps
    found: Chances = {}
    for margin, chance in margins(binomial(own, 1 if twin.dps == 5 else 2), binomial(14, 2)).items():
        row = printed_row(margin)
        dps = twin.dps + ROW_DPS[row]
        # B grade that did not charge may halt after a victory or a success; a defeat or a rout is a flight.
        disarray = dps >= 5 or row in ("defeat", "rout")
        added(found, End(min(5, dps), max(0, dps - 5), disarray, long, close, row), chance)
    return found


@pytest.mark.rules("T121", "T133", "T141", "T142", "T143", "T239", "T251", "T313", "T15")
def test_guns_bows_and_a_charge_of_one_turn_agree_with_a_twin() -> None:
    facts = ahead(
        bills("Bills", 6, "B", dps=1),
        long_range=[guns(2), bows(3)],
        close_range=[bows(3)],
        combat=charged_by(men_at_arms("Household", 4, grade="A"), moves=False),
    )
    turn: Chances = {Twin(1): Fraction(1)}
    turn = mixed(turn, lambda twin: shot_at(twin, 4, 1, "long"))  # new guns: a 6 is a DP
    turn = mixed(turn, lambda twin: shot_at(twin, 6, 2, "long"))
    turn = mixed(turn, lambda twin: ended(twin, "long"))
    turn = mixed(turn, lambda twin: shot_at(twin, 6, 2, "close"))
    turn = mixed(turn, lambda twin: ended(twin, "close"))
    expected = mixed(turn, fought)
    assert sum(expected.values()) == 1
    found = spread(
        AHEAD,
        facts,
        lambda o: End(
            o.dps,
            o.stands_lost,
            o.in_disarray,
            "Long Range Shooting" in o.disarray,
            "Close Range Shooting" in o.disarray,
            o.result,
        ),
    )
    assert found == expected


def every_path(facts: Any, faces: tuple[int, ...] = ()) -> Chances:
    """The turn resolved with every face of every die, typed in one throw after the other."""
    found: Chances = {}
    try:
        outcome = procedure(AHEAD).resolve(facts, TableDice(faces))
    except DiceNeededError as needed:
        for more in product(range(1, 7), repeat=needed.count):
            for key, chance in every_path(facts, faces + more).items():
                added(found, key, chance / 6**needed.count)
        return found
    return {outcome: Fraction(1)}


LOW = ["low on ammunition"]
CAPTAIN = {"name": "Hastings", "command_points": 1, "front_rank": True}


@pytest.mark.parametrize(
    "facts",
    [
        ahead(bills("Own", 2, "D", dps=4), long_range=[bows(1, traits=LOW)], close_range=[bows(1, "Late", traits=LOW)]),
        ahead(archers("Own", 1, dps=4), long_range=[bows(1, traits=LOW)], combat=charged_by(archers("Enemy", 1))),
        ahead(archers("Own", 1, "B", dps=3, leaders=[CAPTAIN]), combat=charged_by(archers("Enemy", 1), moves=False)),
        ahead(archers("Own", 1, dps=2), long_range=[guns(1)], tactical={"dice": 1}, options={"civil_war": False}),
        ahead(bills("Own", 2, "B", dps=4), tactical={"dice": 1}, close_range=[bows(1, distance=3, traits=LOW)]),
    ],
    ids=["two volleys", "volley, charge and chase", "leader", "guns and a move", "tired, then shot at"],
)
def test_the_odds_agree_with_every_face_thrown(facts: Any) -> None:
    assert spread(AHEAD, facts, lambda outcome: outcome) == every_path(facts)


@pytest.mark.rules("T15")
@pytest.mark.parametrize("dps", [0, 3, 5])
@pytest.mark.parametrize("grade", ["A", "B", "C"])
def test_a_volley_alone_is_that_of_archery(grade: str, dps: int) -> None:
    unit = bills("Bills", 6, grade, dps=dps)
    alone = stated("archery", target=unit, phase="long range", **bows(4))
    found = spread(AHEAD, ahead(unit, long_range=[bows(4)], rally=False), lambda o: (o.dps, o.fate == "retire"))
    assert found == spread("archery", alone, lambda struck: (struck.dps, struck.reaction == "retire"))


@pytest.mark.rules("T15")
@pytest.mark.parametrize("dps", [0, 2, 5])
def test_a_combat_alone_is_that_of_combat_with_its_moves(dps: int) -> None:
    own, enemy = bills("Bills", 5, dps=dps), knights("Knights", 4, came="charges")
    found = spread(
        AHEAD, ahead(own, combat=charged_by(enemy)), lambda o: (o.result, o.dps, o.left, o.in_disarray and o.left > 0)
    )
    both = spread(
        "combat",
        fight(enemy, own, moves=True),
        lambda o: (o.units[1].result, o.units[1].dps_now, o.units[1].left, o.units[1].disarray and o.units[1].left > 0),
    )
    assert found == both


def units(name: str) -> st.SearchStrategy[Described]:
    kinds = st.sampled_from(["4 heavy infantry", "3 foot men at arms", "4 longbow", "3 mounted men at arms", "4 pike"])
    return st.builds(
        lambda parts, grade, dps: described(parts, grade, name, dps=dps),
        kinds,
        st.sampled_from("ABCD"),
        st.integers(0, 5),
    )


@st.composite
def turns(draw: st.DrawFn) -> Any:
    volleys = st.lists(st.sampled_from([guns(1), guns(2, "Great guns"), bows(2), bows(3, "More")]), max_size=2)
    said: dict[str, Any] = {"long_range": draw(volleys), "close_range": draw(volleys)}
    if draw(st.booleans()):
        said["tactical"] = {"dice": draw(st.integers(1, 2))}
    if draw(st.booleans()):
        said["combat"] = charged_by(draw(units("Enemy")), moves=draw(st.booleans()))
    return ahead(draw(units("Own")), **said)


@settings(max_examples=40, deadline=None)
@given(turns(), st.integers(0, 10**6))
def test_whatever_is_thrown_the_odds_knew_of_it(facts: Any, seed: int) -> None:
    made = procedure(AHEAD)
    odds = made.odds(facts)
    assert odds.exact
    outcome = made.resolve(facts, RandomDice(seed))
    assert outcome in odds.weights
    assert all(made.tell(outcome))
    most = 6 if facts.contingent.grade == "A" else 5
    for one in odds.weights:
        assert 0 <= one.dps <= most
        assert one.left + one.stands_lost == facts.contingent.left
        assert (one.left == 0) == (one.fate in ("are destroyed", "are lost"))
        # Nobody forms again by itself: who is in disarray after a phase stays so, unless it is gone.
        assert one.in_disarray or not one.disarray or one.fate in ("are destroyed", "are lost", "change sides")
