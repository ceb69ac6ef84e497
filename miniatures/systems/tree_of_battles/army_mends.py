"""The cures that need no more than a tap, for what is found in a list: each as a change of the list's data."""

from collections.abc import Callable
from typing import Any, NamedTuple

from miniatures.army import plain_data
from miniatures.mending import Mend, Place, insert, mend, name_for, set_to
from miniatures.systems.tree_of_battles.army import Roster
from miniatures.systems.tree_of_battles.tables import USUAL_COMMAND_POINTS
from miniatures.systems.tree_of_battles.unit import Contingent, Part


class Listed(NamedTuple):
    """A contingent where it stands in the list, with all names that are taken there."""

    contingent: Contingent
    place: Place
    names: tuple[str, ...]

    @property
    def after(self) -> Place:
        """The place behind it."""
        *before, number = self.place
        assert isinstance(number, int)
        return (*before, number + 1)


def marshal(roster: Roster) -> tuple[Mend, ...]:
    """The captain of most command points is made marshal, or one joins the first battle."""
    least, _ = USUAL_COMMAND_POINTS["marshal"]
    captains = [
        (("battles", number, "leaders", own), leader)
        for number, battle in enumerate(roster.battles)
        for own, leader in enumerate(battle.leaders)
        if leader.rank == "captain"
    ]
    if captains:
        place, best = max(captains, key=lambda one: one[1].command_points)
        his = plain_data(best) | {"rank": "marshal", "command_points": max(best.command_points, least)}
        return mend(f"make {best.name} marshal", set_to(place, his))
    name = name_for("Marshal", [one.name for one in roster.everyone])
    new = {"name": name, "rank": "marshal", "command_points": least}
    return mend("add a marshal", insert(("battles", 0, "leaders", 0), new))


def captain(place: Place, battle: str, names: tuple[str, ...]) -> tuple[Mend, ...]:
    least, _ = USUAL_COMMAND_POINTS["captain"]
    new = {"name": name_for(f"Captain of {battle}", names), "rank": "captain", "command_points": least}
    return mend(f"add a captain of {least} command points", insert((*place, "leaders", 0), new))


def grown(listed: Listed, stands: int) -> tuple[Mend, ...]:
    """So many stands more or fewer, of the part that has most."""
    parts = listed.contingent.parts
    number = max(range(len(parts)), key=lambda own: parts[own].stands)
    left = parts[number].stands + stands
    if left < 1:
        return ()
    label = f"add {stands}" if stands > 0 else f"leave out {-stands}"
    return mend(label, set_to((*listed.place, "parts", number, "stands"), left))


def halved(listed: Listed, least: int, most: int) -> tuple[Mend, ...]:
    """Two contingents of half the stands, where it has one part and that is legal."""
    contingent = listed.contingent
    first, second = contingent.size - contingent.size // 2, contingent.size // 2
    if len(contingent.parts) > 1 or not least <= second <= first <= most:
        return ()
    part = plain_data(contingent.parts[0])
    other = plain_data(contingent) | {
        "name": name_for(contingent.name, listed.names),
        "parts": [part | {"stands": second}],
    }
    edits = (set_to((*listed.place, "parts", 0, "stands"), first), insert(listed.after, other))
    return mend(f"two contingents: {first} and {second}", *edits)


def apart(listed: Listed, what: str, chosen: Callable[[Part], bool]) -> tuple[Mend, ...]:
    """The chosen parts as a contingent of their own."""
    contingent = listed.contingent
    staying = [plain_data(part) for part in contingent.parts if not chosen(part)]
    going = [plain_data(part) for part in contingent.parts if chosen(part)]
    name = name_for(f"{contingent.name}, {what}", listed.names)
    other: dict[str, Any] = {"name": name, "grade": contingent.grade, "parts": going}
    edits = (set_to((*listed.place, "parts"), staying), insert(listed.after, other))
    return mend(f"make a contingent of the {what}", *edits)


def without_trait(listed: Listed, trait: str) -> tuple[Mend, ...]:
    traits = [own for own in listed.contingent.traits if own != trait]
    return mend(f"leave out {trait}", set_to((*listed.place, "traits"), traits))


def harnessed(listed: Listed, wears: Callable[[Part], bool]) -> tuple[Mend, ...]:
    """Full harness for those parts only that can wear it."""
    contingent, parts = listed.contingent, []
    shared = "full harness" in contingent.traits
    for part in contingent.parts:
        said = plain_data(part)
        said.pop("full_harness", None)
        parts.append(said | {"full_harness": True} if wears(part) and (part.full_harness or shared) else said)
    traits = [own for own in contingent.traits if own != "full harness"]
    able = any("full_harness" in said for said in parts)
    label = "full harness for the others alone" if able else "leave out full harness"
    return mend(label, set_to((*listed.place, "traits"), traits), set_to((*listed.place, "parts"), parts))
