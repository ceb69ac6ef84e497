"""Combat: who pursues whom, and the round that comes of it."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest

from miniatures.dice import DiceNeededError, TableDice
from miniatures.systems.command_roll.combat import CombatOutcome
from miniatures.wording import throw_lines
from tests.marking import case
from tests.systems.command_roll.combats import (
    COMBAT,
    after,
    bill,
    bow,
    combat_odds,
    fight,
    fought,
    gun,
    hit,
    horse,
    sums,
)


def chase(attackers: Any, defenders: Any, **said: Any) -> Any:
    """A combat in which the attackers pursue."""
    return fight(attackers, defenders, attackers_pursue=True, **said)


def thrown_by(facts: Any, *faces: int) -> dict[str, int]:
    """How many dice each throw had; those of a later round are named apart from the first one's."""
    return {throw.purpose: len(throw.faces) for throw in fought(facts, *faces)[1].throws}


@pytest.mark.parametrize(
    ("hits", "dice"),
    [
        case("C302", 2, 8, name="2 cm: each stand +1"),
        case("C303", 3, 10, name="3 cm: each stand +1 and +1"),
        case("C303", 5, 10, name="5 cm: one full 3 cm"),
    ],
)
def test_pursuers_have_more_attacks_the_farther_the_enemy_ran(hits: int, dice: int) -> None:
    left = 4 if hits == 2 else 2
    counted = thrown_by(chase(bill(), bow()), *hit(hits, 6), *hit(0, 4), *hit(0, dice), *hit(0, left))
    assert counted["Bill pursue Bow"] == dice
    assert counted["Bow strike back at Bill"] == left


@pytest.mark.rules("C303", "C35")
def test_a_pursuit_tells_its_own_sum() -> None:
    _, thrown = fought(chase(bill(), bow()), *hit(3, 6), *hit(0, 4), *hit(0, 10), *hit(0, 2))
    reading = thrown.throws[2].read
    assert {line.rule: line.value for line in reading.modifiers} == {"C609": 6, "C302": 2, "C303": 2}
    lines = [line.text for line in throw_lines(thrown.throws[2])]
    assert lines[2] == "    +2  pursuit attack, 2 stands (C302, C35)"
    assert lines[4] == "     =  10 dice", "the sum stands before its dice"
    assert lines[6] == "     =  0 hit, on 4+ (C161, C162)"


@pytest.mark.rules("C301", "C67")
def test_the_charge_counts_in_the_first_round_alone() -> None:
    counted = thrown_by(chase(bill(charging=True), bow()), *hit(1, 8), *hit(0, 4), *hit(0, 8), *hit(0, 4))
    assert (counted["Bill strike Bow"], counted["Bill pursue Bow"]) == (8, 8), "6 and 2 for the charge, or for pursuit"


@pytest.mark.rules("C35", "C167")
def test_hits_carry_from_round_to_round() -> None:
    result = after(chase(bill(), bow()), *hit(2, 6), *hit(0, 4), *hit(1, 8), *hit(0, 4))["Bow"]
    assert (result.stands_lost, result.hits, result.retreat) == (1, 0, 1)


@pytest.mark.rules("C67", "C162")
def test_who_retreated_has_lost_its_hedge() -> None:
    facts = chase(bill(), bow(position="defended"))
    outcome, _ = fought(facts, *hit(1, 6), *hit(0, 4), 4, 4, 1, 1, 1, 1, 1, 1, *hit(0, 4))
    assert outcome.margin == 2


@pytest.mark.rules("C66", "C304")
def test_the_rear_rank_is_lost_before_the_stand_that_fights() -> None:
    # One stand of bow fights and one stands behind; three hits take the rear one, and its rank with it.
    facts = chase(bill(ranks=2), bow(ranks=2))
    counted = thrown_by(facts, *hit(3, 3), *hit(0, 2), *hit(0, 6), *hit(0, 2))
    assert counted == {
        "Bill strike Bow": 3,
        "Bow strike Bill": 2,
        "Bill pursue Bow": 3 + 1 + 1 + 1,  # its stand, pursuit, 3 cm, and now a rank more
        "Bow strike back at Bill": 2,
    }


@pytest.mark.rules("C311", "C69")
def test_other_units_support_in_a_pursuit_only_if_they_follow() -> None:
    for follows, margin in ((False, 0), (True, 2)):
        facts = chase(bill(), bow(), attackers_support=[bill("Second", follows=follows)])
        outcome, _ = fought(facts, *hit(0, 6), *hit(0, 4), *hit(0, 8), *hit(0, 4))
        assert (outcome.rounds, outcome.margin) == (2, margin)


