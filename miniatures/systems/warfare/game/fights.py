"""Event IV on the table: the linked melees, what is measured for each, and what a round leaves behind."""

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pydantic import Field

from miniatures.ruling import Refusal
from miniatures.systems.playing import Conclusion, Plan, impossible
from miniatures.systems.warfare.game.aftermath import settled
from miniatures.systems.warfare.game.breaking import breaks
from miniatures.systems.warfare.game.describing import measured, not_in_play, out_of_step, unit_facts
from miniatures.systems.warfare.game.pieces import ContactNow, UnitNow
from miniatures.systems.warfare.game.state import State
from miniatures.systems.warfare.melee import MeleeOutcome, UnitResult
from miniatures.systems.warfare.melee_facts import MeleeFacts
from miniatures.systems.warfare.melee_round import ATTACKERS, DEFENDERS
from miniatures.systems.warfare.morale import DESTROYED, REMOVED, ROUTS
from miniatures.systems.warfare.unit import Stated
from miniatures.systems.warfare.wording import tell_melee

if TYPE_CHECKING:
    from miniatures.systems.warfare.game.measured import Measured


class MeleeWords(Stated):
    """One round of the melee that a unit is in."""

    unit: str = Field(description="any unit of the melee")


def fighting_contacts(state: State) -> list[ContactNow]:
    """Contacts between units that both fight."""
    units = state.units
    return [
        contact
        for contact in state.contacts
        if not any(units[name].routing or units[name].gone for name in (contact.first, contact.second))
    ]


def melees(state: State) -> list[list[ContactNow]]:
    """The contacts in groups that hang together, in the order of their units' names."""
    groups: list[list[ContactNow]] = []
    for contact in fighting_contacts(state):
        own = {contact.first, contact.second}
        linked = [group for group in groups if any({one.first, one.second} & own for one in group)]
        merged = [one for group in linked for one in group] + [contact]
        groups = [group for group in groups if group not in linked] + [merged]
    return [sorted(group) for group in sorted(groups, key=lambda group: min(one.first for one in group))]


def melee_of(state: State, unit: str) -> list[ContactNow]:
    return next((group for group in melees(state) if any(unit in (c.first, c.second) for c in group)), [])


def unfought(state: State) -> list[list[ContactNow]]:
    return [
        group
        for group in melees(state)
        if not any(state.units[name].fought == state.turn for c in group for name in (c.first, c.second))
    ]


def plan_melee(state: State, words: MeleeWords) -> Plan:
    unit = state.unit(words.unit)
    group = melee_of(state, unit.id)
    table = measured(state)

    def against(facts: MeleeFacts | None) -> list[Refusal]:
        found = [*not_in_play(unit), *out_of_step(state, ("melee",), "W461", "melee")]
        if facts is not None and facts.rounds > 1:
            found.append(Refusal("W461", "a turn has one round of melee", "leave rounds out"))
        if any(state.units[name].fought == state.turn for c in group for name in (c.first, c.second)):
            found.append(
                Refusal("W461", f"the melee of {unit.id} was fought this turn", "fight the next round next turn")
            )
        return found

    if not group:
        refusal = Refusal("W401", f"{unit.id} touches no enemy that fights", "charge one first")
        return impossible([*against(None), refusal])
    attacking = max(group, key=lambda contact: contact.since).attacker
    data = melee_data(state, table, group, attacking)

    def conclude(facts: MeleeFacts, outcome: MeleeOutcome) -> Conclusion:
        return concluded(state, table, facts, outcome, attacking)

    return Plan(conclude, "melee", data, tuple(_notes(data)), against)


def melee_data(state: State, table: "Measured | None", group: list[ContactNow], attacking: int) -> dict[str, Any]:
    names = sorted({name for contact in group for name in (contact.first, contact.second)})
    sides: tuple[list[str], list[str]] = ([], [])
    for name in names:
        sides[0 if state.units[name].side == attacking else 1].append(name)
    contacts = []
    for contact in group:
        attacker, defender = contact.first, contact.second
        struck, strikes = contact.first_side, contact.second_side
        if attacking == 1:
            attacker, defender, struck, strikes = defender, attacker, strikes, struck
        contacts.append({"attacker": attacker, "defender": defender, "strikes": strikes, "struck": struck})
    data: dict[str, Any] = {
        "attackers": [_fighter(state, table, state.units[name]) for name in sides[0]],
        "defenders": [_fighter(state, table, state.units[name]) for name in sides[1]],
        "contacts": contacts,
        # Who faces whom was settled when they met (W41), and may have changed since with those who ran.
        "options": state.options.model_dump(mode="json", exclude_defaults=True) | {"first_contact_any_side": True},
    }
    for key, own in (("attackers_nearby", sides[0]), ("defenders_nearby", sides[1])):
        watching = _onlookers(table, own, names)
        if watching:
            data[key] = [unit_facts(state, state.units[name], table) for name in watching]
    return data


def _onlookers(table: "Measured | None", own: list[str], fighting: list[str]) -> list[str]:
    if table is None:
        return []
    found = {name for unit in own for name in table.friends_seeing(unit)}
    return sorted(found - set(fighting))


