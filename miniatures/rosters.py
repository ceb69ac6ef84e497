"""Finding and reading army rosters: a player's own files, and the ready armies that come with the program."""

import contextlib
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
    return {path.stem: path for path in sorted(armies_folder().glob("*/*.toml")) if path.parent.name in SYSTEMS}


def find_roster(reference: str, beside: Path | None = None) -> Path:
    """A file, beside another file if one is given; else a ready army by its name."""
    paths = ([beside / reference] if beside else []) + [Path(reference)]
    try:
        for path in paths:
            if path.is_file():
                return path
        ready = ready_armies()
        if reference in ready:
            return ready[reference]
        if paths[-1].exists():
            return paths[-1]  # a folder or a device: reading it says so
        files = [other.name for other in paths[-1].parent.iterdir()] if paths[-1].parent.is_dir() else []
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise BrokenInputError(f"{reference[:80]}: cannot be read ({reason})") from None
    meant = nearest(reference, [name for name in (*ready, *files) if name != reference])
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
    if not isinstance(written, str) or written not in SYSTEMS:
        raise BrokenInputError(f"{name}: system: {unknown(str(written), 'a system', list(SYSTEMS))}")
    system = load_system(written)
    return LoadedRoster(name, path, system, read_model(system.army.roster, data, name), data)


def described_unit(reference: str, system: System, beside: Path | None) -> tuple[dict[str, Any], LoadedRoster]:
    """The unit that `mine.toml:Blue longbowmen` names, as data for the facts."""
    roster_name, unit_name = _split(reference, beside)
    loaded = load_roster(roster_name, beside)
    if loaded.system.name != system.name:
        raise BrokenInputError(f"{roster_name}: a roster of {loaded.system.name}; expected one of {system.name}")
    units = system.army.units(loaded.roster)
    if unit_name not in units:
        raise BrokenInputError(f"{roster_name}: {unknown(unit_name, 'one of its units', list(units))}")
    return units[unit_name], loaded


def _split(reference: str, beside: Path | None) -> tuple[str, str]:
    """At the first colon with a roster before it: a path or a unit's name may hold colons of its own."""
    colons = [at for at, letter in enumerate(reference) if letter == ":" and 0 < at < len(reference) - 1]
    if not colons:
        raise BrokenInputError(f'"{reference}": expected a roster and a unit of it, as in "mine.toml:Blue longbowmen"')
    for at in colons:
        with contextlib.suppress(BrokenInputError):
            find_roster(reference[:at], beside)
            return reference[:at], reference[at + 1 :]
    return reference[: colons[-1]], reference[colons[-1] + 1 :]


# The value alone: a comment behind it, and the line's ending, stay as they are.
_STAMP = re.compile(r"""^(checked_with[ \t]*=[ \t]*)("[^"\r\n]*"|'[^'\r\n]*')""", re.MULTILINE)


def stamp(loaded: LoadedRoster) -> None:
    """Write the version of the rules data into a player's roster, and touch nothing else of it."""
    if loaded.path in ready_armies().values():
        raise BrokenInputError(f"{loaded.name}: a ready army is not rewritten; copy it to a file of your own first")
    text = loaded.path.read_bytes().decode("utf-8")
    version = f'"{loaded.system.data_version}"'
    first_table = re.search(r"^[ \t]*\[", text, re.MULTILINE)
    top = text[: first_table.start()] if first_table else text
    if "checked_with" in loaded.data:
        stamped = _STAMP.sub(lambda found: found[1] + version, top, count=1)
    else:
        end = "\r\n" if "\r\n" in text else "\n"
        stamped = f"checked_with = {version}{end}" + top
        if top.startswith("\ufeff"):
            stamped = "\ufeff" + stamped.replace("\ufeff", "")
    again = parse_roster((stamped + text[len(top) :]).removeprefix("\ufeff"), loaded.name, loaded.path)
    if again.data != {**loaded.data, "checked_with": loaded.system.data_version}:
        raise BrokenInputError(f"{loaded.name}: write checked_with = {version} into it by hand; it is as it was")
    write_whole(loaded.path, stamped + text[len(top) :])
