"""Short moves after a combat: to fall back a base depth facing the enemy, and to follow up (T202, T203)."""

from typing import Any

from miniatures.measuring import CONTACT, furthest
from miniatures.systems.tree_of_battles.game.describing import measured
from miniatures.systems.tree_of_battles.game.pieces import ContactNow
from miniatures.systems.tree_of_battles.game.state import State
from miniatures.systems.tree_of_battles.game.suffering import Brought

#: More than anybody falls back.
FAR = 6.0


def falls_back(state: State, name: str, contacts: list[ContactNow]) -> Brought:
    """A base depth, facing kept, as far as there is room: straight back, or before the push of who struck it (T85)."""
    unit = state.units[name]
    own: dict[str, Any] = {"fell_back": state.turn}
    table = measured(state)
    if table is None or not unit.placed:
        return {"units": {name: own}}, [f"{name} fall back a base depth (T202)."]
    from miniatures.space.moves import shift
    from miniatures.systems.tree_of_battles.game.measured import stood

    body = table.of(name)
    depth = body.depth / unit.ranks
    pushed = [one for one in contacts if one.side_of(name) != "front" and one.other(name) in table.bodies]
    direction = (body.pose.facing + 180) % 360
    if pushed and len(pushed) == len(contacts):
        direction = table.of(pushed[0].other(name)).pose.facing
    inches = furthest(depth, lambda far: table.free(shift(body, direction, far).end))
    end = shift(body, direction, inches).end
    own |= stood(end.pose) | {"came": [unit.pose.x, unit.pose.y]}
    short = "" if inches >= depth - CONTACT else "; there is no room for more (T85)"
    return {"units": {name: own}}, [f"{name} fall back {inches:.1f} inches (T202){short}."]


def follows_up(state: State, name: str, enemy: str, old: ContactNow | None = None) -> Brought:
    """Forward until it touches the enemy again, whom it fights in melee next turn (T203, T35)."""
    unit = state.units[name]
    own: dict[str, Any] = {"follows": state.turn + 1, "may": None}
    if unit.listed.grade == "D":
        own["array"] = "disarray"
    table = measured(state)
    first, second = "front", "front"
    if old is not None:
        first, second = old.side_of(name), old.side_of(enemy)
    if table is not None and unit.placed and enemy in table.bodies:
        from miniatures.space.moves import shift, slide
        from miniatures.systems.tree_of_battles.game.contacting import side_struck
        from miniatures.systems.tree_of_battles.game.measured import stood

        body, goal = table.of(name), table.of(enemy)
        if old is None:
            second = side_struck(goal, body)
        inches, _ = slide(body, body.pose.facing, table.others(name), FAR)
        if table.apart(name, enemy) > CONTACT and inches < FAR:
            end = shift(body, body.pose.facing, inches).end
            own |= stood(end.pose) | {"came": [unit.pose.x, unit.pose.y]}
    contact = ContactNow(name, enemy, first, second, state.turn, "follow-up", state.turn)
    contacts = {f"{enemy}|{name}": None, contact.key: contact._asdict()}
    return {"units": {name: own}, "contacts": contacts}, [f"{name} follow up {enemy} (T203)."]
