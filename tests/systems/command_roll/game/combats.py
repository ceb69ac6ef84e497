"""Combats for tests: two units of shire bill, two attacks a stand and no armour, front to front on the line y = 50."""

from typing import Any

from tests.systems.command_roll.game.tables import NOW, Game, Standing, battle, stands, touch

#: Where the two lines meet, and the middle of both.
X, Y = 60, 50


def duel(york: dict[str, Any] | None = None, lancaster: dict[str, Any] | None = None, **said: Any) -> Game:
    """The Bills of York and the Spears of Lancaster, eye to eye, with everything else as it is said."""
    ours, theirs = dict(york or {}), dict(lancaster or {})
    first = stands(ours.pop("profile", "Shire Bill"), "Bills", ours.pop("x", X), ours.pop("y", Y), **ours)
    second = stands(theirs.pop("profile", "Shire Bill"), "Spears", theirs.pop("x", X), theirs.pop("y", Y), **theirs)
    more: tuple[list[Standing], list[Standing]] = said.pop("also", ([], []))
    contacts = [touch("Bills", "Spears", *said.pop("sides", ())), *said.pop("contacts", ())]
    return battle([first, *more[0]], [second, *more[1]], contacts=contacts, step=said.pop("step", "combat"), **said)


def fighter(game: Game, name: str) -> dict[str, Any]:
    """The facts of a unit in its combat."""
    facts = game.facts("fight", unit=name)
    return next(one for one in (*facts["attackers"], *facts["defenders"]) if one["name"] == name)


def thrown(game: Game) -> dict[str, int]:
    """How many dice each throw of the last action took."""
    assert game.last is not None
    assert game.last.resolved is not None
    return {throw.purpose: len(throw.faces) for throw in game.last.resolved.throws}


def added(game: Game, name: str) -> list[tuple[int, str]]:
    """What each line adds to the attacks of a unit before it strikes, with its rule."""
    proposed = game.proposed("fight", unit=name)
    assert proposed.procedure is not None
    sums = proposed.procedure.sums(proposed.facts)
    return [(int(line.value), line.rule) for made in sums if made.purpose.startswith(name) for line in made.modifiers]


def won_by(game: Game, ours: int, theirs: int) -> Game:
    """The Bills and the Spears strike with four dice each, and so many of these hit."""
    game.do("fight", unit="Bills", dice=[4] * ours + [1] * (4 - ours) + [4] * theirs + [1] * (4 - theirs))
    return game


CHARGED = {"charged": NOW}
