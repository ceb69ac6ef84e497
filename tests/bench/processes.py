"""Whole processes, from the shell's call to the last byte: what a player at the table waits for."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.bench.cases import EXAMPLE, ROOT
from tests.bench.shows import games
from tests.bench.timing import Times, side_by_side

OURS = "miniatures odds warfare melee"
BARE = "python, click and pydantic"
ICEPOOL = "python, icepool, calculation (a)"
ICEPOOL_ALONE = "python, icepool"

_REPETITIONS = 15

#: The calculation borrows our facts and rounds, as it does in (a), and therefore their imports.
_CALCULATION = """
from tests.bench.rivals_icepool import same_rules
from tests.bench.cases import example_facts
same_rules(example_facts(1, leader=False))
"""


def _running(*command: str | Path) -> Callable[[None], object]:
    return lambda _: subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


def time_processes() -> dict[str, Times] | None:
    """None where the program is not installed beside this Python."""
    script = Path(sys.executable).parent / "miniatures"
    if not script.exists():
        return None
    with TemporaryDirectory() as folder:
        return _timed(script, games(script, Path(folder)))


def _timed(script: Path, shown: dict[str, Path]) -> dict[str, Times]:
    return side_by_side(
        {
            OURS: _running(script, "odds", "warfare", "melee", EXAMPLE),
            BARE: _running(sys.executable, "-c", "import click, pydantic; pydantic.BaseModel"),
            ICEPOOL: _running(sys.executable, "-c", _CALCULATION),
            ICEPOOL_ALONE: _running(sys.executable, "-c", "import icepool"),
        }
        | {name: _running(script, "game", "show", path) for name, path in shown.items()},
        lambda: None,
        repetitions=_REPETITIONS,
    )
