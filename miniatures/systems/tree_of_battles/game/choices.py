"""What a contingent or a leader may do now, and what it may not, with every reason."""

from typing import Any

from miniatures.naming import find
from miniatures.ruling import Refusal
from miniatures.systems.playing import Choice, Plan
from miniatures.systems.tree_of_battles.game.after_combat import FleeWords, plan_flee
from miniatures.systems.tree_of_battles.game.charging import CHARGES, ChargeWords, plan_charge
from miniatures.systems.tree_of_battles.game.commanding import SteadyWords, plan_control, plan_steady
from miniatures.systems.tree_of_battles.game.describing import STEPS, dps_words, measured, nearness, not_in_play
from miniatures.systems.tree_of_battles.game.duties import has_tested, reasons
from miniatures.systems.tree_of_battles.game.fights import FightWords, plan_fight
from miniatures.systems.tree_of_battles.game.fleeing import command_of, must_flee
from miniatures.systems.tree_of_battles.game.marching import APPROACH, TACTICAL, MoveWords, plan_move
from miniatures.systems.tree_of_battles.game.messengers import carriers
from miniatures.systems.tree_of_battles.game.ordering import ListenWords, plan_listen
from miniatures.systems.tree_of_battles.game.pieces import ContingentNow, LeaderNow
from miniatures.systems.tree_of_battles.game.prospects import prospects
from miniatures.systems.tree_of_battles.game.reacting import goal_of
from miniatures.systems.tree_of_battles.game.running import RunWords, plan_run
from miniatures.systems.tree_of_battles.game.shooting import ShootWords, plan_shoot
from miniatures.systems.tree_of_battles.game.state import State
from miniatures.systems.tree_of_battles.game.testing import TestWords, plan_test
from miniatures.systems.tree_of_battles.game.trying import procedure, tried
from miniatures.words import joined_names

#: Enemies so near are worth asking about.
NEAR = 10.0


def choices(state: State, name: str) -> list[Choice]:
    found_name = find(name, {**state.units, **state.leaders}, "a contingent or leader of this game")
    if found_name in state.leaders:
        return _of_leader(state, state.leaders[found_name])
    unit = state.units[found_name]
    gone = not_in_play(unit)
    if gone:
        return [Choice(f"anything with {unit.id}", tuple(gone))]
    found = [Choice(f"DPs: {one}", kind="note") for one in dps_words(unit)]
    name = f'"{unit.id}"'
    found += _debts(state, unit)
    if "run" in unit.owes or "advance" in unit.owes:
        return found
    if state.step in (*APPROACH, *TACTICAL):
        found += _moves(state, unit)
    elif state.step in ("long range", "close range"):
        found.append(_shot(state, unit))
    elif state.step in CHARGES:
        found += _charges(state, unit)
    elif state.step == "combat":
        found += _combat(state, unit)
    elif state.step == "deployment" and state.mapped:
        found.append(Choice("be placed elsewhere in the strip", how=f"place {name} X Y FACING"))
    return found or [Choice(f"nothing for {unit.id} in {STEPS[state.step]}", kind="note")]


def _debts(state: State, unit: ContingentNow) -> list[Choice]:
    """What it owes comes first."""
    name, found = f'"{unit.id}"', []
    if "run" in unit.owes:
        found.append(_tried(state, plan_run(state, RunWords(unit=unit.id)), "retire, as they must", f"run {name}"))
    if "advance" in unit.owes:
        goal = goal_of(state, unit) or str(unit.owes["advance"])
        if goal in state.units:
            tries: list[tuple[str, dict[str, Any], str]] = [
                (f"advance at {goal}, as they must", {"towards": goal}, f' --towards "{goal}"')
            ]
            found += _tried_moves(state, unit, "all", tries)
    due = state.step == "command" and not has_tested(state, unit) and reasons(state, nearness(state), unit)
    if "control" in unit.owes or "shooting" in unit.owes or due:
        found.append(_tried(state, plan_test(state, TestWords(unit=unit.id)), "take their test", f"test {name}"))
    return found


def _tried(state: State, plan: Plan, what: str, how: str) -> Choice:
    """An action with everything that stands against it, and the sums that it would show."""
    against, sums = tried(state, plan)
    return Choice(what, against, how, sums)


def _stated(what: str, how: str, fact: str = "distance=INCHES") -> Choice:
    return Choice(what, (), f"{how} --set {fact}")


def _of_leader(state: State, one: LeaderNow) -> list[Choice]:
    if one.gone:
        return [Choice(f"anything with {one.id}", tuple(not_in_play(one)))]
    if state.step not in ("command", "deployment"):
        return [Choice(f"nothing for {one.id} in {STEPS[state.step]}", kind="note")]
    found = [Choice("go to a contingent or a place", how=f'lead "{one.id}" CONTINGENT')]
    if one.carries:
        to = state.battles[one.carries["battle"]].name
        found.insert(0, Choice(f"{one.id} brings {to} the order to {one.carries['order']} (T75)", kind="note"))
    if one.leader.noble and not state.options.no_orders:
        found.append(Choice("give a battle a new order", how=f'order "{one.id}" BATTLE attack'))
        if carriers(state, state.battles[one.battle]):
            listen = plan_listen(state, ListenWords(leader=one.id))
            found.append(_tried(state, listen, "hear the order that was brought to him", f'listen "{one.id}"'))
    if one.leader.noble and state.step == "command":
        for unit in state.standing(one.side):
            words = SteadyWords(leader=one.id, contingent=unit.id)
            how = f'"{one.id}" "{unit.id}"'
            if unit.total_dps:
                found.append(_tried(state, plan_steady(state, words), f"steady {unit.id}", f"steady {how}"))
            if reasons(state, nearness(state), unit):
                found.append(_tried(state, plan_control(state, words), f"control {unit.id}", f"control {how}"))
    return found


