"""Tests on the table: who must take a control test and why, what it says, treachery, and the risk to leaders."""

import pytest

from miniatures.broken import BrokenInputError
from miniatures.systems.tree_of_battles.game.describing import nearness
from miniatures.systems.tree_of_battles.game.duties import must_advance
from tests.marking import case
from tests.systems.tree_of_battles.game.tables import Game, Standing, battle, leader, stands, touch


def levy(*york: Standing, x: float = 24.0, lancaster: tuple[Standing, ...] = (), **said: object) -> Game:
    """York's bills at x,10 (2 stands: 1.57 inches to either side), Edward at 24,7; the enemy is far off."""
    return battle(
        [
            stands("2 heavy infantry", "Bills", x, 10, grade="C"),
            leader("Edward", "marshal", 5, 24, 7),
            *york,
        ],
        [stands("4 heavy infantry", "Levy", 24, 44), *lancaster],
        **said,  # type: ignore[arg-type]
    )


@pytest.mark.parametrize(
    ("x", "must"),
    [
        # The rear corner is at x - 1.57, 9.21: with Edward at 24,7, 7.68 inches across are 8 in all.
        case("T411", 33.2, False, name="within 8 inches of the marshal"),
        case("T411", 33.4, True, name="beyond 8 inches of the marshal"),
    ],
)
def test_who_is_beyond_reach_of_the_marshal_must_test(x: float, must: bool) -> None:
    game = levy(x=x)
    assert game.owed() == (['test "Bills"'] if must else [])
    assert game.refused("test", unit="Bills") == (set() if must else {"T411"})
    if must:
        assert game.facts("test", unit="Bills")["because"] == ["out of control"]
        assert game.refused("next") == {"T411"}


@pytest.mark.rules("T411")
def test_a_captain_reaches_4_inches_to_his_own_battle() -> None:
    near = levy(leader("Hastings", "captain", 3, 40, 6), x=40)
    assert near.owed() == []
    far = levy(leader("Hastings", "captain", 3, 40, 5), x=40)
    assert far.owed() == ['test "Bills"']
    other = levy(leader("Hastings", "captain", 3, 40, 6, battle="Vaward"), x=40)
    assert other.owed() == ['test "Bills"']


@pytest.mark.rules("T411")
def test_who_is_in_a_continuous_line_with_the_leaders_stand_is_in_control() -> None:
    line = [
        stands("6 heavy infantry", name, 40 - 10.2 * number, 10) for number, name in enumerate(("One", "Two", "Three"))
    ]
    game = levy(*line, leader("Hastings", "captain", 3, unit="Three"), x=46.4)
    assert game.owed() == []


@pytest.mark.rules("T411")
def test_who_fights_retires_or_routs_takes_no_test() -> None:
    for conduct in ("retiring", "routing"):
        assert levy(stands("2 pike", "Pikes", 46, 40, 180, conduct=conduct)).owed() == []
    game = levy(x=40, lancaster=(stands("2 pike", "Pikes", 40, 10),), contacts=[touch("Pikes", "Bills")])
    assert game.owed() == []


@pytest.mark.parametrize(
    ("die", "word"),
    [
        case("T433", 2, "halt"),
        case("T434", 3, "as the player wishes"),
        case("T434", 4, "as the player wishes"),
        case("T435", 5, "repeat last move"),
        case("T436", 6, "repeat last move"),
    ],
)
def test_what_the_test_says_is_kept_for_the_turn(die: int, word: str) -> None:
    game = levy(x=40)
    game.do("test", unit="Bills", dice=[die])
    assert game.unit("Bills").reaction == {"turn": 1, "word": word}
    assert game.owed() == []
    assert game.refused("test", unit="Bills") >= {"T58"}


@pytest.mark.rules("T403", "T423")
def test_a_leader_who_exerts_control_changes_the_die_to_what_is_wanted() -> None:
    game = levy(leader("Hastings", "captain", 3, 40, 5), x=40)
    assert game.refused("control", leader="Hastings", contingent="Bills") == {"T403"}
    game.do("lead", leader="Hastings", to="40,5.1")
    game.do("control", leader="Hastings", contingent="Bills", sets=["actions.0.distance=2"])
    game.do("test", unit="Bills", dice=[2])
    assert game.unit("Bills").reaction["word"] == "as the player wishes"


@pytest.mark.rules("T412", "T431")
def test_pursuers_stop_only_at_3_or_4() -> None:
    def pursuers() -> Game:
        return levy(stands("4 pike", "Pikes", 20, 14, conduct="pursuing", pursues="Levy", array="disarray"))

    game = pursuers()
    assert game.owed() == []
    assert 'test "Pikes"' in game.may()
    assert game.facts("test", unit="Pikes")["because"] == ["pursuit"]
    game.do("test", unit="Pikes", dice=[5])
    assert (game.unit("Pikes").conduct, game.unit("Pikes").reaction["word"]) == ("pursuing", "goes on")
    game = pursuers()
    game.do("test", unit="Pikes", dice=[4])
    assert (game.unit("Pikes").conduct, game.unit("Pikes").pursues) == ("steady", "")
    assert game.unit("Pikes").disordered


