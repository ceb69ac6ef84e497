"""Friends behind a unit that is driven back: how they make way, who does not yield, and what that costs."""

from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from tests.systems.command_roll.game.tables import Game, Standing, battle, stands, touch
from tests.systems.command_roll.game.test_drive_backs import driven, hit


def places(game: Game, *names: str) -> list[tuple[float, float]]:
    return [(game.body(name).pose.x, game.body(name).pose.y) for name in names]


def friend(x: float, y: float, name: str = "Behind", profile: str = "Shire Bill", **said: Any) -> Standing:
    """Looking south as the bills do: its body is from y to y + 2."""
    return stands(profile, name, x, y, **said)


@pytest.mark.rules("C405", "C407", "C79")
def test_friends_go_back_and_both_throw_a_die() -> None:
    """4 cm for bills whose rear has 1 cm free: the friends go the other 3 with them."""
    game = driven(2, friend(60, 63))
    facts = game.facts("drive-back", unit="Bills")["unit"]
    assert (facts["behind"], facts["way_back"], facts["friends"]) == ("friends", 1, ["Behind"])
    says = game.do("drive-back", unit="Bills", dice=[3, 4, 5, 6])
    assert places(game, "Bills", "Behind") == [(60, 64), (60, 66)]
    assert (game.unit("Bills").confused, game.unit("Behind").confused) == (False, True)
    assert says[-1] == "Behind made way and are confused (C407)."


@pytest.mark.rules("C405", "C407")
def test_a_six_confuses_who_forces_them_and_he_throws_one_die_however_many_they_are() -> None:
    game = driven(1, friend(56, 62, "Left"), friend(64, 62, "Right"))
    game.do("drive-back", unit="Bills", dice=[1, 6, 1, 6])
    assert [game.unit(name).confused for name in ("Bills", "Left", "Right")] == [True, False, True]


@pytest.mark.rules("C407", "C79")
def test_they_step_aside_where_that_is_shorter() -> None:
    """The friends from 63 to 71 are in the way by 1 cm only."""
    game = driven(2, friend(67, 63))
    game.do("drive-back", unit="Bills", dice=[3, 4, 1, 1])
    assert places(game, "Bills", "Behind") == [(60, 64), (68, 63)]


@pytest.mark.rules("C405", "C407", "C97")
@pytest.mark.parametrize(("dice", "made_way"), [([1], 0), ([3, 2, 2], 1), ([5, 2, 2, 2], 2)])
def test_only_those_who_are_reached_make_way_and_throw(dice: list[int], made_way: int) -> None:
    """One friend is 1 cm behind them and another, farther to the side, 2.5: 1, 2 or 3 cm reach so many of them."""
    game = driven(1, friend(53, 63, "Near"), friend(67, 64.5, "Far"))
    game.do("drive-back", unit="Bills", dice=dice)
    moved = [
        game.unit("Near").x != 53 or game.unit("Near").y != 63,
        game.unit("Far").y != 64.5 or game.unit("Far").x != 67,
    ]
    assert sum(moved) == made_way


@pytest.mark.rules("C405", "C402")
def test_who_is_confused_already_throws_no_die_for_forcing_them() -> None:
    game = driven(1, friend(60, 62))
    game.do("drive-back", unit="Bills", dice=[6, 1])
    assert (game.unit("Bills").confused, game.unit("Bills").y) == (True, 63)


@pytest.mark.rules("C406", "C411")
def test_confused_friends_do_not_yield() -> None:
    game = driven(2, friend(60, 65, confused=True))
    assert game.facts("drive-back", unit="Bills")["unit"]["behind"] == "unyielding friends"
    game.do("drive-back", unit="Bills", dice=[3, 4])
    assert places(game, "Bills", "Behind") == [(60, 62), (60, 65)]
    assert game.unit("Bills").confused


@pytest.mark.rules("C404", "C36")
def test_engaged_friends_do_not_yield() -> None:
    game = battle(
        [stands("Shire Bow", "Bows", 60, 40), stands("Shire Bill", "Enemy", 68, 66, 270)],
        [stands("Shire Bill", "Bills", 60, 60, missiles=hit(2)), friend(64, 65)],
        step="drive backs",
        contacts=[touch("Enemy", "Behind", "front", "flank")],
    )
    assert game.facts("drive-back", unit="Bills")["unit"]["behind"] == "engaged friends"
    game.do("drive-back", unit="Bills", dice=[3, 4])
    assert (game.unit("Bills").y, game.unit("Bills").confused) == (62, True)


@pytest.mark.rules("C406", "C79")
def test_who_finds_no_place_does_not_yield_and_pushes_nobody() -> None:
    """The friend behind has others behind him and at both sides."""
    crowd = [friend(60, 64, "Third"), friend(52, 62, "Left"), friend(68, 62, "Right")]
    game = driven(1, friend(60, 62), *crowd)
    game.do("drive-back", unit="Bills", dice=[1])
    assert places(game, "Bills", "Behind", "Third") == [(60, 60), (60, 62), (60, 64)]
    assert game.unit("Bills").confused


