"""What may befall a contingent in the rest of the turn, with the facts measured on the table."""

from typing import Any

import pytest

from miniatures.broken import BrokenInputError
from miniatures.dice import TableDice
from miniatures.systems.playing import Plan
from miniatures.tracker import FactsNeededError, expected, perform
from tests.systems.tree_of_battles.game.tables import Game, Standing, battle, leader, stands, touch

#: Ten inches before the bills, a gun beside them with a line of its own, and men at arms near enough to charge.
BOWS = stands("3 longbow", "Bows", 24, 30, grade="C")
GUN = stands("1 gun", "Gun", 36, 40, 200.0, grade="C")
MEN = stands("4 men at arms", "Men", 24, 21.5, grade="A")


def field(*enemies: Standing, step: str = "long range", own: dict[str, Any] | None = None, **said: Any) -> Game:
    bills = stands("6 heavy infantry", "Bills", 24, 20, **{"grade": "B"} | (own or {}))
    return battle([bills], [*(enemies or (BOWS, GUN))], step=step, **said)


def shooters(game: Game, **words: Any) -> dict[str, list[str]]:
    """Who shoots in each phase."""
    facts = game.facts("prospects", unit="Bills", **words)
    return {
        phase: [shot["firer"]["name"] for kind in ("artillery", "archery") for shot in facts[phase][kind]]
        for phase in ("long_range", "close_range")
        if phase in facts
    }


def chargers(game: Game, **words: Any) -> list[str]:
    combat = game.facts("prospects", unit="Bills", **words).get("combat", {})
    return [one["name"] for one in combat.get("attackers", ()) if one.get("came") == "charges"]


def asked(game: Game, **words: Any) -> dict[str, Any]:
    answer = expected(game.playing, game.proposed("prospects", unit="Bills", **words))
    assert answer is not None
    assert answer.odds is not None
    assert answer.odds.exact
    return answer.answers()


@pytest.mark.rules("T103", "T105", "T16")
@pytest.mark.parametrize(
    ("step", "expected"),
    [
        ("command", {"long_range": ["Gun", "Bows"], "close_range": ["Bows"]}),
        ("long range", {"long_range": ["Gun", "Bows"], "close_range": ["Bows"]}),
        ("first tactical", {"close_range": ["Gun", "Bows"]}),
        ("close range", {"close_range": ["Gun", "Bows"]}),
        ("first charges", {}),
        ("rally", {}),
    ],
)
def test_guns_shoot_once_and_longbows_that_stand_still_twice(step: str, expected: dict[str, list[str]]) -> None:
    assert shooters(field(step=step)) == expected


@pytest.mark.rules("T105", "T24")
def test_who_has_shot_in_this_phase_is_not_counted_again() -> None:
    game = field()
    game.do("shoot", (1,) * 6, unit="Bows")
    assert shooters(game) == {"long_range": ["Gun"], "close_range": ["Bows"]}
    assert game.facts("prospects", unit="Bills")["close_range"]["archery"][0]["firer"]["volleys"] == 1
    game.do("shoot", (1, 1), unit="Gun")
    assert shooters(game) == {"long_range": [], "close_range": ["Bows"]}


@pytest.mark.rules("T103", "T21")
def test_only_those_count_whose_nearest_target_it_is() -> None:
    nearer = stands("4 heavy infantry", "Foot", 24, 24, grade="C")
    game = battle([stands("6 heavy infantry", "Bills", 24, 20), nearer], [BOWS], step="long range")
    assert shooters(game) == {"long_range": [], "close_range": []}
    assert game.refused("prospects", unit="Bills", shot_by=["Bows"]) == {"T21"}


@pytest.mark.rules("T16")
def test_players_leave_out_whom_they_do_not_count() -> None:
    game = field()
    assert shooters(game, without=["Bows"]) == {"long_range": ["Gun"], "close_range": []}
    assert shooters(game, without=["gun", "bows"]) == {"long_range": [], "close_range": []}
    proposed = game.proposed("prospects", ["close_range.archery=[]"], unit="Bills")
    assert proposed.facts.close_range.archery == ()
    with pytest.raises(BrokenInputError, match="an enemy of Bills"):
        shooters(game, without=["Bills"])


@pytest.mark.rules("T211", "T106")
@pytest.mark.parametrize(
    ("parts", "far", "charge"),
    [("4 men at arms", 1.9, True), ("4 men at arms", 2.1, False), ("3 knights", 8.9, True), ("3 knights", 9.1, False)],
)
def test_foot_charges_within_two_inches_and_mounted_within_nine(parts: str, far: float, charge: bool) -> None:
    game = field(stands(parts, "Men", 24, 20 + far, grade="A"))
    assert chargers(game) == (["Men"] if charge else [])


