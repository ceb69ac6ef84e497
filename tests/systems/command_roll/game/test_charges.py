"""Charges on the table: where they meet, on which side, how far they reach, and what is in their way (C31, C41)."""

from typing import Any

import pytest

from miniatures.broken import BrokenInputError
from tests.systems.command_roll.game.tables import Game, Standing, battle, stands, touch

LONE = {"Edward": (10, 10), "Warwick": None}


def bills(x: float = 60, y: float = 60, name: str = "Bills", **said: Any) -> Standing:
    return stands("Retinue Bill", name, x, y, **said)


def foes(x: float = 60, y: float = 68, facing: float = 180, name: str = "Foes", **said: Any) -> Standing:
    return stands("Shire Bill", name, x, y, facing, **said)


def ordered(york: list[Standing], lancaster: list[Standing], **said: Any) -> Game:
    """York's first unit has an order."""
    game = battle(york, lancaster, **({"commanders": LONE} | said))
    game.do("order", character="Edward", unit=york[0].described["name"], dice=[1, 1])
    return game


def place(game: Game, unit: str = "Bills") -> tuple[float, float, float]:
    own = game.unit(unit)
    assert own.x is not None
    return own.x, own.y, own.facing


@pytest.mark.rules("C131", "C132")
def test_a_charge_ends_flush_and_centred_on_the_front() -> None:
    game = ordered([bills(58)], [foes()])
    says = game.do("charge", unit="Bills", target="Foes")
    assert says == ("Bills charge into the front of Foes.",)
    assert place(game) == pytest.approx((60, 68, 0))
    (contact,) = game.state.contacts
    assert contact[:4] == ("Bills", "Foes", "front", "front")
    assert game.unit("Bills").charged == game.state.now
    assert game.unit("Bills").came == (58, 60)
    assert not game.state.order


@pytest.mark.rules("C131")
def test_a_charge_into_the_flank() -> None:
    """Foes look east; the Bills stand behind the line of their front and not behind that of their rear."""
    game = ordered([bills(59)], [foes(60, 72, 90)])
    game.do("charge", unit="Bills")
    (contact,) = game.state.contacts
    assert contact.second_side == "flank"
    x, y, facing = place(game)
    assert (abs(x - 59), y, facing) == pytest.approx((2, 68, 0))  # one of its two stands centred on 59


@pytest.mark.rules("C131")
def test_a_charge_into_the_rear() -> None:
    game = ordered([bills()], [foes(60, 70, 0)])
    game.do("charge", unit="Bills")
    assert game.state.contacts[0].second_side == "rear"
    assert place(game) == pytest.approx((60, 68, 0))


@pytest.mark.rules("C131")
def test_the_side_is_where_the_charge_began_and_not_where_it_ends() -> None:
    """Foes look south-east: the Bills are before the line of their front, and turn to meet it flush."""
    game = ordered([bills(60, 60)], [foes(60, 65, 135)])
    game.do("charge", unit="Bills", overrule="far for a corner")
    assert game.state.contacts[0].second_side == "front"
    assert place(game)[2] == pytest.approx(315)


@pytest.mark.rules("C131")
def test_who_stands_aside_meets_the_closest_stand_and_extends_the_line_from_there() -> None:
    """From 70 the right stand of the enemy, at 62, is the closest; both stands meet somebody from 60."""
    game = ordered([stands("Mounted Currours", "Horse", 70, 60)], [foes()])
    game.do("charge", unit="Horse")
    assert place(game, "Horse") == pytest.approx((60, 68, 0))


@pytest.mark.rules("C131")
def test_with_all_its_stands_out_of_reach_it_meets_with_one() -> None:
    """From 67 the corner would go the root of 7 and 8 squared, 10.6; with one stand centred on 62 it goes 8.5."""
    game = ordered([bills(67)], [foes()])
    game.do("charge", unit="Bills")
    assert place(game) == pytest.approx((64, 68, 0))


@pytest.mark.rules("C131")
def test_a_column_meets_with_its_first_stand() -> None:
    game = ordered([bills(files=1)], [foes()])
    game.do("charge", unit="Bills")
    assert abs(place(game)[0] - 60) == pytest.approx(2)


@pytest.mark.rules("C131")
def test_where_the_place_is_taken_it_slides_along_as_little_as_it_must() -> None:
    """Friends hold 57 to 65 of the enemy's front, which begins at 56: the place from 49 to 57 is left."""
    friends = bills(61, 68, "Friends")
    game = ordered([bills(52), friends], [foes()], contacts=[touch("Friends", "Foes")])
    game.do("charge", unit="Bills")
    assert place(game) == pytest.approx((53, 68, 0))
    assert game.state.enemies_touching("Bills") == ["Foes"]


@pytest.mark.rules("C131")
def test_where_no_place_is_left_there_is_no_charge() -> None:
    friends = bills(60, 68, "Friends")
    game = ordered([bills(), friends], [foes()], contacts=[touch("Friends", "Foes")])
    assert "C31" in game.refused("charge", unit="Bills", target="Foes")
    game.do("charge", unit="Bills", target="Foes", overrule="there is room on the real table")
    assert game.state.enemies_touching("Bills") == ["Foes"]


@pytest.mark.rules("C132")
def test_everybody_whom_it_touches_at_the_end_is_engaged() -> None:
    game = ordered([bills()], [foes(56), foes(64, name="More")])
    game.do("charge", unit="Bills", target="Foes")
    assert sorted(game.state.enemies_touching("Bills")) == ["Foes", "More"]


