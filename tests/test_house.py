"""The house rules: which way imports point, what is loaded late, lint and types."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "miniatures"

#: Each room may import those of its own storey and below, never above.
STOREYS = [
    {"broken", "measuring", "words", "contacts", "naming", "faces"},
    {
        "dice",
        "totals",
        "counting",
        "odds",
        "ruling",
        "files",
        "rulebook",
        "faults",
        "army",
        "space",
        "scene",
        "game",
        "schema",
        "fields",
        "mending",
        "common_findings",
    },
    {"systems"},
    {
        "rosters",
        "stating",
        "answers",
        "tables",
        "tracker",
        "replaying",
        "relevance",
        "mustering",
        "saying",
        "demonstration",
        "building",
        "keeping",
        "outline",
        "steering",
        "sighting",
    },
    {"wording", "army_wording", "rule_wording", "game_wording", "table_wording", "odds_wording", "draw"},
    {"reporting"},
    {"cli", "web"},
]


def storey(room: str) -> int:
    return next(number for number, rooms in enumerate(STOREYS) if room in rooms)


def imports(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
    return found


def rooms() -> list[Path]:
    return [path for path in PACKAGE.rglob("*.py") if path != PACKAGE / "__init__.py"]


@pytest.mark.parametrize("path", rooms(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_point_one_way(path: Path) -> None:
    own = path.relative_to(PACKAGE).with_suffix("").parts
    for imported in imports(path):
        parts = imported.split(".")
        if parts[0] != "miniatures" or len(parts) < 2:
            continue
        assert storey(parts[1]) <= storey(own[0]), f"{imported} stands above {own[0]}"
        if own[0] == "systems" and len(own) > 2 and parts[1] == "systems" and len(parts) > 2:
            assert parts[2] in (own[1], "playing", "cards", "pointing"), "no system imports another"


def test_randomness_is_imported_in_one_room_only() -> None:
    assert [path.name for path in rooms() if "random" in imports(path)] == ["dice.py"]
    assert [path.name for path in rooms() if "secrets" in imports(path)] == ["access.py"]  # no dice, but locks


@pytest.mark.parametrize("path", rooms(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_rooms_stay_small(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 300


CALLS = [
    ["--help"],
    ["rules", "warfare", "longbow"],
    ["odds", "warfare", "melee", "EXAMPLE"],
    ["resolve", "warfare", "melee", "EXAMPLE", "--seed", "1"],
]


@pytest.mark.parametrize("call", CALLS, ids=lambda call: call[0])
def test_a_quick_answer_loads_neither_geometry_nor_the_web(call: list[str]) -> None:
    example = str(PACKAGE / "systems" / "warfare" / "examples" / "melee.toml")
    arguments = [example if word == "EXAMPLE" else word for word in call]
    script = (
        "import sys\n"
        "from miniatures.cli import run\n"
        f"run.main({arguments!r}, standalone_mode=False)\n"
        "heavy = {'shapely', 'numpy', 'fastapi', 'starlette', 'uvicorn', 'jinja2'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True, capture_output=True)


def test_the_quick_reference_does_not_load_pydantic() -> None:
    script = (
        "import sys\n"
        "from miniatures.cli import run\n"
        "run.main(['rules', 'warfare', 'pike'], standalone_mode=False)\n"
        "assert 'pydantic' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True, capture_output=True)


@pytest.mark.parametrize("arguments", [["check", "."], ["format", "--check", "."]], ids=["lint", "format"])
def test_ruff_is_content(arguments: list[str]) -> None:
    done = subprocess.run([sys.executable, "-m", "ruff", *arguments], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_types_hold() -> None:
    done = subprocess.run([sys.executable, "-m", "mypy"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
