"""Games to try the file with. The system is made up: the file knows none."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from miniatures.game import Event, GameFile, Header

AT = "2026-02-03T19:30:00+00:00"


def header(**other: Any) -> Header:
    fields: dict[str, Any] = {
        "program": "0.1.0",
        "system": "made-up",
        "data_version": "3",
        "name": "Towton, the snow – first evening",
        "created": AT,
        "options": {"snow": True, "turns": 12},
        "rosters": ({"name": "York", "wings": [{"units": ["Bows"]}]}, {"name": "Lancaster"}),
        "table": {"width": 72.0, "terrain": []},
    }
    return Header(**(fields | other))


def command(name: str = "shoot", /, **fields: Any) -> Event:
    return Event(0, AT, "command", name, **fields)


SETUP = command("setup", changes={"turn": 1, "units": {"bows": {"men": 12}, "bills": {"men": 20}}})


def new_game(path: Path, events: int = 1) -> GameFile:
    """A game of that many events, each of which is told in the state."""
    game = GameFile.create_from(path, header(), (SETUP, *(step(number) for number in range(2, events + 1))))
    assert game.head == events
    return game


def step(number: int) -> Event:
    """The event of that number in `new_game`, wide enough that a few of them fill a page of the file."""
    return command(
        "shoot",
        words={"firer": "bows", "target": "bills"},
        dice=(number % 6 + 1, 3, 5),
        changes={"turn": number, "units": {"bills": {"hits": number}}},
        says=(f"Event {number}: the bows loose at the bills – “thick as snow”. " * 4,),
    )


def files(path: Path) -> list[str]:
    return [other.name for other in path.parent.iterdir()]


def around(path: Path) -> dict[str, bytes]:
    """Every file in the folder, with its bytes: to see that nothing came, went or changed."""
    return {other.name: other.read_bytes() for other in sorted(path.parent.iterdir()) if other.is_file()}


def realistic(count: int) -> Iterator[Event]:
    """A long evening: 60 units, and events of some 300 to 1,500 bytes."""
    units = [f"unit {number}" for number in range(60)]
    begun = {
        name: {"men": 24, "casualties": 0, "morale": "steady", "at": [number, 3.5]} for number, name in enumerate(units)
    }
    yield command("setup", changes={"turn": 1, "side": 0, "units": begun})
    for number in range(2, count + 1):
        firer, target = units[number % 60], units[number * 7 % 60]
        yield command(
            "shoot",
            words={"firer": firer, "target": target, "volley": number % 3},
            dice=tuple((number * face) % 6 + 1 for face in range(number % 12)),
            procedure="shooting",
            facts={
                "distance": number % 30 / 2,
                "firer": {"name": firer, "figures": 24, "weapon": "longbow", "shooters": number % 24},
                "target": {"name": target, "armour": "mixed", "cover": ["pavises", "hedge"][: number % 3]},
                "notes": "x" * (number * 37 % 500),
            },
            stated=("distance",) if number % 2 else (),
            changes={
                "turn": number // 100,
                "units": {target: {"casualties": number % 24, "at": [number % 72, 4.5]}, firer: {"shot": number % 9}},
                "log": {"last": firer, "melee": None},
            },
            says=(f"{firer} shoots at {target}: the sum is {number % 13}, and so on.",) * (number % 6),
        )
