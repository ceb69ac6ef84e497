"""What an army of the 2D6 command-roll game may take: every row of its list, and the battles that are not there yet."""

from typing import Any

from miniatures.army import Catalogue, Offer
from miniatures.systems.command_roll.army import BATTLES, Roster, unit_price
from miniatures.systems.command_roll.profiles import PROFILES, Profile
from miniatures.systems.command_roll.tables import WINGS
from miniatures.systems.command_roll.unit import Commander, Unit

#: The types of the list, and under what they stand.
_HEADINGS = {"cavalry": "Horse", "infantry": "Foot", "artillery": "Guns"}


def catalogue(roster: Roster) -> Catalogue:
    commanders = [row for row in PROFILES if row.commands]
    offers = [_offer(row, "Commanders", "commander") for row in commanders]
    offers += [_offer(row, "With the commander", "lords") for row in reversed(commanders)]
    offers += [_offer(row, _HEADINGS[row.type], "units") for row in PROFILES if not row.commands]
    return Catalogue(_battles(roster), tuple(offers), ())


def _offer(row: Profile, heading: str, into: str) -> Offer:
    said: dict[str, Any] = {"name": row.name, "profile": row.name}
    unit = (Commander if row.commands else Unit).model_validate(said)
    return Offer(row.name, heading, into, said, unit_price(unit))


def _battles(roster: Roster) -> tuple[Offer, ...]:
    taken = {battle.name for battle in roster.battles}
    return tuple(
        Offer(name, "Wings" if name in WINGS else "Battles", "battles", {"name": name})
        for name in sorted(BATTLES, key=lambda name: name != "Main Ward")  # an army begins with its main ward
        if name not in taken
    )
