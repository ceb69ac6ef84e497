"""What an army of The Tree of Battles may take: a contingent of each type of stands, leaders, battles, and parts.

The list is the players' own (T3): sizes and grades here are usual ones, to be changed at will.
"""

from typing import Any

from miniatures.army import Catalogue, Offer
from miniatures.mending import name_for
from miniatures.systems.tree_of_battles.army import Roster, unit_price
from miniatures.systems.tree_of_battles.points import HousePoints, house_points
from miniatures.systems.tree_of_battles.tables import USUAL_COMMAND_POINTS
from miniatures.systems.tree_of_battles.unit import TYPES, Contingent, Leader

#: heading, name, grade, stands, traits
CONTINGENTS: tuple[tuple[str, str, str, dict[str, int], tuple[str, ...]], ...] = (
    ("Men at arms", "Household", "B", {"foot men at arms": 4}, ("full harness",)),
    ("Men at arms", "Household and bills", "B", {"foot men at arms": 2, "heavy infantry": 4}, ()),
    ("Men at arms", "Knights", "B", {"mounted men at arms": 2}, ("full harness",)),
    ("Foot", "Bills", "C", {"heavy infantry": 4}, ()),
    ("Foot", "Shire levy", "D", {"heavy infantry": 6}, ()),
    ("Foot", "Bills and bows", "C", {"heavy infantry": 3, "longbow": 3}, ()),
    ("Foot", "Pikes", "C", {"pike": 6}, ("mercenary",)),
    ("Foot", "Kerns", "C", {"light infantry": 4}, ()),
    ("Shooters", "Retinue archers", "B", {"longbow": 4}, ()),
    ("Shooters", "Archers", "C", {"longbow": 4}, ()),
    ("Shooters", "Crossbowmen", "C", {"crossbow": 3}, ()),
    ("Shooters", "Pavisiers", "C", {"pavisiers": 3}, ()),
    ("Shooters", "Handgunners", "C", {"handgun": 2}, ("mercenary",)),
    ("Light troops", "Prickers", "C", {"light horse": 2}, ()),
    ("Light troops", "Scouts", "C", {"skirmishers": 2}, ()),
    ("Guns and baggage", "Guns", "C", {"artillery": 2}, ()),
    ("Guns and baggage", "Baggage", "D", {"baggage": 2}, ()),
)
BATTLES = ("Main battle", "Vaward", "Rearward", "Right wing", "Left wing")


def catalogue(roster: Roster) -> Catalogue:
    points = house_points(roster.options)
    return Catalogue(_battles(roster), (*_leaders(points), *_contingents(points)), _parts())


def _leaders(points: HousePoints | None) -> list[Offer]:
    ranked: dict[str, dict[str, Any]] = {
        rank: {"command_points": few} for rank, (few, _) in USUAL_COMMAND_POINTS.items()
    }
    offers = []
    for rank, rated in (ranked | {"herald": {}}).items():
        said = {"name": rank.capitalize(), "rank": rank} | rated
        offers.append(Offer(said["name"], "Leaders", "leaders", said, unit_price(Leader.model_validate(said), points)))
    return offers


def _contingents(points: HousePoints | None) -> list[Offer]:
    offers = []
    for heading, name, grade, stands, traits in CONTINGENTS:
        parts = [{"type": word, "stands": count} for word, count in stands.items()]
        said = {"name": name, "grade": grade, "parts": parts} | ({"traits": list(traits)} if traits else {})
        price = unit_price(Contingent.model_validate(said), points)
        offers.append(Offer(name, heading, "contingents", said, price))
    return offers


def _parts() -> tuple[Offer, ...]:
    return tuple(Offer(word, "Stands", "parts", {"type": word, "stands": 1}) for word in TYPES)


def _battles(roster: Roster) -> tuple[Offer, ...]:
    taken = [battle.name for battle in roster.battles]
    free = [name for name in BATTLES if name not in taken] or [name_for("Battle", taken)]
    return tuple(Offer(name, "Battles", "battles", {"name": name}) for name in free)
