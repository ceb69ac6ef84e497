"""Combat: a round from its facts to what everybody does next, with several contingents and with leaders."""

from typing import Any

import pytest
from pydantic import ValidationError

from miniatures.answers import resolve, resolve_envelope
from miniatures.dice import TableDice
from miniatures.systems import load_system
from tests.systems.tree_of_battles.combats import (
    COMBAT,
    archers,
    bills,
    fight,
    fought,
    hit,
    knights,
    men_at_arms,
    sums,
    with_margin,
)
from tests.systems.tree_of_battles.units import Described, described

CAPTAIN = {"name": "Hastings", "command_points": 4, "front_rank": True}


def contact(attacker: str, defender: str, ours: Any = 4, theirs: Any = 4) -> Described:
    def stands(said: Any) -> Described:
        return said if isinstance(said, dict) else {"facing": said}

    return {
        "attacker": attacker, "defender": defender,
        "attacker_stands": stands(ours), "defender_stands": stands(theirs),
    }  # fmt: skip


@pytest.mark.rules("T106", "T221", "T222", "T225", "T239", "T262", "T268")
def test_bills_charge_men_at_arms_as_worked_by_hand() -> None:
    # Nine dice of the bills: a 5 and a 6 hit. Fourteen of the men at arms: three sixes and a 5.
    facts = fight(bills(stands=6, dps=1, came="charges"), men_at_arms(grade="A"))
    outcome, thrown = fought(facts, 5, 6, 1, 2, 3, 4, 1, 2, 3, *[6, 6, 6, 5], *[1, 2, 3, 4, 1, 2, 3, 4, 1, 2])
    assert [(throw.purpose, throw.result) for throw in thrown.throws] == [
        ("Bills strike Men at arms", 2),
        ("Men at arms strike Bills", 4),
    ]
    assert COMBAT.tell(outcome) == [
        "Bills: set-back, -2 in hits.",
        "Bills take 3 DPs: 3 set-back (T268); they have 4.",
        "Bills must fall back a base depth, facing the enemy (T270, T202).",
        "Men at arms: success, +2 in hits.",
        "Men at arms take 1 DP: 1 success (T262); they have 1.",
        "Men at arms may halt or follow up (T263, T264, T201, T203).",
    ]


@pytest.mark.rules("T33")
def test_each_contingent_compares_its_own_hits() -> None:
    # Men at arms hold two: they beat the bills by three, the archers beat them by one.
    facts = fight(
        [bills(), archers()],
        men_at_arms(stands=8),
        contacts=[contact("Bills", "Men at arms"), contact("Archers", "Men at arms")],
    )
    outcome, thrown = fought(facts, *hit(0, 8), *hit(3, 12), *hit(2, 4), *hit(1, 12))
    assert [throw.purpose for throw in thrown.throws] == [
        "Bills strike Men at arms", "Men at arms strike Bills",
        "Archers strike Men at arms", "Men at arms strike Archers",
    ]  # fmt: skip
    assert [(one.margin, one.result) for one in outcome.units] == [(-3, "defeat"), (1, "success"), (2, "success")]


@pytest.mark.rules("T63", "T264")
def test_who_wins_stays_while_one_of_its_enemies_stays() -> None:
    facts = fight(
        [bills(), archers()],
        men_at_arms(stands=8),
        contacts=[contact("Bills", "Men at arms"), contact("Archers", "Men at arms")],
    )

    def move(archers_lose_by: int) -> str:
        outcome, _ = fought(facts, *hit(0, 8), *hit(3, 12), *hit(0, 4), *hit(archers_lose_by, 12))
        return outcome.units[2].move

    assert move(0) == "halt", "the archers halt"
    assert move(1) == "pursue", "the archers fall back, the bills retire"
    assert move(3) == "pursue", "both retire"


@pytest.mark.rules("T33")
def test_where_sides_pool_all_they_throw_and_compare_together() -> None:
    facts = fight(
        [bills(), archers()],
        men_at_arms(stands=8),
        contacts=[contact("Bills", "Men at arms"), contact("Archers", "Men at arms")],
        options={"pool_all": True},
    )
    outcome, _ = fought(facts, *hit(0, 8), *hit(2, 4), *hit(3, 12), *hit(1, 12))
    assert [one.margin for one in outcome.units] == [-2, -2, 2]


