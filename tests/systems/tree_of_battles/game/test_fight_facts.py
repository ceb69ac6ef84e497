"""What is measured of a combat: who faces whom, who overlaps, who is struck from aside, on what ground, with whom."""

from typing import Any

import pytest

from tests.systems.tree_of_battles.game.tables import Game, Standing, battle, leader, stands, touch

MEN = "4 heavy infantry"
STAND, DEEP = 40 / 25.4, 20 / 25.4


def melee(york: Standing, lancaster: Standing, *more: Standing, **said: Any) -> Game:
    """Both front to front at y = 24, in the second turn of their fight unless `since` says that it is the first."""
    since = said.pop("since", 0)
    others = said.pop("others", ())
    return battle(
        [york, *more],
        [lancaster, *others],
        step="combat",
        contacts=[touch(york.name, lancaster.name, since=since)],
        **said,
    )


def dice(game: Game, unit: str) -> dict[str, int]:
    """The dice of everybody in the fight of a contingent, by who strikes whom."""
    proposed = game.proposed("fight", unit=unit)
    assert proposed.procedure is not None
    made = proposed.procedure.sums(proposed.facts)
    return {one.purpose: int(one.total) for one in made if " strike " in one.purpose}


def lines(game: Game, unit: str, enemy: str) -> dict[str, float]:
    proposed = game.proposed("fight", unit=unit)
    assert proposed.procedure is not None
    (made,) = (one for one in proposed.procedure.sums(proposed.facts) if one.purpose == f"{unit} strike {enemy}")
    return {line.rule: line.value for line in made.modifiers}


@pytest.mark.rules("T221", "T222", "T225", "T231", "T239", "T31")
def test_six_stands_charge_four_men_at_arms_with_nine_dice_against_fourteen() -> None:
    game = battle(
        [stands("6 heavy infantry", "Bills", 24, 20, grade="C", dps=1)],
        [stands("4 foot men at arms", "Men at arms", 24, 21.5, grade="A")],
        step="first charges",
    )
    game.do("charge", unit="Bills", target="Men at arms")
    game.do("respond", target="Men at arms", answer="stand")
    game.on("combat")
    facts = game.facts("fight", unit="Bills")
    assert (facts["attackers"][0]["facing"], facts["attackers"][0]["overlapping"]) == (4, 2)
    assert (facts["defenders"][0]["facing"], facts["defenders"][0]["overlapping"]) == (4, 0)
    # 4 x 2 and 2 x 1 for the overlaps, less 1 for the DP; 4 x 3 and 2 for A grade
    assert dice(game, "Bills") == {"Bills strike Men at arms": 9, "Men at arms strike Bills": 14}


@pytest.mark.rules("T223", "T225", "T31")
def test_pike_fight_in_two_ranks() -> None:
    game = melee(stands("8 pike", "Pikes", 24, 24, grade="C"), stands(MEN, "Bills", 24, 24, grade="C"))
    # four files of pike: 4 x 2 facing and 4 x 1 behind them
    assert dice(game, "Pikes") == {"Pikes strike Bills": 12, "Bills strike Pikes": 8}


@pytest.mark.rules("T223", "T225")
def test_pike_that_fell_back_have_one_die_and_who_follows_them_up_one_more() -> None:
    game = melee(
        stands(MEN, "Bills", 24, 24, grade="C", follows=2),
        stands("4 pike", "Pikes", 24, 24, grade="C", files=4, fell_back=1),
        turn=2,
    )
    assert lines(game, "Pikes", "Bills") == {"T225": 4}
    assert lines(game, "Bills", "Pikes") == {"T222": 8, "T238": 1}


@pytest.mark.rules("T225", "T31", "T61")
def test_a_line_one_stand_off_faces_with_three_and_overlaps_with_one() -> None:
    game = melee(stands(MEN, "Bills", 24 + STAND, 24, grade="C"), stands("4 longbow", "Bows", 24, 24, grade="C"))
    # one stand of each reaches past the other: three face, one overlaps
    assert dice(game, "Bills") == {"Bills strike Bows": 7, "Bows strike Bills": 4}


@pytest.mark.rules("T225", "T61", "T307")
def test_struck_in_the_flank_the_end_file_fights_and_does_not_face() -> None:
    game = battle(
        [stands(MEN, "Bills", 24, 24, 0, grade="C")],
        [stands("4 mounted men at arms", "Knights", 24 - 2 * STAND, 24 - DEEP / 2, 90, grade="C")],
        step="combat",
        contacts=[touch("Knights", "Bills", "front", "flank")],
    )
    facts = game.facts("fight", unit="Bills")
    knights, bills = facts["attackers"][0], facts["defenders"][0]
    assert (bills["facing"], bills["not_facing"], bills["overlapping"], bills["struck"]) == (0, 1, 0, "flank")
    assert (knights["facing"], knights["overlapping"]) == (1, 2)  # one rank has room for one stand at its flank
    # charge combat: 2 DPs for the flank leave the one stand the one die that everybody has
    assert dice(game, "Bills")["Bills strike Knights"] == 1


