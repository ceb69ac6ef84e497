"""Combat measured: which stands touch, whom they strike, who is outflanked, ranks, support and positions.

A stand of foot is 4 cm across and 2 deep; a line of two stands is 8 by 2, a column 4 by 4.
"""

from typing import Any

import pytest

from miniatures.space.pose import Pose
from tests.marking import case
from tests.systems.command_roll.game.combats import CHARGED, added, duel, fighter
from tests.systems.command_roll.game.tables import NOW, Game, battle, stands, touch

HEDGE = {"kind": "hedge", "line": [[40, 49.5], [80, 49.5]]}
WORKS = {"kind": "earthworks", "line": [[40, 49.5], [80, 49.5]]}
WOOD = {"kind": "wood", "area": [[40, 50], [80, 50], [80, 60], [40, 60]]}
HILL = {"kind": "hill", "area": [[40, 49.5], [80, 49.5], [80, 60], [40, 60]], "height": 1}


def pairs(game: Game, unit: str = "Bills") -> dict[tuple[str, str], tuple[int, int]]:
    facts = game.facts("fight", unit=unit)
    return {
        (one["attacker"], one["defender"]): (one["attacker_stands"], one["defender_stands"])
        for one in facts["contacts"]
    }


@pytest.mark.rules("C131", "C132", "C161", "C311")
@pytest.mark.parametrize(
    ("off", "fight", "support"),
    [
        pytest.param(0, 2, 0, id="two against two"),
        pytest.param(2, 2, 0, id="each touches one or two"),
        pytest.param(4, 2, 0, id="at the corner too"),
        pytest.param(5, 1, 1, id="one a centimetre off supports the other"),
        pytest.param(8, 1, 1, id="corner to corner"),
    ],
)
def test_stands_that_touch_fight_and_those_beside_them_support(off: float, fight: int, support: int) -> None:
    game = duel(lancaster={"x": 60 + off})
    assert pairs(game) == {("Bills", "Spears"): (fight, fight)}
    # At the corners alone nobody fights to his front, and nobody supports such a stand.
    wanted = 0 if off == 8 else support
    assert fighter(game, "Bills").get("supporting", 0) == wanted
    assert fighter(game, "Spears").get("supporting", 0) == wanted


@pytest.mark.rules("C305", "C161")
def test_a_stand_that_is_struck_in_the_flank_has_one_attack_less() -> None:
    # The Bills look east, their right stand centred on the left end of the Spears, who look south.
    game = duel({"x": 56, "y": 53, "facing": 90}, sides=("front", "flank"))
    assert pairs(game) == {("Bills", "Spears"): (1, 1)}
    assert fighter(game, "Spears")["outflanked"] == 1
    assert "supporting" not in fighter(game, "Spears")  # the stand beside fights nobody to its front
    assert fighter(game, "Bills")["supporting"] == 1
    assert added(game, "Spears") == [(2, "C611"), (-1, "C305")]


@pytest.mark.rules("C305")
def test_a_unit_struck_in_the_rear_has_all_its_touched_stands_outflanked() -> None:
    game = duel({"x": 60, "y": 52, "facing": 180}, sides=("front", "rear"))
    assert fighter(game, "Spears")["outflanked"] == 2
    assert added(game, "Spears") == [(4, "C611"), (-2, "C305")]


@pytest.mark.rules("C304", "C311")
def test_a_column_has_a_rank_more_than_a_line_and_none_more_than_a_column() -> None:
    game = duel({"files": 1})
    assert added(game, "Bills") == [(2, "C611"), (1, "C304")]
    assert "supporting" not in fighter(game, "Bills")  # it counts as a rank, and so not as support
    game = duel({"files": 1}, {"files": 1})
    assert added(game, "Bills") == [(2, "C611")]
    assert fighter(game, "Bills")["supporting"] == fighter(game, "Spears")["supporting"] == 1


