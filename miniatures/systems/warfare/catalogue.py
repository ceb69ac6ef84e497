"""What an army of 15mm Warfare may take: troops of the wars as ready units, leaders, wings, and parts to mix.

The sheet prices each word of a unit (W707 to W712) and lists no troops: these are ours, at usual sizes, to be changed
at will.
"""

from typing import Any, NamedTuple

from miniatures.army import Catalogue, Offer, Priced, UnitPrice, plain_data
from miniatures.mending import name_for
from miniatures.ruling import Modifier, Sum
from miniatures.systems.warfare.army import Roster, unit_price
from miniatures.systems.warfare.army_mends import plain_unit
from miniatures.systems.warfare.unit import Unit


class Troops(NamedTuple):
    heading: str
    name: str
    kind: str
    morale: str
    protection: str
    weapons: str
    figures: int


SKIRMISH = "Skirmishers"
TROOPS = (
    #      heading     what                     kind            morale       armour   weapons           figures
    Troops("Horse",    "Mounted knights",       "knight",       "chivalric", "full",  "lance, horse",    6),
    Troops("Horse",    "Mounted men at arms",   "professional", "retinue",   "heavy", "lance, horse",    9),
    Troops("Horse",    "Mounted crossbowmen",   "professional", "none",      "heavy", "crossbow, horse", 6),
    Troops("Horse",    "Prickers",              "militia",      "none",      "light", "spear, horse",    6),
    Troops("Foot",     "Dismounted knights",    "knight",       "chivalric", "full",  "polearm",        12),
    Troops("Foot",     "Men at arms",           "professional", "retinue",   "full",  "polearm",        12),
    Troops("Foot",     "Retinue billmen",       "professional", "retinue",   "heavy", "bill",           16),
    Troops("Foot",     "Shire billmen",         "militia",      "none",      "light", "bill",           16),
    Troops("Foot",     "Pikemen",               "professional", "none",      "heavy", "pike",           16),
    Troops("Foot",     "Halberdiers",           "professional", "none",      "heavy", "halberd",        12),
    Troops("Foot",     "Spearmen",              "militia",      "none",      "light", "spear",          16),
    Troops("Foot",     "Raw levy",              "levy",         "raw",       "none",  "spear",          16),
    Troops("Shooters", "Retinue longbowmen",    "professional", "retinue",   "light", "longbow",        16),
    Troops("Shooters", "Shire longbowmen",      "militia",      "none",      "light", "longbow",        16),
    Troops("Shooters", "Crossbowmen",           "professional", "none",      "light", "crossbow",       12),
    Troops("Shooters", "Handgunners",           "professional", "none",      "light", "handgun",         8),
    Troops("Guns",     "Gun",                   "professional", "none",      "none",  "artillery",       4),
    Troops(SKIRMISH,   "Bowmen",                "levy",         "none",      "none",  "bow",            12),
    Troops(SKIRMISH,   "Scouts",                "militia",      "none",      "light", "crossbow",        8),
)  # fmt: skip

#: Units of mixed weapons: heading, name, kind, armour, then each part's name, weapon and figures.
MIXED = (
    ("Shooters", "Crossbowmen and pavises", "professional", "light",
     (("crossbowmen", "crossbow", 8), ("pavisiers", "pavise", 8))),
    ("Foot", "Bills and bows", "militia", "light", (("billmen", "bill", 8), ("longbowmen", "longbow", 8))),
)  # fmt: skip

PARTS = (
    ("billmen", "bill"),
    ("halberdiers", "halberd"),
    ("pikemen", "pike"),
    ("longbowmen", "longbow"),
    ("crossbowmen", "crossbow"),
    ("handgunners", "handgun"),
    ("pavisiers", "pavise"),
)
PART_FIGURES = 4
WINGS = ("Main battle", "Right wing", "Left wing", "Vaward", "Rearward")


def catalogue(roster: Roster) -> Catalogue:
    return Catalogue(_wings(roster), (_leader(roster), *_units(roster)), _parts())


def _units(roster: Roster) -> list[Offer]:
    ready: list[tuple[str, dict[str, Any]]] = []
    for one in TROOPS:
        said = one._asdict() | {"weapons": one.weapons.split(", ")}
        said = {word: value for word, value in said.items() if value != "none" and word != "heading"}
        skirmish = {"skirmishers": True} if one.heading == SKIRMISH else {}
        ready.append((one.heading, said | skirmish))
    for heading, name, kind, protection, parts in MIXED:
        bodies = [{"name": part, "weapons": [weapon], "figures": figures} for part, weapon, figures in parts]
        ready.append((heading, {"name": name, "kind": kind, "protection": protection, "parts": bodies}))
    offers = []
    for heading, said in ready:
        unit = Unit.model_validate(said)
        offers.append(Offer(unit.name, heading, "units", plain_unit(unit), unit_price(unit, roster.options)))
    return offers


def _leader(roster: Roster) -> Offer:
    price = Modifier(roster.options.leader_price, "W4", "leader")
    priced = UnitPrice("Leader", "leads a wing", (Priced("leader", 1, Sum("points a leader", (price,), ())),), {})
    return Offer("Leader", "Leaders", "leader", {"name": "Leader"}, priced)


def _parts() -> tuple[Offer, ...]:
    return tuple(
        Offer(name, "Parts", "parts", {"name": name, "weapons": [weapon], "figures": PART_FIGURES})
        for name, weapon in PARTS
    )


def _wings(roster: Roster) -> tuple[Offer, ...]:
    taken = [wing.name for wing in roster.wings]
    leaders = [leader.name for leader in roster.leaders]
    free = [name for name in WINGS if name not in taken] or [name_for("Wing", taken)]
    return tuple(
        Offer(
            name,
            "Wings",
            "wings",
            {"name": name, "leader": {"name": name_for(f"Leader of {name}", leaders)}, "units": []},
        )
        for name in free
    )


def plain_roster(roster: Roster) -> dict[str, Any]:
    said = plain_data(roster)
    for wing, plain in zip(roster.wings, said["wings"], strict=True):
        plain["units"] = [plain_unit(unit) for unit in wing.units]
    return said
