"""Whole battles, recorded: each is read and written without loss, played again, taken back, and told.

Made again with:  python examples/play_towton.py --lines examples/towton.jsonl, and so on
"""

import ast
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from miniatures.draw.report import page
from miniatures.game import Event, export_lines, import_lines
from miniatures.replaying import replayed, sums_of
from miniatures.reporting import report_of
from miniatures.tracker import Playing, open_game

EXAMPLES = Path(__file__).parent.parent / "examples"
SCRIPTS = sorted(EXAMPLES.glob("play_*.py"))
#: What they share.
CAPTAINS = [EXAMPLES / f"{name}.py" for name in ("captains", "ordering", "leading", "striking")]
RECORDED = sorted(EXAMPLES.glob("*.jsonl"))
LARGEST = 1_500_000

#: What a player may lean on. Systems stay behind `GameRules`, whose shapes stand in `systems.playing`.
PUBLIC = {
    "miniatures.dice",
    "miniatures.draw.report",
    "miniatures.game",
    "miniatures.reporting",
    "miniatures.systems.playing",
    "miniatures.tables",
    "miniatures.tracker",
}


def imported(recorded: Path, path: Path) -> Playing:
    with recorded.open(encoding="utf-8") as lines:
        import_lines(lines, path, recorded.name)
    return open_game(path)


@pytest.fixture(scope="module", params=RECORDED, ids=lambda path: path.stem)
def recorded(request: pytest.FixtureRequest) -> Path:
    assert isinstance(request.param, Path)
    return request.param


@pytest.fixture(scope="module")
def playing(recorded: Path, tmp_path_factory: pytest.TempPathFactory) -> Playing:
    return imported(recorded, tmp_path_factory.mktemp("recorded") / f"{recorded.stem}.game")


def test_the_recording_is_read_and_written_without_loss(recorded: Path, playing: Playing) -> None:
    written = "".join(f"{line}\n" for line in export_lines(playing.file))
    assert written.encode() == recorded.read_bytes()
    assert len(written) < LARGEST


def test_the_battle_is_fought_to_its_end(playing: Playing) -> None:
    board = playing.rules.board(playing.state)
    assert board.over
    assert board.turn > 5


def changed(events: list[Event], part: str, key: str) -> bool:
    """Whether any event gave one of these pieces this mark, and did not only wipe it."""
    pieces = [piece for event in events for piece in event.changes.get(part, {}).values()]
    return any(piece.get(key) for piece in pieces if piece)


def fighters(event: Event) -> set[str]:
    return {unit["name"] for side in ("attackers", "defenders") for unit in event.facts[side]}


def fought_again(events: list[Event]) -> bool:
    """Whether units met again in a later round. No unit fights twice in a turn, so it was in another one."""
    rounds = [fighters(event) for event in events if event.command == "melee"]
    return any(len(one & other) > 1 for one, other in combinations(rounds, 2))


def done(command: str) -> Callable[[list[Event]], bool]:
    return lambda events: any(event.command == command for event in events)


def answered(word: str) -> Callable[[list[Event]], bool]:
    return lambda events: any(event.words.get("answer") == word for event in events)


def in_the_log(kind: str) -> Callable[[list[Event]], bool]:
    return lambda events: any(event.kind == kind for event in events)


def overruled(events: list[Event]) -> bool:
    return any(event.overruled for event in events)


HAPPENS: dict[str, dict[str, Callable[[list[Event]], bool]]] = {
    "towton": {
        "units shoot": done("shoot"),
        "units fall back": lambda events: changed(events, "units", "fell_back"),
        "units charge": done("charge"),
        "melees are fought": done("melee"),
        "a melee goes on over several rounds": fought_again,
        "units rout": lambda events: changed(events, "units", "routing"),
        "winners pursue": lambda events: changed(events, "units", "pursuing"),
        "units rally": lambda events: changed(events, "units", "rallied"),
        "a leader rides": done("ride"),
        "a messenger is sent": lambda events: changed(events, "messengers", "sent"),
        "a messenger arrives": lambda events: changed(events, "messengers", "arrived"),
    },
    "barnet": {
        "a unit shoots at chargers": lambda events: changed(events, "units", "shot_hits"),
        "arrows run out": lambda events: changed(events, "units", "exhausted"),
        "units are confused": lambda events: changed(events, "units", "confused"),
        "a commander joins a unit": lambda events: changed(events, "units", "joined"),
        "a herald arrives": lambda events: changed(events, "heralds", "back"),
        "units are no more": lambda events: changed(events, "units", "gone"),
    },
    "tewkesbury": {
        "a herald carries an order": lambda events: changed(events, "leaders", "carries"),
        "a leader exerts control": lambda events: changed(events, "leaders", "controls"),
        "a leader fights in the front rank": lambda events: changed(events, "leaders", "front"),
        "a test decides what a contingent does": lambda events: changed(events, "units", "reaction"),
        "a contingent rallies from disarray": lambda events: changed(events, "units", "rallied"),
        "a charge is met standing": answered("stand"),
        "men at arms countercharge": answered("countercharge"),
        "archers evade a charge": answered("evade"),
        "contingents shoot together": lambda events: any(event.words.get("also") for event in events),
        "a contingent breaks": lambda events: changed(events, "units", "broken"),
        "contingents are no more": lambda events: changed(events, "units", "gone"),
    },
}
#: What the captains of a battle never come to: at Barnet everybody has his class, and nobody is treacherous; at
#: Tewkesbury everything is done.
NEVER = {
    "towton": {"place", "deliver", "wheel", "face", "form", "limber", "pass", "break-off", "correct"},
    "barnet": {"class", "treachery"},
}
EACH = {
    "a refusal is overruled": overruled,
    "something is taken back": in_the_log("undo"),
    "something is brought again": in_the_log("redo"),
}


