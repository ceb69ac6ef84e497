"""Finding and reading tables: a player's own files, and those that come with the program."""

from pathlib import Path

from miniatures.broken import BrokenInputError, nearest
from miniatures.faults import read_model
from miniatures.files import read_data
from miniatures.rosters import armies_folder
from miniatures.space.table import Table


def ready_tables() -> dict[str, Path]:
    """The tables that come with the program, by name."""
    return {path.stem: path for path in sorted((armies_folder() / "tables").glob("*.toml"))}


def load_table(reference: str) -> Table:
    """A file, else a ready table by its name."""
    path, ready = Path(reference), ready_tables()
    if not path.is_file() and reference in ready:
        path = ready[reference]
    elif not path.exists():
        meant = nearest(reference, ready)
        hint = f'did you mean "{meant}"?' if meant else f"ready tables: {', '.join(ready)}"
        raise BrokenInputError(f"{reference}: no such file or ready table; {hint}")
    return read_model(Table, read_data(path), reference)
