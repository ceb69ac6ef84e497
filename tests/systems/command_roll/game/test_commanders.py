"""Commanders at the end of their Command phase, their classes, objectives, and heralds on their way (C18, C38, C80)."""

from typing import Any

import pytest

from miniatures.broken import BrokenInputError
from miniatures.tracker import refusals_of
from tests.marking import case
from tests.systems.command_roll.game.tables import Game, Standing, battle, stands, touch


def bills(x: float = 60, y: float = 60, name: str = "Bills", **said: Any) -> Standing:
    return stands("Retinue Bill", name, x, y, **said)


def foes(x: float = 60, y: float = 110, name: str = "Foes", **said: Any) -> Standing:
    return stands("Shire Bill", name, x, y, **said)


def riding(york: list[Standing] | None = None, **said: Any) -> Game:
    """At the end of York's Command phase."""
    return battle(york or [bills()], [foes()], step="commanders", **said)


@pytest.mark.rules("C507", "C601", "C38")
def test_a_commander_on_foot_goes_10_cm_once_and_freely() -> None:
    game = riding(commanders={"Edward": (60, 40)})
    assert game.refused("ride", commander="Edward", to="60,50.1") == {"C15"}
    game.do("ride", commander="Edward", to="60,50")
    assert (game.unit("Edward").x, game.unit("Edward").y) == (60, 50)
    assert game.refused("ride", commander="Edward", to="60,49") == {"C38"}


@pytest.mark.rules("C38")
def test_he_joins_a_unit_and_moves_with_it_and_leaves_it() -> None:
    """Eight centimetres from his front to their rear."""
    game = riding(commanders={"Edward": (60, 50)})
    game.do("ride", commander="Edward", to="Bills")
    assert game.unit("Edward").joined == "Bills"
    assert not game.unit("Edward").placed
    game = riding(commanders={"Edward": "Bills"})
    game.do("ride", commander="Edward", to="60,52")
    assert (game.unit("Edward").joined, game.unit("Edward").y) == ("", 52)
    assert riding(commanders={"Edward": (60, 47.9)}).refused("ride", commander="Edward", to="Bills") == {"C15"}


@pytest.mark.rules("C38", "C74", "C78", "C131")
def test_what_keeps_a_commander_from_riding() -> None:
    assert "C38" in battle([bills()], [foes()]).refused("ride", commander="Edward", to="Bills")
    assert "C74" in riding().refused("ride", commander="Warwick", to="Foes")
    assert "C38" in riding().refused("ride", commander="Edward", to="Foes")
    assert riding(commanders={"Edward": (60, 55)}).refused("ride", commander="Edward", to="60,59") == {"C78"}
    assert riding(commanders={"Edward": (3, 3)}).refused("ride", commander="Edward", to="1,1") == {"C78"}
    near = battle([bills()], [foes(y=70)], step="commanders", commanders={"Edward": (80, 66)})
    assert near.refused("ride", commander="Edward", to="72,70") == set()
    near = battle([bills()], [foes(y=70)], step="commanders", commanders={"Edward": (68, 66)})
    assert near.refused("ride", commander="Edward", to="66,71") == {"C131"}
    assert riding(commanders={"Edward": "Bills"}).refused("ride", commander="Edward", to="Bills") == {"C38"}


@pytest.mark.rules("C38", "C133")
def test_nobody_leaves_a_combat() -> None:
    game = battle(
        [bills()], [foes(y=60)], step="commanders", commanders={"Edward": "Bills"}, contacts=[touch("Bills", "Foes")]
    )
    assert game.refused("ride", commander="Edward", to="60,52") == {"C133"}


@pytest.mark.rules("C341", "C90", "C77")
def test_a_river_halves_his_way_and_enemies_and_marsh_bar_it() -> None:
    river = {"kind": "river", "area": [[0, 43], [120, 43], [120, 44], [0, 44]]}
    game = riding(commanders={"Edward": (60, 40)}, terrain=[river])
    assert game.refused("ride", commander="Edward", to="60,45.1") == {"C15"}
    assert game.refused("ride", commander="Edward", to="60,45") == set()
    marsh = {"kind": "marsh", "area": [[50, 42], [70, 42], [70, 44], [50, 44]]}
    assert riding(commanders={"Edward": (60, 40)}, terrain=[marsh]).refused("ride", commander="Edward", to="60,50") == {
        "C85"
    }
    through = battle([bills()], [foes(60, 44)], step="commanders", commanders={"Edward": (60, 40)})
    assert through.refused("ride", commander="Edward", to="60,50") == {"C85"}


