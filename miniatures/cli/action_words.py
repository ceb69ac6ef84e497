"""The actions of all games: which there are, and what one takes in each system that has it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from miniatures.systems import SYSTEMS, load_system

if TYPE_CHECKING:
    from miniatures.systems.playing import Action


def games() -> "Iterator[tuple[str, Mapping[str, Action]]]":
    """The systems that are played as whole games, with what is done and asked in them."""
    for name in SYSTEMS:
        system = load_system(name)
        if system.game is not None:
            rules = system.game()
            yield system.title, {**rules.actions(), **rules.questions()}


def known_actions() -> list[str]:
    return list(dict.fromkeys(name for _, actions in games() for name in actions))


def action_rows() -> Iterator[tuple[str, list[tuple[str, str]]]]:
    for title, actions in games():
        yield title, [(action.name, action.summary) for action in actions.values()]


def in_each(every: "Sequence[tuple[str, Action]]") -> str:
    """The same word means something else in each system: what it takes in every one, one after the other."""
    parts = ["With a FILE the words of that game are shown: game ACTION FILE --help. Without one, in each system:"]
    for title, action in every:
        rows = [f"{title}: {action.summary}"]
        for key, field in action.words.model_fields.items():
            word = key.upper() if field.is_required() or key in action.then else f"--{key.replace('_', '-')}"
            rows.append(f"  {word}: {field.description}")
        parts.append("\b\n" + "\n".join(rows))
    parts.append(f"The usage above, and the options below, are those of {every[0][0]}.")
    return "\n\n".join(parts)
