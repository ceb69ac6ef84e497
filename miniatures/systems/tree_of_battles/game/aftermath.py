"""What a round of combat does at once: DPs, stands, leaders, who gives way, and the choices that are left (T201)."""

from typing import TYPE_CHECKING, Any

from miniatures.ruling import Modifier
from miniatures.systems.playing import Conclusion
from miniatures.systems.tree_of_battles.combat_facts import CombatFacts
from miniatures.systems.tree_of_battles.combat_outcome import CombatOutcome, ContingentResult
from miniatures.systems.tree_of_battles.combat_results import BREAK, FALL_BACK, FOLLOW_UP, HALT, PURSUE, RETIRE
from miniatures.systems.tree_of_battles.combat_wording import tell_combat
from miniatures.systems.tree_of_battles.damage import entry
from miniatures.systems.tree_of_battles.game.chasing import broke
from miniatures.systems.tree_of_battles.game.describing import measured
from miniatures.systems.tree_of_battles.game.fates import befallen
from miniatures.systems.tree_of_battles.game.giving_way import falls_back, follows_up
from miniatures.systems.tree_of_battles.game.pieces import ContactNow, ContingentNow
from miniatures.systems.tree_of_battles.game.state import State
from miniatures.systems.tree_of_battles.game.suffering import Shock, after, freed, joined, settled
from miniatures.systems.tree_of_battles.tables import RESULTS
from miniatures.words import joined_names

if TYPE_CHECKING:
    from miniatures.space.footprint import Footprint

FLEES = (RETIRE, BREAK)
_ROWS = {line.rule for row in RESULTS for line in (row.dps, row.mounted_against_pikes)}


def carried_out(state: State, contacts: list[ContactNow], _facts: CombatFacts, outcome: CombatOutcome) -> Conclusion:
    """The round in the books and on the table."""
    table = measured(state)
    results = {state.unit(one.contingent).id: one for one in outcome.units}
    changes: dict[str, Any] = {}
    shocks: list[Shock] = []
    for name, result in results.items():
        where = table.bodies.get(name) if table is not None else None
        changes = joined(changes, _books(state, state.units[name], result, shocks, where))
    for name, result in results.items():
        if not result.left:
            changes = joined(changes, freed(after(state, changes), name))
    changes = joined(changes, {"contacts": _parted(state, contacts, results)})
    changes, says = _given_way(state, changes, contacts, results)
    changes = joined(changes, {"units": {name: _choices(contacts, name, results) for name in results}})
    changes, told = _followed(state, changes, contacts, results)
    changes, felt = settled(state, changes, shocks)
    return Conclusion(changes, (*tell_combat(outcome), *says, *told, *felt, *_unmeasured(state, shocks)))


def _books(
    state: State,
    unit: ContingentNow,
    result: ContingentResult,
    shocks: list[Shock],
    where: "Footprint | None",
) -> dict[str, Any]:
    """DPs with their reasons, stands, disarray, the way it gives, and what becomes of its leaders."""
    own: dict[str, Any] = {"fought": state.turn, "may": None, "follows": None}
    if unit.conduct == "pursuing":
        own |= {"conduct": None, "pursues": None, "array": "disarray"}
    taken = [_told(state, unit, line) for line in result.dps if line.value]
    if taken:
        own["dps"] = [*map(dict, unit.dps), *taken]
    if result.stands_lost:
        own["stands"] = list(unit.in_play.without(result.stands_lost))
    # Who is in disarray by its fast move alone may still tire in it (T66): its array changes with the move.
    if result.into_disarray and not (result.into_disarray == "T331" and result.move in (*FLEES, PURSUE)):
        own["array"] = "disarray"
    fell = befallen(state, result.leaders)
    shocks += fell.shocks
    leaders = fell.changes.get("leaders", {})
    if not result.left:
        own["gone"] = "destroyed"
        shocks.append(Shock(unit.id, "destroyed", where))
    elif result.move == RETIRE and not unit.broken:
        own |= {"conduct": "retiring", "runs": None, "looting": None}
        shocks.append(Shock(unit.id, "retires", where))
    elif result.move == BREAK and not unit.broken:
        own |= {"conduct": "routing", "broken": True, "runs": None, "looting": None}
        lost = [name for name, change in leaders.items() if change.get("gone")]
        nobles = len([one for one in state.leaders_with(unit.id) if one.leader.noble and one.id not in lost])
        shocks += broke(state, unit, where)[: 1 + nobles]
    return {"units": {unit.id: own}} | ({"leaders": leaders} if leaders else {})


