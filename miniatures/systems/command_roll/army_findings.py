"""Everything there is to say about an army list: what makes it illegal, and what its owner may not have meant."""

from collections import Counter
from collections.abc import Iterator

from miniatures.army import Finding, error, note, warning
from miniatures.systems.command_roll.army import BATTLES, Battle, Roster, sheet
from miniatures.systems.command_roll.options import Options
from miniatures.systems.command_roll.profiles import BY_NAME, COUNTED_BILLS, COUNTED_BOWS, PROFILES
from miniatures.systems.command_roll.tables import DATA_VERSION, Army
from miniatures.words import counted


def _units(stands: int) -> int:
    """How many units make up for so many stands. All but commanders have the same size."""
    return -(-stands // BY_NAME[COUNTED_BOWS[0]].size)


def findings(roster: Roster) -> list[Finding]:
    """The army first, as the sheet's notes and its column Min/Max speak of it; then battle by battle."""
    found = [*_points(roster), *_min_max(roster), *_per_lord(roster), *_stands(roster), *_bows(roster)]
    found += [*_battles(roster), *_names(roster), *_stamp(roster)]
    for battle in roster.battles:
        found += [*_objective(battle), *_commander(battle), *_lords(battle), *_wing(battle)]
        found += [*_contingents(battle, roster.options), *_classes(battle, roster.options)]
    return found


def _points(roster: Roster) -> Iterator[Finding]:
    total, agreed = sheet(roster).points, roster.points
    over, left = total - agreed, agreed - total
    if over > 0:
        message = f"{total} points, {over} above the {agreed} agreed on"
        yield error("over-points", "", "C1", message, f"save {over} points")
    elif left > 0:
        message = f"{total} points, {left} of the {agreed} left to spend"
        yield note("points-left", "", "C1", message, f"spend {left} points, or leave them")


def _min_max(roster: Roster) -> Iterator[Finding]:
    """The column Min/Max counts units, one for each commander; what it counts per lord or bill stands below."""
    taken = Counter(unit.profile for unit in roster.everyone)
    for profile in PROFILES:
        least, most, per = profile.limits
        count = taken[profile.name]
        if per:
            continue
        word = "stand" if profile.commands else "unit"
        # The army notes print the limit of mounted men at arms once more.
        rule = Army.mounted_men_at_arms.rule if profile.name == "Mounted Men at Arms" else profile.rule
        if count < least:
            message = f"{counted(count, word)}; at least {least}"
            yield error("too-few", profile.name, rule, message, f"add {least - count}")
        if most is not None and count > most:
            message = f"{counted(count, word)}; at most {most}"
            yield error("too-many", profile.name, rule, message, f"leave out {count - most}")


def _per_lord(roster: Roster) -> Iterator[Finding]:
    profile = BY_NAME["Dismounted Men at Arms"]
    lords = sum(one.listed.type == "lord" for one in roster.commanders)
    most = (profile.limits.most or 0) * lords
    units = sum(unit.profile == profile.name for unit in roster.units)
    if units > most:
        over = units - most
        yield error(
            "per-lord",
            profile.name,
            profile.rule,
            f"{counted(units, 'unit')} for {counted(lords, 'lord')}",
            f"leave out {over}, or add {counted(over, 'lord')}",
        )


def _stands(roster: Roster) -> Iterator[Finding]:
    commands, others = len(roster.commanders), roster.stands()
    each = Army.stands_to_a_command.value
    short = each * commands - others
    if short > 0:
        yield error(
            "few-stands",
            "",
            Army.stands_to_a_command.rule,
            f"{counted(short, 'stand')} short: {others} for {counted(commands, 'command stand')}, {each} for each",
            f"add {counted(_units(short), 'unit')}, or leave out {counted(-(-short // each), 'command stand')}",
        )


def _bows(roster: Roster) -> Iterator[Finding]:
    bills, bows = roster.stands(*COUNTED_BILLS), roster.stands(*COUNTED_BOWS)
    each = Army.bows_to_a_bill.value
    short = each * bills - bows
    if short > 0:
        add, leave = _units(short), _units(-(-short // each))
        yield error(
            "few-bows",
            "",
            Army.bows_to_a_bill.rule,
            f"{counted(short, 'bow stand')} short: {bows} for {counted(bills, 'bill stand')} of retinue and shire, "
            f"which need {each * bills}",
            f"add {counted(add, 'unit')} of {' or '.join(COUNTED_BOWS)}, or leave out {counted(leave, 'unit')} of bill",
        )


def _battles(roster: Roster) -> Iterator[Finding]:
    most, rule = Army.battles.value, Army.battles.rule
    if len(roster.battles) > most:
        message = f"{len(roster.battles)} battles; at most {most}"
        yield error("too-many-battles", "", rule, message, f"join {len(roster.battles) - most} to others")
    taken = Counter(battle.name for battle in roster.battles)
    free = [name for name in BATTLES if name not in taken]
    for name, count in taken.items():
        if count > 1:
            cure = f"call {count - 1} of them otherwise: {', '.join(free)}" if free else "join them"
            yield error("battle-twice", name, rule, f"{count} battles are the {name}", cure)
    for battle in roster.battles:
        if not battle.units:
            yield warning("empty-battle", battle.name, rule, "no units", "add some, or leave it out")


def _names(roster: Roster) -> Iterator[Finding]:
    for name, count in Counter(unit.name for unit in roster.everyone).items():
        if count > 1:
            cure = "give each a name of its own, so that orders and facts can name it"
            yield error("same-name", name, "C12", f"{count} units or commanders have this name", cure)


def _stamp(roster: Roster) -> Iterator[Finding]:
    if not roster.checked_with:
        message = "never stamped with the rules data it was checked with"
        yield note("not-stamped", "", "C1", message, "run army check --stamp")
    elif roster.checked_with != DATA_VERSION:
        message = f'last checked with "{roster.checked_with}", this is "{DATA_VERSION}"'
        yield warning("other-data", "", "C1", message, "look through the prices, then run army check --stamp")


def _objective(battle: Battle) -> Iterator[Finding]:
    if battle.objective is None:
        cure = "set objective to attack, defend or advance"
        yield error("no-objective", battle.name, "C441", "no objective", cure)


def _commander(battle: Battle) -> Iterator[Finding]:
    if battle.wing:
        return
    if battle.commander is None:
        message = "nobody commands it"
    elif battle.commander.listed.type == "lord":
        message = f"{battle.commander.name} is a lord"
    else:
        return
    cure = f"give it a battle leader ({BY_NAME['Battle Leader'].points} points), or the general"
    yield error("no-battle-leader", battle.name, "C502", message, cure)


def _lords(battle: Battle) -> Iterator[Finding]:
    lords = sum(one.listed.type == "lord" for one in battle.commanders)
    most, rule, _ = Army.lords_to_a_battle
    if lords > most:
        message = f"{lords} lords; at most {most}"
        yield error("too-many-lords", battle.name, rule, message, f"move {lords - most} to other battles, or out")


def _wing(battle: Battle) -> Iterator[Finding]:
    if not battle.wing:
        return
    for unit in battle.units:
        if not unit.cavalry:
            message = f"{unit.profile} in the {battle.name}"
            yield error("not-cavalry", unit.name, "C506", message, "move it to a ward or the reserve")
    for commander in battle.commanders:
        if not commander.mounted:
            message = f"on foot in the {battle.name}"
            yield error("on-foot", commander.name, "C506", message, "set mounted = true, or move him to a ward")


def _contingents(battle: Battle, options: Options) -> Iterator[Finding]:
    """At most 8 stands; where eight units take one order, 8 units (C3)."""
    most, rule, _ = Army.stands_to_a_contingent
    for name in dict.fromkeys(unit.contingent for unit in battle.units if unit.contingent):
        units = [unit for unit in battle.units if unit.contingent == name]
        by_units = options.eight_units_to_an_order
        count, word = (len(units), "unit") if by_units else (sum(unit.size for unit in units), "stand")
        if count > most:
            message = f"contingent of {count} {word}s; at most {most}"
            over = count - most if by_units else _units(count - most)
            yield error("contingent", name, rule, message, f"move {counted(over, 'unit')} to another contingent")


def _classes(battle: Battle, options: Options) -> Iterator[Finding]:
    if options.treacherous_generals:
        return
    for commander in battle.commanders:
        if commander.listed.type == "general" and commander.classed == "treacherous":
            cure = "another class, or set treacherous_generals"
            yield warning("treacherous-general", commander.name, "C14", "a general is not treacherous", cure)
