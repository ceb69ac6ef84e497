"""Starting the page: its address, the links for two players and onlookers, their codes, and the demonstration."""

import json
import socket
import stat
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from miniatures.broken import BrokenInputError
from miniatures.demonstration import demonstration
from miniatures.game import GameFile
from miniatures.web.access import KEPT, kept_access
from miniatures.web.serving import Served, code, own_addresses, prepare
from tests.cli.calling import call

Start = Callable[..., Served]


@pytest.fixture
def prepared(tmp_path: Path) -> Iterator[Start]:
    served: list[Served] = []

    def start(port: int | None = None, *, lan: bool = False) -> Served:
        served.append(prepare(tmp_path, port, lan=lan))
        return served[-1]

    yield start
    for one in served:
        one.listener.close()


def test_alone_only_this_machine_is_listened_to(prepared: Start) -> None:
    served = prepared()
    assert served.listener.getsockname()[0] == "127.0.0.1"
    assert [link.address for link in served.links] == [f"http://127.0.0.1:{served.listener.getsockname()[1]}/"]
    assert served.access.visitor(None).may_write


def test_a_taken_port_is_said_and_ours_gives_way(prepared: Start) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        taken = other.getsockname()[1]
        with pytest.raises(BrokenInputError, match=rf"--port {taken}: cannot be listened to .*; take another"):
            prepared(taken)
    first, second = prepared(), prepared()
    assert first.listener.getsockname()[1] != second.listener.getsockname()[1]


def test_each_side_has_a_link_of_its_own_and_onlookers_one_that_changes_nothing(prepared: Start) -> None:
    served = prepared(lan=True)
    assert [link.whom for link in served.links] == [
        "Host, both sides",
        "First army",
        "Second army",
        "Onlookers, who change nothing",
    ]
    secrets = [link.address.rpartition("/join/")[2] for link in served.links]
    assert len(set(secrets)) == 4
    visitors = [served.access.visitor(secret) for secret in secrets]
    assert [visitor.side for visitor in visitors] == [None, 0, 1, None]
    assert [visitor.may_write for visitor in visitors] == [True, True, True, False]
    assert served.access.visitor(None) is None
    assert served.access.visitor("guessed") is None


def test_links_stay_the_same_when_the_server_is_started_again(prepared: Start, tmp_path: Path) -> None:
    first = prepared(lan=True)
    first.access.both_sides = True
    first.access.keep()
    again = prepared(lan=True)
    assert again.access.secrets == first.access.secrets
    assert again.access.both_sides
    assert stat.S_IMODE((tmp_path / KEPT).stat().st_mode) == 0o600


@pytest.mark.parametrize("text", ["", "{", "[]", json.dumps({"host": "a"}), json.dumps({"host": 1})])
def test_links_that_somebody_spoiled_are_named(tmp_path: Path, text: str) -> None:
    (tmp_path / KEPT).write_text(text, encoding="utf-8")
    with pytest.raises(BrokenInputError, match="not as we left it; remove it"):
        kept_access(tmp_path)
    assert (tmp_path / KEPT).read_text(encoding="utf-8") == text


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    done = call("serve", "--no-browser", "--folder", tmp_path / "nowhere")
    assert done.exit_code == 2
    assert "nowhere: no such folder" in done.stderr


def test_this_machine_knows_an_address_of_its_own() -> None:
    assert all(len(address.split(".")) == 4 for address in own_addresses())


def test_a_code_has_its_quiet_zone_and_three_corners() -> None:
    """Two rows to a line: a version 3 code of 29 modules, and two of quiet on each side."""
    rows = list(code("http://192.0.2.7:1461/join/abcdefghijkl"))
    assert {len(row) for row in rows} == {33}
    assert len(rows) == 17
    assert rows[0] == "█" * 33
    assert all(row.startswith("██") and row.endswith("██") for row in rows)
    # The finder: seven dark, a ring of light, a dark heart of three by three.
    assert rows[1][2:9] == " ▄▄▄▄▄ "
    assert rows[1][-9:-2] == " ▄▄▄▄▄ "
    assert rows[2][2:9] == " █   █ "


def test_the_demonstration_shows_games_in_progress_and_keeps_what_was_played(tmp_path: Path) -> None:
    folder = demonstration(tmp_path / "demo")
    games = sorted(folder.glob("*.game"))
    assert len(games) == 3
    assert {GameFile.open(game).header.system for game in games} == {"warfare", "command-roll", "tree-of-battles"}
    first = GameFile.open(games[0])
    first.undo()
    assert demonstration(tmp_path / "demo") == folder
    assert GameFile.open(games[0]).head == first.head
    assert sorted(path.name for path in folder.iterdir()) == [game.name for game in games]
