"""Event IV and V: rounds of melee from the first blow to who runs and who pursues."""

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from miniatures.systems.warfare.melee_facts import melee_refusals
from tests.marking import case
from tests.systems.warfare.units import blows, fight, fought, gun, knights, longbowmen, melee_odds, unit

CHARGE = fight(knights(charging=True, first_melee=True), longbowmen())


def states(outcome: Any) -> dict[str, str]:
    return {result.unit: result.state for result in outcome.units}


def casualties(outcome: Any) -> list[int]:
    return [result.casualties for result in outcome.units]


def purposes(thrown: Any) -> list[str]:
    return [throw.purpose for throw in thrown.throws]


@pytest.mark.rules("W454", "W456", "W504", "W505", "W511", "W525", "W530", "W542", "W543")
def test_yellow_cavalry_charge_the_longbowmen_as_worked_by_hand() -> None:
    # 7+2+1+3+1 = 14, a third is 4.67: 5 fall. 7-1 = 6, a fifth is 1.2: 1 falls.
    # Bowmen lost, 5 of 16 gone: they need 3 with -1 and -1, so a 4 fails.
    outcome, thrown = fought(CHARGE, 3, 4, 5, 2, 4)
    assert casualties(outcome) == [1, 5]
    assert states(outcome) == {"Yellow cavalry": "stands", "Blue longbowmen": "routs"}
    assert outcome.units[0].pursuit == "must"
    assert outcome.winner == outcome.holds == "attackers"
    test = thrown.throws[-1]
    assert {modifier.rule: modifier.value for modifier in test.read.modifiers} == {"W525": -1, "W530": -1}
    assert test.read.at_least == 3


@pytest.mark.rules("W504")
def test_the_winner_tests_only_if_the_losers_pass() -> None:
    outcome, thrown = fought(CHARGE, 3, 4, 5, 2, 5, 1)
    assert purposes(thrown)[2:] == ["Blue longbowmen test morale", "Yellow cavalry test morale"]
    assert set(states(outcome).values()) == {"stands"}, "knights need 0 against militia and have +1"


@pytest.mark.rules("W461")
def test_a_melee_goes_on_while_both_stand() -> None:
    outcome, _ = fought(CHARGE, 3, 4, 5, 2, 5, 1)
    assert outcome.holds == "undecided"
    assert outcome.goes_on is True


def test_the_odds_of_that_charge_agree_with_counting_every_face() -> None:
    """The sheet once more, by hand and without any of our code: 6 to the power of 5 equally likely throws."""
    expected: dict[tuple[int, int, str], int] = {}
    for a, b, c, d, die in product(range(1, 7), repeat=5):
        bowmen = round_half_down(a + b + 7, 3)
        knights_lost = round_half_down(c + d - 1, 5)
        # The knights always lose fewer: at most 2 against at least 3.
        loss = -1 if Fraction(bowmen, 16) >= Fraction(1, 4) else 0
        state = "stands" if die - 1 + loss >= 3 else "routs"
        key = (knights_lost, bowmen, state)
        expected[key] = expected.get(key, 0) + 1
    odds = melee_odds(CHARGE)
    found = {
        (state.conditions[0].lost, state.conditions[1].lost, state.conditions[1].state): Fraction(weight, odds.total)
        for state, weight in odds.weights.items()
    }
    assert found == {key: Fraction(ways, 6**5) for key, ways in expected.items()}


def round_half_down(total: int, parts: int) -> int:
    share = Fraction(max(0, total), parts)
    whole = share.numerator // share.denominator
    return whole + (share - whole > Fraction(1, 2))


@pytest.mark.parametrize(
    ("dice", "fall"),
    [
        ((1, 2), 1),  # 3 halved is 1.5: down to 1
        ((1, 3), 2),  # 4 halved is 2
        ((2, 3), 2),  # 2.5
        ((6, 6), 6),
    ],
)
@pytest.mark.rules("W456", "W43")
def test_half_a_figure_goes_down_in_melee(dice: tuple[int, int], fall: int) -> None:
    # Militia against militia without armour: no modifiers at all, one half falls.
    facts = fight(unit("One", protection="none"), unit("Two", protection="none"))
    outcome, _ = fought(facts, *dice, *dice, 6, 6)
    assert casualties(outcome) == [fall, fall]


