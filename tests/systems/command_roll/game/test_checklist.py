"""The checklist holds up the next step for what must be done and for nothing else, and says what to type."""

import re
import shlex
from typing import Any

import pytest

from miniatures.systems.playing import Owed
from tests.systems.command_roll.game.combats import duel, won_by
from tests.systems.command_roll.game.tables import NOW, Game, battle, stands, touch


def owed(game: Game, *, must: bool | None = None) -> list[Owed]:
    return [one for one in game.playing.rules.board(game.state).owed if must in (None, one.must)]


def hows(game: Game, *, must: bool | None = None) -> list[str]:
    return [one.how for one in owed(game, must=must)]


def types(game: Game, how: str) -> set[str]:
    """What stands against an action as the checklist words it, placeholders filled in."""
    action, *words = shlex.split(how.replace("CM", "5").replace("X,Y", "60,30"))
    if action == "options":
        assert game.playing.rules.choices(game.state, words[0])
        return set()
    sets = [words[place + 1] for place, word in enumerate(words) if word == "--set"]
    plain = words[: words.index("--set")] if sets else words
    model = game.playing.rules.actions()[action].words
    names = [name for name, field in model.model_fields.items() if field.is_required()]
    names += [name for name in game.playing.rules.actions()[action].then if name not in names]
    return game.refused(action, sets, **dict(zip(names, plain, strict=False)))


@pytest.mark.rules("C441", "C431")
def test_before_the_game_objectives_and_classes_are_owed() -> None:
    game = battle(
        [stands("Shire Bill", "Bills", 60, 20)],
        [stands("Shire Bill", "Foes", 60, 100)],
        classes={"Edward": None},
        commanders={"Edward": (60, 10), "Warwick": (60, 110)},
        step="deployment",
        turn=0,
        state={"battles": {"0:Main Ward": {"objective": None}}},
    )
    assert hows(game, must=True) == ['objective "Main Ward of York" attack', 'class "Edward"']
    assert hows(game, must=False) == ['first "Lancaster"']
    assert game.refused("next") == {"C441", "C431"}
    assert [types(game, how) for how in hows(game)] == [set()] * 3


@pytest.mark.rules("C102", "C107")
@pytest.mark.parametrize("mapless", [False, True])
def test_in_the_command_phase_nothing_must_be_done(mapless: bool) -> None:
    game = battle([stands("Shire Bill", "Bills", 60, 20)], [stands("Shire Bill", "Foes", 60, 100)], mapless=mapless)
    assert hows(game, must=True) == []
    stated = " --set units.0.distance=CM" if mapless else ""
    assert hows(game) == ['options "Bills"', f'order "Edward" "Bills"{stated}']
    assert [types(game, how) for how in hows(game)] == [set(), set()]
    game.on("commanders")
    assert hows(game) == ['ride "Edward" "Bills"' + (" --set distance=CM" if mapless else "")]


@pytest.mark.rules("C133", "C411")
def test_a_commander_whose_units_take_no_orders_is_not_reminded() -> None:
    game = battle([stands("Shire Bill", "Bills", 60, 20, confused=True)], [stands("Shire Bill", "Foes", 60, 100)])
    assert hows(game) == []


@pytest.mark.rules("C201")
@pytest.mark.parametrize("mapless", [False, True])
def test_who_may_shoot_is_named_and_at_chargers_too(mapless: bool) -> None:
    game = battle(
        [stands("Shire Bow", "Bows", 60, 20)],
        [stands("Shire Bill", "Foes", 60, 40)],
        step="shooting",
        mapless=mapless,
    )
    (how,) = hows(game)
    assert types(game, how.replace("TARGET", "Foes")) == set()
    game = battle(
        [stands("Shire Bill", "Bills", 60, 50, charged=NOW, came=[60, 40], moved=NOW)],
        [stands("Shire Bow", "Bows", 60, 50)],
        contacts=[touch("Bills", "Bows")],
        mapless=mapless,
    )
    at = [how for how in hows(game) if how.startswith("shoot")]
    assert at == ['shoot "Bows"' + (' "Bills" --set distance=CM' if mapless else "")]
    assert types(game, at[0]) == set()