@pytest.mark.rules("T412")
def test_looters_test_to_stop() -> None:
    game = levy(stands("4 pike", "Pikes", 20, 14, conduct="looting", looting="Carts"))
    game.do("test", unit="Pikes", dice=[3])
    assert (game.unit("Pikes").conduct, game.unit("Pikes").looting) == ("steady", "")


@pytest.mark.parametrize(
    ("enemy", "y", "tests"),
    [
        case("T413", "4 foot men at arms", 22, True, name="12 inches"),
        case("T413", "4 mounted men at arms", 20, True, name="mounted"),
        case("T413", "4 foot men at arms", 22.2, False, name="beyond 12 inches"),
        case("T413", "4 heavy infantry", 20, False, name="no men at arms"),
    ],
)
def test_the_chivalrous_test_near_enemy_men_at_arms(enemy: str, y: float, tests: bool) -> None:
    game = battle(
        [stands("4 foot men at arms", "Knights", 24, 10, grade="A", traits=["chivalrous"])],
        [stands(enemy, "Enemies", 24, y)],
    )
    assert ('test "Knights"' in game.may()) is tests
    assert game.facts("test", unit="Knights")["because"] == (["chivalrous"] if tests else [])


@pytest.mark.rules("T421", "T435")
def test_the_chivalrous_add_1_and_go_for_the_nearest_a_grade() -> None:
    game = battle(
        [stands("4 foot men at arms", "Knights", 24, 10, grade="A", traits=["chivalrous"])],
        [stands("4 foot men at arms", "Enemies", 24, 20)],
    )
    game.do("test", unit="Knights", dice=[4])
    assert game.unit("Knights").reaction["word"] == "charge nearest A grade"


@pytest.mark.rules("T432")
def test_treachery_takes_the_contingent_and_its_leaders_over() -> None:
    game = levy(leader("Stanley", "captain", 3, unit="Pikes"), stands("4 pike", "Pikes", 24, 14), x=40)
    said = game.do("test", unit="Bills", dice=[1, 1])
    assert said[-1] == "Bills change sides: they fight for Lancaster now (T432, T13)."
    assert game.unit("Bills").side == 1
    game = battle(
        [
            stands("2 heavy infantry", "Bills", 40, 10, grade="C", conduct="pursuing"),
            leader("Stanley", unit="Bills"),
            leader("Swan", "herald", unit="Bills"),
            stands("4 pike", "Pikes", 24, 10),
        ],
        [stands("4 heavy infantry", "Levy", 24, 44)],
    )
    game.do("test", unit="Bills", dice=[1, 1])
    assert [game.leader(name).side for name in ("Stanley", "Swan", "Edward")] == [1, 1, 0]
    battles = game.state.battles[game.unit("Bills").battle]
    assert (battles.side, battles.leader) == (1, "Stanley")
    assert {one.id for one in game.state.standing(0)} == {"Pikes"}


@pytest.mark.rules("T432")
def test_who_stays_true_halts_and_mercenaries_are_not_tempted() -> None:
    game = levy(x=40)
    game.do("test", unit="Bills", dice=[1, 2])
    assert (game.unit("Bills").side, game.unit("Bills").reaction["word"]) == (0, "halt")
    bought = levy(stands("2 pike", "Swiss", 46, 20, traits=["mercenary"]))
    bought.do("test", unit="Swiss", dice=[1])
    assert bought.unit("Swiss").side == 0
    peace = levy(x=40, civil_war=False)
    peace.do("test", unit="Bills", dice=[1])


@pytest.mark.rules("T432")
def test_only_the_unreliable_go_over_where_the_table_says_so() -> None:
    loyal = levy(x=40, only_unreliable_change_sides=True)
    loyal.do("test", unit="Bills", dice=[1])
    assert loyal.unit("Bills").side == 0
    stanley = battle(
        [leader("Edward", "marshal", 5, 24, 7, unreliable=True), stands("2 heavy infantry", "Bills", 40, 10)],
        [stands("4 heavy infantry", "Levy", 24, 44)],
        only_unreliable_change_sides=True,
    )
    stanley.do("test", unit="Bills", dice=[1, 1])
    assert stanley.unit("Bills").side == 1


def test_a_test_belongs_to_the_command_phase_unless_it_is_owed() -> None:
    assert levy(x=40, step="rally").refused("test", unit="Bills") == {"T101", "T411"}
    owing = levy(x=40, step="long range", state={"units": {"Bills": {"owes": {"control": "a DP from Guns"}}}})
    assert owing.facts("test", unit="Bills")["because"] == ["artillery"]
    owing.do("test", unit="Bills", dice=[3])
    assert owing.unit("Bills").owes == {}