def _told(state: State, unit: ContingentNow, line: Modifier) -> dict[str, Any]:
    """A cause of DPs as it is kept: the row of the results with the enemies against whom it was."""
    if line.rule in _ROWS:
        line = line._replace(because=f"{line.because} against {joined_names(state.enemies_touching(unit.id))}"[:200])
    return entry(line, state.turn).model_dump(mode="json", exclude_defaults=True)


def _parted(state: State, contacts: list[ContactNow], results: dict[str, ContingentResult]) -> dict[str, Any]:
    """Contacts end with who flees, falls back or is gone, or broke before (T87); all others were fought."""
    found: dict[str, Any] = {}
    for contact in contacts:
        both = [results[name] for name in (contact.first, contact.second)]
        ends = any(not one.left or one.move in (*FLEES, FALL_BACK) for one in both)
        ends = ends or any(state.units[name].broken for name in (contact.first, contact.second))
        found[contact.key] = None if ends else {"fought": state.turn}
    return found


def _given_way(
    state: State, changes: dict[str, Any], contacts: list[ContactNow], results: dict[str, ContingentResult]
) -> tuple[dict[str, Any], list[str]]:
    """All who fall back do so."""
    says: list[str] = []
    for name, result in results.items():
        if result.move == FALL_BACK and result.left:
            own = [one for one in contacts if name in (one.first, one.second)]
            more, told = falls_back(after(state, changes), name, own)
            changes, says = joined(changes, more), [*says, *told]
    return changes, says


def _choices(contacts: list[ContactNow], name: str, results: dict[str, ContingentResult]) -> dict[str, Any]:
    """What it must or may do next: to follow up or pursue names the enemy; a single follow-up is made at once."""
    result = results[name]
    enemies = [one.other(name) for one in contacts if name in (one.first, one.second)]
    gave = {enemy: results[enemy].move for enemy in enemies if results[enemy].left}
    found: list[str] = []
    for choice in result.choices:
        if choice == HALT and len(result.choices) > 1:
            found.append(HALT)
        elif choice == FOLLOW_UP:
            found += [f"{FOLLOW_UP} {enemy}" for enemy, move in gave.items() if move == FALL_BACK]
        elif choice == PURSUE:
            found += [f"{PURSUE} {enemy}" for enemy, move in gave.items() if move in FLEES]
    return {"may": found or None}


def _followed(
    state: State, changes: dict[str, Any], contacts: list[ContactNow], results: dict[str, ContingentResult]
) -> tuple[dict[str, Any], list[str]]:
    """Who must follow up one enemy does so at once."""
    says: list[str] = []
    for name, result in results.items():
        may = after(state, changes).units[name].may
        if result.move == FOLLOW_UP and len(may) == 1:
            enemy = may[0].removeprefix(f"{FOLLOW_UP} ")
            old = next(one for one in contacts if {one.first, one.second} == {name, enemy})
            more, told = follows_up(after(state, changes), name, enemy, old)
            changes, says = joined(changes, more), [*says, *told]
    return changes, says


def _unmeasured(state: State, shocks: list[Shock]) -> list[str]:
    """Without a map nobody knows who was near: the players say it."""
    if state.mapped or not shocks:
        return []
    told = dict.fromkeys(f"{shock.unit}: {shock.what}" for shock in shocks)
    return [f"Friends within 12 inches take morale DPs ({'; '.join(told)}); state them with correct --dps (T38)."]
