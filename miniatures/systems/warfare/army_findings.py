"""Everything there is to say about an army list: what makes it illegal, and what its owner may not have meant."""

from collections.abc import Iterator

from miniatures.army import Finding, error, note, warning
from miniatures.systems.warfare.army import Roster, Wing, sheet
from miniatures.systems.warfare.options import Options
from miniatures.systems.warfare.tables import CAVALRY_SIZE, CREW, CREW_SIZES, DATA_VERSION, INFANTRY_SIZE
from miniatures.systems.warfare.unit import Unit


def findings(roster: Roster) -> list[Finding]:
    """In the order of the file: the army, then its wings, then their units."""
    found = [*_army(roster)]
    for wing in roster.wings:
        found += _wing(wing)
        for unit in wing.units:
            found += [*_size(unit, roster.options), *_one_kind(unit), *_equipment(unit), *_formation(unit)]
            found += _skirmishers(unit, roster.options)
    return found


def _army(roster: Roster) -> Iterator[Finding]:
    total, agreed = sheet(roster).points, roster.points
    if total > agreed:
        over = total - agreed
        yield error(
            "over-points", "", "W701", f"{total} points, {over} above the {agreed} agreed on", f"save {over} points"
        )
    elif total < agreed:
        left = agreed - total
        yield note(
            "points-left",
            "",
            "W701",
            f"{total} points, {left} of the {agreed} left to spend",
            f"spend {left} points, or leave them",
        )
    leaders = [leader.name for leader in roster.leaders]
    if not roster.commander:
        yield error(
            "no-commander", "", "W4", "no commander-in-chief", "set commander to the name of one of the leaders"
        )
    elif roster.commander not in leaders:
        named = ", ".join(leaders) or "none yet"
        yield error(
            "unknown-commander",
            "",
            "W4",
            f'the commander "{roster.commander}" leads no wing',
            f"name one of the leaders: {named}",
        )
    names = [unit.name for unit in roster.units]
    for name in dict.fromkeys(names):
        if names.count(name) > 1:
            yield error(
                "same-name",
                name,
                "W714",
                f"{names.count(name)} units have this name",
                "give each a name of its own, so that facts can name it",
            )
    for name in dict.fromkeys(leaders):
        if leaders.count(name) > 1:
            yield error(
                "leader-twice", "", "W4", f"{name} leads {leaders.count(name)} wings", "one leader for each wing"
            )
    if not roster.checked_with:
        yield note(
            "not-stamped", "", "W701", "never stamped with the rules data it was checked with", "run army check --stamp"
        )
    elif roster.checked_with != DATA_VERSION:
        yield warning(
            "other-data",
            "",
            "W701",
            f'last checked with "{roster.checked_with}", this is "{DATA_VERSION}"',
            "look through the prices, then run army check --stamp",
        )


def _wing(wing: Wing) -> Iterator[Finding]:
    if wing.leader is None:
        yield error(
            "no-leader",
            wing.name,
            "W4",
            f"{wing.name} has no leader",
            "give it one: out of command it can neither charge nor advance (W302)",
        )
    if not wing.units:
        yield warning("empty-wing", wing.name, "W714", f"{wing.name} has no units", "add some, or leave it out")


def _size(unit: Unit, options: Options) -> Iterator[Finding]:
    figures = unit.figures
    if unit.artillery:
        low, high = CREW_SIZES if options.free_crews else (CREW, CREW)
        if not low <= figures <= high:
            wanted = str(CREW) if low == high else f"{low} to {high}"
            yield error("crew", unit.name, "W3", f"a crew of {figures}", f"take a crew of {wanted}, or set free_crews")
        if unit.bases_at_start != 1:
            yield error(
                "gun-bases",
                unit.name,
                "W704",
                f"artillery on {unit.bases_at_start} bases",
                "one base for each piece: write each gun as a unit",
            )
        return
    (low, high), rule, arm = (CAVALRY_SIZE, "W703", "cavalry") if unit.mounted else (INFANTRY_SIZE, "W702", "infantry")
    if figures < low:
        yield error(
            "too-small", unit.name, rule, f"{figures} figures; {arm} has {low} to {high}", f"add {low - figures}"
        )
    elif figures > high:
        yield error(
            "too-large",
            unit.name,
            rule,
            f"{figures} figures; {arm} has {low} to {high}",
            f"take {figures - high} away, or split it",
        )


def _one_kind(unit: Unit) -> Iterator[Finding]:
    for part in unit.parts:
        for word, own, shared in (("kind", part.kind, unit.kind), ("morale", part.morale, unit.morale)):
            if own is not None and own != shared:
                yield error(
                    "mixed-" + word,
                    unit.name,
                    "W705",
                    f"{part.name or 'a part'} is {own} in a unit of {word} {shared}",
                    f"one {word} for all, or make it a unit of its own",
                )
    riding = {"horse" in part.weapons for part in unit.bodies}
    if len(riding) > 1:
        yield error("mixed-arm", unit.name, "W702", "some parts ride and others walk", "make them two units")
    if unit.artillery and unit.mixed:
        yield error("mixed-gun", unit.name, "W704", "a gun mixed with other troops", "make the gun a unit of its own")


def _equipment(unit: Unit) -> Iterator[Finding]:
    for part in unit.bodies:
        weapons = part.weapons
        of = f" of {part.name}" if part.name else ""
        for weapon in dict.fromkeys(weapons):
            if weapons.count(weapon) > 1:
                yield warning(
                    "weapon-twice", unit.name, "W710", f"{weapon}{of} is listed twice and paid once", "list it once"
                )
        if "horse" in weapons:
            for weapon in ("pike", "pavise"):
                if weapon in weapons:
                    yield warning(
                        "on-horseback",
                        unit.name,
                        "W710",
                        f"{weapon}{of} does nothing on horseback",
                        f"leave the {weapon} out, or the horse",
                    )
            if "artillery" in weapons:
                yield warning(
                    "horse-and-gun",
                    unit.name,
                    "W704",
                    "the crew pay for a horse that a gun does not need",
                    "leave the horse out",
                )
        elif "lance" in weapons:
            yield warning(
                "lance-on-foot", unit.name, "W421", f"a lance{of} does nothing on foot", "add horse, or take a spear"
            )
        if not weapons:
            yield warning("unarmed", unit.name, "W710", f"no weapon{of}", "give one, if it was forgotten")


def _formation(unit: Unit) -> Iterator[Finding]:
    if unit.artillery:
        return
    expected = -(-unit.figures // unit.to_a_base)
    if unit.bases is not None and unit.bases != expected:
        yield warning(
            "bases",
            unit.name,
            "W715",
            f"{unit.bases} bases for {unit.figures} figures at {unit.to_a_base} to a base",
            f"{expected} bases, unless your figures are based otherwise",
        )
    if unit.ranks is not None and unit.ranks > unit.bases_at_start:
        yield warning(
            "ranks",
            unit.name,
            "W6",
            f"{unit.ranks} ranks on {unit.bases_at_start} bases; a base is one rank",
            f"at most {unit.bases_at_start} ranks",
        )


def _skirmishers(unit: Unit, options: Options) -> Iterator[Finding]:
    if not unit.skirmishers:
        return
    foot = not unit.mounted and not unit.artillery
    fitting = all(part.shoots and part.protection in ("none", "light") for part in unit.bodies)
    if foot and (fitting or options.any_skirmishers):
        return
    cure = "change its arms, take the word away, or set any_skirmishers" if foot else "take the word away"
    message = "skirmishers are foot shooters with no or light armour"
    yield error("skirmishers", unit.name, "W5", message, cure)
