"""Everything there is to say about an army list: what makes it illegal, and what its owner may not have meant."""

from collections import Counter
from collections.abc import Iterator

from miniatures.army import Finding, error, note, warning
from miniatures.systems.tree_of_battles.army import Battle, Roster, sheet
from miniatures.systems.tree_of_battles.options import Options
from miniatures.systems.tree_of_battles.tables import DATA_VERSION, USUAL_COMMAND_POINTS
from miniatures.systems.tree_of_battles.unit import MEN_AT_ARMS, Contingent, Leader
from miniatures.words import counted

#: Whose weapon a list may choose (T44).
_CHOOSE_MISSILES = ("skirmishers", "light horse", "light infantry", "pavisiers")
#: Who is too light for full harness, and for light infantry too heavy (T42).
_NO_HARNESS = ("light infantry", "light horse", "skirmishers", "artillery", "baggage")
_NOT_LIGHT = (*MEN_AT_ARMS, "heavy infantry", "pike", "pavisiers", "artillery", "baggage")


def findings(roster: Roster) -> list[Finding]:
    """The army first, then battle by battle, its leaders and its contingents."""
    found = [*_points(roster), *_marshal(roster), *_names(roster), *_stamp(roster)]
    for battle in roster.battles:
        found += _battle(battle, roster.options)
        for leader in battle.leaders:
            found += _command_points(leader, roster.options)
        for contingent in battle.contingents:
            found += [*_size(contingent, roster.options), *_mixed(contingent), *_traits(contingent)]
            found += _missiles(contingent)
    return found


def _points(roster: Roster) -> Iterator[Finding]:
    priced = sheet(roster)
    word, total, agreed = priced.currency, priced.points, priced.agreed
    if not word:
        return
    over, left = total - agreed, agreed - total
    if over > 0:
        yield error(
            "over-points", "", "T6", f"{total} {word}, {over} above the {agreed} agreed on", f"save {over} {word}"
        )
    elif left > 0:
        message = f"{total} {word}, {left} of the {agreed} left to spend"
        yield note("points-left", "", "T6", message, f"spend {left} {word}, or leave them")


def _marshal(roster: Roster) -> Iterator[Finding]:
    if not any(leader.rank == "marshal" for leader in roster.leaders):
        yield warning("no-marshal", "", "T411", "nobody is marshal", "make the leader of the army a marshal")


def _names(roster: Roster) -> Iterator[Finding]:
    for name, count in Counter(unit.name for unit in roster.everyone).items():
        if count > 1:
            cure = "give each a name of its own, under which its DPs are kept"
            yield error("same-name", name, "T47", f"{count} contingents or leaders have this name", cure)
    for name, count in Counter(battle.name for battle in roster.battles).items():
        if count > 1:
            yield error("battle-twice", name, "T47", f"{count} battles have this name", "rename or join them")


def _stamp(roster: Roster) -> Iterator[Finding]:
    if not roster.checked_with:
        message = "never stamped with the rules data it was checked with"
        yield note("not-stamped", "", "T6", message, "run army check --stamp")
    elif roster.checked_with != DATA_VERSION:
        message = f'last checked with "{roster.checked_with}", this is "{DATA_VERSION}"'
        yield warning("other-data", "", "T6", message, "look through the house points, then run army check --stamp")


def _battle(battle: Battle, options: Options) -> Iterator[Finding]:
    if not battle.contingents:
        yield warning("empty-battle", battle.name, "T3", "no contingents", "add some, or leave it out")
    if battle.contingents and not battle.nobles:
        message = "neither captain nor marshal: each contingent tests for control every turn"
        yield warning("no-leader", battle.name, "T411", message, "give it a captain")
    if battle.order is None and not options.no_orders:
        cure = "set order to hold, advance, attack or support, or play with no_orders"
        yield error("no-order", battle.name, "T12", "no order", cure)


def _command_points(leader: Leader, options: Options) -> Iterator[Finding]:
    if options.any_command_points or not leader.noble:
        return
    least, most = USUAL_COMMAND_POINTS[leader.rank]
    if not least <= leader.command_points <= most:
        message = f"{counted(leader.command_points, 'command point')}; a {leader.rank} usually has {least} to {most}"
        nearest = least if leader.command_points < least else most
        cure = f"set command_points = {nearest}, or play with any_command_points"
        yield warning("command-points", leader.name, "T5", message, cure)


def _size(contingent: Contingent, options: Options) -> Iterator[Finding]:
    least, most, size = options.least_stands, options.most_stands, contingent.size
    if least <= size <= most:
        return
    cure = f"add {least - size}" if size < least else f"leave out {size - most}, or make two contingents"
    yield error("size", contingent.name, "T3", f"{counted(size, 'stand')}; a contingent has {least} to {most}", cure)


def _mixed(contingent: Contingent) -> Iterator[Finding]:
    types = {part.type for part in contingent.parts}
    for word, rule in (("artillery", "T22"), ("baggage", "T14")):
        if word in types and len(types) > 1:
            cure = f"make a contingent of its own for the {word}"
            yield error(f"mixed-{word}", contingent.name, rule, f"{word} among other stands", cure)
    riders = {part.mounted for part in contingent.parts}
    if len(riders) > 1:
        message = "mounted and foot together move as the foot do"
        yield warning("mixed-mounted", contingent.name, "T3", message, "make a contingent of each")


def _traits(contingent: Contingent) -> Iterator[Finding]:
    types = [part.type for part in contingent.parts]
    if contingent.chivalrous and not any(word in MEN_AT_ARMS for word in types):
        message = "chivalrous, but no men at arms"
        yield warning("chivalrous", contingent.name, "T42", message, "leave out chivalrous, or add men at arms")
    if contingent.low_on_ammunition and not any(part.shoots_with == "longbow" for part in contingent.parts):
        message = "low on ammunition, which only longbow stands feel"
        yield warning("ammunition", contingent.name, "T131", message, "leave out low on ammunition")
    if "light infantry" in contingent.traits:
        heavy = [word for word in types if word in _NOT_LIGHT]
        if heavy:
            message = f"light infantry, with {heavy[0]}"
            yield error("not-light", contingent.name, "T42", message, "leave out the trait, or those stands")
    for part in contingent.parts:
        if part.type in _NO_HARNESS and (part.full_harness or "full harness" in contingent.traits):
            cure = "leave it out, or say it of the parts that wear it"
            yield error("not-harnessed", contingent.name, "T42", f"{part.type} in full harness", cure)


def _missiles(contingent: Contingent) -> Iterator[Finding]:
    for part in contingent.parts:
        if part.missile is None or part.type in _CHOOSE_MISSILES:
            continue
        message = f"{part.type} with missile = {part.missile}"
        cure = "leave out missile, or make them stands of the type that shoots so"
        yield error("missile", contingent.name, "T44", message, cure)