def _fighter(state: State, table: "Measured | None", unit: UnitNow) -> dict[str, Any]:
    turn = state.turn
    said: dict[str, Any] = {
        "charging": unit.charged == turn,
        "charge_move": max(1, unit.charge_moves) if unit.furious else 0,
        "first_melee": unit.first_melee == "now",
        "uphill": unit.uphill == turn and unit.charged == turn,
        "interpenetrated": unit.interpenetrated == turn,
        "shot": unit.shot == turn,
        "cornered": unit.unit.skirmishers,
    }
    if table is not None:
        enemies = [name for name in state.enemies_touching(unit.id) if not state.units[name].routing]
        own = table.ground.height_under(table.of(unit.id).polygon)
        theirs = max((table.ground.height_under(table.of(name).polygon) for name in enemies), default=own)
        said["ground"] = own > theirs
        if unit.charged != turn:
            said["behind"] = table.shelter(unit.id)
    return unit_facts(state, unit, table) | {key: value for key, value in said.items() if value}


def _notes(data: dict[str, Any]) -> list[str]:
    words = []
    for fighter in (*data["attackers"], *data["defenders"]):
        marks = [
            text
            for key, text in (
                ("charging", "charging"),
                ("pursuing", "pursuing"),
                ("uphill", "uphill"),
                ("ground", "higher ground"),
                ("leader", "with its leader"),
            )
            if fighter.get(key)
        ]
        marks += [f"behind {' and '.join(fighter['behind'])}"] if fighter.get("behind") else []
        if marks:
            words.append(f"{fighter['name']} {', '.join(marks)}")
    watching = [one["name"] for key in ("attackers_nearby", "defenders_nearby") for one in data.get(key, ())]
    if watching:
        words.append(f"looking on within 12 inches: {', '.join(watching)}")
    return [f"Measured: {'; '.join(words)}."] if words else []


def concluded(
    state: State, table: "Measured | None", facts: MeleeFacts, outcome: MeleeOutcome, attacking: int
) -> Conclusion:
    """The round in the books: losses, leaders, routs, and what follows from them."""
    units: dict[str, Any] = {}
    leaders: dict[str, Any] = {}
    fighting = {unit.name for unit in facts.units}
    lost_by = {ATTACKERS: DEFENDERS, DEFENDERS: ATTACKERS}.get(outcome.winner)
    for result in outcome.units:
        unit = state.unit(result.unit)
        changed = _result(state, table, unit, result, leaders)
        if unit.id in fighting:
            changed |= {"fought": state.turn, "furious": None, "charge_moves": None}
            if result.side == lost_by:
                changed["lost_melee"] = state.turn
        if changed:
            units[unit.id] = changed
    named = {ATTACKERS: state.sides[attacking], DEFENDERS: state.sides[1 - attacking]}
    for fighter in facts.units:
        if leader := state.leader_with(fighter.name):
            named[f"leader of {fighter.name}"] = leader.id
    says = [_with_sides(sentence, named) for sentence in tell_melee(outcome)]
    told = frozenset(result.unit for result in outcome.units if result.pursuit)
    changes, more = settled(state, {"units": units} | ({"leaders": leaders} if leaders else {}), told)
    return Conclusion(changes, (*says, *more, *_unmeasured(table, outcome)))


def _unmeasured(table: "Measured | None", outcome: MeleeOutcome) -> list[str]:
    """Without a map nobody knows who looks on: the players say who tests."""
    if table is not None:
        return []
    says = []
    for result in outcome.units:
        if result.state == ROUTS:
            says.append(f"Friends within 12 inches who see {result.unit} rout test, with --cause (W502).")
        if result.leader in ("out", "killed"):
            says.append(f"Friends within 12 inches who see the leader of {result.unit} hit test, with --cause (W501).")
    return says


def _with_sides(sentence: str, named: dict[str, str]) -> str:
    for word, side in named.items():
        sentence = sentence.replace(f"the {word}", side).replace(f"The {word}", side)
    return sentence


def _result(
    state: State, table: "Measured | None", unit: UnitNow, result: UnitResult, leaders: dict[str, Any]
) -> dict[str, Any]:
    changed: dict[str, Any] = {}
    if result.casualties:
        changed["lost"] = unit.lost + result.casualties
    if result.state == DESTROYED:
        changed["gone"] = "destroyed"
    elif result.state == REMOVED:
        changed["gone"] = "removed"
    elif result.state == ROUTS and not unit.routing:
        # Its bases leave before it turns, so that its back is where its front was: at the enemy.
        changed |= breaks(state, table, replace(unit, lost=unit.lost + result.casualties))
    leader = state.leader_with(unit.id)
    if leader and result.leader == "killed":
        leaders[leader.id] = {"gone": "killed", "unit": None}
        changed["lost_leader"] = state.turn
    elif leader and result.leader == "out" and not leader.out(state.turn):
        leaders[leader.id] = {"hit": state.turn}
        if state.options.leader_out_is_lost:
            changed["lost_leader"] = state.turn
    return changed
