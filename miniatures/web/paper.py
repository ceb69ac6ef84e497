"""Everything that players like on paper: the roster sheet, cards to cut out, and the quick reference."""

from typing import Any, NamedTuple

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from miniatures.army_wording import price_lines, spent
from miniatures.mustering import hands, mustered
from miniatures.rosters import LoadedRoster, load_roster
from miniatures.rulebook import Ruling, load_rulebook
from miniatures.systems import SYSTEMS
from miniatures.systems.cards import Card, Gauge
from miniatures.web.asking import desk_of, game_of, off_loop
from miniatures.web.desk import Desk, GameAtHand, Moment
from miniatures.web.pages import show
from miniatures.web.reference import Chapter, chapters, sorted_for, table_of


class Box(NamedTuple):
    """A box to cross off: whether it is already, and whether something happens there."""

    crossed: bool
    stop: bool


class Row(NamedTuple):
    """A gauge on paper: a box for everything that it counts, and in words where something happens."""

    name: str
    boxes: tuple[Box, ...]
    stops: str


def row(gauge: Gauge) -> Row:
    """Boxes are crossed off from the first, whether the gauge counts what is left or what was taken."""
    left = gauge.kind == "left"
    gone = gauge.most - gauge.value if left else gauge.value
    stops = {gauge.most - mark.at if left else mark.at: mark for mark in gauge.marks}
    boxes = tuple(Box(place <= gone, place in stops) for place in range(1, gauge.most + 1))
    words = ", ".join(f"{place}: {mark.label} ({mark.rule})" for place, mark in sorted(stops.items()))
    return Row(gauge.name, boxes, words)


def _cards(cards: tuple[Card, ...]) -> list[tuple[Card, list[Row]]]:
    return [(card, [row(gauge) for gauge in card.gauges]) for card in cards]


def _loaded(desk: Desk, name: str) -> LoadedRoster:
    return load_roster(desk.army_reference(name))


async def army_sheet(request: Request) -> Response:
    """The roster as it is put beside the table: battles, units, what each costs and why."""
    loaded = await off_loop(_loaded, desk_of(request), request.path_params["army"])
    return show(request, "paper/army.html", army=request.path_params["army"], **await off_loop(_sheet, loaded))


def _sheet(loaded: LoadedRoster) -> dict[str, Any]:
    book = loaded.system.army
    sheet = book.sheet(loaded.roster)
    prices = {id(unit): list(price_lines(unit)) for group in sheet.groups for unit in group.units}
    return {
        "sheet": sheet,
        "system_title": loaded.system.title,
        "spent": spent(sheet),
        "prices": lambda unit: prices[id(unit)],
        "findings": [one for one in book.findings(loaded.roster) if one.severity == "error"],
    }


async def army_cards(request: Request) -> Response:
    """A card for every unit and leader of an army that has not fought yet."""
    name = request.path_params["army"]
    loaded = await off_loop(_loaded, desk_of(request), name)
    hand = await off_loop(mustered, loaded)
    return show(
        request,
        "paper/cards.html",
        title=hand.army,
        system_title=loaded.system.title,
        hands=[(hand.army, _cards(hand.cards))],
        army=name,
    )


async def game_cards(request: Request) -> Response:
    """The cards of both sides as the game stands."""
    game = await game_of(request)
    moment = await off_loop(game.moment)
    found = await off_loop(lambda: hands(game.playing.rules, moment.state, moment.board))
    turn = f"turn {moment.board.turn}, " if moment.board.turn else ""
    return show(
        request,
        "paper/cards.html",
        title=f"{game.playing.file.header.name}: {turn}{moment.board.explains}",
        system_title=game.playing.system.title,
        hands=[(hand.army, _cards(hand.cards)) for hand in found],
        army="",
    )


async def rules_sheet(request: Request) -> Response:
    """The printed rules of a system in two columns; on request with our rulings."""
    listed = SYSTEMS.get(request.path_params["system"])
    if listed is None:
        raise HTTPException(404, f"There is no such rule set; there are: {', '.join(SYSTEMS)}.")
    book = await off_loop(load_rulebook, listed.folder)
    return _on_paper(request, listed.title, listed.name, chapters(book.search("")[0]), tuple(book.rulings.values()))


async def battle_sheet(request: Request) -> Response:
    """The same for the troops of one battle: what nobody brought is left out."""
    game = await game_of(request)
    moment = await off_loop(game.moment)
    found, rulings = await off_loop(_for_battle, game, moment)
    system = game.playing.system
    return _on_paper(request, f"{game.playing.file.header.name}: {system.title}", system.name, found, rulings)


def _for_battle(game: GameAtHand, moment: Moment) -> tuple[tuple[Chapter, ...], tuple[Ruling, ...]]:
    """In the order of the sheet: on paper one looks for a rule where it was printed."""
    book = load_rulebook(game.playing.system.folder)
    entries, _ = book.search("")
    left_out = {entry.rule.number for entry in sorted_for(table_of(game, moment), entries).elsewhere}
    rulings = [one for one in book.rulings.values() if not one.about or not left_out.issuperset(one.about)]
    return chapters([entry for entry in entries if entry.rule.number not in left_out]), tuple(rulings)


def _on_paper(
    request: Request, title: str, system: str, found: tuple[Chapter, ...], rulings: tuple[Ruling, ...]
) -> Response:
    """With our rulings, if they are wanted, behind the rules: each once, however many rules it is about."""
    wanted = sorted(rulings, key=lambda one: int(one.number[1:])) if request.query_params.get("rulings") else []
    return show(request, "paper/rules.html", title=title, system=system, chapters=found, rulings=wanted)


ROUTES = [
    Route("/paper/army/{army}", army_sheet, name="army_sheet"),
    Route("/paper/army/{army}/cards", army_cards, name="army_cards"),
    Route("/paper/game/{game}", game_cards, name="game_cards"),
    Route("/paper/game/{game}/rules", battle_sheet, name="battle_sheet"),
    Route("/paper/rules/{system}", rules_sheet, name="rules_sheet"),
]
