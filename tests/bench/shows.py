"""Games to look at: a new one of each system, and one of the Tree in each step of a turn, as `game show` finds them."""

import json
import subprocess
from pathlib import Path

from miniatures.game import import_lines
from tests.bench.cases import ROOT

SHOW = "miniatures game show"
#: The battle of each system, which is also the name of its table.
BATTLES = {"15mm Warfare": "towton", "2D6 command-roll": "barnet", "The Tree of Battles": "tewkesbury"}
RECORDED = ROOT / "examples" / "tewkesbury.jsonl"
#: A turn in which guns and bows shoot, contingents charge, fight, rout and pursue.
TURN = 3


def games(script: Path, folder: Path) -> dict[str, Path]:
    """The files, by what is said of them."""
    found: dict[str, Path] = {}
    for system, battle in BATTLES.items():
        path = folder / f"{battle}.game"
        armies = ("--army", f"{battle}-york", "--army", f"{battle}-lancaster", "--table", battle)
        subprocess.run((script, "game", "new", path, *armies), cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
        found[f"{SHOW}, {system}, new"] = path
    for step, lines in _steps().items():
        path = folder / f"{step.replace(' ', '_')}.game"
        import_lines(lines, path, RECORDED.name)
        found[f"{SHOW}, the Tree, {step}"] = path
    return found


def _steps() -> dict[str, list[str]]:
    """The recorded battle up to the beginning of each step of that turn."""
    lines = RECORDED.read_text(encoding="utf-8").splitlines()
    found: dict[str, list[str]] = {}
    turn = 0
    for number, line in enumerate(lines[1:], 2):
        changes = json.loads(line).get("changes") or {}
        turn = changes.get("turn", turn)
        if turn == TURN and "step" in changes:
            found.setdefault(changes["step"], lines[:number])
    return found
