"""What a round of combat leaves open: who may do what next, whom he may pursue, and who still touches whom (C44)."""

from typing import TYPE_CHECKING, Any

from miniatures.systems.command_roll.combat import CombatOutcome, UnitResult
from miniatures.systems.command_roll.combat_facts import CombatFacts
from miniatures.systems.command_roll.falling_back import DESTROYED
from miniatures.systems.command_roll.game.pieces import ContactNow, UnitNow
from miniatures.systems.command_roll.game.state import State
from miniatures.systems.command_roll.results import DRAW, MAY_STAND, RETREATS, ROUTS

if TYPE_CHECKING:
    from miniatures.systems.command_roll.game.measured import Measured


def result_of(
    state: State,
    one: UnitResult,
    facts: CombatFacts,
    outcome: CombatOutcome,
    contacts: list[ContactNow],
    went: dict[str, int],
    ways: dict[str, float],
) -> dict[str, Any]:
    """What it may do now, for the next command (C44)."""
    if one.state in (DESTROYED, ROUTS):
        return {"result": None}
    unit = state.units[one.unit]
    own = [contact for contact in contacts if one.unit in (contact.first, contact.second)]
    prey: dict[str, Any] = dict.fromkeys(unit.result.get("prey", ()))
    told: dict[str, Any] = {
        "now": state.now,
        "combat": f"{contacts[0].key} {state.now}.{max(contact.rounds for contact in contacts)}",
        "may": [],
        "draw": outcome.winner == DRAW,
        "touched": [contact.other(one.unit) for contact in own],
        "position": None,
        "way": None,
    }
    if outcome.winner == DRAW:
        told["may"] = ["fall back", "stand"] if one.state == MAY_STAND else ["fall back"]
        told["way"] = ways.get(one.unit)
        if one.state == MAY_STAND:
            told["position"] = next(known.position for known in facts.units if known.name == one.unit)
    elif one.side == outcome.winner:
        found = {
            contact.other(one.unit): _prey(contact, one.unit, went, ways)
            for contact in own
            if one.may == "pursue" and _within_reach(unit, state.units[contact.other(one.unit)], went)
        }
        # Guns would be lost if they went back, and who is confused does not move (C34, C72).
        stays = unit.unit.artillery or one.confused
        told["may"] = [*(["pursue"] if found else []), *(["advance"] if one.may == "advance" else [])]
        told["may"] += ["stand"] if stays else ["fall back", "stand"]
        prey |= found
    return {"result": told | {"prey": prey}}


def _within_reach(unit: UnitNow, enemy: UnitNow, went: dict[str, int]) -> bool:
    """Whether it may go after that enemy: he retreated no farther than a full move, and foot leaves horse alone."""
    return enemy.id in went and went[enemy.id] <= unit.move and (unit.mounted or not enemy.mounted)


def _prey(contact: ContactNow, unit: str, went: dict[str, int], ways: dict[str, float]) -> dict[str, Any]:
    enemy = contact.other(unit)
    return {
        "cm": went[enemy],
        "way": ways.get(enemy),
        "side": contact.side_of(unit),
        "its_side": contact.side_of(enemy),
        "rounds": contact.rounds + 1,
    }


def contacts_after(
    state: State, table: "Measured | None", contacts: list[ContactNow], outcome: CombatOutcome
) -> dict[str, Any]:
    """Who went back, or is gone, touches nobody any more; after a draw they touch until one side falls back."""
    away = {one.unit for one in outcome.units if one.state in (DESTROYED, ROUTS, RETREATS)}
    found: dict[str, Any] = {}
    for contact in state.contacts:
        if contact in contacts:
            found[contact.key] = {"fought": state.now} if outcome.winner == DRAW else None
        if away & {contact.first, contact.second}:
            found[contact.key] = None
    if table is None:
        return found
    from miniatures.systems.command_roll.game.ways import parted

    fought = {one.unit for one in outcome.units}
    return found | parted(table, (one for one in state.contacts if fought & {one.first, one.second}))