@pytest.mark.rules("T33", "T61")
def test_a_stand_that_faces_one_enemy_strikes_no_other_at_its_flank() -> None:
    game = battle(
        [stands(MEN, "Bills", 24, 24, 0)],
        [
            stands(MEN, "Ahead", 24, 24, 180),
            stands("2 heavy infantry", "Aside", 24 - 2 * STAND, 24 - DEEP / 2 - 0.4, 90),
        ],
        step="combat",
        contacts=[touch("Bills", "Ahead"), touch("Aside", "Bills", "front", "flank")],
    )
    by_enemy = {one["defender"]: one["attacker_stands"] for one in game.facts("fight", unit="Bills")["contacts"]} | {
        one["attacker"]: one["defender_stands"] for one in game.facts("fight", unit="Bills")["contacts"]
    }
    assert (by_enemy["Ahead"]["facing"], by_enemy["Aside"]["facing"], by_enemy["Aside"]["not_facing"]) == (4, 0, 0)


@pytest.mark.rules("T31", "T61")
def test_pike_of_the_second_rank_strike_to_the_front_or_are_struck_in_the_rear_but_never_both() -> None:
    """6 pike, 4 abreast: 4 face and 2 are behind them, whoever came first."""
    behind = stands(MEN, "Behind", 24, 24 - 2 * DEEP, 0)
    rear, front = touch("Behind", "Pikes", "front", "rear"), touch("Pikes", "Bills")
    for contacts in ([rear, front], [front, rear]):
        pikes = stands("6 pike", "Pikes", 24, 24, grade="C", files=4)
        game = battle([pikes], [stands(MEN, "Bills", 24, 24), behind], step="combat", contacts=contacts)
        met = game.facts("fight", unit="Pikes")["contacts"]
        theirs = [one["attacker_stands" if one["attacker"] == "Pikes" else "defender_stands"] for one in met]
        counted = [sum(one[key] for one in theirs) for key in ("facing", "overlapping", "second_rank", "not_facing")]
        assert counted == [4, 0, 2, 0]


@pytest.mark.rules("T61")
def test_a_stand_at_the_corner_is_struck_by_one_enemy_only() -> None:
    """Two ranks of 2: one enemy at the left flank, where a file stands, and one at the rear with 2 opposite."""
    ours = stands(MEN, "Ours", 24, 24, grade="C", files=2)
    flank = stands("2 heavy infantry", "Aside", 24 - STAND, 24 - DEEP, 90)
    rear = stands("2 heavy infantry", "Behind", 24, 24 - 2 * DEEP, 0)
    contacts = [touch("Aside", "Ours", "front", "flank"), touch("Behind", "Ours", "front", "rear")]
    game = battle([ours], [flank, rear], step="combat", contacts=contacts)
    facts = game.facts("fight", unit="Ours")
    struck = [one["defender_stands"]["not_facing"] for one in facts["contacts"]]
    assert struck == [2, 1], "the file, and the other stand of the rear rank"


@pytest.mark.rules("T3", "T221", "T222")
def test_in_a_mixed_front_rank_each_stand_brings_its_own_dice() -> None:
    game = melee(
        stands(["2 foot men at arms", "2 heavy infantry"], "Retinue", 24, 24, grade="C"),
        stands(MEN, "Bills", 24, 24, grade="C"),
    )
    assert game.facts("fight", unit="Retinue")["attackers"][0]["facing"] == {"foot men at arms": 2, "heavy infantry": 2}
    assert lines(game, "Retinue", "Bills") == {"T221": 6, "T222": 4}


@pytest.mark.rules("T236", "T34")
@pytest.mark.parametrize(
    ("behind", "supported"),
    [
        ({"y": 24 - DEEP - 2}, True),
        ({"y": 24 - DEEP - 2.1}, False),
        ({"y": 22, "array": "disarray"}, False),
        ({"y": 22, "facing": 180.0}, False),
        ({"y": 22, "x": 30.0}, False),
        ({"y": 22, "dps": 5}, False),
    ],
)
def test_support_comes_from_directly_behind_within_two_inches(behind: dict[str, Any], supported: bool) -> None:
    friends: dict[str, Any] = {"x": 24.0, "facing": 0.0, "grade": "C"} | behind
    game = melee(stands(MEN, "Bills", 24, 24), stands(MEN, "Billmen", 24, 24), stands(MEN, "Friends", **friends))
    assert ("T236" in lines(game, "Bills", "Billmen")) == supported


