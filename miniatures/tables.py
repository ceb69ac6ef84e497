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


def find_table(reference: str) -> Path:
    """A file, else a ready table by its name."""
    path, ready = Path(reference), ready_tables()
    if path.is_file():
        return path
    if reference in ready:
        return ready[reference]
    if path.exists():
        return path  # a folder or a device: reading it says so
    meant = nearest(reference, ready)
    hint = f'did you mean "{meant}"?' if meant else f"ready tables: {', '.join(ready)}"
    raise BrokenInputError(f"{reference}: no such file or ready table; {hint}")


def load_table(reference: str) -> Table:
    """The table, sound: no area that crosses itself, nothing that lies off it."""
    from miniatures.space.shapes import unsound

    table = read_model(Table, read_data(find_table(reference)), reference)
    faults = unsound(table)
    if faults:
        raise BrokenInputError(*(f"{reference}: {fault}" for fault in faults))
    return table