@pytest.mark.rules("C311", "C413")
@pytest.mark.parametrize(
    ("reserve", "support"),
    [
        pytest.param(stands("Shire Bow", "Reserve", 60, 48), 2, id="exactly behind"),
        pytest.param(stands("Shire Bow", "Reserve", 60.4, 48), 2, id="nearly"),
        pytest.param(stands("Shire Bow", "Reserve", 61, 48), 0, id="a centimetre off"),
        pytest.param(stands("Shire Bow", "Reserve", 60, 47.8), 0, id="not touching"),
        pytest.param(stands("Shire Bow", "Reserve", 60, 46, 180), 0, id="looking elsewhere"),
        pytest.param(stands("Shire Bow", "Reserve", 60, 48, confused=True), 0, id="confused"),
        pytest.param(stands("Mounted Currours", "Reserve", 60, 48), 0, id="horse"),
        pytest.param(stands("Shire Bow", "Reserve", 68, 50), 1, id="beside: its nearer stand"),
        pytest.param(stands("Shire Bow", "Reserve", 58, 48, files=1), 1, id="a column behind one stand"),
    ],
)
def test_infantry_exactly_behind_or_beside_supports(reserve: Any, support: int) -> None:
    # The Spears stand in column, so that nobody but the Bills touches them.
    game = duel(lancaster={"files": 1}, also=([reserve], []))
    found = game.facts("fight", unit="Bills").get("attackers_support", [])
    assert sum(one["supporting"] for one in found) == support


def test_horse_supports_where_the_table_plays_it() -> None:
    reserve = stands("Mounted Currours", "Reserve", 60, 48)
    game = duel(lancaster={"files": 1}, also=([reserve], []), cavalry_supports=True)
    assert game.facts("fight", unit="Bills")["attackers_support"][0]["supporting"] == 2


@pytest.mark.rules("C304")
def test_the_contingent_makes_ranks_where_the_table_plays_it_and_its_stands_count_once() -> None:
    def deep(**said: Any) -> Game:
        york = [
            stands("Shire Bill", "Bills", 60, 50, contingent="Hastings"),
            stands("Shire Bow", "Bows", 60, 48, contingent="Hastings"),
            stands("Shire Bow", "Others", 60, 46),
        ]
        lancaster = [stands("Shire Bill", "Spears", 60, 50)]
        return battle(york, lancaster, contacts=[touch("Bills", "Spears")], step="combat", **said)

    assert deep().facts("fight", unit="Bills")["attackers_support"][0]["supporting"] == 2
    game = deep(ranks_of_contingent=True)
    assert fighter(game, "Bills")["ranks"] == 2
    assert "attackers_support" not in game.facts("fight", unit="Bills")
    assert added(game, "Bills") == [(4, "C611"), (1, "C304")]


@pytest.mark.parametrize(
    ("terrain", "position", "need"),
    [
        case("C162", [], "open", 4),
        case("C163", [HEDGE], "defended", 5, name="hedge"),
        case("C163", [WOOD], "defended", 5, name="wood"),
        case("C163", [HILL], "defended", 5, name="hill"),
        case("C164", [WORKS], "fortified", 6, name="works"),
    ],
)
def test_the_position_of_who_is_charged(terrain: list[Any], position: str, need: int) -> None:
    game = duel(CHARGED, terrain=terrain)
    assert fighter(game, "Spears").get("position", "open") == position
    assert "position" not in fighter(game, "Bills")
    # The charge counts against an enemy in the open alone.
    bonus = [(2, "C301")] if position == "open" else []
    assert added(game, "Bills") == [(4, "C611"), *bonus]
    dice = [need - 1] * 3 + [1] * (4 + len(bonus) * 2 - 3) + [1] * 4
    game.do("fight", unit="Bills", dice=dice)
    assert game.unit("Spears").hits == 0


@pytest.mark.rules("C301", "C163")
def test_who_charged_has_left_the_hedge_and_both_may_have_charged_somebody() -> None:
    game = duel(lancaster=CHARGED, terrain=[HEDGE], active=1, state={"units": {"Spears": {"charged": NOW + 1}}})
    assert "position" not in fighter(game, "Spears")
    assert fighter(game, "Spears")["charging"]


@pytest.mark.rules("C163")
def test_who_is_got_round_is_not_defended_any_more() -> None:
    # The Bills are behind the hedge, the Others at the open end of the Spears.
    others = stands("Shire Bill", "Others", 56, 53, 90)
    game = duel(
        CHARGED,
        also=([others], []),
        contacts=[touch("Others", "Spears", "front", "flank")],
        terrain=[{"kind": "hedge", "line": [[56.5, 49.5], [80, 49.5]]}],
    )
    assert "position" not in fighter(game, "Spears")