CASES = [(path, what) for path in RECORDED for what in (*HAPPENS.get(path.stem, {}), *EACH)]


@pytest.mark.parametrize(
    ("recorded", "what"), CASES, indirect=["recorded"], ids=[f"{path.stem}: {what}" for path, what in CASES]
)
def test_everything_happens_in_the_battle(recorded: Path, what: str, playing: Playing) -> None:
    happens = {**HAPPENS.get(recorded.stem, {}), **EACH}
    assert happens[what](playing.file.events)


def test_everything_that_can_be_done_is_done_but_for_a_few_things(recorded: Path, playing: Playing) -> None:
    done = {event.command for event in playing.file.line}
    assert set(playing.rules.actions()) - done <= NEVER.get(recorded.stem, set())


def test_a_leader_is_at_risk_at_towton(tmp_path: Path) -> None:
    playing = imported(EXAMPLES / "towton.jsonl", tmp_path / "towton.game")
    resolved = [sums_of(playing, event) for event in playing.file.line if event.command == "melee"]
    assert any("leader" in throw.purpose for one in resolved if one for throw in one.throws)


def test_played_again_by_todays_rules_it_is_the_same_battle(playing: Playing) -> None:
    again = replayed(playing)
    assert [(event.number, event.command, why) for event, why in again.differs] == []
    assert again.state == playing.state


def test_taken_back_to_the_start_and_brought_again_nothing_is_lost(recorded: Path, tmp_path: Path) -> None:
    file = imported(recorded, tmp_path / "again.game").file
    end, line, start = file.state, tuple(file.line), file.at(1)
    for _ in line[1:]:
        file.undo()
    assert file.state == start
    assert len(file.line) == 1
    for _ in line[1:]:
        file.redo()
    assert file.state == end
    assert tuple(file.line) == line
    assert open_game(file.path).file.state == end


def test_the_battle_report_names_every_unit(playing: Playing) -> None:
    told = page(report_of(playing))
    board = playing.rules.board(playing.state)
    names = [unit.name for side in board.sides for wing in side.wings for unit in wing.units]
    assert len(names) >= 20
    for name in names:
        assert name in told or name.replace("'", "&#x27;") in told, name


def run(script: Path, folder: Path, *arguments: str) -> tuple[str, bytes]:
    lines = folder / "played.jsonl"
    call = [sys.executable, str(script), "--turns", "1", "--lines", str(lines), *arguments]
    done = subprocess.run(call, cwd=folder, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout, lines.read_bytes()


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_the_script_plays_and_the_same_seed_plays_the_same(script: Path, tmp_path: Path) -> None:
    told, lines = run(script, tmp_path, "--seed", "7", "--game", "kept.game")
    assert told.startswith("Turn 1: ")
    assert "The one turn is played" in told
    assert open_game(tmp_path / "kept.game").rules
    assert run(script, tmp_path, "--seed", "7") == (told, lines)


def names(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        found: Any = getattr(node, "attr", None) or getattr(node, "id", None) or getattr(node, "arg", None)
        if isinstance(found, str):
            yield found


@pytest.mark.parametrize("script", [*SCRIPTS, *CAPTAINS], ids=lambda path: path.stem)
def test_the_script_leans_on_public_names_only(script: Path) -> None:
    tree = ast.parse(script.read_text(encoding="utf-8"))
    modules = [node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    modules += [alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names]
    assert {module for module in modules if module and module.startswith("miniatures")} <= PUBLIC
    hidden = {name for name in names(tree) if name.startswith("_")} - {"_", "__name__"}
    assert not hidden