@pytest.mark.rules("C311", "C413", "C69")
def test_stands_of_the_unit_go_along_in_support_unless_it_is_confused() -> None:
    bows = bow(fighting=1, supporting=1, behind="friends")
    for face, margin, back in ((5, -1, 2), (6, 0, 1)):
        facts = chase(bill(), bows)
        outcome, _ = fought(facts, *hit(2, 6), *hit(0, 2), face, *hit(0, 8), *hit(0, back))
        assert outcome.rounds == 2
        assert (outcome.margin if outcome.winner == "attackers" else -outcome.margin) == margin


@pytest.mark.parametrize(
    ("attacker", "defender", "rounds"),
    [
        case("C35", bill(), bow(), 2, name="foot after foot"),
        case("C35", horse(), bow(), 2, name="horse after foot"),
        case("C35", bill(), horse(), 1, name="never foot after horse"),
        case("C35", bill(position="fortified"), bow(), 1, name="never out of works"),
        case("C35", bill(position="defended"), bow(), 2, name="but over a hedge"),
        case("C35", bill(holds=True), bow(), 1, name="not who is held back"),
        case("C411", bill(confused=True), bow(), 1, name="not who is confused"),
        case("C35", gun(), bow(), 1, name="never guns"),
    ],
)
def test_who_pursues(attacker: Any, defender: Any, rounds: int) -> None:
    facts = chase(attacker, defender)
    unit, enemy = facts.units
    first = unit.listed.attack * 2 - 2 * unit.confused
    blows = [6, *[1] * (first - 1), *([1] if enemy.armour else []), *[1] * (enemy.listed.attack * 2)]
    if rounds == 2:
        blows += [1] * (first + 2 + enemy.listed.attack * 2)
    assert fought(facts, *blows)[0].rounds == rounds


@pytest.mark.rules("C35")
def test_who_cannot_reach_does_not_pursue() -> None:
    supporting = [bill(f"Second {number}") for number in range(5)]
    for own, rounds in ((bill(), 1), (horse("Bill"), 2)):
        facts = chase(own, bow(), attackers_support=supporting)
        # One hit and ten stands in support: 11 cm, beyond a move of 10; each stand has +1 and +3.
        second = [*hit(0, 14), *hit(0, 4)] if rounds == 2 else []
        assert fought(facts, *hit(1, 6), *hit(0, 4), *second)[0].rounds == rounds


@pytest.mark.rules("C35")
def test_rounds_go_on_while_the_winner_pursues_and_no_longer_than_the_table_plays() -> None:
    first, again = (*hit(1, 6), *hit(0, 4)), (*hit(1, 8), *hit(0, 4))
    assert fought(chase(bill(), bow(), rounds=1), *first)[0].rounds == 1
    three, _ = fought(chase(bill(), bow(), rounds=3), *first, *again, *hit(0, 8), *hit(0, 4))
    assert (three.rounds, three.winner) == (3, "draw")
    two, _ = fought(chase(bill(), bow(), rounds=3, options={"most_rounds": 2}), *first, *again)
    assert two.rounds == 2
    assert two.units[0].may == "", "the table plays no third round"


@pytest.mark.rules("C35", "C324")
def test_pursuers_who_are_beaten_may_be_pursued_in_their_turn() -> None:
    facts = fight(bill(), bow(), attackers_pursue=True, defenders_pursue=True, rounds=3)
    first, second, third = (*hit(1, 6), *hit(0, 4)), (*hit(0, 8), *hit(2, 4), 1, 1), (*hit(0, 6), *hit(0, 6))
    outcome, thrown = fought(facts, *first, *second, *third)
    assert outcome.rounds == 3
    assert [throw.purpose for throw in thrown.throws][-2:] == ["Bill strike back at Bow", "Bow pursue Bill"]


@pytest.mark.rules("C36", "C67")
def test_room_behind_shrinks_with_each_retreat() -> None:
    facts = chase(bill(), bow(behind="impassable ground", way_back=3))
    first = (*hit(2, 6), *hit(0, 4))
    assert after(facts, *first, *hit(1, 8), *hit(0, 4))["Bow"].state == "retreats"
    assert after(facts, *first, *hit(2, 8), *hit(0, 4))["Bow"].state == "destroyed"


