"""The printed tables of 15mm Warfare, in the order of the sheet, so that a player can hold it beside them.

Nothing is computed here. Each value stands with its rule number; `ruling` names the house ruling on it.
"""

from typing import NamedTuple

from miniatures.ruling import Modifier

#: Raise it when a number of this file or a row of rules.tsv changes what a list costs or may contain.
DATA_VERSION = "warfare 1"


class Fire:
    """Event II: fire modifiers."""

    infantry_casualties = Modifier(-1, "W211", "each 2 casualties of the firers")
    cavalry_casualties = Modifier(-1, "W212", "each casualty of mounted firers")
    mounted_firers = Modifier(-3, "W213", "mounted firers")
    longbows = Modifier(-1, "W214", "longbows")
    crossbows = Modifier(-2, "W215", "crossbows")
    handguns = Modifier(-3, "W216", "handguns")
    target_cavalry = Modifier(1, "W217", "target is cavalry")
    target_artillery_or_skirmishers = Modifier(-2, "W218", "target is artillery or skirmishers")
    target_deep = Modifier(1, "W219", "target is four or more ranks deep", "W26")
    avoided = Modifier(-2, "W220", "skirmishers that avoided the enemy last turn", "W26")
    long_range = Modifier(-2, "W221", "at 8 inches or more")
    long_range_handguns = Modifier(-2, "W221", "at 5 inches or more with handguns")
    soft_cover = Modifier(-1, "W222", "soft cover", "W26")
    medium_cover = Modifier(-2, "W223", "medium cover", "W26")
    pavises = Modifier(-2, "W223", "pavises", "W26")
    hard_cover = Modifier(-3, "W224", "hard cover", "W26")


LONG_RANGE = 8
LONG_RANGE_HANDGUN = 5
DEEP_RANKS = 4


class Missile(NamedTuple):
    """A missile weapon: how far it shoots, and what its crossing of the casualty table is called."""

    reach: int
    rule: str
    modifier: Modifier | None
    casualties: str


MISSILES = {
    "artillery": Missile(48, "W204", None, "gunpowder"),
    "short bow": Missile(24, "W205", None, "bow"),
    "bow": Missile(24, "W205", None, "bow"),
    "longbow": Missile(24, "W205", Fire.longbows, "longbow"),
    "crossbow": Missile(24, "W205", Fire.crossbows, "longbow"),
    "handgun": Missile(10, "W206", Fire.handguns, "gunpowder"),
}


class Melee:
    """Event IV: melee modifiers, the left column of the sheet and then the right one."""

    shooters = Modifier(-2, "W411", "shooters other than longbowmen", "W45")
    longbowmen = Modifier(-1, "W412", "longbowmen", "W45")
    militia = Modifier(0, "W413", "militia")
    professionals = Modifier(1, "W414", "professionals")
    knights = Modifier(2, "W415", "knights")
    cavalry = Modifier(1, "W416", "cavalry", "W45")
    levy = Modifier(-2, "W417", "levy")
    veteran_or_retinue = Modifier(1, "W418", "veteran or retinue")
    raw = Modifier(-2, "W419", "raw")
    pike_charging = Modifier(3, "W420", "pikes charging infantry", "W44")
    pike_standing = Modifier(3, "W420", "pikes standing against cavalry", "W44")
    lances = Modifier(3, "W421", "lances charging or pursuing", "W44")
    charging = Modifier(1, "W422", "charging or pursuing", "W44")
    first_melee = Modifier(1, "W423", "chivalric, fanatic or furious in its first melee", "W46")
    leader = Modifier(1, "W424", "leader commanding")
    pike_rank = Modifier(1, "W425", "each of the third and fourth rank of pike", "W44")
    fury_second_move = Modifier(-2, "W426", "fury closing in the second move of its charge", "W46")
    fury_later_move = Modifier(-3, "W426", "fury closing in a later move of its charge", "W46")
    interpenetrated = Modifier(-3, "W427", "interpenetrating or interpenetrated this move")
    flank = Modifier(2, "W428", "attacking the flank", "W44")
    rear = Modifier(4, "W429", "attacking the rear", "W44")
    ground = Modifier(1, "W430", "advantage of ground", "W44")
    earthworks = Modifier(-2, "W431", "opponents defend earthworks", "W47")
    infantry_casualties = Modifier(-1, "W432", "each 2 casualties")
    cavalry_casualties = Modifier(-1, "W433", "each casualty")
    infantry_obstacle = Modifier(-1, "W434", "infantry attacking behind an obstacle", "W47")
    cavalry_obstacle = Modifier(-3, "W435", "cavalry attacking behind an obstacle", "W47")
    standing_infantry = Modifier(-2, "W436", "cavalry against standing infantry", "W44")
    uphill = Modifier(-2, "W437", "charging uphill", "W47")
    outnumbered_3_to_2 = Modifier(-1, "W438", "outnumbered 3 to 2", "W47")
    outnumbered_2_to_1 = Modifier(-2, "W439", "outnumbered 2 to 1", "W47")
    outnumbered_3_to_1 = Modifier(-3, "W440", "outnumbered 3 to 1", "W47")
    cavalry_that_shot = Modifier(-2, "W441", "cavalry that shot this move")
    struck = Modifier(-2, "W442", "attacked in flank or rear by this enemy", "W42")
    routed_before = Modifier(-1, "W443", "routed earlier in this battle")


