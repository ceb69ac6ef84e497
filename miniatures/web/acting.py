"""Doing something in a game: its words, its facts, its odds, the dice throw by throw, the sum; then apply, or not.

One form carries all of it, so that nothing typed is lost when somebody else acts first. Posting it only looks, unless
it says that the result is to be applied.
"""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from urllib.parse import quote, urlencode
from zlib import crc32

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from miniatures.broken import BrokenInputError
from miniatures.faces import read_faces
from miniatures.fields import form_fields
from miniatures.game import Event, GameMovedOnError
from miniatures.game_wording import action_words
from miniatures.odds_wording import odds_shown
from miniatures.saying import LOOK, read_how
from miniatures.stating import assignments
from miniatures.systems.playing import Board
from miniatures.tracker import find_action
from miniatures.web.asking import demand, game_of, off_loop, visitor_of
from miniatures.web.attempts import Attempt, Looked, apply, look, odds_at_hand, odds_of, plan_of
from miniatures.web.desk import GameAtHand
from miniatures.web.forms import Known, filled, read_form, with_row, with_table, without
from miniatures.web.live import told
from miniatures.web.pages import broken, is_fragment, show
from miniatures.web.playing import context
from miniatures.web.throwing import throwing
from miniatures.web.typed import LONGEST, Typed, last, typed_of, under

#: Throws that are rolled at once at most, when all the rest is rolled.
ALL = 200


async def do(request: Request) -> Response:
    """Where a choice or a line of the checklist leads: to the action, or to the unit."""
    game = await game_of(request)
    how = request.query_params.get("how", "")[:LONGEST]
    board = (await off_loop(game.moment)).board
    said = read_how(game.playing.rules, how, names_of(board))
    if said.action == LOOK:
        unit = quote(str(said.words.get("unit", "")), safe="")
        return RedirectResponse(f"/game/{quote(game.name)}/unit/{unit}", 303)
    return RedirectResponse(f"/game/{quote(game.name)}/act/{said.action}?{urlencode({'how': how})}", 303)


def names_of(board: Board) -> list[str]:
    """Everybody and everything that words may name."""
    names = [side.name for side in board.sides] + [side.commander for side in board.sides]
    for side in board.sides:
        for wing in side.wings:
            names += [wing.name, *wing.leaders, *(unit.name for unit in wing.units)]
    return list(dict.fromkeys(filter(None, names)))


async def act_page(request: Request) -> Response:
    """The form, with what was said so far."""
    game = await game_of(request)
    found = await off_loop(_begun, game, request.path_params["action"], request.query_params.get("how", ""))
    return await _shown(request, game, found)


def _begun(game: GameAtHand, action: str, how: str) -> Looked:
    moment = game.moment()
    find_action(game.playing.rules, action)
    said = read_how(game.playing.rules, how[:LONGEST] or action, names_of(moment.board))
    if said.action != action:
        raise BrokenInputError(f'how: "{how[:80]}" is no way to {action}')
    return look(game, Attempt(action, said.words, said.sets, after=moment.head))


async def act(request: Request) -> Response:
    """Look at what was typed; apply it where that is asked for and nothing is missing."""
    game = await game_of(request)
    typed = await typed_of(request)
    what, _, place = last(typed, "do").partition(" ")
    try:
        attempt = await off_loop(_read, game, request.path_params["action"], typed, what, place)
    except BrokenInputError as error:
        answer = await broken(request, error)
        # The form stays as it is, with all that was typed; above it stands what is wrong.
        answer.headers["HX-Retarget"], answer.headers["HX-Reswap"] = "#act-trouble", "innerHTML"
        return answer
    roll = {"roll": 1, "roll-all": ALL}.get(what, 0)
    found = await off_loop(lambda: look(game, attempt, roll=roll))
    writing = what in ("apply", "straight") and not found.action.asks
    if writing and found.head != attempt.after:
        return await _shown(request, game, found, 409)  # what the others did is told, and from here on it is seen
    if not writing or not found.ready:
        return await _shown(request, game, found)
    barred = visitor_of(request).barred(found.board, attempt.words)
    if barred:
        return await _shown(request, game, replace(found, trouble=(barred,)), 403)
    try:
        event = await off_loop(apply, game, attempt)
    except GameMovedOnError:
        return await _shown(request, game, await off_loop(look, game, attempt), 409)
    told(request, game)
    return await _done(request, game, event)


def _read(game: GameAtHand, action: str, typed: Typed, what: str, place: str) -> Attempt:
    """What the form says. Facts belong to the words that they were measured for: with others they are measured anew."""
    after = last(typed, "after")
    if not after.isdecimal() or not 1 <= int(after[:9]) <= game.moment().head:
        raise BrokenInputError(f'after: "{after[:20]}"; expected the number of an event: load the page again')
    faces = () if what == "again" else tuple(read_faces(last(typed, "dice")))
    overruled = last(typed, "overrule") or None
    if "how" in typed:
        said = read_how(game.playing.rules, last(typed, "how"), names_of(game.moment().board))
        return Attempt(action, said.words, said.sets, faces, overruled, int(after))
    words = read_form(find_action(game.playing.rules, action).words, under(typed, "word:"), {})
    attempt = Attempt(action, words, (), faces, overruled, int(after))
    if last(typed, "words") != words_key(words):
        return attempt
    return replace(attempt, sets=_sets(game, attempt, under(typed, "fact:"), what, place))