@pytest.mark.rules("C36", "C67")
def test_pursuers_win_room_behind_them() -> None:
    facts = chase(bill(behind="impassable ground", way_back=1), bow())
    # They followed 1 cm, so that 2 are free; three hits that none of their dice save are too many.
    second = (*hit(1, 6), *hit(0, 4), *hit(0, 8))
    assert after(facts, *second, *hit(2, 4), 1, 1)["Bill"].state == "retreats"
    assert after(facts, *second, *hit(3, 4), 1, 1, 1)["Bill"].state == "destroyed"


@pytest.mark.rules("C67")
def test_who_does_not_pursue_and_who_is_not_pursued_is_out_of_it() -> None:
    contacts = [{"attacker": "Bill", "defender": "Bow"}, {"attacker": "Bill", "defender": "Horse"}]
    facts = chase(bill(), [bow(), horse()], contacts=contacts)
    # The bill beat both by 1; they go after the bow with both stands, and the horse is gone.
    faces = [*hit(1, 3), *hit(0, 3), *hit(0, 4), *hit(0, 6), *hit(3, 8), *hit(0, 4)]
    outcome, thrown = fought(facts, *faces)
    assert [throw.purpose for throw in thrown.throws][-2:] == ["Bill pursue Bow", "Bow strike back at Bill"]
    bill_after, bow_after, horse_after = outcome.units
    assert (bow_after.retreat, horse_after.retreat) == (3, 1)
    assert bill_after.may == "pursue"


@pytest.mark.rules("C67")
def test_who_held_back_once_has_let_his_enemy_go() -> None:
    contacts = [
        {"attacker": "Bill", "defender": "Bow", "attacker_stands": 2, "defender_stands": 2},
        {"attacker": "Held", "defender": "Away", "attacker_stands": 2, "defender_stands": 2},
        {"attacker": "Held", "defender": "Bow", "attacker_stands": 0, "defender_stands": 0},
    ]
    facts = chase([bill(), bill("Held", holds=True)], [bow(), bow("Away")], contacts=contacts)
    first = (*hit(1, 6), *hit(0, 6), *hit(0, 4), *hit(0, 4))
    outcome, _ = fought(facts, *first, *hit(1, 8), *hit(0, 4))
    assert [(unit.unit, unit.state, unit.may) for unit in outcome.units] == [
        ("Bill", "stands", "pursue"), ("Held", "stands", ""), ("Bow", "retreats", ""), ("Away", "retreats", ""),
    ]  # fmt: skip


@pytest.mark.rules("C305", "C67")
def test_who_is_struck_in_the_flank_is_free_of_it_when_that_enemy_is_left_behind() -> None:
    contacts = [
        {"attacker": "Bill", "defender": "Bow", "defender_stands": 2},
        {"attacker": "Flank", "defender": "Bow", "defender_stands": 0},
    ]
    for held, dice in ((True, 4), (False, 3)):
        facts = chase([bill(), bill("Flank", holds=held)], bow(outflanked=1), contacts=contacts)
        second = hit(0, 8) if held else hit(0, 16)
        _, thrown = fought(facts, *hit(1, 6), *hit(0, 6), *hit(0, 3), *second, *hit(0, dice))
        assert len(thrown.throws[-1].faces) == dice


@pytest.mark.rules("C44")
def test_dice_that_end_with_the_first_round_have_settled_it() -> None:
    facts = chase(bill(), bow())
    typed = TableDice([*hit(2, 6), *hit(0, 4)])
    with pytest.raises(DiceNeededError, match="Bill pursue Bow: 8D6"):
        COMBAT.resolve(facts, typed)
    settled = COMBAT.so_far(facts, typed)
    assert (settled.winner, settled.margin, settled.rounds) == ("attackers", 2, 1)


@pytest.mark.parametrize(
    ("went", "gained"),
    [
        case("C302", 0, {"C302": 2}, name="each stand +1"),
        case("C302", 2, {"C302": 2}, name="less than 3 cm"),
        case("C303", 3, {"C302": 2, "C303": 2}, name="one full 3 cm"),
        case("C303", 8, {"C302": 2, "C303": 4}, name="two full 3 cm"),
    ],
)
def test_a_round_that_begins_as_a_pursuit_shows_it_before_the_throw(went: int, gained: dict[str, int]) -> None:
    made = sums(fight(bill(pursues=went), bow()))
    assert {line.rule: line.value for line in made["Bill pursue Bow"].modifiers} == {"C609": 6} | gained
    assert {line.rule: line.value for line in made["Bow strike back at Bill"].modifiers} == {"C612": 4}