def _moves(state: State, unit: ContingentNow) -> list[Choice]:
    name = f'"{unit.id}"'
    if unit.conduct in ("routing", "pursuing", "retiring"):
        return [_tried(state, plan_run(state, RunWords(unit=unit.id)), "run on", f"run {name}")]
    table = measured(state)
    tries: list[tuple[str, dict[str, Any], str]] = [("move straight ahead", {}, "")]
    if table is not None and unit.placed and (near := table.nearest_enemy(unit.id)):
        tries.append((f"move towards {near.id}", {"towards": near.id}, f' --towards "{near.id}"'))
    if state.step in APPROACH:
        tries.append(("march", {"kind": "march"}, " --kind march"))
    friends = _friends_ahead(state, unit)
    if friends:
        said = "".join(f' --through "{one}"' for one in friends)
        tries.append((f"pass through {joined_names(friends)}", {"through": friends}, said))
    if unit.array == "column" and (table is None or table.ground.pieces("road")):
        tries.append(("move along the road", {"kind": "road"}, " --kind road"))
    found = [*_tried_moves(state, unit, "all", tries), *_tried_moves(state, unit, 0, _manoeuvres(unit))]
    shared = _shared(found)
    return [Choice("move or manoeuvre", shared)] if shared else found


def _friends_ahead(state: State, unit: ContingentNow) -> tuple[str, ...]:
    """The friends straight ahead, as far as a move may go."""
    table = measured(state)
    if table is None or not unit.placed:
        return ()
    from miniatures.space.moves import advance
    from miniatures.systems.tree_of_battles.game.ways import clear_way

    bars = clear_way(table, unit, advance(table.of(unit.id), NEAR))
    return tuple(name for name in bars if name in state.units and state.units[name].side == unit.side)


def _manoeuvres(unit: ContingentNow) -> list[tuple[str, dict[str, Any], str]]:
    """The manoeuvres that it could think of."""
    found: list[tuple[str, dict[str, Any], str]] = [("face about", {"about": True}, " --about")]
    if unit.ranks > 1:
        found.append(("exchange ranks", {"exchange": True}, " --exchange"))
    if unit.disordered:
        return [("rally from disarray", {"rally": True}, " --rally"), *found]
    arrays = ["line", "column", *(["skirmish"] if unit.in_play.may_skirmish else [])]
    found += [(f"form {one}", {"form": one}, f" --form {one}") for one in arrays if one != unit.array]
    if unit.array == "line" and unit.left > 1:
        fewer = unit.abreast - 1 or 2
        found.append((f"stand {fewer} abreast", {"frontage": fewer}, f" --frontage {fewer}"))
    if unit.listed.men_at_arms:
        found.append(("dismount" if unit.mounted else "mount", {"remount": True}, " --remount"))
    return found


def _tried_moves(
    state: State, unit: ContingentNow, inches: Any, tries: list[tuple[str, dict[str, Any], str]]
) -> list[Choice]:
    found = []
    for what, words, said in tries:
        plan = plan_move(state, MoveWords.model_validate({"unit": unit.id, "inches": inches} | words))
        choice = _tried(state, plan, what, f'move "{unit.id}" {inches}{said}')
        found += [choice, *(Choice(note, kind="note") for note in plan.notes if not choice.refusals)]
    return found


def _shot(state: State, unit: ContingentNow) -> Choice:
    how = f'shoot "{unit.id}"'
    if not state.mapped:
        return _stated("shoot", f"{how} TARGET")
    plan = plan_shoot(state, ShootWords(unit=unit.id))
    target = plan.measured.get("target", {}).get("name", "")
    far = f", {plan.measured['distance']:.1f} inches" if "distance" in plan.measured else ""
    return _tried(state, plan, f"shoot at {target}{far}" if target else "shoot", how)


def _charges(state: State, unit: ContingentNow) -> list[Choice]:
    name = f'"{unit.id}"'
    if state.charge.get("target") == unit.id:
        combat = procedure("combat")
        found = []
        for answer, facts in prospects(state).items():
            sums = tuple(combat.sums(combat.facts.model_validate(facts))) if facts else ()
            found.append(Choice(answer, (), f"respond {name} {answer}", sums))
        return found
    table = measured(state)
    if table is None or not unit.placed:
        return [_stated("charge", f"charge {name} ENEMY")]
    enemies = table.enemies_within(unit.id, NEAR)
    if not enemies:
        none = Refusal("T211", f"no enemy is within {NEAR:g} inches of {unit.id}", "come closer in the tactical move")
        return [Choice("charge", (none,))]
    found = [
        _tried(
            state,
            plan_charge(state, ChargeWords(unit=unit.id, target=enemy.id)),
            f"charge {enemy.id}, {enemy.distance:.1f} inches",
            f'charge {name} "{enemy.id}"',
        )
        for enemy in enemies
    ]
    shared = _shared(found)
    return [Choice("charge", shared)] if shared else found


def _shared(found: list[Choice]) -> tuple[Refusal, ...]:
    """What stands against all of them is worth saying once."""
    return tuple(one for one in found[0].refusals if all(one in other.refusals for other in found))


def _combat(state: State, unit: ContingentNow) -> list[Choice]:
    name = f'"{unit.id}"'
    found: list[Choice] = []
    if state.fighting(unit.id):
        found.append(_tried(state, plan_fight(state, FightWords(unit=unit.id)), "fight a round", f"fight {name}"))
    for word in unit.may:
        found.append(Choice(word, how=command_of(unit.id, word)))
    if must_flee(state, unit):
        found.append(_tried(state, plan_flee(state, FleeWords(unit=unit.id)), "flee", f"flee {name}"))
    return found