def words_key(words: Mapping[str, Any]) -> str:
    return json.dumps(words, sort_keys=True)


def _sets(game: GameAtHand, attempt: Attempt, typed: Typed, what: str, place: str) -> tuple[str, ...]:
    """The facts that differ from those that were measured when the form was made."""
    plan = plan_of(game, attempt, attempt.after)
    if not plan.procedure or not typed:
        return ()
    model = game.playing.system.procedure(plan.procedure).facts
    data = read_form(model, typed, plan.measured)
    if what == "add":
        data = with_row(data, place)
    elif what == "put":
        data = with_table(data, place, {})
    elif what == "drop":
        data = without(data, place)
    return tuple(assignments(dict(plan.measured), data))


async def _shown(request: Request, game: GameAtHand, found: Looked, status: int = 0) -> Response:
    attempt = found.attempt
    known = Known(found.needed, game.playing.system.army.unit)
    facts = None
    if found.plan is not None and found.plan.procedure:
        model = game.playing.system.procedure(found.plan.procedure).facts
        facts = filled(model, found.data, found.plan.measured, known)
    fields = form_fields(found.action.words)
    open_words = [name for name, one in fields.items() if one.needed and name not in attempt.words]
    words = filled(found.action.words, attempt.words, {}, Known(open_words, without=(), measured=False))
    odds, counted = None, await off_loop(odds_at_hand, game, attempt)
    if counted:
        odds = odds_shown(chances) if (chances := await off_loop(odds_of, game, attempt)) else None
    visitor = visitor_of(request)
    moment = await off_loop(game.moment)
    settled = found.settled
    query = urlencode(_query(attempt))
    return show(
        request,
        "act/_form.html" if is_fragment(request) else "act/page.html",
        status or (400 if found.trouble and request.method == "POST" else 200),
        **context(request, game, moment),
        found=found,
        heading=action_words(found.action, attempt.words),
        facts=facts,
        words=words,
        said=words_key(attempt.words),
        names=names_of(found.board),
        barred="" if found.action.asks else visitor.barred(found.board, attempt.words),
        odds=odds,
        odds_counted=counted,
        odds_query=query,
        odds_id=f"{found.head}-{crc32(query.encode())}",
        **throwing(
            settled.resolved if settled else None,
            settled.refusals if settled else (),
            attempt.overruled,
            attempt.faces,
        ),
    )


def _query(attempt: Attempt) -> list[tuple[str, str]]:
    asked = [("words", words_key(attempt.words)), *(("set", one) for one in attempt.sets)]
    return [*asked, ("overrule", attempt.overruled)] if attempt.overruled else asked


async def odds(request: Request) -> Response:
    """The odds, counted in a thread while the rest of the form is used already."""
    game = await game_of(request)
    query = request.query_params
    try:
        words = json.loads(query.get("words", "{}")[:LONGEST])
    except (ValueError, RecursionError):
        words = None
    if not isinstance(words, dict):
        raise BrokenInputError("words: not understood; load the page again")
    attempt = Attempt(
        request.path_params["action"], words, tuple(query.getlist("set")), overruled=query.get("overrule") or None
    )
    chances = await off_loop(odds_of, game, attempt)
    shown = odds_shown(chances) if chances else None
    return show(request, "act/_odds.html", odds=shown, system=game.playing.system.name)


async def _done(request: Request, game: GameAtHand, event: Event) -> Response:
    moment = await off_loop(game.moment)
    return show(
        request,
        "act/_done.html" if is_fragment(request) else "act/done.html",
        **context(request, game, moment),
        event=event,
        heading=action_words(find_action(game.playing.rules, event.command), event.words),
    )


async def back(request: Request) -> Response:
    """Take the event back. Where facts or dice were typed, the form comes back with them."""
    game = await game_of(request)
    typed = await typed_of(request)
    number, after = last(typed, "number"), last(typed, "after")
    if not number.isdecimal() or not after.isdecimal():
        raise BrokenInputError("number: expected that of an event: load the page again")
    attempt = await off_loop(_taken_back, request, game, int(number[:9]), int(after[:9]))
    told(request, game)
    found = await off_loop(look, game, attempt)
    if found.plan is not None and found.plan.procedure:
        return await _shown(request, game, found)
    moment = await off_loop(game.moment)
    heading = action_words(found.action, attempt.words)
    return show(
        request,
        "act/_taken_back.html" if is_fragment(request) else "act/taken_back.html",
        **context(request, game, moment),
        heading=heading,
    )


def _taken_back(request: Request, game: GameAtHand, number: int, after: int) -> Attempt:
    with game.writing(after) as playing:
        meant = playing.file.line.to_undo
        if meant is None or meant.number != number:
            raise BrokenInputError(f"event {number} is not the last one any more; take it back in the log")
        demand(visitor_of(request).barred(game.moment().board, meant.words))
        undone = playing.file.undo(after)
    return Attempt(meant.command, meant.words, meant.stated, meant.dice, meant.overruled, undone.number)


ROUTES = [
    Route("/game/{game}/do", do, name="do"),
    Route("/game/{game}/back/last", back, methods=["POST"], name="back_last"),
    Route("/game/{game}/act/{action}", act_page, name="act_page"),
    Route("/game/{game}/act/{action}", act, methods=["POST"]),
    Route("/game/{game}/act/{action}/odds", odds, name="act_odds"),
]