@pytest.mark.rules("W456")
def test_more_than_half_a_figure_goes_up() -> None:
    # 5 in thirds is 1.67: 2; 4 in thirds is 1.33: 1.
    outcome, _ = fought(fight(unit("One"), unit("Two")), 1, 4, 1, 3, 6, 6)
    assert casualties(outcome) == [1, 2]


@pytest.mark.parametrize(
    ("protection", "fall"),
    [case("W454", "none", 6), case("W454", "light", 4), case("W454", "heavy", 3), case("W454", "full", 2)],
)
def test_the_melee_line_of_the_casualty_table(protection: str, fall: int) -> None:
    outcome, _ = fought(fight(unit("One"), unit("Two", protection=protection)), 6, 6, 1, 1, 6, 6)
    assert casualties(outcome)[1] == fall


@pytest.mark.rules("W504", "W48")
def test_after_a_draw_both_test_even_if_nobody_fell() -> None:
    facts = fight(unit("One", kind="levy", protection="full"), unit("Two", kind="levy", protection="full"))
    outcome, thrown = fought(facts, 1, 1, 1, 1, 6, 6)
    assert outcome.winner == "draw"
    assert purposes(thrown)[2:] == ["One test morale", "Two test morale"]


@pytest.mark.rules("W503", "W48")
def test_a_side_that_lost_nobody_does_not_test() -> None:
    facts = fight(unit("One"), unit("Two", protection="full", kind="levy"))
    outcome, thrown = fought(facts, 3, 3, 1, 1, 6)  # 6/5 = 1.2: one falls; 2-2 = 0: nobody
    assert casualties(outcome) == [0, 1]
    assert purposes(thrown)[2:] == ["Two test morale"]


@pytest.mark.rules("W462", "W526", "W463")
def test_a_leader_is_at_risk_when_his_unit_loses_two() -> None:
    facts = fight(unit("One"), unit("Two", leader=True))
    unhurt, thrown = fought(facts, 6, 6, 1, 1, 4, 5, 6)
    assert purposes(thrown)[2] == "the opponent rolls for the leader of Two"
    assert unhurt.units[1].leader == "commands"
    for face, fate in ((5, "out"), (6, "killed")):
        outcome, thrown = fought(facts, 6, 6, 1, 1, face, 6, 6)
        assert outcome.units[1].leader == fate
        modifiers = {modifier.rule for modifier in thrown.throws[3].read.modifiers}
        assert "W521" not in modifiers, "neither helps any more"
        assert ("W526" in modifiers) is (fate == "killed")


@pytest.mark.rules("W57", "W526")
def test_a_leader_who_is_out_may_be_played_as_lost() -> None:
    facts = fight(unit("One"), unit("Two", leader=True), options={"leader_out_is_lost": True})
    _, thrown = fought(facts, 6, 6, 1, 1, 5, 6, 6)
    assert "W526" in {modifier.rule for modifier in thrown.throws[3].read.modifiers}


@pytest.mark.rules("W462")
def test_a_leader_is_not_at_risk_when_his_unit_loses_one() -> None:
    _, thrown = fought(fight(unit("One", protection="full"), unit("Two", leader=True, kind="levy")), 2, 2, 1, 1, 6)
    assert not [purpose for purpose in purposes(thrown) if "leader" in purpose]


@pytest.mark.rules("W501", "W61")
def test_friends_nearby_who_see_the_leader_hit_test_last() -> None:
    facts = fight(unit("One"), unit("Two", leader=True), defenders_nearby=[unit("Watching")])
    outcome, thrown = fought(facts, 6, 6, 1, 1, 6, 6, 6, 2)
    assert purposes(thrown)[-3:] == ["Two test morale", "One test morale", "Watching test morale"]
    assert outcome.units[2].state == "stands", "militia need 2 for a leader hit"


