"""Finding and reading army rosters: a player's own files, and the ready armies that come with the program."""

import re
from pathlib import Path
from typing import Any, NamedTuple

from miniatures.broken import BrokenInputError, nearest, unknown
from miniatures.faults import read_model
from miniatures.files import parse_toml, read_text, write_whole
from miniatures.systems import SYSTEMS, System, load_system


class LoadedRoster(NamedTuple):
    """A roster that was read, with the system that it belongs to."""

    name: str
    path: Path
    system: System
    roster: Any
    data: dict[str, Any]


def armies_folder() -> Path:
    """Inside the installed package, or beside it in a checkout."""
    inside = Path(__file__).parent / "armies"
    return inside if inside.is_dir() else Path(__file__).parent.parent / "armies"


def ready_armies() -> dict[str, Path]:
    """The armies that come with the program, by name."""
    return {path.stem: path for path in sorted(armies_folder().glob("*/*.toml"))}


def find_roster(reference: str, beside: Path | None = None) -> Path:
    """A file, beside another file if one is given; else a ready army by its name."""
    for path in ([beside / reference] if beside else []) + [Path(reference)]:
        if path.exists():
            return path
    ready = ready_armies()
    if reference in ready:
        return ready[reference]
    path = Path(reference)
    files = [other.name for other in path.parent.iterdir()] if path.parent.is_dir() else []
    meant = nearest(reference, [*ready, *files])
    hint = f'did you mean "{meant}"?' if meant else f"ready armies: {', '.join(ready)}"
    raise BrokenInputError(f"{reference}: no such file or ready army; {hint}")


def load_roster(reference: str, beside: Path | None = None) -> LoadedRoster:
    path = find_roster(reference, beside)
    return parse_roster(read_text(path, reference), reference, path)


def parse_roster(text: str, name: str, path: Path) -> LoadedRoster:
    data = parse_toml(text, name)
    written = data.get("system")
    if written is None:
        raise BrokenInputError(f"{name}: system: missing; expected one of: {', '.join(SYSTEMS)}")
    if written not in SYSTEMS:
        raise BrokenInputError(f"{name}: system: {unknown(str(written), 'a system', list(SYSTEMS))}")
    system = load_system(written)
    return LoadedRoster(name, path, system, read_model(system.army.roster, data, name), data)


def described_unit(reference: str, system: System, beside: Path | None) -> tuple[dict[str, Any], LoadedRoster]:
    """The unit that `mine.toml:Blue longbowmen` names, as data for the facts."""
    roster_name, colon, unit_name = reference.rpartition(":")
    if not colon or not roster_name or not unit_name:
        raise BrokenInputError(f'"{reference}": expected a roster and a unit of it, as in "mine.toml:Blue longbowmen"')
    loaded = load_roster(roster_name, beside)
    if loaded.system.name != system.name:
        raise BrokenInputError(f"{roster_name}: a roster of {loaded.system.name}; expected one of {system.name}")
    units = system.army.units(loaded.roster)
    if unit_name not in units:
        raise BrokenInputError(f"{roster_name}: {unknown(unit_name, 'one of its units', list(units))}")
    return units[unit_name], loaded


_STAMP = re.compile(r"^checked_with[ \t]*=.*$", re.MULTILINE)


def stamp(loaded: LoadedRoster) -> None:
    """Write the version of the rules data into the roster, and touch nothing else of it."""
    text = loaded.path.read_bytes().decode("utf-8-sig")
    line = f'checked_with = "{loaded.system.data_version}"'
    end = "\r\n" if "\r\n" in text else "\n"
    head = re.search(r"^\[", text, re.MULTILINE)
    top = text[: head.start()] if head else text
    if _STAMP.search(top):
        top_stamped = _STAMP.sub(line, top, count=1)
    else:
        system_line = re.search(r"^system[ \t]*=.*$", top, re.MULTILINE)
        at = system_line.end() if system_line else 0
        top_stamped = top[:at] + end + line + top[at:]
    stamped = top_stamped + text[len(top) :]
    parse_roster(stamped, loaded.name, loaded.path)  # never write what could not be read again
    write_whole(loaded.path, stamped)
