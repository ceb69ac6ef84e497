"""The cards of everybody at once, for paper: of an army before it has fought, or of a game as it stands."""

from contextlib import suppress
from typing import Any, NamedTuple

from miniatures.broken import BrokenInputError
from miniatures.faults import read_model
from miniatures.rosters import LoadedRoster
from miniatures.systems.cards import Card
from miniatures.systems.playing import Board, GameRules, Setup, SideLine


class Hand(NamedTuple):
    """The cards of one army."""

    army: str
    cards: tuple[Card, ...]


def hands(rules: GameRules, state: Any, board: Board) -> list[Hand]:
    """Battle by battle, a leader before his units. Who is lost needs no card."""
    found = []
    for side in board.sides:
        cards = [rules.card(state, name) for name in _names(rules, state, side)]
        found.append(Hand(side.name, tuple(card for card in cards if not card.lost)))
    return found


def _names(rules: GameRules, state: Any, side: SideLine) -> list[str]:
    units = [unit.name for wing in side.wings for unit in wing.units]
    named: dict[str, None] = {}
    for wing in side.wings:
        for name in (wing.leader, *(unit.leader for unit in wing.units)):
            if name and name not in units and _has_card(rules, state, name):
                named[name] = None
        named.update(dict.fromkeys(unit.name for unit in wing.units))
    return list(named)


def _has_card(rules: GameRules, state: Any, name: str) -> bool:
    """A leader who is gone is named with what became of him, and has none."""
    with suppress(BrokenInputError):
        return rules.card(state, name).name == name
    return False


def mustered(loaded: LoadedRoster) -> Hand:
    """An army as it is set up. It is mustered against itself, and what tells the two apart is taken off again."""
    system = loaded.system
    if system.game is None:
        raise BrokenInputError(f"{loaded.name}: the {system.title} is not played as a whole game yet; it has no cards")
    rules = system.game()
    setup = Setup((loaded.roster, loaded.roster), read_model(system.options, _options(loaded), loaded.name), None)
    state = rules.load(setup, rules.begin(setup).changes)
    hand = hands(rules, state, rules.board(state))[0]
    return Hand(loaded.roster.name, tuple(_alone(card, f" ({hand.army})") for card in hand.cards))


def _options(loaded: LoadedRoster) -> dict[str, Any]:
    return dict(loaded.data.get("options", {}))


def _alone(card: Card, told_apart: str) -> Card:
    """As a player of this one army knows it; nobody taps on paper."""

    def plain(texts: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(text.replace(told_apart, "") for text in texts)

    (name,) = plain((card.name,))
    return card._replace(
        name=name, states=plain(card.states), notes=plain(card.notes), leaders=plain(card.leaders), taps=()
    )