@pytest.mark.rules("C301")
def test_a_charge_of_an_earlier_turn_and_an_advance_have_no_bonus() -> None:
    assert "charging" not in fighter(duel({"charged": NOW - 1}), "Bills")
    assert "charging" not in fighter(duel({"charged": NOW, "advanced": NOW}), "Bills")


@pytest.mark.rules("C306", "C412")
def test_who_is_confused_has_one_attack_less_for_each_stand() -> None:
    assert added(duel({"confused": True}), "Bills") == [(4, "C611"), (-2, "C306")]


@pytest.mark.rules("C132", "C161")
def test_combats_that_are_linked_are_one_and_others_are_fought_apart() -> None:
    game = battle(
        [stands("Shire Bill", "A", 56, 50), stands("Shire Bill", "B", 64, 50), stands("Shire Bill", "C", 100, 50)],
        [stands("Shire Bill", "P", 60, 50), stands("Shire Bill", "Q", 100, 50)],
        contacts=[touch("A", "P"), touch("B", "P"), touch("C", "Q")],
        step="combat",
    )
    # P stands before half of each: A and B touch it with one stand flush and the other at the corner.
    assert pairs(game, "B") == {("A", "P"): (2, 1), ("B", "P"): (2, 1)}
    assert pairs(game, "Q") == {("C", "Q"): (2, 2)}
    assert game.refused("next") == {"C132"}


@pytest.mark.rules("C601", "C603")
def test_commanders_fight_with_the_unit_they_joined_or_alone() -> None:
    assert added(duel(commanders={"Edward": "Bills"}), "Bills") == [(4, "C611"), (6, "C601")]
    assert added(duel(commanders={"Edward": "Bills"}, commanders_only_command=True), "Bills") == [(4, "C611")]
    game = battle(
        [stands("Shire Bill", "Bills", 60, 20)],
        [stands("Shire Bill", "Spears", 60, 50)],
        commanders={"Edward": (60, 50)},
        contacts=[touch("Edward", "Spears")],
        step="combat",
    )
    assert added(game, "Edward") == [(6, "C601")]
    assert game.facts("fight", unit="Edward")["contacts"] == [
        {"attacker": "Edward", "defender": "Spears", "attacker_stands": 1, "defender_stands": 2}
    ]


@pytest.mark.rules("C166", "C301")
def test_hits_on_a_charger_count_once_more_for_the_shooters_in_the_first_round_alone() -> None:
    game = duel({"charged": NOW, "shot_hits": 2, "hits": 2})
    # The Bills hit with one of six, the Spears with none: 1 against the 2 that were shot.
    game.do("fight", unit="Bills", dice=[4, 1, 1, 1, 1, 1, 1, 1, 1, 1])
    assert game.body("Bills").pose.y == 49
    assert (game.unit("Bills").shot_hits, game.unit("Bills").hits) == (0, 2)


@pytest.mark.rules("C305")
def test_without_a_map_the_side_that_was_stated_counts() -> None:
    game = duel(sides=("front", "flank"), mapless=True)
    assert fighter(game, "Spears")["outflanked"] == 1
    assert fighter(duel(sides=("front", "rear"), mapless=True), "Spears")["outflanked"] == 2
    assert "outflanked" not in fighter(duel(mapless=True), "Spears")


@pytest.mark.rules("C311", "C101")
@pytest.mark.parametrize("turned", [0, 7, 63, 147, 231])
def test_a_stand_that_is_struck_at_the_flank_alone_has_no_support_however_the_table_lies(turned: int) -> None:
    middle = Pose(60, 60, turned)
    game = battle(
        [stands("Shire Bill", "Bills", *middle.point(-7, -1), turned)],
        [stands("Shire Bill", "Spears", *middle.point(4, 0), (90 + turned) % 360)],
        commanders={"Edward": (3, 3), "Warwick": None},
    )
    game.do("charge", unit="Bills")
    game.on("combat")
    assert "supporting" not in fighter(game, "Spears")
    assert fighter(game, "Bills")["supporting"] == 1
