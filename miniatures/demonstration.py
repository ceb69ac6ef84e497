"""Games in progress to look at: the recorded battles, each at a moment worth seeing, in a folder of their own."""

import tempfile
import tomllib
from pathlib import Path

from miniatures.game import import_lines


def recorded_folder() -> Path:
    """Inside the installed package, or beside it in a checkout."""
    inside = Path(__file__).parent / "examples"
    return inside if inside.is_dir() else Path(__file__).parent.parent / "examples"


def demonstration(folder: Path | None = None) -> Path:
    """The folder with the games; what was played on in it stays, what is missing is made."""
    folder = folder or Path(tempfile.gettempdir()) / "miniatures-demonstration"
    folder.mkdir(exist_ok=True)
    recorded = recorded_folder()
    moments = Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")
    for one in tomllib.loads(moments)["games"]:
        path = folder / f"{one['name']}.game"
        if path.exists():
            continue
        whole = folder / f".{one['name']}.whole"
        whole.unlink(missing_ok=True)
        lines = (recorded / one["recorded"]).read_text(encoding="utf-8").split("\n")
        try:
            import_lines(lines, whole, one["recorded"]).branch(path, one["at"])
        finally:
            whole.unlink(missing_ok=True)
    return folder
