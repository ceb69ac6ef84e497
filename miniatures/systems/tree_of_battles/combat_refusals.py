"""Hand-to-hand combat: everything that the rules forbid in the facts of a round, each with its rule and its cure."""

from miniatures.measuring import within
from miniatures.ruling import Refusal
from miniatures.systems.tree_of_battles.charge import (
    may_countercharge,
    may_evade,
    may_exchange,
    never_charges,
    reach_of,
)
from miniatures.systems.tree_of_battles.combat_facts import (
    CHARGES,
    CHARGING,
    COUNTERCHARGES,
    EVADES,
    EXCHANGES,
    FOLLOWS_UP,
    PURSUES,
    CombatFacts,
    FightingContingent,
    Met,
)
from miniatures.systems.tree_of_battles.evade import may_not_evade
from miniatures.systems.tree_of_battles.unit import IMMOVABLE


def combat_refusals(facts: CombatFacts) -> list[Refusal]:
    found: list[Refusal] = []
    for unit, met in zip(facts.units, facts.met, strict=True):
        enemies = [facts.units[one.enemy] for one in met]
        if unit.destroyed:
            found.append(Refusal("T40", f"{unit.name} have no stands left", "state its stands, or leave it out"))
            continue
        found += _of_coming(unit, met, enemies)
        found += _of_stands(unit, met)
        if unit.came in CHARGING and unit.position == "fortified":
            words = f"{unit.name} left its fortification to come into contact"
            found.append(Refusal("T235", words, "state position = open, or let it stand"))
    if facts.evading:
        found += _of_distance(facts)
    return found


def _of_coming(unit: FightingContingent, met: tuple[Met, ...], enemies: list[FightingContingent]) -> list[Refusal]:
    """Whether it may come into the round, or answer, as stated."""
    charged = any(enemy.came == CHARGES for enemy in enemies)
    found: list[Refusal] = []
    if unit.came == CHARGES:
        found += never_charges(unit)
    elif unit.came in (COUNTERCHARGES, EVADES, EXCHANGES) and not charged:
        found.append(
            Refusal("T217", f"{unit.name}: nobody charges it, and it has nothing to answer", "state who charges")
        )
    elif unit.came == COUNTERCHARGES:
        found += _of_countercharge(unit, met, enemies)
    elif unit.came == EVADES and not may_evade(unit):
        found.append(may_not_evade(unit))
    elif unit.came == EXCHANGES and not may_exchange(unit):
        words = f"{unit.name}: only archers and skirmishers exchange ranks as they are charged, two ranks deep"
        found.append(Refusal("T216", words, "let it stand"))
    elif unit.came in (PURSUES, FOLLOWS_UP) and unit.type in IMMOVABLE:
        found.append(Refusal("T206", f"{unit.name}: {unit.type} goes after nobody (T64)", "let it stand"))
    elif unit.came == FOLLOWS_UP and not any(enemy.fell_back for enemy in enemies):
        words = f"{unit.name} follows up, and none of its opponents fell back"
        found.append(Refusal("T238", words, "state fell_back of the opponent, or let it stand"))
    return found


def _of_countercharge(
    unit: FightingContingent, met: tuple[Met, ...], enemies: list[FightingContingent]
) -> list[Refusal]:
    found: list[Refusal] = []
    if not may_countercharge(unit):
        column = unit.array in ("column", "skirmish")
        words = (
            "column and skirmish array do not countercharge (T32)" if column else "only light horse and men at arms do"
        )
        found.append(Refusal("T215", f"{unit.name} may not countercharge: {words}", "let it stand"))
    charging = [(one, enemy) for one, enemy in zip(met, enemies, strict=True) if enemy.came == CHARGES]
    if any(one.own.struck == "front" for one, _ in charging):
        return found  # it rode out against that one; others may strike it elsewhere
    for one, enemy in charging:
        if one.own.struck != "front":
            words = f"{unit.name} cannot countercharge {enemy.name}, who come at their {one.own.struck} (T65)"
            found.append(Refusal("T215", words, "let it stand, or state struck = front"))
    return found


def _of_stands(unit: FightingContingent, met: tuple[Met, ...]) -> list[Refusal]:
    found: list[Refusal] = []
    overlaps = sum(one.own.overlapping or 0 for one in met)
    if overlaps > 2:
        words = f"{unit.name}: {overlaps} stands overlap, and only one at each end does (T31)"
        found.append(Refusal("T225", words, "count at most 2"))
    pikes = sum(part.stands for part in unit.present if part.type == "pike")
    second = sum(one.own.second_rank or 0 for one in met)
    if second > pikes:
        words = f"{unit.name}: {second} stands of the second rank fight, and they have {pikes} of pike (T31)"
        found.append(Refusal("T225", words, "count only pike in the second rank"))
    return found


def _of_distance(facts: CombatFacts) -> list[Refusal]:
    charger = next((unit for unit in facts.units if unit.came == CHARGES), None)
    if charger is None or facts.distance is None or within(facts.distance, reach_of(charger).value):
        return []
    reach = reach_of(charger)
    words = f"{charger.name} are {facts.distance:g} inches away, beyond {reach.value}"
    return [Refusal(reach.rule, words, f"charge from within {reach.value} inches")]