@pytest.mark.rules("W502", "W525")
def test_a_rout_nearby_troubles_those_who_still_fight_and_what_weighed_on_them_weighs_on() -> None:
    facts = fight(unit("One"), unit("Two", leader=True), defenders_nearby=[unit("Watching")])
    outcome, thrown = fought(facts, 6, 6, 1, 1, 6, 6, 6, 1, 6)
    assert states(outcome) == {"One": "stands", "Two": "routs", "Watching": "routs"}
    # Lost the melee, lost the leader, a friend in rout, a quarter lost: 6 - 5 is below 2.
    modifiers = {m.rule: m.value for m in thrown.throws[-1].read.modifiers}
    assert modifiers == {"W525": -1, "W526": -2, "W527": -1, "W530": -1}


@pytest.mark.rules("W502", "W527", "W51")
def test_a_rout_spreads_in_waves_to_those_of_the_same_or_a_lower_kind() -> None:
    watching = [unit("Levy", kind="levy"), unit("Militia"), unit("Retinue", kind="professional")]
    facts = fight(knights(charging=True), longbowmen(), defenders_nearby=watching)
    # Bowmen rout on a 1. Levy and militia see it, professionals do not care.
    outcome, thrown = fought(facts, 3, 4, 5, 2, 1, 1, 6)
    assert purposes(thrown)[3:] == ["Levy test morale", "Militia test morale"]
    assert states(outcome)["Levy"] == "routs"
    assert states(outcome)["Retinue"] == "stands"
    # A levy unit in rout does not trouble militia, so there is no second wave. A militia unit would:
    outcome, thrown = fought(facts, 3, 4, 5, 2, 1, 6, 1, 6)
    assert purposes(thrown)[5:] == ["Levy test morale"]
    counted = [m.value for m in thrown.throws[-1].read.modifiers if m.rule == "W527"]
    assert counted == [-2], "two friends are in rout by now"


@pytest.mark.rules("W543", "W56")
def test_who_must_who_may_and_who_cannot_pursue() -> None:
    def after_a_rout(**said: Any) -> Any:
        # Two sixes fell 4 of the levy, who strike 2 - 2 = 0 and rout on a 1.
        outcome, _ = fought(fight(unit("One", **said), unit("Foe", kind="levy")), 6, 6, 1, 1, 1)
        assert states(outcome) == {"One": "stands", "Foe": "routs"}
        return outcome.units[0].pursuit

    assert after_a_rout() == "may"
    assert after_a_rout(morale="fanatic") == "must"
    assert after_a_rout(morale="chivalric") == "must"
    assert after_a_rout(weapons=["horse"]) == "must"
    facts = fight(
        unit("Between", figures=24, protection="full"),
        [unit("Broken", figures=8, lost=2, kind="levy"), unit("Firm", strikes="flank", kind="knight")],
    )
    outcome, _ = fought(facts, 6, 6, 1, 1, 1, 1, 1, 6, 6)
    assert states(outcome) == {"Between": "stands", "Broken": "routs", "Firm": "stands"}
    assert outcome.units[0].pursuit == "", "another enemy is in contact"


@pytest.mark.rules("W544", "W52")
def test_against_several_enemies_the_highest_kind_counts() -> None:
    facts = fight([unit("Bills"), knights("Knights", strikes="flank")], unit("Foe", figures=24))
    _, thrown = fought(facts, 1, 1, 1, 1, 1, 1, 6)
    test = next(throw for throw in thrown.throws if throw.purpose == "Foe test morale")
    assert test.read.at_least == 3, "militia against mounted knights"


@pytest.mark.rules("W528", "W529")
def test_flank_and_rear_attacks_weigh_on_morale_the_rear_alone_when_both() -> None:
    for sides, rule, value in ((["flank"], "W528", -1), (["rear"], "W529", -2), (["flank", "rear"], "W529", -2)):
        attackers = [unit("Front", protection="full")]
        attackers += [unit(side, strikes=side, protection="full") for side in sides]
        facts = fight(attackers, unit("Foe", figures=24))
        _, thrown = fought(facts, *([6, 6] * len(attackers)), *([1] * len(attackers)), 6)
        found = {m.rule: m.value for m in thrown.throws[-1].read.modifiers if m.rule in ("W528", "W529")}
        assert found == {rule: value}


@pytest.mark.rules("W408")
def test_a_gun_that_is_touched_is_removed_without_a_blow() -> None:
    outcome, thrown = fought(fight(unit(), gun()))
    assert states(outcome)["Gun"] == "removed"
    assert thrown.throws == []
    assert (outcome.winner, outcome.rounds) == ("nobody", 0)


