"""Everything there is to say about an army list: what makes it illegal, and what its owner may not have meant."""

from collections.abc import Iterator

from miniatures.army import Finding, error, warning
from miniatures.common_findings import same_names, spent, stamped
from miniatures.mending import Mend, Place, emptied, leave_out, mend, set_to
from miniatures.systems.tree_of_battles import army_mends as mends
from miniatures.systems.tree_of_battles.army import Battle, Roster, sheet
from miniatures.systems.tree_of_battles.army_mends import Listed
from miniatures.systems.tree_of_battles.move_tables import ORDERS
from miniatures.systems.tree_of_battles.options import Options
from miniatures.systems.tree_of_battles.tables import DATA_VERSION, USUAL_COMMAND_POINTS
from miniatures.systems.tree_of_battles.unit import MEN_AT_ARMS, Leader, Part
from miniatures.words import counted

#: Whose weapon a list may choose (T44).
_CHOOSE_MISSILES = ("skirmishers", "light horse", "light infantry", "pavisiers")
#: Who is too light for full harness, and for light infantry too heavy (T42).
_NO_HARNESS = ("light infantry", "light horse", "skirmishers", "artillery", "baggage")
_NOT_LIGHT = (*MEN_AT_ARMS, "heavy infantry", "pike", "pavisiers", "artillery", "baggage")


def findings(roster: Roster) -> list[Finding]:
    """The army first, then battle by battle, its leaders and its contingents."""
    priced = sheet(roster)
    going = [
        (unit.name, unit.place, unit.points)
        for group in priced.groups
        for unit in group.units
        if "contingents" in unit.place
    ]
    found = [*spent(priced, "T6", going), *_marshal(roster), *_names(roster)]
    found += stamped(roster.checked_with, DATA_VERSION, "T6", "house points")
    names = tuple(unit.name for unit in roster.everyone)
    for number, battle in enumerate(roster.battles):
        place: Place = ("battles", number)
        found += _battle(battle, place, len(roster.battles) - 1, names, roster.options)
        for own, leader in enumerate(battle.leaders):
            found += _command_points(leader, (*place, "leaders", own), roster.options)
        for own, contingent in enumerate(battle.contingents):
            listed = Listed(contingent, (*place, "contingents", own), names)
            found += [*_size(listed, roster.options), *_mixed(listed), *_traits(listed), *_missiles(listed)]
    return found


def _marshal(roster: Roster) -> Iterator[Finding]:
    if not any(leader.rank == "marshal" for leader in roster.leaders):
        cure = "make the leader of the army a marshal"
        yield warning("no-marshal", "", "T411", "nobody is marshal", cure, mends=mends.marshal(roster))


def _names(roster: Roster) -> Iterator[Finding]:
    cure = "give each a name of its own, under which its DPs are kept"
    placed = [(place, unit.name) for place, unit in roster.placed]
    yield from same_names(placed, "T47", "contingents or leaders", cure)
    battles: list[tuple[Place, str]] = [(("battles", number), one.name) for number, one in enumerate(roster.battles)]
    yield from same_names(battles, "T47", "battles", "rename or join them", "battle-twice")


def _battle(battle: Battle, place: Place, others: int, names: tuple[str, ...], options: Options) -> Iterator[Finding]:
    def found(code: str, rule: str, message: str, cure: str, cures: tuple[Mend, ...]) -> Finding:
        tell = error if code == "no-order" else warning
        return tell(code, battle.name, rule, message, cure, place=place, mends=cures)

    if not battle.contingents:
        cures = emptied(battle.name, place, others)
        yield found("empty-battle", "T3", "no contingents", "add some, or leave it out", cures)
    if battle.contingents and not battle.nobles:
        message = "neither captain nor marshal: each contingent tests for control every turn"
        yield found("no-leader", "T411", message, "give it a captain", mends.captain(place, battle.name, names))
    if battle.order is None and not options.no_orders:
        cure = "set order to hold, advance, attack or support, or play with no_orders"
        cures = tuple(Mend(order, (set_to((*place, "order"), order),)) for order in ORDERS)
        yield found("no-order", "T12", "no order", cure, cures)