@pytest.mark.rules("C38")
def test_through_his_own_men_he_goes_as_he_likes() -> None:
    game = riding([bills(60, 46)], commanders={"Edward": (60, 40)})
    game.do("ride", commander="Edward", to="60,49")
    assert game.unit("Edward").y == 49


@pytest.mark.rules("C38")
def test_who_rides_to_a_commander_joins_the_men_he_is_with() -> None:
    game = riding(lords={"York": ["Howard"]}, commanders={"Edward": (60, 50), "Howard": "Bills"})
    game.do("ride", commander="Edward", to="Howard")
    assert game.unit("Edward").joined == "Bills"


@pytest.mark.rules("C601", "C1")
def test_mounting_is_for_tables_that_play_it_and_takes_the_whole_move() -> None:
    assert riding().refused("ride", commander="Edward", remount=True) == {"C1"}
    game = riding(remounting=True)
    game.do("ride", commander="Edward", remount=True)
    assert game.unit("Edward").mounted
    assert game.unit("Edward").move == 20


def test_words_that_make_no_sense_are_said_to_be_broken() -> None:
    game = riding()
    for words in ({"to": ""}, {"to": "1.2.3,4"}, {"to": "Nobody"}, {"leave": True}):
        with pytest.raises(BrokenInputError):
            game.proposed("ride", commander="Edward", **words)
    with pytest.raises(BrokenInputError, match="unit"):
        game.proposed("ride", commander="Bills", to="60,40")


@pytest.mark.rules("C38")
def test_without_a_map_he_joins_and_leaves_by_word() -> None:
    game = battle([bills()], [foes()], step="commanders", mapless=True)
    assert game.refused("ride", commander="Edward", to="Bills", sets=["distance=11"]) == {"C15"}
    game.do("ride", commander="Edward", to="Bills")
    assert game.unit("Edward").joined == "Bills"
    with pytest.raises(BrokenInputError, match="no map"):
        game.proposed("ride", commander="Edward", to="60,40")
    game.do("ride", commander="Edward", leave=True, overrule="a second thought")
    assert not game.unit("Edward").joined


@pytest.mark.parametrize(
    ("die", "classed"),
    [
        case("C432", 6, "rash"),
        case("C433", 5, "bold"),
        case("C433", 3, "bold"),
        case("C434", 2, "cautious"),
        case("C435", 1, "treacherous"),
    ],
)
def test_a_die_says_what_man_a_commander_is(die: int, classed: str) -> None:
    game = battle([bills()], [foes()], step="deployment", lords={"York": ["Howard"]}, classes={"Howard": None})
    game.do("class", commander="Howard", dice=[die])
    assert game.unit("Howard").unit.classed == classed
    assert game.refused("class", commander="Howard") == {"C431"}


@pytest.mark.rules("C431", "C435")
def test_a_generals_1_is_thrown_again_unless_the_table_says_otherwise() -> None:
    game = battle([bills()], [foes()], step="deployment", classes={"Edward": None})
    game.do("class", commander="Edward", dice=[1, 4])
    assert game.unit("Edward").unit.classed == "bold"
    game = battle([bills()], [foes()], step="deployment", classes={"Edward": None}, treacherous_generals=True)
    game.do("class", commander="Edward", dice=[1])
    assert game.unit("Edward").unit.classed == "treacherous"


def two_battles(x: float = 60, **said: Any) -> Game:
    """The general's Main Ward, and a Van Ward 35 cm off."""
    return battle([bills(20), stands("Shire Bill", "Van", x, 60, battle="Van Ward")], [foes()], **said)


@pytest.mark.rules("C441")
def test_every_battle_has_an_objective_before_the_game_begins() -> None:
    none = {"battles": {"0:Main Ward": {"objective": None}}}
    game = battle([bills(y=20)], [foes()], step="deployment", turn=0, state=none)
    assert "C441" in game.refused("next")
    game.do("objective", battle="Main Ward of York", objective="defend")
    assert game.state.battles["0:Main Ward"].objective == "defend"
    with pytest.raises(BrokenInputError, match="may be any of"):
        game.proposed("objective", battle="Main", objective="defend")
    assert battle([bills()], [foes()]).refused("objective", battle="Main Ward of York", objective="attack") == {"C442"}


def next_command(game: Game) -> None:
    """On to York's next Command phase."""
    turn = game.state.turn
    while game.state.turn == turn:
        game.on()


