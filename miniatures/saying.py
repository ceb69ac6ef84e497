"""An action as it is said, `shoot "Archers" "Bills" --set distance=INCHES`: read by the words that the action takes.

Choices and checklists say what may be done in this way, for the command line; the page reads it back.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple, get_args, get_origin

from miniatures.broken import BrokenInputError, unknown
from miniatures.stating import read_value
from miniatures.systems.playing import Action, GameRules

#: Not an action: it leads to what a unit may do.
LOOK = "options"
#: A word that stands for another, which the players know: X, INCHES, X,Y.
_TO_FILL = re.compile(r"[A-Z]+(,[A-Z]+)*")
_QUOTED = re.compile(r'"(.*?)"(?=\s|$)')
_PLAIN = re.compile(r'(?:"[^"]*"|\S)+')


class Said(NamedTuple):
    """An action with its words, as far as they were said."""

    action: str
    words: Mapping[str, Any]
    sets: tuple[str, ...] = ()
    """Facts that were stated, as place=value."""
    open_words: tuple[str, ...] = ()
    """Words that the players have still to fill in."""
    open_facts: tuple[str, ...] = ()
    """Places of facts that they have still to fill in."""


class _Word(NamedTuple):
    text: str
    quoted: bool

    @property
    def to_fill(self) -> bool:
        return not self.quoted and bool(_TO_FILL.fullmatch(self.text))


def read_how(rules: GameRules, how: str, names: Iterable[str] = ()) -> Said:
    """What `Choice.how`, `Owed.how` and `Tap.how` say. Names are read whole where they are known, quotes and all."""
    words = list(_split(how, sorted(names, key=len, reverse=True)))
    if not words:
        raise BrokenInputError("nothing is said; expected an action and its words")
    name, *rest = words
    if name.text == LOOK:
        return Said(LOOK, {"unit": rest[0].text} if rest else {})
    action = rules.find(name.text)
    if action is None:
        raise BrokenInputError(unknown(name.text, "an action of this game", list(rules.actions())))
    return _read(action, rest)


def _split(how: str, names: list[str]) -> Iterator[_Word]:
    at = 0
    while at < len(how):
        if how[at].isspace():
            at += 1
            continue
        known = next((name for name in names if re.match(rf'"{re.escape(name)}"(?=\s|$)', how[at:])), None)
        if known is not None:
            yield _Word(known, True)
            at += len(known) + 2
        elif found := _QUOTED.match(how, at):
            yield _Word(found[1], True)
            at = found.end()
        else:
            plain = _PLAIN.match(how, at)
            assert plain is not None  # whatever is no space is a word
            yield _Word(plain[0], False)
            at = plain.end()


def _read(action: Action, said: list[_Word]) -> Said:
    fields = action.words.model_fields
    in_order = [key for key, field in fields.items() if field.is_required() or key in action.then]
    given: dict[str, Any] = {}
    sets: list[str] = []
    open_words: list[str] = []
    open_facts: list[str] = []

    def take(key: str, word: _Word) -> None:
        if word.to_fill:
            open_words.append(key)
        elif get_origin(fields[key].annotation) is tuple:
            given[key] = (*given.get(key, ()), word.text)
        else:
            given[key] = word.text

    waiting = list(said)
    while waiting:
        word = waiting.pop(0)
        if word.quoted or not word.text.startswith("--"):
            if not in_order:
                raise BrokenInputError(f'{action.name}: "{word.text}" is one word more than it takes')
            take(in_order.pop(0), word)
            continue
        key = word.text[2:].replace("-", "_")
        denied = key.removeprefix("not_")
        if key == "set" and waiting:
            place, _, value = waiting.pop(0).text.partition("=")
            if _Word(value, False).to_fill:
                open_facts.append(place)
            else:
                sets.append(f"{place}={value}")
        elif key not in fields and denied in fields and bool in kinds_of(fields[denied].annotation):
            given[denied] = False
        elif key in fields and bool in kinds_of(fields[key].annotation):
            given[key] = True
        elif key in fields and waiting:
            take(key, waiting.pop(0))
        else:
            raise BrokenInputError(f"{action.name}: {unknown(word.text, 'an option', [f'--{one}' for one in fields])}")
    return Said(action.name, read_words(action, given), tuple(sets), tuple(open_words), tuple(open_facts))


def say(action: Action, words: Mapping[str, Any]) -> str:
    """The other way round: words of an action as `read_how` reads them. Names are quoted, whatever they look like."""
    said = [action.name]
    options: list[str] = []
    for key, field in action.words.model_fields.items():
        value = words.get(key)
        option = f"--{key.replace('_', '-')}"
        if value is None or value == ():
            continue
        if isinstance(value, bool):
            if value or type(None) in kinds_of(field.annotation):
                options.append(option if value else option.replace("--", "--not-", 1))
            continue
        for one in value if isinstance(value, list | tuple) else (value,):
            spoken = f'"{one}"' if isinstance(one, str) else f"{one:g}"
            if field.is_required():
                said.append(spoken)
            else:
                options += [option, spoken]
    return " ".join([*said, *options])


def read_words(action: Action, given: Mapping[str, Any]) -> dict[str, Any]:
    """What was said, as the model reads it: text stays text, anything else is read as it would be in a file."""
    words: dict[str, Any] = {}
    for key, field in action.words.model_fields.items():
        said = given.get(key)
        if said is None or said == () or said is False:
            if said is False and type(None) in kinds_of(field.annotation):
                words[key] = False
            continue
        if isinstance(said, tuple):
            words[key] = list(said)
        elif isinstance(said, str) and field.annotation is not str:
            words[key] = read_value(said)
        else:
            words[key] = said.strip() if isinstance(said, str) else said
    return words


def kinds_of(annotation: Any) -> set[Any]:
    """The plain types that a field takes."""
    arguments = get_args(annotation)
    if not arguments or get_origin(annotation) is tuple:
        return {annotation}
    return {kind for argument in arguments for kind in kinds_of(argument)}