def test_without_a_map_the_players_say_why() -> None:
    game = levy(mapless=True)
    assert game.owed() == []
    assert game.refused("test", unit="Bills") == {"T411"}
    game.do("test", unit="Bills", sets=["because=out of control"], dice=[2])
    assert game.unit("Bills").reaction["word"] == "halt"


def test_a_test_that_is_overruled_is_thrown_all_the_same() -> None:
    game = levy()
    game.do("test", unit="Bills", dice=[2], overrule="he wants to know")
    assert game.unit("Bills").reaction["word"] == "halt"
    gone = levy(stands("2 pike", "Pikes", gone="destroyed"))
    assert gone.refused("test", unit="Pikes") == {"T40"}


@pytest.mark.rules("T141")
def test_a_shooting_test_that_was_put_off_is_owed() -> None:
    game = levy(stands("4 pike", "Pikes", 24, 20, grade="B", dps=5, owes={"shooting": "Levy"}), step="long range")
    assert game.owed() == ['test "Pikes"']
    assert game.refused("next") == {"T141"}
    with pytest.raises(BrokenInputError):
        game.do("test", unit="Pikes", wants="act as wished", dice=[2])
    # B grade changes its 2 to a 3.
    game.do("test", unit="Pikes", dice=[2])
    assert game.unit("Pikes").reaction == {"turn": 1, "word": "halt", "at": "Levy"}
    assert game.unit("Pikes").tests == {"turn": 1, "count": 1}
    assert game.owed() == []


@pytest.mark.parametrize(
    ("dice", "wounds", "gone"),
    [
        case("T151", [2], 0, "", name="not hit"),
        case("T152", [1, 1], 0, "killed"),
        case("T153", [1, 3], 2, "", name="wounded, far from enemies"),
        case("T154", [1, 4], 1, "", name="light wound"),
        case("T155", [1, 6], 0, "", name="no effect"),
    ],
)
def test_a_risk_to_a_leader_that_was_forgotten_is_thrown_by_agreement(dice: list[int], wounds: int, gone: str) -> None:
    game = levy(leader("Hastings", "captain", 3, unit="Bills"))
    assert game.refused("risk", leader="Hastings") == {"T151"}
    game.do("risk", leader="Hastings", dice=dice, overrule="forgotten")
    assert (game.leader("Hastings").wounds, game.leader("Hastings").gone) == (wounds, gone)


@pytest.mark.rules("T153", "T156")
def test_a_wounded_leader_near_the_enemy_is_captured_and_one_without_points_killed() -> None:
    near = stands("2 pike", "Pikes", 24, 14)
    game = levy(leader("Hastings", "captain", 3, unit="Bills"), lancaster=(near,))
    game.do("risk", leader="Hastings", dice=[1, 2], overrule="forgotten")
    assert game.leader("Hastings").gone == "captured"
    assert game.unit("Bills").total_dps == 0
    game = levy(leader("Hastings", "captain", 2, unit="Bills"), lancaster=(near,))
    game.do("risk", leader="Hastings", dice=[1, 2], overrule="forgotten")
    assert game.leader("Hastings").gone == "killed"


@pytest.mark.rules("T305")
def test_a_noble_killed_costs_his_men_and_all_friends_within_12_inches_2_dps() -> None:
    game = levy(
        leader("Hastings", "captain", 3, unit="Bills"),
        stands("2 pike", "Near", 24, 20),
        stands("2 pike", "Far", 44, 20),
    )
    game.do("risk", leader="Hastings", dice=[1, 1], overrule="forgotten")
    assert [game.unit(name).total_dps for name in ("Bills", "Near", "Far", "Levy")] == [2, 2, 0, 0]
    assert game.unit("Near").dps[0]["rule"] == "T305"


@pytest.mark.rules("T413")
def test_the_chivalrous_must_advance_unless_a_test_lets_them_be() -> None:
    game = battle(
        [stands("4 foot men at arms", "Knights", 24, 10, grade="A", traits=["chivalrous"])],
        [stands("4 foot men at arms", "Enemies", 24, 20)],
    )
    assert must_advance(game.state, nearness(game.state), game.unit("Knights"))
    assert not must_advance(game.state, nearness(game.state), game.unit("Enemies"))
    game.do("test", unit="Knights", dice=[2])
    assert not must_advance(game.state, nearness(game.state), game.unit("Knights"))


@pytest.mark.rules("T414", "T434", "T13", "T213")
def test_a_halt_lasts_until_the_turn_ends_whatever_a_later_test_allows() -> None:
    halted = {"turn": 1, "word": "halt", "at": None}
    bills = stands("4 heavy infantry", "Bills", 24, 20, grade="C", reaction=halted, owes={"control": "Guns"})
    game = battle([bills], [stands("4 heavy infantry", "Levy", 24, 21.5)], step="close range")
    says = game.do("test", unit="Bills", dice=[4])
    assert says[-1] == "An earlier test has halted Bills until the turn ends, and that stands (T13)."
    game.on("first charges")
    assert "T213" in game.refused("charge", unit="Bills", target="Levy")