@pytest.mark.rules("C442", "C443")
def test_a_herald_rides_20_cm_a_turn_and_changes_the_objective_by_contact() -> None:
    """From the middle of Edward's stand at 20,39 to the corner of the Van at 56,58: 40.7 cm, three rides."""
    game = two_battles()
    game.do("herald", sender="Edward", battle="Van", objective="defend")
    for turn in (1, 2):
        game.on("shooting")
        herald = game.state.heralds["Edward"]
        assert game.state.battles["0:Van Ward"].objective == "attack"
        assert herald.x == pytest.approx(20 + turn * 20 * 36 / 40.706, abs=0.01)
        next_command(game)
    assert game.refused("herald", sender="Edward", battle="Van", objective="advance") == {"C443"}
    game.on("shooting")
    assert game.state.battles["0:Van Ward"].objective == "defend"


@pytest.mark.rules("C443", "C80")
def test_he_is_back_after_as_many_turns_as_he_rode() -> None:
    """Within 20 cm he is there at once: sent in turn 1, riding back in turn 2, free in turn 3."""
    game = two_battles(30)
    game.do("herald", sender="Edward", battle="Van", objective="defend")
    game.on("shooting")
    assert game.state.battles["0:Van Ward"].objective == "defend"
    next_command(game)
    assert game.refused("herald", sender="Edward", battle="Van", objective="advance") == {"C443"}
    next_command(game)
    assert game.refused("herald", sender="Edward", battle="Van", objective="advance") == set()


@pytest.mark.rules("C442", "C443")
def test_who_may_send_a_herald_and_with_what() -> None:
    game = two_battles(lords={"York": ["Howard"]})
    assert game.refused("herald", sender="Howard", battle="Van", objective="defend") == {"C443"}
    assert game.refused("herald", sender="Edward", battle="Van", objective="attack") == {"C442"}
    assert "C442" in game.refused("herald", sender="Edward", battle="Main Ward of Lancaster", objective="defend")
    assert "C74" in game.refused("herald", sender="Warwick", battle="Main", objective="defend")
    gone = two_battles(state={"units": {"Van": {"gone": "destroyed", "lost": 2}}})
    assert gone.refused("herald", sender="Edward", battle="Van", objective="defend") == {"C442"}


@pytest.mark.rules("C442")
def test_a_battle_without_its_leader_goes_on_until_a_herald_comes() -> None:
    game = two_battles(30, commanders={"York's Van Ward leader": None})
    assert game.state.battles["0:Van Ward"].objective == "attack"
    game.do("herald", sender="Edward", battle="Van", objective="defend")
    game.on("shooting")
    assert game.state.battles["0:Van Ward"].objective == "defend"


@pytest.mark.rules("C442", "C80")
def test_who_finds_nobody_turns_back() -> None:
    game = two_battles()
    game.do("herald", sender="Edward", battle="Van", objective="defend")
    game.do("correct", unit="Van", gone="fled")
    game.on("shooting")
    assert not game.state.heralds


@pytest.mark.rules("C442")
def test_without_a_map_the_players_say_how_far_he_rides() -> None:
    game = two_battles(mapless=True)
    game.do("herald", sender="Edward", battle="Van", objective="defend", sets=["distance=30"])
    game.on("shooting")
    assert game.state.battles["0:Van Ward"].objective == "attack"
    next_command(game)
    game.on("shooting")
    assert game.state.battles["0:Van Ward"].objective == "defend"


@pytest.mark.rules("C38", "C15")
@pytest.mark.parametrize("to", ["60,90", "Bills"])
def test_a_commander_who_wants_too_far_is_told_a_place_that_he_reaches(to: str) -> None:
    """On foot he goes 10 cm: from 60,10 straight up to about 60,20."""
    game = battle(
        [stands("Shire Bill", "Bills", 60, 60)],
        [stands("Shire Bill", "Foes", 60, 100)],
        step="commanders",
        commanders={"Edward": (60, 10)},
    )
    reach = game.unit("Edward").move
    refusal = next(one for one in refusals_of(game.proposed("ride", commander="Edward", to=to)) if one.rule == "C15")
    assert refusal.cure.startswith('go as far as you can: ride "Edward" ')
    place = refusal.cure.rpartition(" ")[2]
    assert game.refused("ride", commander="Edward", to=place) == set()
    game.do("ride", commander="Edward", to=place)
    assert game.unit("Edward").y == pytest.approx(10 + reach, abs=0.6)
    assert game.unit("Edward").x == pytest.approx(60, abs=0.1)
