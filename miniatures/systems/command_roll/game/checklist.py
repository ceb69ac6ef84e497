"""The checklist of each step: what must be done before the next one, and what players may forget."""

from miniatures.systems.command_roll.blunders import AWAY, HALF_PACE, PENALTY, TOWARDS
from miniatures.systems.command_roll.game.after_combat import may, prey_of
from miniatures.systems.command_roll.game.describing import measured, plural
from miniatures.systems.command_roll.game.driving import to_be_driven
from miniatures.systems.command_roll.game.fighting import unfought
from miniatures.systems.command_roll.game.orders import takes_orders, waiting
from miniatures.systems.command_roll.game.pieces import UnitNow
from miniatures.systems.command_roll.game.shooters import ready_stands
from miniatures.systems.command_roll.game.state import State, is_general
from miniatures.systems.playing import Owed
from miniatures.words import counted, joined_names


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
    found = [*_carried_out(state), *_at_chargers(state)]
    own = [one for one in state.standing(state.active) if not one.commands]
    fresh = [one for one in own if takes_orders(state, one)]
    if not state.command and fresh:
        words = "charges and evades by initiative come before any order"
        found.append(Owed(state.sides[state.active], words, "C102", f'options "{fresh[0].id}"', must=False))
    if state.general_failed:
        return found
    failed, finished = state.command.get("failed", ()), state.command.get("finished", ())
    stated = "" if state.mapped else " --set units.0.distance=CM"
    for one in state.commanders(state.active):
        any_battle = is_general(one) or state.options.order_any_battle
        mine = [unit for unit in fresh if any_battle or unit.battle == one.battle]
        if mine and one.id not in (*failed, *finished):
            how = f'order "{one.id}" "{mine[0].id}"{stated}'
            found.append(Owed(one.id, "may give orders", "C107", how, must=False))
    return found


def _carried_out(state: State) -> list[Owed]:
    """What an order, or a blunder, leaves to be done. Half a pace may be no step; the other blunders are moves."""
    because, moving = state.order.get("because"), waiting(state)
    if because == PENALTY:
        names = [name for name in state.order["units"] if not state.units[name].gone]
        return [Owed(joined_names(names), "say who takes the -1", "C142", f'blame "{names[0]}"')] if names else []
    if not moving:
        return []
    what, rule, must = {
        HALF_PACE: ("move at half pace, without a charge", "C144", True),
        AWAY: ("go until a full move lies between them and all enemies", "C143", True),
        TOWARDS: ("go a full move at the nearest enemy in sight", "C145", True),
    }.get(str(because), ("may move: they were ordered", "C103", False))
    return [Owed(joined_names(one.id for one in moving), what, rule, f'move "{moving[0].id}" all', must)]


def _at_chargers(state: State) -> list[Owed]:
    chargers = [one.id for one in state.standing(state.active) if one.charged == state.now]
    if not chargers or state.options.no_shots_at_chargers:
        return []
    able = [unit for unit in state.standing(1 - state.active) if may_shoot_chargers(state, unit)]
    table = measured(state) if able else None
    if table is None:
        what = f"may shoot at {joined_names(chargers)} as they come, if they are in arc and range"
        how = f' "{chargers[0]}" --set distance=CM'
        return [Owed(unit.id, what, "C21", f'shoot "{unit.id}"{how}', must=False) for unit in able]
    from miniatures.systems.command_roll.game.aiming import aims_at_charger

    found = []
    for unit in able:
        coming = [one for one in map(table.units.__getitem__, chargers) if one.placed]
        names = [one.id for one in coming if unit.placed and aims_at_charger(table, unit, one)]
        if names:
            what = f"may shoot at {joined_names(names)} as they come"
            found.append(Owed(unit.id, what, "C21", f'shoot "{unit.id}"', must=False))
    return found


def may_shoot_chargers(state: State, unit: UnitNow) -> bool:
    """As far as that is known without measuring."""
    shoots = bool(unit.unit.missile) and unit.shot.get("now") != state.now
    held = any(contact.since != state.now for contact in state.contacts_of(unit.id))
    return shoots and not held and ready_stands(state, unit) > 0


def _commanders(state: State) -> list[Owed]:
    found = []
    for one in state.commanders(state.active):
        if one.rode == state.now or one.confused or state.engaged(one.joined or one.id):
            continue
        friends = [unit for unit in state.standing(one.side) if not unit.commands and unit.id != one.joined]
        own = [unit for unit in friends if unit.battle == one.battle] or friends
        where = f'"{own[0].id}"' if own else "X,Y"
        stated = "" if state.mapped else " --set distance=CM"
        how = f'ride "{one.id}" {where}{stated}'
        found.append(Owed(one.id, "may move, or join a unit", "C38", how, must=False))
    return found


def _shooting(state: State) -> list[Owed]:
    how = "" if state.mapped else " TARGET --set distance=CM"
    return [
        Owed(unit.id, "may shoot, if an enemy is in arc and range", "C201", f'shoot "{unit.id}"{how}', must=False)
        for unit in state.standing(state.active)
        if unit.unit.missile and not state.engaged(unit.id) and ready_stands(state, unit) > 0
    ]


def _drive_backs(state: State) -> list[Owed]:
    return [
        Owed(
            unit.id,
            f"{plural(unit, 'is', 'are')} driven back for {counted(unit.missiles['hits'], 'hit')}",
            "C211",
            f'drive-back "{unit.id}"',
        )
        for unit in to_be_driven(state)
    ]


def _combat(state: State) -> list[Owed]:
    found = []
    for group in unfought(state):
        first, second = group[0].first, group[0].second
        found.append(Owed(first, f"fight the combat with {second}", "C132", f'fight "{first}"'))
    back: dict[str, Owed] = {}
    for unit in state.standing():
        choices = may(state, unit)
        name = f'"{unit.id}"'
        if unit.result.get("draw") and "stand" in choices:
            found.append(
                Owed(
                    unit.id,
                    f"may stand {plural(unit, 'his', 'their')} ground, or {plural(unit, 'falls', 'fall')} back",
                    "C321",
                    f"stand {name}",
                )
            )
        elif unit.result.get("draw") and choices:
            told = Owed(unit.id, "must fall back after the draw", "C321", f"fall-back {name}")
            back.setdefault(f"{unit.side} {unit.result.get('combat')}", told)
        elif prey := prey_of(state, unit):
            words = f"may pursue {joined_names(prey)} before the next round"
            found.append(Owed(unit.id, words, "C302", f"pursue {name}", must=False))
        elif "advance" in choices:
            at = "" if state.mapped else " ENEMY"
            found.append(Owed(unit.id, "may advance into new enemies", "C324", f"advance {name}{at}", must=False))
    # Who may stand says so first, for one throw is made for all who fall back.
    return [*found, *back.values()]
