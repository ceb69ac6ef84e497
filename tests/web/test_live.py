"""The stream that tells every browser where the game stands, as a program without a browser hears it."""

from collections.abc import Iterator
from urllib.request import urlopen

from tests.web.browser import Address
from tests.web.desks import command

#: Seconds of silence after which a stream counts as dead; what is told comes far sooner.
SILENCE = 20


def _told(table: Address, game: str) -> Iterator[tuple[str, str]]:
    with urlopen(f"{table.url}/game/{game}/stream", timeout=SILENCE) as stream:
        assert stream.headers["content-type"].startswith("text/event-stream")
        name = ""
        for line in stream:
            key, _, said = line.decode().rstrip("\n").partition(": ")
            if key == "event":
                name = said
            elif key == "data":
                yield name, said


def test_whoever_comes_is_told_first_where_the_game_stands(table: Address) -> None:
    for game, head in (("Towton", "60"), ("Barnet", "150")):
        assert next(_told(table, game)) == ("head", head)


def test_what_is_played_on_the_command_line_is_told(table: Address) -> None:
    told = _told(table, "Towton")
    assert next(told) == ("head", "60")
    command(table.folder, "game", "correct", "Towton.game", "Kentish longbowmen", "--lost", "5")
    assert next(told) == ("head", "61")
    command(table.folder, "game", "undo", "Towton.game")
    assert next(told) == ("head", "62")


def test_a_game_that_is_gone_is_told_as_gone(table: Address) -> None:
    told = _told(table, "Towton")
    assert next(told) == ("head", "60")
    (table.folder / "Towton.game").unlink()
    assert next(told) == ("gone", "gone")
