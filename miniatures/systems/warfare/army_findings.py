"""Everything there is to say about an army list: what makes it illegal, and what its owner may not have meant."""

from collections.abc import Iterator

from miniatures.army import Finding, error, warning
from miniatures.common_findings import same_names, spent, stamped
from miniatures.mending import Mend, Place, emptied, leave_out, mend, set_to
from miniatures.systems.warfare import army_mends as mends
from miniatures.systems.warfare.army import Roster, Wing, sheet
from miniatures.systems.warfare.army_mends import Listed
from miniatures.systems.warfare.options import Options
from miniatures.systems.warfare.tables import CAVALRY_SIZE, CREW, CREW_SIZES, DATA_VERSION, INFANTRY_SIZE


def findings(roster: Roster) -> list[Finding]:
    """In the order of the file: the army, then its wings, then their units."""
    found = [*_army(roster)]
    names = tuple(unit.name for unit in roster.units) + tuple(leader.name for leader in roster.leaders)
    for number, wing in enumerate(roster.wings):
        found += _wing(wing, ("wings", number), len(roster.wings) - 1, names)
        for own, unit in enumerate(wing.units):
            listed = Listed(unit, ("wings", number, "units", own), names)
            found += [*_size(listed, roster.options), *_one_kind(listed), *_equipment(listed), *_formation(listed)]
            found += _skirmishers(listed, roster.options)
    return found


def _army(roster: Roster) -> Iterator[Finding]:
    priced = sheet(roster)
    units = [(unit.name, unit.place, unit.points) for group in priced.groups for unit in group.units]
    yield from spent(priced, "W701", units)
    leaders = [leader.name for leader in roster.leaders]
    if not roster.commander:
        cure = "set commander to the name of one of the leaders"
        yield error("no-commander", "", "W4", "no commander-in-chief", cure, mends=mends.commander(leaders))
    elif roster.commander not in leaders:
        named = ", ".join(leaders) or "none yet"
        yield error(
            "unknown-commander",
            "",
            "W4",
            f'the commander "{roster.commander}" leads no wing',
            f"name one of the leaders: {named}",
            mends=mends.commander(leaders),
        )
    placed = [(place, unit.name) for place, unit in roster.placed]
    yield from same_names(placed, "W714", "units", "give each a name of its own, so that facts can name it")
    for name in dict.fromkeys(leaders):
        if leaders.count(name) > 1:
            *_, (place, wing) = [
                (("wings", number), wing)
                for number, wing in enumerate(roster.wings)
                if wing.leader and wing.leader.name == name
            ]
            yield error(
                "leader-twice",
                "",
                "W4",
                f"{name} leads {leaders.count(name)} wings",
                "one leader for each wing",
                place=place,
                mends=mends.leader(wing.name, place, tuple(leaders)),
            )
    yield from stamped(roster.checked_with, DATA_VERSION, "W701")


def _wing(wing: Wing, place: Place, others: int, names: tuple[str, ...]) -> Iterator[Finding]:
    if wing.leader is None:
        yield error(
            "no-leader",
            wing.name,
            "W4",
            f"{wing.name} has no leader",
            "give it one: out of command it can neither charge nor advance (W302)",
            place=place,
            mends=mends.leader(wing.name, place, names),
        )
    if not wing.units:
        cures = emptied(wing.name, place, others)
        message, cure = f"{wing.name} has no units", "add some, or leave it out"
        yield warning("empty-wing", wing.name, "W714", message, cure, place=place, mends=cures)


def _size(listed: Listed, options: Options) -> Iterator[Finding]:
    unit, place = listed.unit, listed.place
    figures = unit.figures
    if unit.artillery:
        low, high = CREW_SIZES if options.free_crews else (CREW, CREW)
        if not low <= figures <= high:
            wanted = str(CREW) if low == high else f"{low} to {high}"
            cure = f"take a crew of {wanted}, or set free_crews"
            by = min(max(figures, low), high) - figures
            cures = mends.grown(listed, by)
            if low == high and CREW_SIZES[0] <= figures <= CREW_SIZES[1]:
                cures += mend("play with free_crews", set_to(("options", "free_crews"), True))
            yield error("crew", unit.name, "W3", f"a crew of {figures}", cure, place=place, mends=cures)
        if unit.bases_at_start != 1:
            yield error(
                "gun-bases",
                unit.name,
                "W704",
                f"artillery on {unit.bases_at_start} bases",
                "one base for each piece: write each gun as a unit",
                place=place,
                mends=mend("one base", leave_out((*place, "bases"))),
            )
        return
    (low, high), rule, arm = (CAVALRY_SIZE, "W703", "cavalry") if unit.mounted else (INFANTRY_SIZE, "W702", "infantry")
    message = f"{figures} figures; {arm} has {low} to {high}"
    if figures < low:
        cures = mends.grown(listed, low - figures)
        yield error("too-small", unit.name, rule, message, f"add {low - figures}", place=place, mends=cures)
    elif figures > high:
        cure = f"take {figures - high} away, or split it"
        cures = mends.grown(listed, high - figures) + mends.split(listed, low, high)
        yield error("too-large", unit.name, rule, message, cure, place=place, mends=cures)