@pytest.mark.rules("C406", "C79", "C97")
def test_they_go_no_farther_than_their_move_and_then_it_is_confused() -> None:
    """Guns in column directly behind can go 5 cm, and 6 aside is too far: of 6 cm the bills go 5."""
    game = driven(2, friend(60, 62, profile="Canon / Bombard", files=1))
    says = game.do("drive-back", unit="Bills", dice=[5, 5, 1, 1])
    assert places(game, "Bills", "Behind") == [(60, 65), (60, 67)]
    assert game.unit("Bills").confused
    assert "5.0 of 6 cm" in says[0]


@pytest.mark.rules("C407", "C97")
def test_nobody_makes_way_into_an_enemy() -> None:
    """Back he would touch an enemy after half a centimetre; to his left there is room, 4 cm away."""
    game = battle(
        [stands("Shire Bow", "Bows", 60, 40), stands("Shire Bill", "Enemy", 64, 65.5, 0)],
        [stands("Shire Bill", "Bills", 60, 60, missiles=hit(1)), friend(64, 61.9)],
        step="drive backs",
        state={"units": {"Enemy": {"y": 66.4}}},
    )
    game.do("drive-back", unit="Bills", dice=[1, 1, 1])
    assert places(game, "Bills", "Behind") == [(60, 61), (68, 61.9)]
    assert not game.state.engaged("Behind")


@pytest.mark.rules("C407", "C38", "C90")
@pytest.mark.parametrize("confused", [False, True])
def test_a_commander_alone_steps_aside_and_nobody_throws_for_it(confused: bool) -> None:
    game = driven(1, commanders={"Warwick": (60, 62)}, state={"units": {"Warwick": {"confused": confused}}})
    game.do("drive-back", unit="Bills", dice=[1])
    assert places(game, "Bills", "Warwick") == [(60, 61), (60, 63)]


ENEMY = stands("Shire Bill", "Enemy", 60, 69, 180)
BARRED: list[Any] = [
    pytest.param({"friends": [friend(60, 69, "Stubborn", confused=True)]}, "unyielding friends", [], id="confused"),
    pytest.param({"enemies": [ENEMY]}, "enemies", [], id="enemies"),
    pytest.param(
        {"terrain": [{"kind": "marsh", "area": [[40, 69], [80, 69], [80, 71], [40, 71]]}]},
        "impassable ground",
        [1],
        id="marsh",
    ),
    pytest.param({"size": (120, 69)}, "table edge", [6], id="edge"),
]


def behind_friends(said: dict[str, Any], step: str, **unit: Any) -> Game:
    """The Currours stand from 60 to 63, friends who yield from 66 to 68, and something else 6 cm behind the horse."""
    rest = {key: value for key, value in said.items() if key in ("terrain", "size")}
    fights = step == "combat"
    return battle(
        [stands("Shire Bill", "Bills", 60, 60 if fights else 30), *said.get("enemies", ())],
        [stands("Mounted Currours", "Horse", 60, 60, 180, **unit), friend(60, 66), *said.get("friends", ())],
        step=step,
        contacts=[touch("Bills", "Horse")] if fights else [],
        commanders={"Edward": (3, 3), "Warwick": (3, 60)},
        **rest,
    )


@pytest.mark.rules("C100", "C403", "C404", "C406", "C407")
@pytest.mark.parametrize(("said", "what", "dice"), BARRED)
def test_who_is_driven_through_friends_stops_short_of_what_is_behind_them(
    said: dict[str, Any], what: str, dice: list[int]
) -> None:
    """Of 12 cm it goes 5, among the friends who go aside; ground alone asks for a die of its own, after theirs."""
    game = behind_friends(said, "drive backs", missiles=hit(4))
    facts = game.facts("drive-back", unit="Horse")["unit"]
    assert (facts["behind"], facts["way_back"], facts["then"]) == ("friends", 3, what)
    assert facts["then_at"] == pytest.approx(6, abs=0.02)
    forcing = [1] if dice else []
    game.do("drive-back", unit="Horse", dice=[5, 5, 5, 5, *forcing, 1, *dice])
    assert game.unit("Horse").y == pytest.approx(65, abs=0.02)
    assert game.unit("Horse").confused == (dice != [1])
    assert not _overlaps(game)
    assert game.unit("Behind").x != 60


@pytest.mark.rules("C100", "C407")
def test_friends_who_are_passed_altogether_throw_and_stay() -> None:
    game = behind_friends({}, "drive backs", missiles=hit(4))
    game.do("drive-back", unit="Horse", dice=[5, 5, 5, 5, 1, 6])
    assert places(game, "Horse", "Behind") == [(60, 72), (60, 66)]
    assert game.unit("Behind").confused


