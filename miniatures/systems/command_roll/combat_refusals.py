"""Hand-to-hand combat: everything that the rules forbid in the facts of one, each with its rule and its cure."""

from miniatures.ruling import Refusal
from miniatures.systems.command_roll.combat_facts import SIDES, CombatFacts, FightingUnit
from miniatures.systems.command_roll.facts import UnitInPlay, cover_refusals
from miniatures.systems.command_roll.options import Options
from miniatures.systems.command_roll.results import can_advance
from miniatures.systems.command_roll.unit_wording import called, said
from miniatures.words import counted


def combat_refusals(facts: CombatFacts) -> list[Refusal]:
    found: list[Refusal] = []
    for index, unit in enumerate(facts.units):
        found += _of_unit(unit, facts.options)
        found += _of_support(unit, unit.supporting, facts.options)
        found += _of_depth(unit, facts.fighting[index], facts.options)
        if facts.later_round:
            found += _of_later_round(unit)
        if unit.pursues is not None:
            found += _of_pursuer(unit, unit.pursues, [facts.units[enemy] for enemy, _ in facts.strikes[index]])
    for supporters in facts.supporters:
        for one in supporters:
            found += _of_support(one, one.support, facts.options)
            if one.engaged:
                found.append(
                    Refusal(
                        "C311",
                        f"{one.name} cannot touch an enemy and support (C33)",
                        called(one, "add them to those who fight"),
                    )
                )
    return found + _of_pursuit(facts)


def _of_unit(unit: FightingUnit, options: Options) -> list[Refusal]:
    found = cover_refusals(unit)
    if not unit.left:
        found.append(Refusal("C167", said(unit, "have no stands left"), "leave it out, or correct its stands"))
    if unit.charging and unit.artillery:
        found.append(Refusal("C131", f"{unit.name} are guns, which never charge (C16)", "leave charging out"))
    if unit.charging and unit.confused:
        found.append(
            Refusal(
                "C411",
                said(unit, "are confused and cannot have charged"),
                "let it charge, or be confused, but not both",
            )
        )
    if unit.commands and options.commanders_only_command:
        found.append(
            Refusal("C38", f"{unit.name} gives orders only", "leave him out, or do not set commanders_only_command")
        )
    return found


def _of_support(unit: UnitInPlay, stands: int, options: Options) -> list[Refusal]:
    """Infantry that is not confused (C33, C413)."""
    if not stands:
        return []
    found: list[Refusal] = []
    if unit.artillery or (unit.cavalry and not options.cavalry_supports):
        cure = "leave its support out" if unit.artillery else "leave its support out, or set cavalry_supports"
        found.append(Refusal("C311", said(unit, "are not infantry, which alone supports (C33)"), cure))
    if unit.confused:
        found.append(Refusal("C413", said(unit, "are confused and cannot support"), "leave that support out"))
    return found


def _of_depth(unit: FightingUnit, fighting: int, options: Options) -> list[Refusal]:
    """A stand counts as a rank or as support, never both (C33)."""
    if options.ranks_of_contingent or fighting + unit.ranks - 1 + unit.supporting <= unit.left:
        return []
    words = f"{fighting} fight, {unit.ranks} ranks deep" + (f", {unit.supporting} support" if unit.supporting else "")
    return [
        Refusal(
            "C304",
            said(unit, f"have {counted(unit.left, 'stand')}, too few for that: {words} (C32, C33)"),
            "count each stand once: as fighting, as a rank, or as support; or set ranks_of_contingent",
        )
    ]


def _of_later_round(unit: FightingUnit) -> list[Refusal]:
    """What counted in the first round alone (C32, C71)."""
    found: list[Refusal] = []
    if unit.charging:
        because = f"the charge of {unit.name} counted in the first round (C32)"
        found.append(Refusal("C301", because, "leave charging out: this is a later round"))
    if unit.shot_hits:
        because = f"the hits shot on {unit.name} as they charged counted in the first round (C71)"
        found.append(Refusal("C301", called(unit, because), "leave shot_hits out: this is a later round"))
    return found


def _of_pursuer(unit: FightingUnit, distance: int, enemies: list[FightingUnit]) -> list[Refusal]:
    """Who begins this round as a pursuer: whether it could follow, and whether it has left its place."""
    found: list[Refusal] = []
    if unit.artillery:
        found.append(Refusal("C302", f"{unit.name} are guns, which never pursue (C35)", "leave pursues out"))
    if unit.confused:
        found.append(
            Refusal(
                "C411",
                said(unit, "are confused and cannot pursue (C72)"),
                "let it pursue, or be confused, but not both",
            )
        )
    if distance > unit.move:
        because = said(unit, f"move {unit.move} cm and cannot reach who retreated {distance} (C35)")
        found.append(Refusal("C302", because, "leave pursues out: the enemy is gone"))
    if unit.infantry and all(enemy.cavalry for enemy in enemies):
        found.append(Refusal("C302", said(unit, "are on foot and cannot pursue horse (C35)"), "leave pursues out"))
    for one in (unit, *enemies):
        if one.position != "open":
            because = f"{one.name} left that position in retreat or pursuit (C67)"
            found.append(Refusal("C162", because, "let it fight in the open (position = open)"))
    return found


def _of_pursuit(facts: CombatFacts) -> list[Refusal]:
    found: list[Refusal] = []
    if all(any(unit.pursues is not None for unit in units) for units in (facts.attackers, facts.defenders)):
        found.append(Refusal("C302", "both sides pursue, and only the winner does (C35)", "let one side pursue"))
    if facts.rounds_left is not None and facts.rounds_left < 1:
        because = f"this table plays {counted(facts.options.most_rounds or 0, 'round')} of a combat in a turn (C35)"
        found.append(Refusal("C302", because, "fight on next turn, or leave most_rounds out"))
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