@pytest.mark.parametrize(
    ("facts", "cure"),
    [
        case("W403", fight(unit("One", charging=True, strikes="flank"), unit("Two")), "first_contact_any_side"),
        case("W409", fight(unit("One", charging=True), longbowmen(skirmishers=True)), "cornered"),
        case("W602", fight(unit("One"), unit("Two", routing=True)), "rout-losses"),
        case("W321", fight(unit("One", charging=True, interpenetrated=True), unit("Two")), "not both"),
        case("W322", fight(unit("One", charging=True, shot=True), unit("Two")), "furious"),
        case("W408", fight(gun(charging=True), unit("Two")), "charging"),
        case("W461", fight(unit("One"), unit("Two", lost=16)), "lost"),
    ],
)
def test_a_refusal_names_its_rule_and_its_cure(facts: Any, cure: str, request: pytest.FixtureRequest) -> None:
    (refusal,) = melee_refusals(facts)
    assert refusal.rule == request.node.get_closest_marker("rules").args[0]
    assert cure in refusal.cure


@pytest.mark.rules("W403", "W41", "W34")
def test_what_is_not_refused() -> None:
    joined = fight([unit("One"), unit("Two", strikes="flank", charging=True)], unit("Foe"))
    assert melee_refusals(joined) == [], "units that join strike the side they come from"
    option = {"first_contact_any_side": True}
    assert melee_refusals(fight(unit("One", charging=True, strikes="flank"), unit("Two"), options=option)) == []
    assert melee_refusals(fight(unit("One"), longbowmen(skirmishers=True, cornered=True))) == []
    assert melee_refusals(fight(longbowmen("One", skirmishers=True), longbowmen(skirmishers=True))) == []
    assert melee_refusals(fight(knights(charging=True, shot=True, furious=True), unit("Two"))) == []


@pytest.mark.rules("W407")
def test_sixteen_foot_with_ten_lost_throw_one_die_at_minus_one() -> None:
    _, thrown = fought(fight(unit("One", lost=10), unit("Two", figures=8)), 6, 1, 1, 6, 6)
    assert thrown.throws[0].faces == (6,)
    assert [m.value for m in thrown.throws[0].read.modifiers if m.rule == "W432"] == [-1]


@pytest.mark.rules("W46", "W423", "W461")
def test_charge_bonuses_go_after_the_round_of_contact_and_the_first_melee_goes_on() -> None:
    facts = fight(knights(charging=True, first_melee=True), longbowmen(figures=24), rounds=2)
    _, thrown = fought(facts, 1, 1, 6, 6, 6, 6, 3, 3, 3, 3, 6, 6)
    second = {m.rule for m in thrown.throws[4].read.modifiers}
    assert "W421" not in second
    assert "W423" in second
    once = facts.model_copy(update={"options": facts.options.model_copy(update={"first_round_only": True})})
    _, thrown = fought(once, 1, 1, 6, 6, 6, 6, 3, 3, 3, 3, 6, 6)
    assert "W423" in {m.rule for m in thrown.throws[0].read.modifiers}
    assert "W423" not in {m.rule for m in thrown.throws[4].read.modifiers}


@pytest.mark.rules("W59", "W463")
def test_a_leader_who_is_out_misses_the_next_round_and_is_back_for_the_one_after() -> None:
    facts = fight(
        unit("One", figures=24, kind="knight", protection="full"),
        unit("Two", figures=24, leader=True, kind="knight", protection="full", morale="fanatic"),
        rounds=3,
    )
    # Round 1: 14/5 = 2.8, three fall and the leader is out on a 5. Later rounds fell too few to endanger him.
    first = [6, 6, 1, 1, 5, 6, 6]
    second = [3, 3, 3, 3, 6, 6]
    third = [3, 3, 3, 3, 6, 6]
    _, thrown = fought(facts, *first, *second, *third)
    blows = [throw for throw in thrown.throws if throw.purpose == "Two strike One"]
    helped = ["W424" in {m.rule for m in throw.read.modifiers} for throw in blows]
    assert helped == [True, False, True]