@pytest.mark.rules("C131", "C15")
def test_a_charge_that_is_too_short_is_not_made() -> None:
    assert ordered([bills()], [foes(y=70)]).refused("charge", unit="Bills") == set()
    game = ordered([bills()], [foes(y=70.1)])
    assert game.refused("charge", unit="Bills") == {"C15"}
    game.do("charge", unit="Bills", overrule="it is near enough")
    assert game.state.enemies_touching("Bills") == ["Foes"]


@pytest.mark.rules("C15")
def test_irregular_units_charge_at_full_pace() -> None:
    assert ordered([bills(irregular=True)], [foes(y=70)]).refused("charge", unit="Bills") == set()


@pytest.mark.rules("C341")
def test_a_river_halves_a_charge() -> None:
    river = {"kind": "river", "area": [[0, 61], [120, 61], [120, 62], [0, 62]]}
    assert ordered([bills()], [foes(y=66)], terrain=[river]).refused("charge", unit="Bills") == {"C15"}
    assert ordered([bills()], [foes(y=65)], terrain=[river]).refused("charge", unit="Bills") == set()


@pytest.mark.rules("C131", "C77")
def test_friends_enemies_and_marsh_block_the_way() -> None:
    friends = stands("Shire Bow", "Friends", 60, 64)
    assert "C131" in ordered([bills(), friends], [foes()]).refused("charge", unit="Bills", target="Foes")
    between = foes(60, 64, name="Between")
    assert "C131" in ordered([bills()], [foes(), between]).refused("charge", unit="Bills", target="Foes")
    marsh = {"kind": "marsh", "area": [[50, 62], [70, 62], [70, 63], [50, 63]]}
    assert ordered([bills()], [foes()], terrain=[marsh]).refused("charge", unit="Bills") == {"C77"}


@pytest.mark.rules("C131")
def test_nobody_charges_whom_he_does_not_see() -> None:
    wood = {"kind": "wood", "area": [[40, 62], [80, 62], [80, 66], [40, 66]]}
    assert "C31" in ordered([bills()], [foes()], terrain=[wood]).refused("charge", unit="Bills", target="Foes")
    assert "C331" in ordered([bills()], [foes()], terrain=[wood]).refused("charge", unit="Bills")


@pytest.mark.rules("C131", "C16")
def test_guns_never_charge_and_nobody_charges_his_friends() -> None:
    guns = stands("Canon / Bombard", "Guns", 60, 64)
    assert ordered([guns], [foes()]).refused("charge", unit="Guns") == {"C16"}
    assert "C131" in ordered([bills(), bills(60, 66, "More")], [foes(y=90)]).refused(
        "charge", unit="Bills", target="More"
    )


@pytest.mark.rules("C133", "C132")
def test_who_is_engaged_charges_nobody_else() -> None:
    game = ordered([bills()], [foes(), foes(20, 68, name="More")])
    game.do("charge", unit="Bills")
    assert game.refused("charge", unit="Bills", target="More") >= {"C132"}
    game.do("charge", unit="Bills", target="More", overrule="they broke off")
    assert game.state.enemies_touching("Bills") == ["More"]


@pytest.mark.rules("C38")
def test_a_lone_commander_can_be_charged_and_one_with_his_men_is_charged_with_them() -> None:
    game = ordered([bills()], [foes(y=100)], commanders={"Edward": (10, 10), "Warwick": (60, 66)})
    game.do("charge", unit="Bills", target="Warwick")
    assert game.state.enemies_touching("Bills") == ["Warwick"]
    game = ordered([bills()], [foes()], commanders={"Edward": (10, 10), "Warwick": "Foes"})
    game.do("charge", unit="Bills", target="Warwick")
    assert game.state.enemies_touching("Bills") == ["Foes"]
    game = ordered([bills()], [foes(y=100)], commanders={"Warwick": (60, 66)}, commanders_only_command=True)
    assert "C38" in game.refused("charge", unit="Bills", target="Warwick")


@pytest.mark.rules("C167")
def test_nobody_charges_the_dead_and_there_is_nothing_to_overrule() -> None:
    game = ordered([bills()], [foes(), foes(20, 68, name="Dead", gone="destroyed", lost=2)])
    assert game.refused("charge", unit="Bills", target="Dead") == {"C167"}
    with pytest.raises(BrokenInputError, match="nothing to overrule"):
        game.do("charge", unit="Bills", target="Dead", overrule="why not")


@pytest.mark.rules("C131")
def test_a_unit_that_has_lost_a_stand_is_met_where_it_stands_now() -> None:
    game = ordered([bills(lost=1)], [foes(62, lost=1)])
    game.do("charge", unit="Bills")
    assert place(game) == pytest.approx((62, 68, 0))


@pytest.mark.rules("C131", "C78")
def test_a_charge_ends_on_the_table() -> None:
    """Foes at the western edge have one place flush and centred for each of their stands."""
    game = ordered([bills(6)], [foes(4)], commanders={"Edward": (60, 40), "Warwick": None})
    game.do("charge", unit="Bills")
    assert place(game) == pytest.approx((4, 68, 0))


@pytest.mark.rules("C131", "C132")
def test_without_a_map_the_players_say_whom_and_where_they_strike() -> None:
    game = battle([bills()], [foes()], mapless=True)
    game.do("order", character="Edward", unit="Bills", dice=[1, 1], sets=["units.0.distance=5"])
    assert game.refused("charge", unit="Bills", target="Foes", sets=["distance=10.1"]) == {"C15"}
    game.do("charge", unit="Bills", target="Foes", strikes="flank", sets=["distance=9"])
    assert game.state.contacts[0].second_side == "flank"
    assert "C331" in battle([bills()], [foes()], mapless=True).refused("charge", unit="Bills")