@pytest.mark.rules("T106", "T11")
@pytest.mark.parametrize(
    ("step", "first", "charge"),
    [("first charges", 1, True), ("second charges", 1, False), ("second charges", 0, True), ("combat", 0, False)],
)
def test_nobody_charges_whose_side_has_declared_its_charges(step: str, first: int, charge: bool) -> None:
    assert chargers(field(MEN, step=step, first=first)) == (["Men"] if charge else [])


@pytest.mark.rules("T15", "T16")
def test_guns_bows_and_a_charge_are_one_question() -> None:
    game = field(BOWS._replace(state=BOWS.state | {"x": 12.0}), GUN, MEN)
    before = game.playing.file.head, game.playing.file.state
    found = asked(game)
    phases = [f"Bills are in disarray after {one}" for one in ("Long Range Shooting", "Close Range Shooting", "Combat")]
    assert 0 < found[phases[0]] < found[phases[1]] < found[phases[2]]
    assert found["Bills are in disarray by the end of the turn"] >= found[phases[2]] - found["Bills are destroyed"]
    assert (game.playing.file.head, game.playing.file.state) == before
    quiet = asked(game, without=["Bows", "Gun"])
    assert quiet["Bills are in disarray by the end of the turn"] < found["Bills are in disarray by the end of the turn"]


@pytest.mark.rules("T217", "T36")
def test_the_answer_to_a_charge_may_be_chosen() -> None:
    archers = {"grade": "C"}
    game = battle([stands("4 longbow", "Bills", 24, 20, **archers)], [MEN], step="first charges", first=1)
    assert game.facts("prospects", unit="Bills")["combat"]["own"].get("came") is None
    evading = game.facts("prospects", unit="Bills", answer="evade")["combat"]
    assert (evading["own"]["came"], evading["distance"]) == ("evades", 1.5)
    assert asked(game, answer="evade")["result of Bills"].keys() <= {"evades", "caught"}


@pytest.mark.rules("T106")
def test_a_charge_that_waits_for_its_answer_is_the_one_that_counts() -> None:
    game = field(MEN, stands("3 knights", "Knights", 30, 26, 225.0, grade="B"), step="first charges", first=1)
    game.do("charge", unit="Men", target="Bills")
    assert "Men" in chargers(game)
    assert game.proposed("prospects", unit="Bills").plan.notes[0] == (
        "Combat: Men may charge Bills from 1.5 inches, who stand then."
    )


@pytest.mark.rules("T33", "T307")
def test_several_may_charge_it_from_several_sides() -> None:
    flank = stands("3 knights", "Knights", 31, 19.8, 270.0, grade="B")
    game = field(MEN, flank, step="first charges", first=1)
    combat = game.facts("prospects", unit="Bills")["combat"]
    assert {one["name"] for one in combat["attackers"]} == {"Men", "Knights"}
    assert {one["defender_stands"]["struck"] for one in combat["contacts"]} == {"front", "flank"}
    assert asked(game)["DPs of Bills at the end of the turn"][2] == 1, "two DPs for the flank, whatever the dice"


@pytest.mark.rules("T213", "T211")
def test_it_may_mean_to_charge_itself() -> None:
    game = field(MEN, step="first charges", first=0)
    combat = game.facts("prospects", unit="Bills", charges="Men", without=["Men"])["combat"]
    assert (combat["side"], combat["own"]["came"]) == ("attackers", "charges")
    far = field(BOWS, step="first charges", first=0)
    assert game.refused("prospects", unit="Bills", charges="Men", without=["Men"]) == set()
    assert far.refused("prospects", unit="Bills", charges="Bows") == {"T211"}


@pytest.mark.rules("T505", "T68")
def test_what_its_own_way_into_contact_costs_is_counted() -> None:
    hedge = {"kind": "hedge", "line": [[12, 20.8], [36, 20.8]]}
    game = field(MEN, step="first charges", first=0, terrain=[hedge])
    assert game.facts("prospects", unit="Bills", charges="Men")["combat"]["way_dps"] == 1


@pytest.mark.rules("T21", "T106")
def test_who_fights_is_not_shot_at_and_fights_on() -> None:
    men = stands("4 men at arms", "Men", 24, 20, grade="A")
    game = field(men, GUN, step="long range", contacts=[touch("Men", "Bills", since=0)], turn=2)
    facts = game.facts("prospects", unit="Bills")
    assert shooters(game) == {"long_range": [], "close_range": []}
    assert facts["combat"]["attackers"][0]["name"] == "Men"
    assert game.proposed("prospects", unit="Bills").plan.notes == ("Combat: Bills fight Men.",)