def _one_kind(listed: Listed) -> Iterator[Finding]:
    unit, place = listed.unit, listed.place
    for number, part in enumerate(unit.parts):
        for word, own, shared in (("kind", part.kind, unit.kind), ("morale", part.morale, unit.morale)):
            if own is not None and own != shared:
                yield error(
                    "mixed-" + word,
                    unit.name,
                    "W705",
                    f"{part.name or 'a part'} is {own} in a unit of {word} {shared}",
                    f"one {word} for all, or make it a unit of its own",
                    place=place,
                    mends=mends.same_for_all(listed, number, word, shared),
                )
    riding = {"horse" in part.weapons for part in unit.bodies}
    if len(riding) > 1:
        cures = mends.mounted(listed) + mends.without(listed, "horse") + mends.apart(listed)
        message, cure = "some parts ride and others walk", "make them two units"
        yield error("mixed-arm", unit.name, "W702", message, cure, place=place, mends=cures)
    if unit.artillery and unit.mixed:
        message, cure = "a gun mixed with other troops", "make the gun a unit of its own"
        yield error("mixed-gun", unit.name, "W704", message, cure, place=place, mends=mends.apart(listed))


def _equipment(listed: Listed) -> Iterator[Finding]:
    unit, place = listed.unit, listed.place

    def found(code: str, rule: str, message: str, cure: str, cures: tuple[Mend, ...] = ()) -> Finding:
        return warning(code, unit.name, rule, message, cure, place=place, mends=cures)

    for part in unit.bodies:
        weapons = part.weapons
        of = f" of {part.name}" if part.name else ""
        for weapon in dict.fromkeys(weapons):
            if weapons.count(weapon) > 1:
                message = f"{weapon}{of} is listed twice and paid once"
                yield found("weapon-twice", "W710", message, "list it once", mends.once_each(listed))
        if "horse" in weapons:
            for weapon in ("pike", "pavise"):
                if weapon in weapons:
                    message, cure = f"{weapon}{of} does nothing on horseback", f"leave the {weapon} out, or the horse"
                    cures = mends.without(listed, weapon) + mends.without(listed, "horse")
                    yield found("on-horseback", "W710", message, cure, cures)
            if "artillery" in weapons:
                message = "the crew pay for a horse that a gun does not need"
                cures = mends.without(listed, "horse")
                yield found("horse-and-gun", "W704", message, "leave the horse out", cures)
        elif "lance" in weapons:
            cures = mends.mounted(listed) + mends.instead(listed, "lance", "spear")
            yield found(
                "lance-on-foot", "W421", f"a lance{of} does nothing on foot", "add horse, or take a spear", cures
            )
        if not weapons:
            yield found("unarmed", "W710", f"no weapon{of}", "give one, if it was forgotten")


def _formation(listed: Listed) -> Iterator[Finding]:
    unit, place = listed.unit, listed.place
    if unit.artillery:
        return
    expected = -(-unit.figures // unit.to_a_base)
    if unit.bases is not None and unit.bases != expected:
        message = f"{unit.bases} bases for {unit.figures} figures at {unit.to_a_base} to a base"
        cure = f"{expected} bases, unless your figures are based otherwise"
        cures = mend(f"{expected} bases", set_to((*place, "bases"), expected))
        yield warning("bases", unit.name, "W715", message, cure, place=place, mends=cures)
    most = unit.bases_at_start
    if unit.ranks is not None and unit.ranks > most:
        message = f"{unit.ranks} ranks on {most} bases; a base is one rank"
        cures = mend(f"{most} ranks", set_to((*place, "ranks"), most))
        yield warning("ranks", unit.name, "W6", message, f"at most {most} ranks", place=place, mends=cures)


def _skirmishers(listed: Listed, options: Options) -> Iterator[Finding]:
    unit = listed.unit
    if not unit.skirmishers:
        return
    foot = not unit.mounted and not unit.artillery
    fitting = all(part.shoots and part.protection in ("none", "light") for part in unit.bodies)
    if foot and (fitting or options.any_skirmishers):
        return
    cure = "change its arms, take the word away, or set any_skirmishers" if foot else "take the word away"
    cures = mend("no skirmishers", leave_out((*listed.place, "skirmishers")))
    if foot:
        cures += mend("play with any_skirmishers", set_to(("options", "any_skirmishers"), True))
    message = "skirmishers are foot shooters with no or light armour"
    yield error("skirmishers", unit.name, "W5", message, cure, place=listed.place, mends=cures)
