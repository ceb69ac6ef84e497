"""The card of a unit: how it stands, where each mark came from, what it may do, and what one tap changes."""

from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from miniatures.broken import BrokenInputError
from miniatures.ruling import Refusal
from miniatures.saying import LOOK, read_how
from miniatures.systems.cards import Card, Gauge
from miniatures.systems.playing import Choice
from miniatures.web.acting import names_of
from miniatures.web.asking import game_of, off_loop
from miniatures.web.attempts import Attempt, kept
from miniatures.web.desk import GameAtHand, Moment
from miniatures.web.pages import is_fragment, show
from miniatures.web.playing import context
from miniatures.wording import Line, sum_lines


class Pip(NamedTuple):
    """One mark of a gauge that is drawn mark by mark: there or not, and where it came from."""

    full: bool
    says: str


class Offer(NamedTuple):
    """Something that the unit may do or may not."""

    what: str
    note: bool
    refusals: tuple[Refusal, ...]
    action: str
    how: str
    straight: bool
    """Nothing is left to be filled in: it is done at once if it needs no dice."""
    sums: tuple[Line, ...]


def pips(gauge: Gauge) -> tuple[Pip, ...]:
    """Cause by cause, then the empty ones."""
    told = [
        f"{cause.why}{f' ({cause.rule})' if cause.rule else ''}{f', turn {cause.turn}' if cause.turn else ''}"
        for cause in gauge.causes
        for _ in range(cause.number)
    ]
    told += [""] * (gauge.value - len(told))
    return (*(Pip(True, words) for words in told), *(Pip(False, "") for _ in range(gauge.most - gauge.value)))


def offers(game: GameAtHand, moment: Moment, choices: tuple[Choice, ...]) -> list[Offer]:
    names = names_of(moment.board)
    found = []
    for choice in choices:
        action, straight = "", False
        if choice.how:
            said = read_how(game.playing.rules, choice.how, names)
            action, straight = said.action, not (said.open_words or said.open_facts or said.action == LOOK)
        sums = tuple(line for made in choice.sums for line in sum_lines(made))
        found.append(Offer(choice.what, choice.kind == "note", choice.refusals, action, choice.how, straight, sums))
    return found


def questions(game: GameAtHand, card: Card) -> list[tuple[str, str]]:
    """What may be asked of a unit: the questions that need to know only of whom, each as it is said."""
    if card.kind != "unit" or card.lost:
        return []
    found = []
    for question in game.playing.rules.questions().values():
        needed = [key for key, field in question.words.model_fields.items() if field.is_required()]
        if len(needed) == 1:
            found.append((question.summary.removeprefix("a question: "), f'{question.name} "{card.name}"'))
    return found


def _card(game: GameAtHand, name: str) -> Card:
    return game.playing.rules.card(game.moment().state, name)


async def unit_page(request: Request) -> Response:
    game = await game_of(request)
    moment = await off_loop(game.moment)
    card = await off_loop(_card, game, request.path_params["unit"])
    owed = [one for one in moment.board.owed if one.unit == card.name]
    return show(
        request,
        "act/_card.html" if is_fragment(request) else "act/card.html",
        **context(request, game, moment),
        card=card,
        side_name=moment.board.sides[card.side].name,
        owed=owed,
        questions=await off_loop(questions, game, card),
        gauges=[(gauge, pips(gauge) if gauge.most <= 12 else ()) for gauge in card.gauges],
    )


async def choices(request: Request) -> Response:
    """What it may do, which takes measuring: the card is shown before it."""
    game = await game_of(request)
    moment = await off_loop(game.moment)
    name = request.path_params["unit"]
    found = await off_loop(_choices, game, moment, name)
    return show(
        request,
        "act/_choices.html",
        offers=found,
        unit=name,
        game=game.name,
        head=moment.head,
        system=game.playing.system.name,
    )


def _choices(game: GameAtHand, moment: Moment, name: str) -> list[Offer]:
    key = Attempt(LOOK, {"unit": name}).key(game, moment.head)
    offered: list[Offer] = kept(game, key, lambda: _measured(game, moment, name))
    return offered


def _measured(game: GameAtHand, moment: Moment, name: str) -> list[Offer]:
    found = tuple(game.playing.rules.choices(moment.state, name))
    try:
        return offers(game, moment, found)
    except BrokenInputError:  # a name that cannot be read back: nothing is offered as a button, all is told
        return [Offer(one.what, one.kind == "note", one.refusals, "", "", False, ()) for one in found]


ROUTES = [
    Route("/game/{game}/unit/{unit:path}", unit_page, name="unit_page"),
    Route("/game/{game}/choices/{unit:path}", choices, name="unit_choices"),
]