#: Casualties: the attacker's weapon, then the parts for protection none, light, heavy, full; 3 means 1/3.
CASUALTIES = {
    #             none light heavy full
    "bow":       ((3, 4, 5, 6), "W451"),
    "longbow":   ((2, 3, 3, 4), "W452"),
    "gunpowder": ((3, 3, 3, 3), "W453"),
    "melee":     ((2, 3, 4, 5), "W454"),
}  # fmt: skip

PROTECTIONS = ("none", "light", "heavy", "full")

#: Event V. Columns: the unit that tests. Rows: what it tests against.
TESTERS = ("mounted knights", "foot knights", "professionals", "militia", "levy")
MORALE = {
    "mounted knights": ((2, 2, 3, 3, 4), "W511"),
    "foot knights":    ((1, 2, 2, 3, 4), "W512"),
    "professionals":   ((0, 1, 2, 2, 3), "W513"),
    "militia":         ((0, 0, 1, 2, 3), "W514"),
    "levy":            ((-1, -1, 0, 1, 2), "W515"),
    "leader hit or friends in rout": ((0, 0, 1, 2, 3), "W516"),
    "casualties from shooting":      ((0, 0, 1, 2, 3), "W517"),
}  # fmt: skip
#: The columns that the sheet stars in the row of shooting: there a natural 6 can bring fury.
STARRED = ("mounted knights", "professionals")


class Morale:
    """Event V: morale modifiers, the left column of the sheet and then the right one."""

    leader = Modifier(1, "W521", "commanded by a leader")
    chivalric_or_fanatic = Modifier(1, "W522", "chivalric or fanatic")
    veteran_or_retinue = Modifier(1, "W523", "veteran or retinue")
    raw = Modifier(-1, "W524", "raw")
    lost_melee = Modifier(-1, "W525", "lost a melee this turn")
    lost_leader = Modifier(-2, "W526", "lost its commanding leader this turn", "W57")
    friend_in_rout = Modifier(-1, "W527", "each friend in rout within 12 inches", "W52")
    flank = Modifier(-1, "W528", "attacked in flank", "W51")
    rear = Modifier(-2, "W529", "attacked in rear", "W51")
    lost_quarter = Modifier(-1, "W530", "lost 25 per cent or more", "W53")
    lost_half = Modifier(-2, "W531", "lost 50 per cent or more", "W53")
    lost_three_quarters = Modifier(-4, "W532", "lost 75 per cent or more", "W53")
    routed_before = Modifier(-1, "W533", "routed earlier in this battle")


class Move:
    """Event III: the rates, in inches."""

    leaders_and_messengers = Modifier(12, "W310", "leaders and messengers")
    unarmoured_cavalry = Modifier(12, "W310", "unarmoured cavalry", "W7")
    infantry = Modifier(8, "W311", "infantry")
    full_armour_infantry = Modifier(8, "W311", "infantry", "W7")
    full_armour_cavalry = Modifier(8, "W312", "fully armoured cavalry", "W7")
    full_armour_knights_on_foot = Modifier(6, "W313", "fully armoured dismounted knights", "W7")
    other_cavalry = Modifier(10, "W314", "other cavalry")
    limbered = Modifier(8, "W315", "limbered artillery")
    unlimbered = Modifier(1, "W316", "unlimbered artillery")


#: What hinders a move: inches for infantry, then for cavalry and artillery.
LIGHT_HINDRANCE = (-2, -4)
HEAVY_HINDRANCE = -4
CAVALRY_IN_HEAVY = 2
LIGHT_HINDRANCES = ("hill", "wall", "hedge", "bridge")
HEAVY_HINDRANCES = ("rough", "wood", "paddy", "changing ranks")

#: Event VI: what a rout costs infantry and cavalry, and when it is attacked or pursued.
ROUT_LOSSES = {"infantry": (2, 4), "cavalry": (1, 2)}
RALLY = {"knight": (3, "W605"), "professional": (4, "W604"), "militia": (4, "W604")}


class RallyModifier:
    """Event VI: the optional modifiers of a rally by die."""

    chivalric_or_fanatic = Modifier(1, "W606", "chivalric or fanatic")
    raw = Modifier(-1, "W606", "raw")


#: Making an army: points for a figure.
POINTS = {
    "kind": ({"knight": 4, "professional": 3, "militia": 2, "levy": 1}, "W707"),
    "morale": ({"chivalric": 1, "fanatic": 1, "veteran": 1, "retinue": 1, "raw": -1}, "W708"),
    "protection": ({"full": 4, "heavy": 3, "light": 1, "none": 0}, "W709"),
    "weapons, 1 point": (
        {"pike": 1, "polearm": 1, "bill": 1, "halberd": 1, "spear": 1, "short bow": 1, "bow": 1, "pavise": 1},
        "W710",
    ),
    "weapons, 2 points": ({"lance": 2, "horse": 2, "longbow": 2, "crossbow": 2, "handgun": 2}, "W711"),
    "artillery": ({"artillery": 10}, "W712"),
}

INFANTRY_SIZE = (8, 24)
CAVALRY_SIZE = (6, 12)
FOOT_TO_A_BASE = 4
HORSE_TO_A_BASE = 3
CREW = 4
CREW_SIZES = (2, 6)
