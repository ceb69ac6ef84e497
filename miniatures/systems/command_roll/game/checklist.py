"""The checklist of each step: what must be done before the next one, and what players may forget."""

from miniatures.systems.command_roll.blunders import HALF_PACE, PENALTY
from miniatures.systems.command_roll.game.after_combat import may, prey_of
from miniatures.systems.command_roll.game.driving import to_be_driven
from miniatures.systems.command_roll.game.fighting import unfought
from miniatures.systems.command_roll.game.orders import waiting
from miniatures.systems.command_roll.game.pieces import UnitNow
from miniatures.systems.command_roll.game.state import State, is_general
from miniatures.systems.playing import Owed
from miniatures.words import joined_names


def owed(state: State) -> list[Owed]:
    """What is to be done in this step, and what may be."""
    found = _treachery(state)
    steps = {
        "deployment": _deployment,
        "command": _command,
        "commanders": _commanders,
        "shooting": _shooting,
        "drive backs": _drive_backs,
        "combat": _combat,
    }
    return [*found, *steps[state.step](state)]


def _treachery(state: State) -> list[Owed]:
    return [
        Owed(one.id, f"throw for the stands that his units lost: {one.dead}", "C435", f'treachery "{one.id}"')
        for one in state.commanders()
        if one.dead
    ]


def _deployment(state: State) -> list[Owed]:
    found = [
        Owed(
            f"{one.name} of {state.sides[one.side]}",
            "give it an objective",
            "C441",
            f'objective "{one.name} of {state.sides[one.side]}" attack',
        )
        for one in state.battles.values()
        if not one.objective
    ]
    found += [
        Owed(one.id, "throw for his class", "C431", f'class "{one.id}"')
        for one in state.commanders()
        if one.unit.classed is None
    ]
    other = state.sides[1 - state.begins]
    words = f"have the first turn; let {other} begin if you agreed on that"
    return [*found, Owed(state.sides[state.begins], words, "C74", f'first "{other}"', must=False)]


def _command(state: State) -> list[Owed]:
    found: list[Owed] = []
    moving = waiting(state)
    if state.order.get("because") == PENALTY:
        names = state.order["units"]
        found.append(Owed(joined_names(names), "say who takes the -1", "C142", f'blame "{names[0]}"'))
    elif moving:
        forced = state.order["because"] == HALF_PACE
        what = "must move at half pace" if forced else "may move: they were ordered"
        rule = "C144" if forced else "C103"
        found.append(Owed(joined_names(one.id for one in moving), what, rule, f'move "{moving[0].id}" all', must=False))
    chargers = [one.id for one in state.standing(state.active) if one.charged == state.now]
    if chargers and not state.options.no_shots_at_chargers:
        for unit in state.standing(1 - state.active):
            if may_shoot_chargers(state, unit):
                what = f"may shoot at {joined_names(chargers)} as they come, if they are in arc and range"
                found.append(Owed(unit.id, what, "C21", f'shoot "{unit.id}"', must=False))
    if not state.command:
        found.append(
            Owed(
                state.sides[state.active],
                "charges and evades by initiative come before any order",
                "C102",
                "next",
                must=False,
            )
        )
    if state.general_failed:
        return found
    failed, finished = state.command.get("failed", ()), state.command.get("finished", ())
    for one in state.commanders(state.active):
        if one.id not in (*failed, *finished) and not _done(state, one):
            found.append(Owed(one.id, "may give orders", "C107", f'order "{one.id}" UNIT', must=False))
    return found


def _done(state: State, one: UnitNow) -> bool:
    """Nobody is left for a commander to order, as far as that is known without measuring."""
    own = state.standing(state.active)
    return not any(
        not unit.commands
        and not unit.confused
        and not state.engaged(unit.id)
        and (is_general(one) or unit.battle == one.battle or state.options.order_any_battle)
        for unit in own
    )


def may_shoot_chargers(state: State, unit: UnitNow) -> bool:
    """As far as that is known without measuring."""
    shoots = bool(unit.unit.missile) and unit.shot.get("now") != state.now
    held = any(contact.since != state.now for contact in state.contacts_of(unit.id))
    return shoots and not held and unit.left > unit.resting(state.turn) + unit.silenced(state.turn)


def _commanders(state: State) -> list[Owed]:
    return [
        Owed(one.id, "may move, or join a unit", "C38", f'ride "{one.id}" UNIT', must=False)
        for one in state.commanders(state.active)
        if one.rode != state.now and not state.engaged(one.joined or one.id)
    ]


def _shooting(state: State) -> list[Owed]:
    how = "" if state.mapped else " TARGET --set distance=CM"
    return [
        Owed(unit.id, "may shoot", "C201", f'shoot "{unit.id}"{how}', must=False)
        for unit in state.standing(state.active)
        if unit.unit.missile
        and len(unit.shot.get("stands", ()) if unit.shot.get("now") == state.now else ()) < unit.left
        and not state.engaged(unit.id)
        and unit.left > unit.resting(state.turn) + unit.silenced(state.turn)
    ]


def _drive_backs(state: State) -> list[Owed]:
    return [
        Owed(unit.id, f"is driven back for {unit.missiles['hits']} hits", "C211", f'drive-back "{unit.id}"')
        for unit in to_be_driven(state)
    ]


def _combat(state: State) -> list[Owed]:
    found = []
    for group in unfought(state):
        first, second = group[0].first, group[0].second
        found.append(Owed(first, f"fight the combat with {second}", "C132", f'fight "{first}"'))
    told: set[str] = set()
    for unit in state.standing():
        choices = may(state, unit)
        if not choices:
            continue
        combat = f"{unit.side} {unit.result.get('combat')}"
        if choices == ["fall back"] and combat not in told:
            told.add(combat)
            found.append(Owed(unit.id, "must fall back after the draw", "C321", f'fall-back "{unit.id}"'))
        elif unit.result.get("draw") and "stand" in choices:
            found.append(Owed(unit.id, "may stand its ground, or falls back", "C321", f'stand "{unit.id}"'))
        elif prey := prey_of(state, unit):
            found.append(Owed(unit.id, f"may pursue {joined_names(prey)}", "C302", f'pursue "{unit.id}"', must=False))
        elif "advance" in choices:
            found.append(Owed(unit.id, "may advance", "C324", f'advance "{unit.id}"', must=False))
    return found