@pytest.mark.rules("W48")
def test_the_winner_may_be_found_pair_by_pair() -> None:
    attackers = [unit("Left", kind="knight"), unit("Right", kind="levy")]
    # Left fells 14/2 = 7 of the foe and Right 0; the foe fells 1/3 = 0 of Left and 4/3 = 1 of Right.
    dice = (6, 6, 1, 1, 1, 4)
    _, by_side = fought(fight(attackers, unit("Foe", figures=24, protection="none")), *dice, 6, 6)
    assert purposes(by_side)[4:] == ["Foe test morale", "Right test morale"], "the attackers won"
    agreed = {"options": {"winner_by_pairs": True}}
    _, by_pair = fought(fight(attackers, unit("Foe", figures=24, protection="none"), **agreed), *dice, 6, 6)
    assert purposes(by_pair)[4:] == ["Right test morale", "Foe test morale"], "both lost against somebody"


def test_a_chain_of_rounds_agrees_with_playing_every_path() -> None:
    """Equal states merge between rounds; playing every path of readings without merging must say the same."""
    from miniatures.odds import count, follow
    from miniatures.systems.warfare.melee import opening, rounds_of

    facts = fight(unit("One", figures=8, kind="levy"), unit("Two", figures=8), rounds=2)
    whole = count(lambda dice: follow(opening(facts), rounds_of(facts), dice), budget=10**7)
    merged = melee_odds(facts)
    assert {state: merged.chance(lambda s, state=state: s == state) for state in whole.weights} == {
        state: Fraction(weight, whole.total) for state, weight in whole.weights.items()
    }


def test_units_that_stand_in_another_order_change_nothing() -> None:
    one, two = unit("Left", kind="professional"), longbowmen("Right", strikes="flank")
    foe = unit("Foe", figures=24, kind="professional")
    first, second = fight([one, two], foe), fight([two, one], foe)
    ours, theirs = melee_odds(first), melee_odds(second)
    for name, here, there in (("Left", 0, 1), ("Right", 1, 0), ("Foe", 2, 2)):
        assert ours.marginal(lambda s, i=here: s.conditions[i]) == theirs.marginal(
            lambda s, i=there: s.conditions[i]
        ), name


@pytest.mark.rules("W48")
def test_two_fights_that_do_not_touch_are_two_melees() -> None:
    contacts = [{"attacker": "A", "defender": "D"}, {"attacker": "B", "defender": "E"}]
    with pytest.raises(ValueError, match="two melees that do not touch"):
        fight([unit("A"), unit("B")], [unit("D"), unit("E")], contacts=contacts)


@pytest.mark.rules("W48", "W461")
def test_a_melee_falls_apart_when_the_unit_that_linked_it_is_gone() -> None:
    contacts = [
        {"attacker": "A", "defender": "D"},
        {"attacker": "B", "defender": "D"},
        {"attacker": "B", "defender": "E"},
    ]
    # D is wiped out in the first round; B and E fight on, and A is not in their melee any more.
    facts = fight([unit("A"), unit("B")], [unit("D", lost=15), unit("E")], contacts=contacts, rounds=2)
    first = [6, 6, 1, 1, 1, 1, 1, 1]
    outcome, thrown = fought(facts, *first, 2, 2, 2, 2, 6, 6)
    assert states(outcome)["D"] == "destroyed"
    second = [throw.purpose for throw in thrown.throws][-4:]
    assert second == ["B strike E", "E strike B", "B test morale", "E test morale"], "a draw between those two"


@pytest.mark.rules("W50", "W421", "W437")
def test_a_charge_counts_against_the_enemies_in_front_only() -> None:
    lancers = knights("K", charging=True, uphill=True)
    contacts = [{"attacker": "K", "defender": "D"}, {"attacker": "K", "defender": "E", "struck": "flank"}]
    facts = fight(lancers, [unit("D"), unit("E")], contacts=contacts)
    against = [{m.rule for m in blow.reading.modifiers} for blow in blows(facts)[:2]]
    assert [{"W421", "W437"} <= rules for rules in against] == [True, False]
    assert not {"W421", "W422", "W437"} & against[1]


