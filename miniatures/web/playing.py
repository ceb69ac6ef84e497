"""The game page: where the turn stands, what is owed, every unit, and the next step."""

from typing import Any, NamedTuple

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from miniatures.systems.cards import MAY, MUST, urgency
from miniatures.systems.playing import Board, UnitLine
from miniatures.web.asking import game_of, off_loop, visitor_of
from miniatures.web.desk import GameAtHand, Moment
from miniatures.web.pages import show


class Party(NamedTuple):
    """A side as the page lists it: those who must act first, then wing by wing."""

    number: int
    name: str
    commander: str
    lost: str
    wings: tuple["Wing", ...]


class Wing(NamedTuple):
    name: str
    leader: str
    order: str
    units: tuple["Listed", ...]
    leaders: tuple[str, ...]


class Listed(NamedTuple):
    line: UnitLine
    must: bool
    may: bool


def parties(board: Board) -> tuple[Party, ...]:
    """Within a wing, who must act stands before who may, and who is lost stands last."""
    soon = urgency(board)
    found = []
    for number, side in enumerate(board.sides):
        wings = []
        for wing in side.wings:
            units = [Listed(unit, soon[unit.name] == MUST, soon[unit.name] == MAY) for unit in wing.units]
            units.sort(key=lambda one: soon[one.line.name])
            wings.append(Wing(wing.name, wing.leader, wing.order, tuple(units), wing.leaders))
        wings.sort(key=lambda wing: not any(unit.must for unit in wing.units))
        lost = next((line for line in board.score if line.startswith(f"{side.name}: ")), "")
        found.append(Party(number, side.name, side.commander, lost.removeprefix(f"{side.name}: "), tuple(wings)))
    return tuple(found)


async def game_page(request: Request) -> Response:
    return await _shown(request, "game.html")


async def bar(request: Request) -> Response:
    """The bar with turn and phase, and the checklist below it."""
    return await _shown(request, "_bar.html")


async def units(request: Request) -> Response:
    return await _shown(request, "_units.html")


async def _shown(request: Request, template: str) -> Response:
    game = await game_of(request)
    return show(request, template, **context(request, game, await off_loop(game.moment)))


def context(request: Request, game: GameAtHand, moment: Moment) -> dict[str, Any]:
    """What every page of a game knows."""
    board = moment.board
    visitor = visitor_of(request)
    own = None if visitor.side is None else board.sides[visitor.side].name
    return {
        "game": game.name,
        "title": game.playing.file.header.name,
        "system": game.playing.system.name,
        "system_title": game.playing.system.title,
        "head": moment.head,
        "board": board,
        "parties": parties(board),
        "mapped": game.playing.setup.table is not None,
        "own_side": own,
        "must": [one for one in board.owed if one.must],
        "may": [one for one in board.owed if not one.must],
    }


ROUTES = [
    Route("/game/{game}", game_page, name="game_page"),
    Route("/game/{game}/bar", bar, name="game_bar"),
    Route("/game/{game}/units", units, name="game_units"),
]
