"""The whole game again, event by event: what was done, what was said, how the table and the units stood."""

from collections.abc import Sequence
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from miniatures.draw.table import svg
from miniatures.game import Event
from miniatures.game_wording import event_words
from miniatures.systems.playing import Board, UnitLine
from miniatures.web.asking import game_of, off_loop
from miniatures.web.desk import GameAtHand
from miniatures.web.pages import is_fragment, show
from miniatures.web.playing import context

#: As many steps of a game are kept ready; a whole battle, leafed through twice, is drawn once.
KEPT = 400
#: So many names find room beside each other, and no event is about more units.
NAMED = 8
#: Letters of the map are sized for a laptop; on a phone it is pinched.
WIDTH = 760


class Standing(NamedTuple):
    """A unit at one step; `before` is its strength a step earlier where the event changed the unit."""

    line: UnitLine
    changed: bool
    before: str = ""


class Step(NamedTuple):
    """One event of those that stand, with the game just after it."""

    event: Event
    words: str
    board: Board
    sides: tuple[tuple[str, tuple[Standing, ...]], ...]
    map: Markup


_steps: "WeakKeyDictionary[GameAtHand, dict[int, Step]]" = WeakKeyDictionary()


def step(game: GameAtHand, position: int) -> tuple[Step, int]:
    """The step at this place of the line, counted from 1, and how many there are. A place beyond is the last."""
    line = tuple(game.playing.file.line)
    position = min(max(position, 1), len(line))
    event = line[position - 1]
    kept = _steps.setdefault(game, {})
    found = kept.get(event.number)
    if found is None or found.event is not event:  # the same number, but of another log that took its place
        previous = line[max(position - 2, 0)]
        leafed = kept.get(previous.number)
        earlier = leafed.board if leafed and leafed.event is previous else _board(game, previous)
        found = _made(game, event, earlier)
        kept[event.number] = found
        while len(kept) > KEPT:
            kept.pop(next(iter(kept)))
    return found, len(line)


def _board(game: GameAtHand, event: Event) -> Board:
    return game.playing.rules.board(game.playing.state_at(event.number))


def _made(game: GameAtHand, event: Event, earlier: Board) -> Step:
    playing = game.playing
    state = playing.state_at(event.number)
    board = playing.rules.board(state)
    before = {unit.name: unit for unit in _units(earlier)}
    sides = tuple(
        (side.name, tuple(_standing(unit, before.get(unit.name)) for wing in side.wings for unit in wing.units))
        for side in board.sides
    )
    acted = [str(word) for word in event.words.values()]
    changed = [one.line.name for _, units in sides for one in units if one.changed]
    scene = playing.rules.scene(state)._replace(title=f"After event {event.number}")
    # Drawn by `draw`, which escapes every name.
    drawn = Markup(svg(scene, width=WIDTH, only=[*acted, *changed][:NAMED])) if scene.table is not None else Markup("")
    return Step(event, event_words(event, playing.rules.actions()), board, sides, drawn)


def _units(board: Board) -> Sequence[UnitLine]:
    return [unit for side in board.sides for wing in side.wings for unit in wing.units]


def _standing(unit: UnitLine, before: UnitLine | None) -> Standing:
    if before is None or before == unit:
        return Standing(unit, False)
    return Standing(unit, True, before.strength if before.strength != unit.strength else "")


def _position(request: Request, last: int) -> int:
    """The place asked for; the last where none is, or none that can be read."""
    asked = request.query_params.get("at", "")
    return int(asked) if asked.isascii() and asked.isdecimal() and len(asked) < 7 else last


async def replay_page(request: Request) -> Response:
    """The slider with one step below it; the script asks for the other steps."""
    game = await game_of(request)
    moment = await off_loop(game.moment)
    last = len(tuple(game.playing.file.line))
    found, last = await off_loop(step, game, _position(request, last))
    position = 1 + [event.number for event in game.playing.file.line].index(found.event.number)
    shown: dict[str, Any] = {"step": found, "position": position, "last": last}
    if is_fragment(request):
        return show(request, "_step.html", system=game.playing.system.name, **shown)
    return show(request, "replay.html", **context(request, game, moment), **shown)


ROUTES = [Route("/game/{game}/replay", replay_page, name="replay")]
