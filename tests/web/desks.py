"""A desk to test at: a fresh folder with games cut from the recorded battles, and a client that asks without a browser.

The battles are read once in a run; every test gets copies.
"""

import subprocess
import sys
import tempfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from starlette.testclient import TestClient

from miniatures.demonstration import recorded_folder
from miniatures.game import import_lines
from miniatures.web import make_app
from miniatures.web.access import ROLES, Access, Role
from miniatures.web.desk import Desk

#: One game of each system, in the middle of its battle: name, recording, and the last event that stands.
MIDDLE: Mapping[str, tuple[str, int]] = {
    "Towton": ("towton.jsonl", 60),
    "Barnet": ("barnet.jsonl", 150),
    "Tewkesbury": ("tewkesbury.jsonl", 150),
}
#: The secret of each link in tests, as `Access` takes it.
SECRETS: Mapping[Role, str] = {role: f"secret-of-the-{role}" for role in ROLES}


@cache
def recorded(name: str, recording: str, at: int | None = None) -> bytes:
    """A game file of this name: the recorded battle, whole or up to an event."""
    lines = (recorded_folder() / recording).read_text(encoding="utf-8").split("\n")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{name}.game"
        whole = Path(folder) / "whole.game"
        import_lines(lines, whole, recording).branch(path, at)
        return path.read_bytes()


def lay_out(folder: Path, games: Mapping[str, tuple[str, int | None]] = MIDDLE) -> Path:
    """Put these games into the folder, under these names."""
    for name, (recording, at) in games.items():
        (folder / f"{name}.game").write_bytes(recorded(name, recording, at))
    return folder


def shared() -> Access:
    """The door as it stands with --lan: nobody sees anything without a secret."""
    return Access(SECRETS)


def client(folder: Path, access: Access | None = None, role: Role | None = None) -> TestClient:
    """Somebody at the page, without a browser; with a role, somebody who came by its link."""
    asking = TestClient(make_app(Desk(folder), access or Access()), follow_redirects=False)
    if role is not None:
        assert asking.get(f"/join/{SECRETS[role]}").status_code == 303
    return asking


def command(folder: Path, *words: str) -> str:
    """What a player types in a terminal beside the page: another process, in the same folder."""
    called = [sys.executable, "-c", "from miniatures.cli import run; run()", *words]
    done = subprocess.run(called, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
