"""Orders on the table: given for 2 points, carried by a herald or in person, heard for 1."""

import pytest

from miniatures.broken import BrokenInputError
from tests.systems.tree_of_battles.game.tables import Game, Standing, battle, leader, stands


def army(*more: Standing, **said: object) -> Game:
    """Edward's main battle, and the vaward under Gloucester 20 inches to the west with his bows."""
    return battle(
        [
            stands("4 heavy infantry", "Bills", 34, 10),
            stands("4 longbow", "Bows", 14, 10, battle="Vaward"),
            leader("Gloucester", unit="Bows", battle="Vaward"),
            *more,
        ],
        [stands("4 heavy infantry", "Levy", 24, 44)],
        **said,  # type: ignore[arg-type]
    )


@pytest.mark.rules("T404")
def test_the_leader_of_a_battle_gives_it_a_new_order_for_2_points() -> None:
    game = army()
    game.do("order", leader="Gloucester", battle="Vaward", order="hold")
    assert game.state.battles["0:Vaward"].order == "hold"
    assert game.unit("Bows").order == "hold"
    assert game.unit("Bills").order == "attack"
    assert game.leader("Gloucester").points(1) == 1


@pytest.mark.rules("T404", "T405")
def test_an_order_to_another_battle_is_carried_by_a_herald_and_heard_for_a_point() -> None:
    game = army(leader("Swan", "herald", x=33, y=7))
    game.do("order", leader="Edward", battle="Vaward", order="support")
    assert game.leader("Swan").carries == {"battle": "0:Vaward", "order": "support"}
    assert game.unit("Bows").order == "attack"
    assert game.refused("listen", leader="Gloucester") == {"T405"}
    # The bows reach from 10.85 to 17.15 east, so that 12 inches bring him from 33 to 3.85 inches off them.
    game.do("lead", leader="Swan", to="21,7")
    assert game.refused("listen", leader="Gloucester") == {"T405"}
    game.do("lead", leader="Swan", to="18,10", overrule="say that it is the next turn")
    assert 'listen "Gloucester"' in game.may()
    game.do("listen", leader="Gloucester")
    assert game.unit("Bows").order == "support"
    assert game.leader("Swan").carries == {}
    assert game.leader("Gloucester").points(1) == 2


@pytest.mark.rules("T404")
def test_without_a_herald_beside_him_he_goes_himself() -> None:
    game = army(leader("Swan", "herald", x=20, y=7))
    assert game.refused("order", leader="Edward", battle="Vaward", order="hold", by="Swan") == {"T75"}
    game.do("order", leader="Edward", battle="Vaward", order="hold")
    assert game.leader("Edward").carries["order"] == "hold"
    assert game.refused("order", leader="Edward", battle="Vaward", order="support") == set()


@pytest.mark.rules("T404", "T405")
def test_points_must_be_there_to_give_and_to_hear() -> None:
    spent = {"turn": 1, "points": 4}
    game = army(leader("Edward", "marshal", 5, unit="Bills", spent=spent))
    assert game.refused("order", leader="Edward", battle="Vaward", order="hold") == {"T404"}
    carried = {"battle": "0:Vaward", "order": "hold"}
    tired = army(
        leader("Swan", "herald", unit="Bows", carries=carried),
        state={"leaders": {"Gloucester": {"spent": {"turn": 1, "points": 3}}}},
    )
    assert tired.refused("listen", leader="Gloucester") == {"T405"}
    tired.do("listen", leader="Gloucester", overrule="we were kind")
    assert tired.unit("Bows").order == "hold"
    assert tired.leader("Gloucester").points(1) == 0


@pytest.mark.rules("T405")
def test_the_leader_of_the_battle_listens_and_where_he_has_fallen_another() -> None:
    carried = {"battle": "0:Vaward", "order": "hold"}
    game = army(leader("Swan", "herald", unit="Bills", carries=carried), leader("Hastings", unit="Bills"))
    assert "T405" in game.refused("listen", leader="Hastings", battle="Vaward")
    dead = army(
        leader("Swan", "herald", unit="Bills", carries=carried),
        leader("Hastings", unit="Bills"),
        state={"leaders": {"Gloucester": {"gone": "killed"}}},
    )
    dead.do("listen", leader="Hastings", battle="Vaward")
    assert dead.unit("Bows").order == "hold"


def test_while_setting_up_orders_are_free_and_some_tables_have_none() -> None:
    game = army(step="deployment", turn=0)
    game.do("order", leader="Edward", battle="Vaward", order="hold")
    assert game.unit("Bows").order == "hold"
    assert army(no_orders=True).refused("order", leader="Edward", battle="Vaward", order="hold") == {"T404"}
    assert army(no_orders=True, step="deployment").refused("order", leader="Edward", battle="Vaward", order="hold") == {
        "T12"
    }
    assert army(step="rally").refused("order", leader="Edward", battle="Vaward", order="hold") == {"T404"}


def test_nobody_listens_to_what_nobody_sent_and_nobody_orders_the_enemy() -> None:
    game = army()
    assert game.refused("listen", leader="Gloucester") == {"T405"}
    with pytest.raises(BrokenInputError):
        game.do("listen", leader="Gloucester", overrule="he dreamt it")
    with pytest.raises(BrokenInputError):
        game.do("order", leader="Warwick", battle="Vaward", order="hold")


def test_without_a_map_an_order_is_brought_as_soon_as_it_is_given() -> None:
    game = army(leader("Swan", "herald"), mapless=True)
    game.do("order", leader="Edward", battle="Vaward", order="hold")
    assert game.refused("listen", sets=["actions.0.brought=false"], leader="Gloucester") == {"T405"}
    game.do("listen", leader="Gloucester")
    assert game.unit("Bows").order == "hold"


@pytest.mark.rules("T404", "T405")
def test_an_order_is_offered_to_be_heard_by_him_alone_whom_it_is_brought_to() -> None:
    game = army(leader("Swan", "herald", x=33, y=7))
    said = game.do("order", leader="Edward", battle="Vaward", order="support")
    assert "Swan takes it to Vaward (T75)." in said
    hear = "hear the order that was brought to him"

    def offered(name: str) -> dict[str, set[str]]:
        found = game.playing.rules.choices(game.state, name)
        return {one.what: {refusal.rule for refusal in one.refusals} for one in found}

    assert hear not in offered("Edward")
    assert offered("Gloucester")[hear] == {"T405"}  # Swan is 16 inches off
    game.do("lead", leader="Swan", to="18,10", overrule="say that it is the next turn")
    assert offered("Gloucester")[hear] == set()