@pytest.mark.rules("T60", "T307", "T269")
def test_struck_in_front_and_flank_at_once() -> None:
    facts = fight(
        [knights(came="charges"), bills(came="charges")],
        archers(stands=4),
        contacts=[
            contact("Knights", "Archers"),
            contact("Bills", "Archers", {"facing": 1, "overlapping": 2}, {"struck": "flank"}),
        ],
    )
    assert [made.total for made in sums(facts).values()] == [2, 8 + 2, 2 + 2, 4 - 2]
    outcome, _ = fought(facts, *hit(1, 10), *hit(0, 2), *hit(0, 4))
    beaten = outcome.units[2]
    assert (beaten.result, beaten.move) == ("set-back", "fall back"), "not by mounted only: it does not halt"


@pytest.mark.parametrize(
    ("faces", "fate", "rating"),
    [
        ((2,), "unhurt", 4),
        ((1, 1), "killed", 0),
        ((1, 3), "captured", 2),
        ((1, 5), "light wound", 3),
        ((1, 6), "no effect", 4),
    ],
)
@pytest.mark.rules("T26", "T62")
def test_each_leader_in_the_front_rank_is_at_risk_in_each_round(faces: tuple[int, ...], fate: str, rating: int) -> None:
    behind = {"name": "Behind", "command_points": 2}
    facts = fight(bills(leaders=[CAPTAIN, behind]), archers())
    outcome, _ = fought(facts, *hit(0, 10), *hit(0, 4), *faces)
    assert [(one.leader, one.result, one.rating) for one in outcome.units[0].leaders] == [("Hastings", fate, rating)]
    safe = fight(bills(leaders=[CAPTAIN]), archers(), options={"no_risk_in_combat": True})
    assert fought(safe, *hit(0, 10), *hit(0, 4))[0].units[0].leaders == ()


@pytest.mark.rules("T216", "T41")
def test_archers_that_exchange_ranks_fight_with_what_stood_behind() -> None:
    mixed = described(["3 longbow", "3 men at arms"], name="Mixed", frontage=3)
    enemy = bills(stands=3, came="charges")
    assert sums(fight(enemy, mixed))["Mixed strike Bills"].total == 3
    exchanged = fight(enemy, mixed | {"came": "exchanges ranks"})
    assert sums(exchanged)["Mixed strike Bills"].total == 9
    assert with_margin(exchanged, 0)["Mixed"].dps_now == 2, "and it costs nothing"


@pytest.mark.rules("T38", "T40")
def test_who_is_destroyed_by_dps_at_contact_is_beaten_without_a_blow() -> None:
    last = archers("Last", stands=1, dps=5, struck="rear")
    outcome, _ = fought(fight(bills(came="charges"), last))
    winner, gone = outcome.units
    assert (gone.result, gone.destroyed, gone.stands_lost) == ("destroyed", True, 1)
    assert (winner.result, winner.dps, winner.move) == ("victory", (), "halt")


@pytest.mark.parametrize(
    ("said", "error"),
    [
        ({"contacts": []}, "with several units on both sides, state who touches whom"),
        ({"contacts": [contact("Bills", "Archers")]}, "Spare touches nobody"),
        (
            {"contacts": [contact("Bills", "Archers"), contact("Spare", "Others")]},
            "two combats that do not touch",
        ),
        (
            {"contacts": [contact("Bills", "Archers", 9), contact("Spare", "Others"), contact("Spare", "Archers")]},
            "Bills: 9 stands fight, of 4 left",
        ),
        (
            {
                "contacts": [
                    {"attacker": "Bills", "defender": "Archers"},
                    {"attacker": "Bills", "defender": "Others"},
                    contact("Spare", "Others"),
                ]
            },
            "it touches several enemies; state in contacts its stands",
        ),
    ],
)
def test_contacts_that_make_no_sense_are_broken_input(said: dict[str, Any], error: str) -> None:
    with pytest.raises(ValidationError, match=error):
        fight([bills(), bills("Spare")], [archers(), archers("Others")], **said)


def test_an_outcome_can_be_written_down() -> None:
    system = load_system("tree-of-battles")
    facts = fight(bills(leaders=[CAPTAIN]), archers())
    answer = resolve(system, COMBAT, facts, TableDice([*hit(3, 10), *hit(0, 4), 1, 5]))
    told = resolve_envelope(answer)
    assert told["outcome"]["units"][0]["leaders"][0]["result"] == "light wound"
    assert told["outcome"]["units"][1]["dps"] == [{"value": 4, "rule": "T271", "because": "defeat", "ruling": ""}]
    assert "T31" in told["rulings"]
    assert "Hastings has a light wound, 3 command points left (T154)." in told["says"]