@pytest.mark.rules("W51", "W501")
def test_each_cause_may_be_played_as_a_test_of_its_own_in_melee_too() -> None:
    said = {"options": {"test_per_cause": True}}
    facts = fight(unit("One", kind="knight"), unit("Two", kind="knight", morale="fanatic", leader=True), **said)
    # The leader is killed: Two test for the melee and again for the leader, then One.
    _, thrown = fought(facts, 6, 6, 1, 1, 6, 6, 6, 6)
    assert purposes(thrown)[3:] == ["Two test morale", "Two test morale", "One test morale"]


@pytest.mark.rules("W546")
def test_another_battles_rout_and_leader_may_be_played_as_no_concern() -> None:
    near, far = unit("Near", battle="Main"), unit("Far", battle="Rear")
    for agreed, troubled in ((False, {"Near", "Far"}), (True, {"Near"})):
        facts = fight(
            knights(charging=True),
            longbowmen(battle="Main"),
            defenders_nearby=[near, far],
            options={"morale_per_battle": agreed},
        )
        _, thrown = fought(facts, 3, 4, 5, 2, 1, *([6] * len(troubled)))
        assert {purpose.split()[0] for purpose in purposes(thrown)[3:]} == troubled


@pytest.mark.rules("W461")
def test_a_melee_does_not_go_on_when_both_have_run() -> None:
    facts = fight(unit("A", kind="levy"), unit("D", kind="levy"), attackers_nearby=[unit("N", kind="knight")])
    outcome, _ = fought(facts, 3, 3, 3, 3, 1, 1)
    assert set(states(outcome).values()) == {"routs", "stands"}
    assert outcome.goes_on is False


@pytest.mark.rules("W57")
def test_a_leader_out_counts_as_lost_in_his_turn_only() -> None:
    facts = fight(
        unit("One", figures=24, kind="knight"),
        unit("Two", figures=24, leader=True, kind="knight"),
        rounds=2,
        options={"leader_out_is_lost": True},
    )
    _, thrown = fought(facts, 6, 6, 1, 1, 5, 6, 6, 2, 2, 2, 2, 6, 6)
    tests = [throw for throw in thrown.throws if throw.purpose == "Two test morale"]
    assert ["W526" in {m.rule for m in throw.read.modifiers} for throw in tests] == [True, False]


@pytest.mark.rules("W41", "W403")
def test_joining_a_melee_in_the_rear_and_pursuing_into_one() -> None:
    joined = fight([unit("A", strikes="flank"), unit("B", charging=True, strikes="rear")], unit("D"))
    assert melee_refusals(joined) == []
    pursuer = fight(unit("A", pursuing=True, strikes="rear"), unit("D"))
    assert [refusal.rule for refusal in melee_refusals(pursuer)] == ["W403"]


def test_with_contacts_a_unit_still_strikes_where_it_says() -> None:
    contacts = [{"attacker": "A", "defender": "D"}, {"attacker": "B", "defender": "D"}]
    facts = fight([unit("A"), unit("B", strikes="flank")], [unit("D")], contacts=contacts)
    assert [meeting.defender_side for meeting in facts.meetings] == ["front", "flank"]


@pytest.mark.rules("W409")
def test_skirmishers_may_take_a_gun() -> None:
    assert melee_refusals(fight(longbowmen(skirmishers=True), gun())) == []


@pytest.mark.rules("W425", "W6")
def test_a_stated_depth_shrinks_with_the_losses_of_later_rounds() -> None:
    from miniatures.systems.warfare.facts import UnitInPlay

    pikes = UnitInPlay.model_validate(unit(weapons=["pike"], ranks_now=4))
    assert [pikes.depth_after(lost) for lost in (0, 4, 8, 12)] == [4, 3, 2, 1]


def test_a_leader_who_fell_before_is_not_told_of_again() -> None:
    outcome, _ = fought(fight(unit("One", lost_leader=True), unit("Two")), 1, 1, 1, 1, 6, 6)
    assert outcome.units[0].leader == ""


@pytest.mark.rules("W403", "W41")
def test_a_first_contact_is_front_to_front_for_the_charger_too() -> None:
    refusals = melee_refusals(fight(knights(charging=True), unit(strikes="flank")))
    assert [refusal.rule for refusal in refusals] == ["W403"]
    assert melee_refusals(fight(knights(), unit(strikes="flank"))) == [], "a melee that goes on"
