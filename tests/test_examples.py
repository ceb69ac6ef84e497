"""The examples run, and the README tells the truth."""

import re
import runpy
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.calling import ROOT, call

README = (ROOT / "README.md").read_text(encoding="utf-8")
EXAMPLES = ROOT / "examples"


def test_the_picture_shows_what_the_program_says() -> None:
    picture = runpy.run_path(str(EXAMPLES / "picture.py"))
    assert (EXAMPLES / "charge.svg").read_text(encoding="utf-8") == picture["drawn"]()
    assert (EXAMPLES / "towton.svg").read_text(encoding="utf-8") == picture["mapped"]()


def test_the_tinkerers_example_runs() -> None:
    script = str(EXAMPLES / "are_pikes_worth_it.py")
    done = subprocess.run([sys.executable, script], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "Pikemen" in done.stdout


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.toml")), ids=lambda path: path.stem)
def test_every_example_of_facts_can_be_resolved_and_counted(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    system, procedure = (re.search(rf'{word} = "(.+)"', text) for word in ("system", "procedure"))
    assert system
    assert procedure
    assert call("resolve", system[1], procedure[1], path, "--seed", 3).exit_code == 0
    assert call("odds", system[1], procedure[1], path).exit_code == 0


def consoles() -> list[tuple[str, str]]:
    """Each `$ miniatures …` of the README with the lines that are shown below it."""
    found = []
    for block in re.findall(r"```console\n(.*?)```", README, flags=re.DOTALL):
        for session in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, shown = session.partition("\n")
            found.append((command, shown.strip("\n")))
    return found


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the files of a reader lie, from one command to the next."""
    desk = tmp_path_factory.mktemp("desk")
    (desk / "mine.toml").write_text(call("army", "new", "warfare").output, encoding="utf-8")
    return desk


@pytest.mark.parametrize(("command", "shown"), consoles(), ids=[command for command, _ in consoles()])
def test_the_readme_shows_what_the_program_says(
    command: str, shown: str, monkeypatch: pytest.MonkeyPatch, desk: Path
) -> None:
    monkeypatch.chdir(ROOT)
    words = shlex.split(command)
    assert words[0] == "miniatures"
    if ">" in words:
        assert call(*words[1 : words.index(">")]).exit_code == 0
        return
    own = [word for word in words if re.fullmatch(r"\w+\.(game|svg|html)|mine\.toml", word)]
    told = call(*(str(desk / word) if word in own else word for word in words[1:])).output.strip("\n")
    told = told.replace(f"{desk}/", "")
    if "\n…" in shown or shown.endswith("…"):
        shown = shown.rstrip("…").rstrip("\n")
        assert told.startswith(shown)
    else:
        assert told == shown


def test_ci_runs_the_readmes_own_test_command() -> None:
    commands = re.findall(r"^python3 -m venv .*$", README, flags=re.MULTILINE)
    assert len(commands) == 2
    assert commands[1] in (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert commands[1] in (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


def test_no_path_of_one_machine_and_no_host_of_a_registry_is_committed() -> None:
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True)
    if tracked.returncode:
        pytest.skip("not a git checkout")
    for name in tracked.stdout.split():
        content = (ROOT / name).read_bytes()  # fonts are no text
        for unwanted in (f"{ROOT}/", f"{Path.home()}/", "pypi" + ".org"):
            assert unwanted.encode() not in content, name