def _command_points(leader: Leader, place: Place, options: Options) -> Iterator[Finding]:
    if options.any_command_points or not leader.noble:
        return
    least, most = USUAL_COMMAND_POINTS[leader.rank]
    if not least <= leader.command_points <= most:
        message = f"{counted(leader.command_points, 'command point')}; a {leader.rank} usually has {least} to {most}"
        nearest = least if leader.command_points < least else most
        cure = f"set command_points = {nearest}, or play with any_command_points"
        cures = mend(f"{nearest} command points", set_to((*place, "command_points"), nearest))
        cures += mend("play with any_command_points", set_to(("options", "any_command_points"), True))
        yield warning("command-points", leader.name, "T5", message, cure, place=place, mends=cures)


def _size(listed: Listed, options: Options) -> Iterator[Finding]:
    contingent, place = listed.contingent, listed.place
    least, most, size = options.least_stands, options.most_stands, contingent.size
    if least <= size <= most:
        return
    cure = f"add {least - size}" if size < least else f"leave out {size - most}, or make two contingents"
    cures = mends.grown(listed, least - size if size < least else most - size) if least <= most else ()
    cures += mends.halved(listed, least, most) if size > most else ()
    message = f"{counted(size, 'stand')}; a contingent has {least} to {most}"
    yield error("size", contingent.name, "T3", message, cure, place=place, mends=cures)


def _mixed(listed: Listed) -> Iterator[Finding]:
    contingent, place = listed.contingent, listed.place
    types = {part.type for part in contingent.parts}
    for word, rule in (("artillery", "T22"), ("baggage", "T14")):
        if word in types and len(types) > 1:
            cure = f"make a contingent of its own for the {word}"
            cures = mends.apart(listed, word, lambda part, word=word: part.type == word)  # type: ignore[misc]
            message = f"{word} among other stands"
            yield error(f"mixed-{word}", contingent.name, rule, message, cure, place=place, mends=cures)
    riders = {part.mounted for part in contingent.parts}
    if len(riders) > 1:
        message = "mounted and foot together move as the foot do"
        cures = mends.apart(listed, "riders", lambda part: part.mounted)
        cure = "make a contingent of each"
        yield warning("mixed-mounted", contingent.name, "T3", message, cure, place=place, mends=cures)


def _wears_harness(part: Part) -> bool:
    return part.type not in _NO_HARNESS


def _traits(listed: Listed) -> Iterator[Finding]:
    contingent, place = listed.contingent, listed.place
    types = [part.type for part in contingent.parts]

    def found(code: str, rule: str, message: str, cure: str, cures: tuple[Mend, ...]) -> Finding:
        tell = error if code.startswith("not-") else warning
        return tell(code, contingent.name, rule, message, cure, place=place, mends=cures)

    if contingent.chivalrous and not any(word in MEN_AT_ARMS for word in types):
        cures = mends.without_trait(listed, "chivalrous")
        cure = "leave out chivalrous, or add men at arms"
        yield found("chivalrous", "T42", "chivalrous, but no men at arms", cure, cures)
    if contingent.low_on_ammunition and not any(part.shoots_with == "longbow" for part in contingent.parts):
        message = "low on ammunition, which only longbow stands feel"
        cures = mends.without_trait(listed, "low on ammunition")
        yield found("ammunition", "T131", message, "leave out low on ammunition", cures)
    if "light infantry" in contingent.traits:
        heavy = [word for word in types if word in _NOT_LIGHT]
        if heavy:
            cures = mends.without_trait(listed, "light infantry")
            message = f"light infantry, with {heavy[0]}"
            yield found("not-light", "T42", message, "leave out the trait, or those stands", cures)
    for part in contingent.parts:
        if not _wears_harness(part) and (part.full_harness or "full harness" in contingent.traits):
            cure = "leave it out, or say it of the parts that wear it"
            cures = mends.harnessed(listed, _wears_harness)
            yield found("not-harnessed", "T42", f"{part.type} in full harness", cure, cures)


def _missiles(listed: Listed) -> Iterator[Finding]:
    contingent, place = listed.contingent, listed.place
    for number, part in enumerate(contingent.parts):
        if part.missile is None or part.type in _CHOOSE_MISSILES:
            continue
        message = f"{part.type} with missile = {part.missile}"
        cure = "leave out missile, or make them stands of the type that shoots so"
        cures = mend("with the weapon of their type", leave_out((*place, "parts", number, "missile")))
        yield error("missile", contingent.name, "T44", message, cure, place=place, mends=cures)
