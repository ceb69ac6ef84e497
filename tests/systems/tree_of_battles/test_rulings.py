"""The page of rulings: all of them there, each about printed rules, each option named by its ruling."""

import re

from miniatures.rulebook import load_rulebook
from miniatures.systems.tree_of_battles import SYSTEM
from miniatures.systems.tree_of_battles.options import Options

BOOK = load_rulebook(SYSTEM.folder)


def test_the_rulings_are_all_there_and_say_which_rules_they_are_about() -> None:
    ours = [*range(1, 7), *range(11, 15), *range(21, 27), *range(31, 49)]
    assert {f"T{number}" for number in ours} <= set(BOOK.rulings)
    for ruling in BOOK.rulings.values():
        assert ruling.about, ruling.number
        assert set(ruling.about) <= set(BOOK.rules), ruling.number


def test_every_option_names_its_ruling_and_each_ruling_names_its_option() -> None:
    for name, field in Options.model_fields.items():
        (number,) = re.findall(r"T\d+", (field.description or "").partition(":")[0])
        assert name in BOOK.rulings[number].text, name


def test_every_option_that_a_ruling_names_exists() -> None:
    for ruling in BOOK.rulings.values():
        for named in re.findall(r"\(options? ([^:;)]+)", ruling.text):
            assert set(re.findall(r"[a-z]+(?:_[a-z]+)+", named)) <= set(Options.model_fields), ruling.number