@pytest.mark.rules("T106", "T15")
def test_in_the_combat_phase_it_is_the_odds_of_the_combat() -> None:
    men = stands("4 men at arms", "Men", 24, 20, grade="A")
    game = field(men, step="combat", contacts=[touch("Men", "Bills")], own={"dps": 2})
    answer = expected(game.playing, game.proposed("fight", unit="Bills"))
    assert answer is not None
    fight, ahead = answer.answers(), asked(game)
    assert ahead["DPs of Bills at the end of the turn"] == fight["DPs of Bills after it"]
    assert ahead["result of Bills"] == fight["result of Bills"]
    assert ahead["stands that Bills lose"] == fight["stands that Bills lose"]


@pytest.mark.rules("T35")
def test_a_round_that_was_fought_is_over() -> None:
    men = stands("4 men at arms", "Men", 24, 20, grade="A")
    game = field(men, step="combat", contacts=[touch("Men", "Bills", fought=1)], own={"fought": 1, "dps": 2})
    facts = game.proposed("prospects", unit="Bills").facts
    assert facts.combat is None
    assert facts.contingent.fought


@pytest.mark.rules("T311", "T314", "T213")
def test_its_turn_so_far_is_known() -> None:
    own = {"moved": 1, "shot_at": 1, "tests": {"turn": 1, "count": 1}, "reaction": {"turn": 1, "word": "halt"}}
    unit = field(own=own, step="close range").proposed("prospects", unit="Bills").facts.contingent
    assert (unit.moved_tactically, unit.shot_at, unit.tested, unit.halted, unit.moved) == (True,) * 5
    fresh = field(own=own, step="close range", turn=2).proposed("prospects", unit="Bills").facts.contingent
    assert (fresh.moved_tactically, fresh.shot_at, fresh.tested, fresh.halted, fresh.moved) == (False,) * 5


@pytest.mark.rules("T107")
def test_after_the_rally_phase_nothing_is_rallied_again() -> None:
    found = asked(field(step="rally", own={"dps": 2}))
    assert found["DPs of Bills at the end of the turn"] == {1: 1, 2: 1}


@pytest.mark.rules("T403", "T13")
def test_control_is_as_it_stands_in_the_game() -> None:
    controls = {"turn": 1, "units": ["Bills"]}
    bills = stands("6 heavy infantry", "Bills", 24, 20, grade="C")
    hastings = leader("Hastings", unit="Bills", controls=controls, unreliable=True)
    game = battle([hastings, bills], [GUN], step="long range")
    assert game.proposed("prospects", unit="Bills").facts.control.leader_controls


@pytest.mark.rules("T141", "T414", "T40")
def test_a_test_that_it_owes_comes_first_and_who_is_gone_has_no_prospects() -> None:
    assert field(own={"owes": {"control": "a DP"}}).refused("prospects", unit="Bills") == {"T414"}
    assert field(own={"owes": {"shooting": "Bows"}}).refused("prospects", unit="Bills") == {"T141"}
    running = {"conduct": "retiring", "owes": {"run": "retire"}}
    assert field(own=running).refused("prospects", unit="Bills") == {"T204"}
    assert field(own={"gone": "destroyed"}).refused("prospects", unit="Bills") == {"T40"}
    assert field(step="deployment", turn=0).refused("prospects", unit="Bills") == {"T101"}


@pytest.mark.rules("T16")
def test_without_a_map_the_players_state_who_threatens_it() -> None:
    game = field(BOWS, MEN, mapless=True)
    assert shooters(game) == {"long_range": []}
    assert asked(game)["DPs of Bills at the end of the turn"] == {}
    with pytest.raises(FactsNeededError, match=r"long_range.archery.0.distance"):
        game.proposed("prospects", unit="Bills", shot_by=["Bows"])
    said = ["long_range.archery.0.distance=8", "combat.own.struck=flank"]
    proposed = game.proposed("prospects", said, unit="Bills", shot_by=["Bows"], charged_by=["Men"])
    assert [one.firer.name for one in proposed.facts.long_range.archery] == ["Bows"]
    assert [one.name for one in proposed.facts.combat.attackers] == ["Men"]
    assert proposed.facts.combat.own.struck == "flank"


@pytest.mark.rules("T16")
def test_dice_may_be_thrown_for_it_and_nothing_is_written() -> None:
    game = field(GUN, step="close range")
    before = game.playing.file.head
    done = perform(game.playing, game.proposed("prospects", unit="Bills"), TableDice((6, 1)))
    assert done.conclusion is not None
    assert done.conclusion.says == ("At the end of the turn Bills have 0 DPs and are in good order.",)
    assert (done.event, game.playing.file.head) == (None, before)


def test_a_question_is_a_plan_that_changes_nothing() -> None:
    game = field()
    for question in game.playing.rules.questions().values():
        plan = question.plan(game.state, question.words.model_validate({"unit": "Bills"}))
        assert isinstance(plan, Plan)
        assert question.asks
        assert question.name not in game.playing.rules.actions()
        assert game.playing.rules.find(question.name) is question
