"""Calling the command line as a player would."""

import json
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from miniatures.cli import run

ROOT = Path(__file__).parent.parent.parent
EXAMPLES = ROOT / "miniatures" / "systems" / "warfare" / "examples"


def call(*words: Any, typed: str | bytes | None = None) -> Result:
    result = CliRunner().invoke(run, [str(word) for word in words], input=typed)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def answer(*words: Any, typed: str | None = None, code: int = 0) -> Any:
    """The JSON that a command answers with."""
    result = call(*words, "--json", typed=typed)
    assert result.exit_code == code, result.output
    return json.loads(result.stdout)
