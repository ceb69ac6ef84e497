"""Everything there is to say about an army list: what makes it illegal, and what its owner may not have meant."""

from collections import Counter
from collections.abc import Iterator

from miniatures.army import Finding, error, warning
from miniatures.common_findings import same_names, spent, stamped
from miniatures.mending import Place, emptied, leave_out, mend, set_to
from miniatures.systems.command_roll import army_mends as mends
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
    priced = sheet(roster)
    troops = [
        (one.name, one.place, one.points) for group in priced.groups for one in group.units if "units" in one.place
    ]
    found = [*spent(priced, "C1", troops), *_min_max(roster), *_per_lord(roster), *_stands(roster), *_bows(roster)]
    found += [*_battles(roster), *_names(roster), *stamped(roster.checked_with, DATA_VERSION, "C1")]
    for number, battle in enumerate(roster.battles):
        place: Place = ("battles", number)
        found += [*_objective(battle, place), *_commander(roster, number), *_lords(roster, number)]
        found += [*_wing(roster, number), *_contingents(battle, place, roster.options)]
        found += _classes(battle, place, roster.options)
    return found


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
            cures = mends.commander_needed(roster, profile.name)
            yield error("too-few", profile.name, rule, message, f"add {least - count}", mends=cures)
        if most is not None and count > most:
            message = f"{counted(count, word)}; at most {most}"
            cures = mends.fewer(roster, [profile.name], count - most)
            yield error("too-many", profile.name, rule, message, f"leave out {count - most}", mends=cures)


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
            mends=mends.fewer(roster, [profile.name], over) + mends.more_lords(roster, over),
        )


def _stands(roster: Roster) -> Iterator[Finding]:
    commands, others = len(roster.commanders), roster.stands()
    each = Army.stands_to_a_command.value
    short = each * commands - others
    if short > 0:
        cures = mends.more(roster, COUNTED_BOWS[-1], _units(short))
        cures += mends.fewer(roster, [mends.LORD], -(-short // each))
        yield error(
            "few-stands",
            "",
            Army.stands_to_a_command.rule,
            f"{counted(short, 'stand')} short: {others} for {counted(commands, 'command stand')}, {each} for each",
            f"add {counted(_units(short), 'unit')}, or leave out {counted(-(-short // each), 'command stand')}",
            mends=cures,
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
            mends=mends.bows(roster, add, leave),
        )


def _battles(roster: Roster) -> Iterator[Finding]:
    most, rule = Army.battles.value, Army.battles.rule
    taken = Counter(battle.name for battle in roster.battles)
    if len(roster.battles) > most:
        message = f"{len(roster.battles)} battles; at most {most}"
        cure = f"join {len(roster.battles) - most} to others"
        cures = tuple(
            one
            for name, count in taken.items()
            if count > len(roster.battles) - most
            for one in mends.joined(roster, name)
        )
        yield error("too-many-battles", "", rule, message, cure, mends=cures)
    free = [name for name in BATTLES if name not in taken]
    for name, count in taken.items():
        if count > 1:
            cure = f"call {count - 1} of them otherwise: {', '.join(free)}" if free else "join them"
            *_, last = [number for number, battle in enumerate(roster.battles) if battle.name == name]
            cures = mends.called_otherwise(roster, name, free)
            message = f"{count} battles are the {name}"
            yield error("battle-twice", name, rule, message, cure, place=("battles", last), mends=cures)
    for number, battle in enumerate(roster.battles):
        if not battle.units:
            place: Place = ("battles", number)
            cures = emptied(f"the {battle.name}", place, len(roster.battles) - 1)
            cure = "add some, or leave it out"
            yield warning("empty-battle", battle.name, rule, "no units", cure, place=place, mends=cures)


def _names(roster: Roster) -> Iterator[Finding]:
    placed = [(place, unit.name) for place, unit in roster.placed]
    cure = "give each a name of its own, so that orders and facts can name it"
    yield from same_names(placed, "C12", "units or commanders", cure)


def _objective(battle: Battle, place: Place) -> Iterator[Finding]:
    if battle.objective is None:
        cure, cures = "set objective to attack, defend or advance", mends.objective(place)
        yield error("no-objective", battle.name, "C441", "no objective", cure, place=place, mends=cures)


def _commander(roster: Roster, number: int) -> Iterator[Finding]:
    battle = roster.battles[number]
    if battle.wing:
        return
    if battle.commander is None:
        message = "nobody commands it"
    elif battle.commander.listed.type == "lord":
        message = f"{battle.commander.name} is a lord"
    else:
        return
    cure = f"give it a battle leader ({BY_NAME['Battle Leader'].points} points), or the general"
    cures = mends.leader_of(roster, number)
    yield error("no-battle-leader", battle.name, "C502", message, cure, place=("battles", number), mends=cures)


def _lords(roster: Roster, number: int) -> Iterator[Finding]:
    battle = roster.battles[number]
    lords = sum(one.listed.type == "lord" for one in battle.commanders)
    most, rule, _ = Army.lords_to_a_battle
    if lords > most:
        message, cure = f"{lords} lords; at most {most}", f"move {lords - most} to other battles, or out"
        cures = mends.lords_elsewhere(roster, number, lords - most)
        yield error("too-many-lords", battle.name, rule, message, cure, place=("battles", number), mends=cures)


def _wing(roster: Roster, number: int) -> Iterator[Finding]:
    battle = roster.battles[number]
    if not battle.wing:
        return
    for own, unit in battle.placed:
        place: Place = ("battles", number, *own)
        if unit.commands and not unit.mounted:
            message, cure = f"on foot in the {battle.name}", "set mounted = true, or move him to a ward"
            cures = mend("mount him", set_to((*place, "mounted"), True))
            yield error("on-foot", unit.name, "C506", message, cure, place=place, mends=cures)
        elif not unit.cavalry:
            message, cure = f"{unit.profile} in the {battle.name}", "move it to a ward or the reserve"
            cures = mends.to_a_ward(roster, place, unit)
            yield error("not-cavalry", unit.name, "C506", message, cure, place=place, mends=cures)


def _contingents(battle: Battle, place: Place, options: Options) -> Iterator[Finding]:
    """At most 8 stands; where eight units take one order, 8 units (C3)."""
    most, rule, _ = Army.stands_to_a_contingent
    for name in dict.fromkeys(unit.contingent for unit in battle.units if unit.contingent):
        units = [unit for unit in battle.units if unit.contingent == name]
        by_units = options.eight_units_to_an_order
        count, word = (len(units), "unit") if by_units else (sum(unit.size for unit in units), "stand")
        if count > most:
            message = f"contingent of {count} {word}s; at most {most}"
            over = count - most if by_units else _units(count - most)
            cure = f"move {counted(over, 'unit')} to another contingent"
            cures = mends.out_of_contingent(battle, place, name, over)
            yield error("contingent", name, rule, message, cure, place=place, mends=cures)


def _classes(battle: Battle, place: Place, options: Options) -> Iterator[Finding]:
    if options.treacherous_generals:
        return
    for own, unit in battle.placed:
        if unit.listed.type == "general" and unit.classed == "treacherous":
            message, cure = "a general is not treacherous", "another class, or set treacherous_generals"
            cures = mend("leave it to the die", leave_out((*place, *own, "classed")))
            cures += mend("play with treacherous_generals", set_to(("options", "treacherous_generals"), True))
            yield warning("treacherous-general", unit.name, "C14", message, cure, place=(*place, *own), mends=cures)