@pytest.mark.rules("C100", "C322", "C36")
@pytest.mark.parametrize("said", [pytest.param(param.values[0], id=param.id) for param in BARRED])
def test_who_retreats_through_friends_into_what_is_behind_them_is_destroyed(said: dict[str, Any]) -> None:
    """Ten hits were shot on it as it charged: it retreats 10, and 6 are free but for the friends."""
    for hits, more, gone in ((10, [], "destroyed"), (6, [1, 1], "")):
        game = behind_friends(said, "combat", shot_hits=hits)
        game.do("fight", unit="Bills", dice=[1] * 10 + more)
        assert game.unit("Horse").gone == gone
        assert not _overlaps(game)


@pytest.mark.rules("C404", "C97", "C100")
def test_behind_friends_who_yield_the_way_may_still_be_closed() -> None:
    """The first friends go aside; 4 cm behind the bills stand others who are confused, and throw no die."""
    game = driven(2, friend(65, 62, "Yielding"), friend(60, 66, "Stubborn", confused=True))
    game.do("drive-back", unit="Bills", dice=[5, 5, 1])
    bills = game.unit("Bills")
    assert bills.y == pytest.approx(63, abs=0.01)
    assert bills.confused
    assert places(game, "Stubborn") == [(60, 66)]


@pytest.mark.rules("C97", "C406")
def test_who_falls_back_or_retreats_into_friends_without_room_is_confused() -> None:
    """Guns in column directly behind can go 5 cm, and no farther: of 6 cm the Bills go 5."""
    from tests.systems.command_roll.game.combats import duel

    guns = stands("Canon / Bombard", "Guns", 60, 48, files=1)
    game = duel(also=([guns], []), commanders={"Edward": (20, 20)})
    game.do("fight", unit="Bills", dice=[1] * 8)
    says = game.do("fall-back", unit="Bills", dice=[6, 6, 6, 1, 1])
    assert game.unit("Bills").y == pytest.approx(45, abs=0.01)
    assert game.unit("Bills").confused
    assert "Bills fall back 5.0 of 6: there is no room for more (C406)." in says
    game = duel({"shot_hits": 6}, also=([guns], []), commanders={"Edward": (20, 20)})
    says = game.do("fight", unit="Bills", dice=[1] * 10)
    assert (game.unit("Bills").y, game.unit("Bills").confused) == (pytest.approx(45, abs=0.01), True)
    assert "Bills go 5.0 cm: there is no room for more (C406)." in says


offsets = some.tuples(some.integers(-90, 90), some.integers(0, 60), some.integers(0, 11), some.booleans())


@settings(deadline=None, max_examples=40)
@given(
    some.lists(offsets, min_size=1, max_size=5),
    some.lists(some.integers(1, 6), min_size=1, max_size=4),
    some.integers(-60, 60),
)
def test_whoever_stands_behind_nobody_ends_on_others_or_off_the_table(crowd: Any, faces: list[int], away: int) -> None:
    others = [
        stands(
            "Shire Bill", f"F{number}", 60 + x / 10, 63 + 3 * number + y / 20, (180 + 30 * turn) % 360, confused=still
        )
        for number, (x, y, turn, still) in enumerate(crowd)
    ]
    game = driven(len(faces), *others, away=away % 360, size=(120, 90), commanders={"Warwick": (5, 80)})
    before = _overlaps(game)
    steady = {name: one.pose for name, one in game.state.units.items() if one.confused}
    game.do("drive-back", unit="Bills", dice=_enough(game, faces))
    assert _overlaps(game) <= before
    assert all(game.table.ground.inside(body.polygon) for body in game.table.bodies.values())
    assert {name: game.unit(name).pose for name in steady} == steady


def _enough(game: Game, faces: list[int]) -> list[int]:
    """These faces, and a 1 for every die that is asked for after them."""
    from miniatures.dice import TableDice
    from miniatures.tracker import perform, propose

    dice = list(faces)
    for _ in range(10):
        resolved = perform(
            game.playing, propose(game.playing, "drive-back", {"unit": "Bills"}), TableDice(dice)
        ).resolved
        if resolved is None or resolved.needed is None:
            game.undo()
            return dice
        dice.append(1)
    raise AssertionError("dice without end")


def _overlaps(game: Game) -> set[tuple[str, str]]:
    bodies = sorted(game.table.bodies.items())
    return {
        (one, other)
        for (one, body), (other, their) in combinations(bodies, 2)
        if body.polygon.intersection(their.polygon).area > 0.1
    }


@pytest.mark.rules("C101", "C40")
@pytest.mark.parametrize(("over", "stopped"), [(0.02, False), (0.04, False), (0.1, True)])
def test_who_is_only_brushed_does_not_bar_the_way(over: float, stopped: bool) -> None:
    game = driven(1, friend(68 - over, 63, confused=True))
    game.do("drive-back", unit="Bills", dice=[5])
    assert (game.unit("Bills").y, game.unit("Bills").confused) == ((60, True) if stopped else (63, False))
