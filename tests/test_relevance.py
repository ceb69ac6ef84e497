"""Which rules come first at a table: of the step, of the troops that stand there, of every battle, of others."""

from pathlib import Path

import pytest

from miniatures.relevance import Sorted, Troops, at_issue, met, sort, troops_of
from miniatures.rulebook import Entry, Rulebook, load_rulebook
from miniatures.ruling import Rule
from miniatures.systems import SYSTEMS
from miniatures.tracker import open_game
from tests.web.desks import MIDDLE, lay_out


def _book(game: str) -> Rulebook:
    return load_rulebook(SYSTEMS[{"Towton": "warfare", "Barnet": "command-roll"}.get(game, "tree-of-battles")].folder)


@pytest.fixture(scope="module")
def battles(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Sorted]:
    folder: Path = lay_out(tmp_path_factory.mktemp("battles"))
    found = {}
    for name in MIDDLE:
        playing = open_game(folder / f"{name}.game")
        state = playing.state
        entries, _ = _book(name).search("")
        now = at_issue(playing, state, playing.rules.board(state))
        found[name] = sort(entries, troops_of(playing), now, met(playing))
    return found


def numbers(entries: tuple[Entry, ...]) -> set[str]:
    return {entry.rule.number for entry in entries}


@pytest.mark.parametrize("game", MIDDLE)
def test_every_rule_is_in_one_part_and_none_is_lost(game: str, battles: dict[str, Sorted]) -> None:
    parts = [entry.rule.number for part in battles[game] for entry in part]
    assert sorted(parts) == sorted(_book(game).rules)
    for part in battles[game]:
        order = [list(_book(game).rules).index(entry.rule.number) for entry in part]
        assert order == sorted(order)


def test_when_it_is_time_to_shoot_shooting_comes_first(battles: dict[str, Sorted]) -> None:
    assert {"W201", "W202", "W205", "W207", "W208"} <= numbers(battles["Towton"].now)
    assert not numbers(battles["Towton"].now) & {"W101", "W301", "W401", "W501", "W601"}
    assert numbers(battles["Barnet"].now) == {"C201", "C202", "C203", "C204", "C205"}


def test_the_modifiers_of_the_step_come_with_it(battles: dict[str, Sorted]) -> None:
    """Longbows at -1 (W214) and the range beyond 8 inches (W221) are what the archers at Towton need now."""
    assert {"W214", "W221"} <= numbers(battles["Towton"].now)


def test_rules_of_troops_that_nobody_brought_come_last(battles: dict[str, Sorted]) -> None:
    """At Towton stand no guns (W204, W408), crossbows (W215) or pikes (W420); at Barnet no Welshmen (C620, C621)."""
    assert {"W204", "W408", "W215", "W420", "W704"} <= numbers(battles["Towton"].elsewhere)
    assert {"C617", "C618", "C620", "C621"} <= numbers(battles["Barnet"].elsewhere)
    assert {"T113", "T114"} <= numbers(battles["Tewkesbury"].elsewhere)


def test_rules_of_troops_that_are_here_and_of_everybody_do_not(battles: dict[str, Sorted]) -> None:
    assert {"C609", "C610", "C622"} <= numbers(battles["Barnet"].here)  # bills, bows and the gun of Barnet
    assert {"T221", "T222"} <= numbers(battles["Tewkesbury"].here)  # dice of men at arms and heavy infantry
    assert {"C101", "C131"} <= numbers(battles["Barnet"].always)
    assert {"T101", "T267"} <= numbers(battles["Tewkesbury"].always)


TROOPS = Troops(
    here=frozenset({frozenset({"retinue", "bow"}), frozenset({"bill"})}),
    names=frozenset({"archers"}),
    absent=frozenset({frozenset({"welsh", "bow"}), frozenset({"pike"}), frozenset({"skirmishers"})}),
    numbers=frozenset({"X9"}),
)


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("Retinue bows shoot twice", "here"),
        ("Billmen stand", "here"),
        ("Bows and pikes", "always"),  # bows are here, if not by that name alone
        ("Welsh bows shoot once", "elsewhere"),
        ("Pikes stand", "elsewhere"),
        ("Pikes and archers", "always"),
        ("Non-skirmishers charge", "always"),
        ("Skirmishers evade", "elsewhere"),
        ("Roll a die", "always"),
    ],
)
def test_a_rule_is_for_those_whom_it_names(text: str, part: str) -> None:
    entry = Entry(Rule("X1", "Chapter", text), ())
    assert getattr(sort([entry], TROOPS, frozenset(), frozenset()), part) == (entry,)


def test_what_was_priced_or_played_by_a_rule_keeps_it_here() -> None:
    entries = [Entry(Rule(number, "Chapter", "Pikes stand"), ()) for number in ("X8", "X9", "X10")]
    found = sort(entries, TROOPS, frozenset(), frozenset({"X10"}))
    assert numbers(found.here) == {"X9", "X10"}
    assert numbers(found.elsewhere) == {"X8"}
