"""The army list of the 2D6 command-roll game as it is printed: the twenty-two profiles, row by row.

Nothing is computed here but the reading of a column that prints two numbers. What a profile may do belongs into the
chapters; how players name it into `unit.py`. Values are per stand, points buy the whole unit (C1).
"""

from typing import Literal, NamedTuple

Type = Literal["general", "battle leader", "lord", "cavalry", "infantry", "artillery"]


class Limits(NamedTuple):
    """The column Min/Max. `per` says for each of what a number counts (C2)."""

    least: int = 0
    most: int | None = None
    per: Literal["", "lord", "bill"] = ""


class Profile(NamedTuple):
    """One row of the list. None is a dash: it does not shoot, has no armour, gives no orders."""

    name: str
    type: Type
    attack: int
    shooting: int | None
    hits: int
    armour: int | None
    """The least face that saves: 4 stands for 4+. Of a commander, mounted."""
    command: int | None
    size: int
    points: int
    limits: Limits
    move: int
    """The full pace in centimetres. Of a commander, mounted."""
    rule: str
    armour_on_foot: int | None = None
    """Only for commanders, whose columns print mounted / on foot."""
    move_on_foot: int | None = None

    @property
    def commands(self) -> bool:
        """Whether it is a command stand: the general, a battle leader or a lord."""
        return self.command is not None

    def armour_when(self, mounted: bool) -> int | None:
        return self.armour if mounted or not self.commands else self.armour_on_foot

    def move_when(self, mounted: bool) -> int:
        return self.move if mounted or self.move_on_foot is None else self.move_on_foot


_ANY = Limits()
_PER_LORD = Limits(most=1, per="lord")
_PER_BILL = Limits(least=2, per="bill")
_GEN: Type = "general"
_BAT_LD: Type = "battle leader"
_LORD: Type = "lord"
_CAV: Type = "cavalry"
_INF: Type = "infantry"
_ART: Type = "artillery"

PROFILES = (
    #       unit                      type     attack  hits arm  com size  pts  min/max       move rule    on foot
    Profile("Army General",           _GEN,    6, None, 4, 4,    9,    1, 125, Limits(1, 1),   20, "C601", 5, 10),
    Profile("Battle Leader",          _BAT_LD, 5, None, 4, 4,    8,    1,  80, Limits(1, 4),   20, "C602", 5, 10),
    Profile("Lord",                   _LORD,   4, None, 3, 4,    7,    1,  40, Limits(0, 18),  20, "C603", 5, 10),
    Profile("Mounted Men at Arms",    _CAV,    4, None, 3, 4,    None, 2, 110, Limits(0, 2),   20, "C604"),
    Profile("Mounted Currours",       _CAV,    3, None, 3, 6,    None, 2,  80, _ANY,           20, "C605"),
    Profile("Mounted Border Staves",  _CAV,    2, None, 3, 6,    None, 2,  70, _ANY,           20, "C606"),
    Profile("Mounted Hobilars",       _CAV,    3, 1,    3, 6,    None, 2,  90, _ANY,           20, "C607"),
    Profile("Dismounted Men at Arms", _INF,    4, None, 3, 5,    None, 2,  65, _PER_LORD,      10, "C608"),
    Profile("Retinue Bill",           _INF,    3, None, 3, 6,    None, 2,  45, _ANY,           10, "C609"),
    Profile("Retinue Bow",            _INF,    3, 1,    3, 6,    None, 2,  55, _PER_BILL,      10, "C610"),
    Profile("Shire Bill",             _INF,    2, None, 3, None, None, 2,  25, _ANY,           10, "C611"),
    Profile("Shire Bow",              _INF,    2, 1,    3, None, None, 2,  30, _PER_BILL,      10, "C612"),
    Profile("Border Foot Bill",       _INF,    2, None, 3, None, None, 2,  25, _ANY,           10, "C613"),
    Profile("Border Foot Spear",      _INF,    2, None, 3, None, None, 2,  25, _ANY,           10, "C614"),
    Profile("Border Foot Bow",        _INF,    2, 1,    3, None, None, 2,  30, _ANY,           10, "C615"),
    Profile("Peasants",               _INF,    2, None, 3, None, None, 2,  25, _ANY,           10, "C616"),
    Profile("Pike",                   _INF,    3, None, 3, 6,    None, 2,  45, _ANY,           10, "C617"),
    Profile("Crossbow",               _INF,    3, 1,    3, None, None, 2,  55, _ANY,           10, "C618"),
    Profile("Hand Gunners",           _INF,    3, 1,    3, None, None, 2,  65, _ANY,           10, "C619"),
    Profile("Welsh Bow",              _INF,    2, 1,    3, None, None, 2,  30, _ANY,           10, "C620"),
    Profile("Welsh Spear",            _INF,    2, None, 3, None, None, 2,  25, _ANY,           10, "C621"),
    Profile("Canon / Bombard",        _ART,    1, 2,    2, None, None, 2,  85, Limits(most=2),  5, "C622"),
)  # fmt: skip

BY_NAME = {profile.name: profile for profile in PROFILES}

#: What shoots what. The sheet names bows, crossbows and cannons; the others shoot as they do (C21).
MISSILES = {
    "Mounted Hobilars": "hobilars",
    "Retinue Bow": "bow",
    "Shire Bow": "bow",
    "Border Foot Bow": "bow",
    "Crossbow": "crossbow",
    "Hand Gunners": "handgun",
    "Welsh Bow": "bow",
    "Canon / Bombard": "cannon",
}
#: The star in the list: who has the Right Sharp Shower (C421).
STARRED = ("Retinue Bow",)
#: Whom bows may pass through (C508): bill of every kind, and men at arms.
BOWS = tuple(name for name, missile in MISSILES.items() if missile == "bow")
BILLS = ("Retinue Bill", "Shire Bill", "Border Foot Bill")
MEN_AT_ARMS = ("Mounted Men at Arms", "Dismounted Men at Arms")
#: Who counts for two bow stands to a bill stand (C510, C2): retinue and shire alone.
COUNTED_BOWS = ("Retinue Bow", "Shire Bow")
COUNTED_BILLS = ("Retinue Bill", "Shire Bill")
