"""The units and armies that the tests of the 2D6 command-roll game play with."""

from typing import Any

from miniatures.systems.command_roll.army import Roster
from miniatures.systems.command_roll.facts import CommanderInPlay, UnitInPlay

Described = dict[str, Any]


def described(profile: str, name: str = "", **said: Any) -> Described:
    """A unit as a player writes it, called after its profile unless it has a name."""
    return {"name": name or profile, "profile": profile} | said


def unit(profile: str = "Retinue Bill", name: str = "", **said: Any) -> UnitInPlay:
    return UnitInPlay.model_validate(described(profile, name, **said))


def commander(profile: str = "Lord", name: str = "", **said: Any) -> CommanderInPlay:
    return CommanderInPlay.model_validate(described(profile, name, **said))


def several(count: int, profile: str, **said: Any) -> list[Described]:
    """Units of one profile, each with a number to its name."""
    return [described(profile, f"{profile} {number}", **said) for number in range(1, count + 1)]


GENERAL = described("Army General", "Edward")
LEADER = described("Battle Leader", "Hastings")


def battle(name: str = "Main Ward", *units: Described, **said: Any) -> Described:
    return {"name": name, "objective": "attack", "commander": GENERAL, "units": list(units)} | said


def army(*battles: Described, **said: Any) -> Roster:
    """These battles; with none, the least that the list allows: a general, a battle leader and ten other stands."""
    least = (battle("Main Ward", *several(3, "Pike")), battle("Van Ward", *several(2, "Peasants"), commander=LEADER))
    own = {"system": "command-roll", "name": "Mine", "points": 1500, "checked_with": "command-roll 1"}
    return Roster.model_validate(own | {"battles": battles or least} | said)


def small_army(*units: Described, **said: Any) -> Roster:
    """The least army with these units beside it in the Main Ward, and whatever else is said of that ward."""
    main = battle("Main Ward", *several(3, "Pike"), *units, **said)
    return army(main, battle("Van Ward", *several(2, "Peasants"), commander=LEADER))
