"""The test command finds a browser, installs one where it may, and else says why it could not."""

import os
from pathlib import Path

import pytest

from tests.web import browser


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine of root's without chromium, whose apt-get is a script."""
    monkeypatch.setattr(browser, "CHROMIUM", str(tmp_path / "chromium"))
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    return tmp_path


def _apt(machine: Path, script: str) -> None:
    (machine / "apt-get").write_text(f"#!/bin/sh\necho $1 >> {machine}/asked\n{script}\n")
    (machine / "apt-get").chmod(0o755)


def test_a_browser_that_is_there_is_used(machine: Path) -> None:
    _apt(machine, "exit 1")
    (machine / "chromium").touch()
    assert browser.missing.__wrapped__() == ""
    assert not (machine / "asked").exists()


def test_one_that_is_missing_is_installed(machine: Path) -> None:
    _apt(machine, f'[ "$1" = install ] && touch {machine}/chromium; exit 0')
    assert browser.missing.__wrapped__() == ""
    assert (machine / "asked").read_text() == "update\ninstall\n"


def test_what_apt_get_says_against_it_is_told(machine: Path) -> None:
    _apt(machine, "echo no network >&2; exit 100")
    assert "apt-get update failed: no network" in browser.missing.__wrapped__()


def test_who_is_not_root_is_told_what_to_install(machine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _apt(machine, "exit 0")
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert "only root can install it: apt-get install chromium" in browser.missing.__wrapped__()
    assert not (machine / "asked").exists()
