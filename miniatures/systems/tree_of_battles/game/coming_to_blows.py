"""Whom a contingent fights in the rest of the turn: whom it touches, who could charge it, whom it means to charge.

The charges are tried one after the other as the actions would have them, and nothing of it is done (T16).
"""

from collections.abc import Collection
from dataclasses import replace
from typing import Any, NamedTuple

from miniatures.ruling import Refusal
from miniatures.systems.tree_of_battles.charge import ChargeFacts, charge
from miniatures.systems.tree_of_battles.combat_facts import EXCHANGES, SIDES, Fighting
from miniatures.systems.tree_of_battles.game.answering import answers_of, met
from miniatures.systems.tree_of_battles.game.charging import ChargeWords, plan_charge
from miniatures.systems.tree_of_battles.game.describing import measured
from miniatures.systems.tree_of_battles.game.fighting import combat_facts, combat_of
from miniatures.systems.tree_of_battles.game.pieces import ContingentNow
from miniatures.systems.tree_of_battles.game.prospects import evading
from miniatures.systems.tree_of_battles.game.state import State
from miniatures.systems.tree_of_battles.game.suffering import after
from miniatures.systems.tree_of_battles.game.threats import to_come
from miniatures.systems.tree_of_battles.game.trying import tried
from miniatures.systems.tree_of_battles.tables import CHARGE_MOUNTED


class Fray(NamedTuple):
    """The game once charges have struck home, how, and what stands against those that were asked for."""

    state: State
    notes: tuple[str, ...] = ()
    against: tuple[Refusal, ...] = ()
    evades: dict[str, Any] | None = None
    """The facts of a charge that is evaded: then nobody else comes."""


def fray(
    state: State, unit: ContingentNow, charges: str, named: Collection[str], without: Collection[str], answer: str
) -> Fray:
    """All charges that touch it: its own if it means to, of who is named, and of all enemies who could."""
    pairs = [(unit.id, charges, True)] if charges else []
    for enemy in dict.fromkeys([*_near(state, unit), *named]):
        if enemy not in without and enemy != charges:
            pairs.append((enemy, unit.id, enemy in named))
    found = Fray(state)
    for charger, target, asked in pairs:
        if found.evades is None:
            found = _charged(found, state, charger, target, answer, asked=asked)
    return found


def _near(state: State, unit: ContingentNow) -> list[str]:
    """The enemies near enough to charge it, the nearest first; who has declared it already before them."""
    waiting = [str(state.charge["unit"])] if state.charge.get("target") == unit.id else []
    table = measured(state)
    near = table.enemies_within(unit.id, CHARGE_MOUNTED.value) if table is not None and unit.placed else []
    return [*waiting, *(one.id for one in near)]


def _charged(found: Fray, first: State, charger: str, target: str, answer: str, *, asked: bool) -> Fray:
    """The same with that charge carried out, if the rules let it be. Without a map the players know that it reaches."""
    there = found.state
    if (there.charge.get("unit"), there.charge.get("target")) == (charger, target):
        return _struck(found, there, answer)
    side = there.units[charger].side
    step = "second charges" if first.first is not None and first.first != side else "first charges"
    if not to_come(first, step):
        return found
    there = after(there, {"step": "first charges", "first": side, "charge": None})
    plan = plan_charge(there, ChargeWords(unit=charger, target=target))
    if not there.mapped:
        plan = replace(plan, measured={"distance": 0.0} | dict(plan.measured))
    against = tried(there, plan)[0]
    if against:
        return found._replace(against=(*found.against, *against)) if asked else found
    facts = ChargeFacts.model_validate(dict(plan.measured) | {"options": there.options})
    return _struck(found, after(there, plan.conclude(facts, charge(facts)).changes), answer)


def _struck(found: Fray, state: State, answer: str) -> Fray:
    """The charge that waits strikes home, answered as it is wished where that is allowed."""
    unit, target = state.unit(state.charge["unit"]), state.unit(state.charge["target"])
    answers = answers_of(state, target)
    word = answer if answer in answers else "stand"
    where = "" if state.charge["struck"] == "front" else f" at the {state.charge['struck']}"
    far = f" from {state.charge['distance']:.1f} inches" if state.mapped else ""
    notes = (*found.notes, f"Combat: {unit.id} may charge {target.id}{where}{far}, who {word} then.")
    if word == "evade":
        return found._replace(notes=notes, evades=evading(state))
    there = after(state, met(state, unit, target, word, answers[word].target_inches).changes)
    return found._replace(state=there, notes=notes)


def blows(found: Fray, unit: ContingentNow) -> dict[str, Any] | None:
    """Its combat as facts take it, without itself among the others; None where nobody fights it."""
    there = found.state
    if found.evades is not None:
        facts = found.evades
    else:
        contacts = combat_of(there, unit.id) if there.fighting(unit.id) else []
        if not any(contact.fought != there.turn for contact in contacts):
            return None
        facts = combat_facts(there, measured(there), contacts)
    side = next(side for side in SIDES if any(one["name"] == unit.id for one in facts[side]))
    own = next(one for one in facts[side] if one["name"] == unit.id)
    fights: dict[str, Any] = {key: own[key] for key in Fighting.model_fields if key in own}
    if there.units[unit.id].exchanged != unit.exchanged:
        fights["came"] = EXCHANGES
    way = sum(one["dps"] for one in own.get("dps", ())) - unit.total_dps
    others = {key: said for key, said in facts.items() if key not in ("options", "moves")}
    others[side] = [one for one in facts[side] if one is not own]
    return others | {"side": side, "own": fights} | ({"way_dps": way} if way > 0 else {})
