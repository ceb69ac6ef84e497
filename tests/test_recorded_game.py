"""A whole battle, recorded: it is read and written without loss, played again, taken back, and told.

Made again with:  python examples/play_towton.py --lines examples/towton.jsonl
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
SCRIPT = EXAMPLES / "play_towton.py"
RECORDED = EXAMPLES / "towton.jsonl"
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


def imported(path: Path) -> Playing:
    with RECORDED.open(encoding="utf-8") as lines:
        import_lines(lines, path, RECORDED.name)
    return open_game(path)


@pytest.fixture(scope="module")
def playing(tmp_path_factory: pytest.TempPathFactory) -> Playing:
    return imported(tmp_path_factory.mktemp("recorded") / "towton.game")


def test_the_recording_is_read_and_written_without_loss(playing: Playing) -> None:
    written = "".join(f"{line}\n" for line in export_lines(playing.file))
    assert written.encode() == RECORDED.read_bytes()
    assert len(written) < LARGEST


def test_the_battle_is_fought_to_its_end(playing: Playing) -> None:
    board = playing.rules.board(playing.state)
    assert board.over
    assert board.turn > 6


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


HAPPENS: dict[str, Callable[[list[Event]], bool]] = {
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
    "a refusal is overruled": lambda events: any(event.overruled for event in events),
    "something is taken back": lambda events: any(event.kind == "undo" for event in events),
    "something is brought again": lambda events: any(event.kind == "redo" for event in events),
}


@pytest.mark.parametrize("what", HAPPENS)
def test_everything_happens_in_the_battle(what: str, playing: Playing) -> None:
    assert HAPPENS[what](playing.file.events)


def test_a_leader_is_at_risk_in_the_battle(playing: Playing) -> None:
    resolved = [sums_of(playing, event) for event in playing.file.line if event.command == "melee"]
    assert any("leader" in throw.purpose for one in resolved if one for throw in one.throws)


def test_played_again_by_todays_rules_it_is_the_same_battle(playing: Playing) -> None:
    again = replayed(playing)
    assert [(event.number, event.command, why) for event, why in again.differs] == []
    assert again.state == playing.state


def test_taken_back_to_the_start_and_brought_again_nothing_is_lost(tmp_path: Path) -> None:
    file = imported(tmp_path / "towton.game").file
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
    assert len(names) > 30
    for name in names:
        assert name in told or name.replace("'", "&#x27;") in told, name


def run(folder: Path, *arguments: str) -> tuple[str, bytes]:
    lines = folder / "played.jsonl"
    call = [sys.executable, str(SCRIPT), "--turns", "1", "--lines", str(lines), *arguments]
    done = subprocess.run(call, cwd=folder, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout, lines.read_bytes()


def test_the_script_plays_and_the_same_seed_plays_the_same(tmp_path: Path) -> None:
    told, lines = run(tmp_path, "--seed", "7", "--game", "kept.game")
    assert told.startswith("Turn 1: ")
    assert "The one turn is played" in told
    assert open_game(tmp_path / "kept.game").rules
    assert run(tmp_path, "--seed", "7") == (told, lines)


def names(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        found: Any = getattr(node, "attr", None) or getattr(node, "id", None) or getattr(node, "arg", None)
        if isinstance(found, str):
            yield found


def test_the_script_leans_on_public_names_only() -> None:
    tree = ast.parse(SCRIPT.read_text(encoding="utf-8"))
    modules = [node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    modules += [alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names]
    assert {module for module in modules if module and module.startswith("miniatures")} <= PUBLIC
    hidden = {name for name in names(tree) if name.startswith("_")} - {"_", "__name__"}
    assert not hidden