@pytest.mark.rules("C211")
def test_drive_backs_are_owed_by_name() -> None:
    missiles = {"now": NOW, "hits": 2, "away": 180.0}
    game = battle(
        [stands("Shire Bow", "Bows", 60, 20)],
        [stands("Shire Bill", "Foes", 60, 40, missiles=missiles)],
        step="drive backs",
    )
    assert hows(game, must=True) == ['drive-back "Foes"']
    assert types(game, hows(game)[0]) == set()
    assert game.refused("next") == {"C211"}


@pytest.mark.rules("C132", "C302", "C324", "C321")
@pytest.mark.parametrize("mapless", [False, True])
def test_in_combat_fights_and_draws_hold_up_the_phase_and_choices_do_not(mapless: bool) -> None:
    game = duel(mapless=mapless)
    assert hows(game, must=True) == ['fight "Bills"']
    won_by(game, 3, 0)
    assert (hows(game, must=True), hows(game, must=False)) == ([], ['pursue "Bills"'])
    assert types(game, 'pursue "Bills"') == set()
    game = won_by(duel(mapless=mapless), 1, 1)
    assert hows(game, must=True) == ['fall-back "Bills"', 'fall-back "Spears"']
    assert [types(game, how) for how in hows(game)] == [set(), set()]


@pytest.mark.rules("C321")
def test_who_may_stand_is_asked_before_the_throw_for_the_others() -> None:
    game = duel(terrain=[{"kind": "hedge", "line": [[40, 49.5], [80, 49.5]]}])
    game.do("fight", unit="Bills", dice=[1] * 8)
    assert hows(game, must=True) == ['stand "Spears"', 'fall-back "Bills"']
    assert [types(game, how) for how in hows(game)] == [set(), set()]


@pytest.mark.rules("C142")
def test_a_blunder_waits_for_somebody_who_is_still_there() -> None:
    order = {"units": ["Bills", "Others"], "because": "penalty", "moved": []}
    york = [stands("Shire Bill", "Bills", 60, 20, gone="routed"), stands("Shire Bill", "Others", 80, 20)]
    game = battle(york, [stands("Shire Bill", "Foes", 60, 100)], state={"order": order})
    assert hows(game, must=True) == ['blame "Others"']
    assert types(game, 'blame "Others"') == set()


@pytest.mark.rules("C143", "C145")
@pytest.mark.parametrize("because", ["away", "towards"])
def test_without_a_map_blunders_that_move_units_are_owed(because: str) -> None:
    from miniatures.systems.command_roll.blunders import AWAY, TOWARDS

    word = {"away": AWAY, "towards": TOWARDS}[because]
    order = {"units": ["Bills"], "because": word, "moved": []}
    said: dict[str, Any] = {"orders": {"now": NOW, "count": 0, "by": "Edward", "blundered": True}}
    game = battle(
        [stands("Shire Bill", "Bills", 60, 20, **said)],
        [stands("Shire Bill", "Foes", 60, 100)],
        state={"order": order},
        mapless=True,
    )
    assert hows(game, must=True) == ['move "Bills" all']
    assert types(game, 'move "Bills" all') == set()
    game.do("move", unit="Bills", centimetres="all")
    assert hows(game, must=True) == []


def test_every_line_names_its_rule_and_reads_as_a_sentence() -> None:
    for game in (duel(), won_by(duel(), 3, 0), won_by(duel(), 1, 1)):
        for one in owed(game):
            assert re.fullmatch(r"C\d+", one.rule)
            assert one.unit
            assert one.what[0].islower()


@pytest.mark.rules("C21", "C82")
def test_only_those_who_have_a_charger_in_arc_and_range_are_reminded_to_shoot() -> None:
    foes = [
        stands("Shire Bill", "Foes", 60, 40),
        stands("Shire Bow", "Near", 70, 50),
        stands("Shire Bow", "Far", 60, 110),
        stands("Shire Bow", "Looking away", 50, 50, 0),
    ]
    game = battle([stands("Shire Bill", "Bills", 60, 30)], foes)
    game.do("charge", unit="Bills", target="Foes")
    shots = [one for one in owed(game, must=False) if one.how.startswith("shoot")]
    assert [(one.unit, one.what) for one in shots] == [("Near", "may shoot at Bills as they come")]
    assert types(game, shots[0].how) == set()
