"""Hand-to-hand combat: everything that the rules forbid in the facts of one, each with its rule and its cure."""

from miniatures.ruling import Refusal
from miniatures.systems.command_roll.combat_facts import SIDES, CombatFacts, FightingUnit
from miniatures.systems.command_roll.facts import UnitInPlay, cover_refusals
from miniatures.systems.command_roll.options import Options
from miniatures.systems.command_roll.results import can_advance


def combat_refusals(facts: CombatFacts) -> list[Refusal]:
    found: list[Refusal] = []
    for index, unit in enumerate(facts.units):
        found += _of_unit(unit, facts.options)
        found += _of_support(unit, unit.supporting, facts.options)
        found += _of_depth(unit, facts.fighting[index], facts.options)
    for supporters in facts.supporters:
        for one in supporters:
            found += _of_support(one, one.support, facts.options)
            if one.engaged:
                found.append(
                    Refusal(
                        "C311", f"{one.name} touch an enemy and cannot support (C33)", "add them to those who fight"
                    )
                )
    return found + _of_pursuit(facts)


def _of_unit(unit: FightingUnit, options: Options) -> list[Refusal]:
    name = unit.name
    found = cover_refusals(unit)
    if not unit.left:
        found.append(Refusal("C167", f"{name} have no stands left", "leave them out, or state more stands"))
    if unit.charging and unit.artillery:
        found.append(Refusal("C131", f"{name} are guns, which never charge (C16)", "leave charging out"))
    if unit.charging and unit.confused:
        found.append(Refusal("C411", f"{name} are confused and cannot have charged", "state charging or confused"))
    if unit.commands and options.commanders_only_command:
        found.append(
            Refusal("C38", f"{name} gives orders only", "leave him out, or do not set commanders_only_command")
        )
    return found


def _of_support(unit: UnitInPlay, stands: int, options: Options) -> list[Refusal]:
    """Infantry that is not confused (C33, C413)."""
    if not stands:
        return []
    found: list[Refusal] = []
    if unit.artillery or (unit.cavalry and not options.cavalry_supports):
        cure = "leave its support out" if unit.artillery else "leave its support out, or set cavalry_supports"
        found.append(Refusal("C311", f"{unit.name} are not infantry, which alone supports (C33)", cure))
    if unit.confused:
        found.append(Refusal("C413", f"{unit.name} are confused and cannot support", "leave their support out"))
    return found


def _of_depth(unit: FightingUnit, fighting: int, options: Options) -> list[Refusal]:
    """A stand counts as a rank or as support, never both (C33)."""
    if options.ranks_of_contingent or fighting + unit.ranks - 1 + unit.supporting <= unit.left:
        return []
    words = f"{fighting} fight, {unit.ranks} ranks deep" + (f", {unit.supporting} support" if unit.supporting else "")
    return [
        Refusal(
            "C304",
            f"{unit.name} have {unit.left} stands, too few for that: {words} (C32, C33)",
            "count each stand once: as fighting, as a rank, or as support; or set ranks_of_contingent",
        )
    ]


def _of_pursuit(facts: CombatFacts) -> list[Refusal]:
    found: list[Refusal] = []
    for side, units in enumerate((facts.attackers, facts.defenders)):
        able = [unit for unit in units if can_advance(unit, unit.position, unit.confused) and not unit.holds]
        if facts.pursue[side] and not able:
            found.append(
                Refusal(
                    "C302",
                    f"none of the {SIDES[side]} can pursue: guns, fortified and confused units do not (C35, C411)",
                    f"leave {SIDES[side]}_pursue out",
                )
            )
    return found