@pytest.mark.rules("T236", "T34")
def test_skirmishers_support_nobody() -> None:
    friends = stands("4 skirmishers", "Friends", 24, 22, array="skirmish")
    assert "T236" not in lines(
        melee(stands(MEN, "Bills", 24, 24), stands(MEN, "Others", 24, 24), friends), "Bills", "Others"
    )


@pytest.mark.rules("T234")
def test_who_stands_higher_has_a_die_more() -> None:
    hill = {"kind": "hill", "area": [[10, 24.1], [40, 24.1], [40, 34], [10, 34]], "height": 2}
    game = melee(stands(MEN, "Below", 24, 24), stands(MEN, "Above", 24, 24), terrain=[hill])
    assert "T234" in lines(game, "Above", "Below")
    assert "T234" not in lines(game, "Below", "Above")


@pytest.mark.rules("T235")
def test_who_stands_behind_works_defends_a_fortification_unless_he_charges() -> None:
    works = {"kind": "earthworks", "line": [[10, 24], [40, 24]]}
    game = melee(stands(MEN, "Outside", 24, 23.98), stands(MEN, "Inside", 24, 24.02), terrain=[works])
    assert "T235" in lines(game, "Inside", "Outside")
    charged = battle(
        [stands(MEN, "Outside", 24, 23.98)],
        [stands(MEN, "Inside", 24, 24.02)],
        step="combat",
        contacts=[touch("Inside", "Outside")],
        terrain=[works],
    )
    assert "T235" not in lines(charged, "Inside", "Outside")


@pytest.mark.rules("T237", "T5")
def test_leaders_in_the_front_rank_bring_a_die_for_two_command_points() -> None:
    hastings = leader("Hastings", "captain", 4, unit="Bills", front=True)
    game = battle(
        [stands(MEN, "Bills", 24, 24), hastings, leader("Rivers", "captain", 4, unit="Bills")],
        [stands(MEN, "Others", 24, 24)],
        step="combat",
        contacts=[touch("Bills", "Others", since=0)],
    )
    assert lines(game, "Bills", "Others")["T237"] == 2


@pytest.mark.rules("T32", "T239", "T242")
def test_charge_bonuses_and_dps_count_in_the_round_of_the_charge_only() -> None:
    def fight(since: int) -> dict[str, float]:
        knights = stands("4 mounted men at arms", "Knights", 24, 24, grade="C", dps=2)
        return lines(melee(knights, stands(MEN, "Bills", 24, 24), since=since), "Knights", "Bills")

    assert fight(1) == {"T222": 8, "T239": -2, "T242": 2}
    assert fight(0) == {"T222": 8}


@pytest.mark.rules("T241", "T32")
def test_a_pursuit_into_contact_has_its_own_bonus() -> None:
    game = battle(
        [stands("4 mounted men at arms", "Knights", 24, 24, grade="C")],
        [stands(MEN, "Bills", 24, 24)],
        step="combat",
        contacts=[touch("Knights", "Bills", how="pursuit")],
    )
    assert lines(game, "Knights", "Bills") == {"T222": 8, "T241": 3}


@pytest.mark.rules("T33")
def test_linked_combats_are_one_and_others_are_apart() -> None:
    game = battle(
        [
            stands("2 heavy infantry", "West", 22, 24),
            stands("2 heavy infantry", "East", 26, 24),
            stands(MEN, "Far", 38, 24),
        ],
        [stands(MEN, "Middle", 24, 24), stands(MEN, "Away", 38, 24)],
        step="combat",
        contacts=[touch("West", "Middle"), touch("East", "Middle"), touch("Far", "Away")],
    )
    facts = game.facts("fight", unit="West")
    assert [one["name"] for one in facts["attackers"]] == ["East", "West"]
    assert [one["name"] for one in facts["defenders"]] == ["Middle"]
    assert len(game.owed()) == 2
    assert game.facts("fight", unit="Middle", dice_at="West")["defenders"][0]["dice_at"] == "West"


@pytest.mark.rules("T31", "T61", "T33")
def test_without_a_map_the_stands_are_those_that_the_rules_would_have() -> None:
    game = melee(stands("6 heavy infantry", "Bills", grade="C"), stands(MEN, "Others", grade="C"), mapless=True)
    assert dice(game, "Bills") == {"Bills strike Others": 10, "Others strike Bills": 8}
    several = battle(
        [stands("2 heavy infantry", "West"), stands("2 heavy infantry", "East")],
        [stands(MEN, "Middle")],
        step="combat",
        contacts=[touch("West", "Middle", since=0), touch("East", "Middle", since=0)],
        mapless=True,
    )
    contacts = several.facts("fight", unit="West")["contacts"]
    assert [one["defender_stands"]["facing"] for one in contacts] == [2, 2]