def pursuit_after(first: CombatOutcome) -> Any:
    """The facts of the pursuit by itself, from what the first round left of the bill and the bow."""
    own, enemy = first.units
    assert own.may == "pursue"
    return fight(bill(stands=own.left, hits=own.hits, pursues=enemy.retreat), bow(stands=enemy.left, hits=enemy.hits))


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ((*hit(2, 6), *hit(1, 4), 1), (*hit(4, 8), *hit(2, 4), 1, 6)),
        ((*hit(5, 6), *hit(1, 4), 1), (*hit(1, 10), *hit(1, 2), 1)),
        ((*hit(2, 6), *hit(1, 4), 1), (*hit(0, 8), *hit(3, 4), 1, 1, 1)),
        ((*hit(5, 6), *hit(3, 4), 1, 1, 1), (*hit(0, 4), *hit(0, 2))),
        ((*hit(1, 6), *hit(0, 4)), (*hit(6, 8), *hit(0, 4))),
    ],
    ids=["won again", "3 cm and a stand less", "lost", "both weakened", "to the last"],
)
@pytest.mark.rules("C302", "C303", "C35", "C44")
def test_two_rounds_at_once_end_as_a_round_and_then_a_pursuit(first: tuple[int, ...], second: tuple[int, ...]) -> None:
    both, together = fought(chase(bill(), bow()), *first, *second)
    one, _ = fought(fight(bill(), bow()), *first)
    two, apart = fought(pursuit_after(one), *second)
    assert (both.rounds, both.winner, both.margin) == (2, two.winner, two.margin)
    assert both.earlier == ((one.winner, one.margin),)
    for whole, before, now in zip(both.units, one.units, two.units, strict=True):
        assert whole == now._replace(stands_lost=before.stands_lost + now.stands_lost)
    last = together.throws[-len(apart.throws) :]
    assert [throw._replace(read=None) for throw in apart.throws] == [throw._replace(read=None) for throw in last]


@pytest.mark.rules("C302", "C303", "C35", "C44")
def test_the_odds_of_two_rounds_at_once_are_those_of_a_round_and_then_a_pursuit() -> None:
    def end(outcome: CombatOutcome, lost: Sequence[int] = (0, 0)) -> Any:
        units = [
            one._replace(stands_lost=one.stands_lost + more) for one, more in zip(outcome.units, lost, strict=True)
        ]
        return outcome.winner, outcome.margin, tuple(units)

    apart: dict[Any, Fraction] = {}
    for one, chance in combat_odds(fight(bill(), bow())).marginal(lambda outcome: outcome).items():
        if one.units[0].may != "pursue":
            apart[end(one)] = apart.get(end(one), Fraction(0)) + chance
            continue
        lost = [unit.stands_lost for unit in one.units]
        for two, then in combat_odds(pursuit_after(one)).marginal(lambda outcome: outcome).items():
            apart[end(two, lost)] = apart.get(end(two, lost), Fraction(0)) + chance * then
    assert combat_odds(chase(bill(), bow())).marginal(end) == apart


@pytest.mark.rules("C35", "C44")
def test_a_pursuit_by_itself_may_be_followed_by_another() -> None:
    facts = chase(bill(pursues=4), bow())
    _, thrown = fought(facts, *hit(1, 10), *hit(0, 4), *hit(0, 8), *hit(0, 4))
    assert [len(throw.faces) for throw in thrown.throws if throw.purpose == "Bill pursue Bow"] == [10, 8]


@pytest.mark.rules("C35")
def test_rounds_before_count_among_those_that_the_table_plays() -> None:
    won = (*hit(1, 8), *hit(0, 4))
    for before, may in ((0, "pursue"), (1, "pursue"), (2, "")):  # 0 is 1: who pursues has fought a round
        said = {"rounds_before": before, "options": {"most_rounds": 3}}
        assert after(fight(bill(pursues=1), bow(), **said), *won)["Bill"].may == may
        third = hit(0, 8) + hit(0, 4) if may else []
        assert fought(chase(bill(pursues=1), bow(), rounds=2, **said), *won, *third)[0].rounds == (2 if may else 1)
    assert [one.cure for one in COMBAT.refusals(fight(bill(pursues=1), bow(), options={"most_rounds": 1}))] == [
        "fight on next turn, or leave most_rounds out"
    ]
