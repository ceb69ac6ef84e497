"""What a test makes a contingent do: halt, advance, retire, go on, or go over to the enemy.

A reaction is kept with its turn under `reaction`: its word, and for an advance or a retreat the enemy it is about.
What must be done at once is owed: `run` after a retire with its reason, `advance` with the name of the shooter.
"""

from typing import Any, NamedTuple

from miniatures.systems.tree_of_battles.control import AS_WISHED, GOES_ON, HALT
from miniatures.systems.tree_of_battles.game.describing import measured
from miniatures.systems.tree_of_battles.game.pieces import ContingentNow
from miniatures.systems.tree_of_battles.game.state import State, battle_key
from miniatures.systems.tree_of_battles.game.suffering import Shock, freed, joined
from miniatures.systems.tree_of_battles.shooting_test import ADVANCE, RETIRE
from miniatures.systems.tree_of_battles.unit import IMMOVABLE
from miniatures.words import joined_names

RUNNING = ("retiring", "routing")
#: What a reaction leaves owed, until it is done.
DEBTS = {RETIRE: "run", ADVANCE: "advance"}


class Reaction(NamedTuple):
    """What changes, what is said, and what friends feel."""

    changes: dict[str, Any]
    says: list[str]
    shocks: list[Shock]


def reacts(state: State, unit: ContingentNow, word: str, because: str, enemy: str = "") -> Reaction:
    """A reaction of a shooting test or a control test, as it stands until the turn ends (T13)."""
    if word == RETIRE:
        return retires(state, unit, because, enemy)
    says: list[str] = []
    own: dict[str, Any] = {"reaction": {"turn": state.turn, "word": word, "at": enemy or None}}
    if word == AS_WISHED and unit.reaction.get("turn") == state.turn and unit.reaction.get("word") == HALT:
        own = {}
        says.append(f"An earlier test has halted {unit.id} until the turn ends, and that stands (T13).")
    own["owes"] = {"advance": (enemy or because) if word == ADVANCE else None}  # a later test counts (T99)
    if word not in (ADVANCE, GOES_ON) and unit.conduct in ("pursuing", "looting"):
        own |= {"conduct": None, "pursues": None, "looting": None}
        says.append(f"{unit.id} are in hand again (T431).")
    return Reaction({"units": {unit.id: own}}, says, [])


def retires(state: State, unit: ContingentNow, because: str, enemy: str = "") -> Reaction:
    """In disarray by that alone, a fast move away is owed at once; friends of a lower grade feel it (T141, T204, T301).

    Its array changes with the move: until then it may tire, or has the inches of skirmish array (T66, T41).
    """
    table = measured(state)
    where = table.bodies.get(unit.id) if table is not None else None
    if unit.listed.type in IMMOVABLE:
        changes: dict[str, Any] = joined({"units": {unit.id: {"gone": "lost"}}}, freed(state, unit.id))
        return Reaction(changes, [f"{unit.id} cannot retire and are lost (T64)."], [Shock(unit.id, "destroyed", where)])
    own: dict[str, Any] = {
        "conduct": "retiring",
        "runs": None,
        "pursues": None,
        "looting": None,
        "reaction": {"turn": state.turn, "word": RETIRE, "at": enemy or None},
        "owes": {"run": f"retire: {because}", "advance": None, "control": None},
    }
    return Reaction({"units": {unit.id: own}}, [], [Shock(unit.id, "retires", where)])


def turned(state: State, unit: ContingentNow) -> Reaction:
    """It is of the other side now, with the leaders who are with it, as a battle of its own (T432, T76)."""
    other = 1 - unit.side
    old = state.battles[unit.battle]
    leaders = state.leaders_with(unit.id)
    nobles = [one.id for one in leaders if one.leader.noble]
    key = battle_key(other, f"{unit.id}, turned")
    new = {"side": other, "name": f"{unit.id}, turned", "leader": nobles[0] if nobles else "", "order": unit.order}
    battles: dict[str, Any] = {key: new}
    if old.leader in nobles:
        battles[old.id] = {"leader": ""}
    changes: dict[str, Any] = {
        "battles": battles,
        "units": {unit.id: {"side": other, "battle": key, "pursues": None, "looting": None}},
    }
    if leaders:
        changes["leaders"] = {one.id: {"side": other, "battle": key, "carries": None} for one in leaders}
    contacts = {contact.key: None for contact in state.contacts_of(unit.id)}
    if contacts:
        changes["contacts"] = contacts
    with_it = f" with {joined_names(one.id for one in leaders)}" if leaders else ""
    says = f"{unit.id} change sides{with_it}: they fight for {state.sides[other]} now (T432, T13)."
    return Reaction(changes, [says], [])
