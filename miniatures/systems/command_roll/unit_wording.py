"""Units and commanders in words: a unit is many, a commander who stands alone is one.

Where only a name is known, sentences use words that fit both: `may`, `must`, what was, and "Bill: destroyed".
"""

import re

from miniatures.systems.command_roll.unit import Unit

#: Words of many, and those of one man.
_OF_ONE = {"are": "is", "have": "has", "were": "was", "they": "he", "them": "him", "their": "his"}
_PRONOUNS = re.compile(r"\b(they|them|their)\b")


def said(unit: Unit, words: str) -> str:
    """`Bills are confused`, `Warwick is confused`: the words begin with their verb, in the plural."""
    if not unit.commands:
        return f"{unit.name} {words}"
    verb = re.split(r"\W", words, maxsplit=1)[0]
    return f"{unit.name} {_OF_ONE.get(verb, f'{verb}s')}{of_him(words[len(verb) :])}"


def called(unit: Unit, words: str) -> str:
    """`order them next turn`, of a commander `order him next turn`."""
    return of_him(words) if unit.commands else words


def of_him(words: str) -> str:
    return _PRONOUNS.sub(lambda found: _OF_ONE[found.group()], words)
