"""Every printed rule is played by a test, and every number that the code speaks of exists."""

import ast
import re
from pathlib import Path

import pytest

from miniatures.rulebook import load_rulebook
from miniatures.systems import SYSTEMS

TESTS = Path(__file__).parent
PACKAGE = TESTS.parent / "miniatures"

#: Rules that wait for a chapter, or that only a whole game on a table can play.
WAITING: dict[str, frozenset[str]] = {}


def marked(folder: Path) -> set[str]:
    """The numbers in `@pytest.mark.rules(...)` and in the first column of `case(...)`, read from the source."""
    found: set[str] = set()
    for path in folder.rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            arguments = node.args if called == "rules" else node.args[:1] if called == "case" else []
            found |= {a.value for a in arguments if isinstance(a, ast.Constant) and isinstance(a.value, str)}
    return found


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_printed_rule_is_played_by_a_test(system: str) -> None:
    book = load_rulebook(SYSTEMS[system].folder)
    played, waiting = marked(TESTS / "systems" / SYSTEMS[system].module), WAITING.get(system, frozenset())
    assert set(book.rules) - played - waiting == set()
    assert waiting & played == set(), "played by now: take them off the list"
    assert waiting <= set(book.rules)


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_number_that_a_test_marks_exists(system: str) -> None:
    book = load_rulebook(SYSTEMS[system].folder)
    assert {n for n in marked(TESTS / "systems" / SYSTEMS[system].module) if not book.knows(n)} == set()


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_number_in_the_code_exists(system: str) -> None:
    folder = SYSTEMS[system].folder
    book = load_rulebook(folder)
    letter = next(iter(book.rules))[0]
    for path in [*folder.rglob("*.py"), folder / "RULINGS.md", folder / "starter.toml"]:
        spoken = set(re.findall(rf"\b{letter}\d+\b", path.read_text(encoding="utf-8")))
        assert {number for number in spoken if not book.knows(number)} == set(), path.name


@pytest.mark.parametrize("system", SYSTEMS)
def test_no_rule_number_of_a_system_stands_outside_its_folder(system: str) -> None:
    letter = next(iter(load_rulebook(SYSTEMS[system].folder).rules))[0]
    for path in PACKAGE.rglob("*.py"):
        if "systems" in path.relative_to(PACKAGE).parts[:1] and path.parent != PACKAGE / "systems":
            continue
        code = "\n".join(re.sub(r'""".*?"""|#.*', "", path.read_text(encoding="utf-8"), flags=re.DOTALL).splitlines())
        assert re.findall(rf'"{letter}\d{{1,3}}"', code) == [], path.name


def test_the_rulings_are_all_there_and_say_which_rules_they_are_about() -> None:
    book = load_rulebook(SYSTEMS["warfare"].folder)
    ours = [*range(1, 8), 11, 12, *range(21, 27), *range(31, 36), *range(41, 49), *range(51, 59)]
    assert {f"W{number}" for number in ours} <= set(book.rulings)
    for ruling in book.rulings.values():
        assert ruling.about, ruling.number
        assert set(ruling.about) <= set(book.rules), ruling.number


def test_every_option_names_a_rule_that_exists_and_each_ruling_names_its_option() -> None:
    from miniatures.systems.warfare.options import Options

    book = load_rulebook(SYSTEMS["warfare"].folder)
    for name, field in Options.model_fields.items():
        numbers = re.findall(r"W\d+", (field.description or "").partition(":")[0])
        assert numbers, name
        for number in numbers:
            assert book.knows(number)
            if number in book.rulings:
                assert name in book.rulings[number].text
