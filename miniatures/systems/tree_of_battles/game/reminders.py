"""The checklist's lines about debts, the Command phase and shooting: what must be done, and what may be forgotten."""

from typing import Any

from miniatures.systems.playing import Owed
from miniatures.systems.tree_of_battles.control_reasons import OUT_OF_CONTROL
from miniatures.systems.tree_of_battles.game.at_once import as_before
from miniatures.systems.tree_of_battles.game.describing import measured
from miniatures.systems.tree_of_battles.game.ordering import carriers, head_of, together
from miniatures.systems.tree_of_battles.game.pieces import ContingentNow
from miniatures.systems.tree_of_battles.game.reacting import goal_of
from miniatures.systems.tree_of_battles.game.shot_results import volleys
from miniatures.systems.tree_of_battles.game.state import State
from miniatures.systems.tree_of_battles.game.testing import WHY, has_tested, reasons
from miniatures.systems.tree_of_battles.game.trying import possible
from miniatures.words import counted


def debts(state: State) -> list[Owed]:
    """What contingents and leaders owe whatever the step."""
    return [_debt(state, unit, what, why) for unit in state.standing() for what, why in _owed(state, unit)]


def _owed(state: State, unit: ContingentNow) -> list[tuple[str, Any]]:
    """Its debts that can be paid."""
    found = []
    for what, why in unit.owes.items():
        if what != "advance" or _can_advance(state, unit):
            found.append((what, why))
    return found


def _can_advance(state: State, unit: ContingentNow) -> bool:
    """Nobody is held to an advance that cannot be made: it lapses with the phase (T99)."""
    from miniatures.systems.tree_of_battles.game.marching import MoveWords, plan_move

    goal = goal_of(state, unit)
    if not goal or state.fighting(unit.id):
        return False
    return possible(state, plan_move(state, MoveWords(unit=unit.id, inches="all", towards=goal)))


def _debt(state: State, unit: ContingentNow, what: str, why: Any) -> Owed:
    name = unit.id
    if what == "control":
        return Owed(name, f"take a control test: {why}", "T414", f'test "{name}"')
    if what == "shooting":
        return Owed(name, f"take a shooting test: shot at by {why}", "T141", f'test "{name}"')
    if what == "run":
        return Owed(name, str(why), "T204", f'run "{name}"')
    if what == "advance":
        goal = goal_of(state, unit) or why
        return Owed(name, f"advance a full move at {goal}", "T141", f'move "{name}" all --towards "{goal}"')
    return Owed(name, f"{what}: {why}", "T101", f'{what} "{name}"')


def in_command(state: State) -> list[Owed]:
    if state.winner is None and state.first is None:
        return [Owed("both sides", "throw for who says who moves first", "T11", "initiative")]
    if state.first is None and state.winner is not None:
        return [Owed(state.sides[state.winner], "choose who moves first", "T11", "choose first")]
    points = [
        Owed(
            one.id,
            f"has {counted(one.points(state.turn), 'command point')} to spend",
            "T101",
            f'options "{one.id}"',
            must=False,
        )
        for one in state.leaders.values()
        if not one.gone and one.leader.noble and one.points(state.turn) > 0
    ]
    return [*_tests(state), *_orders(state), *points]


def _tests(state: State) -> list[Owed]:
    """Who is out of control must test; who pursues, loots or is chivalrous near men at arms may wish to."""
    table = measured(state)
    found: list[Owed] = []
    for unit in state.standing():
        why = [] if has_tested(state, unit) or unit.owes.get("control") else reasons(state, table, unit)
        if why:
            must = OUT_OF_CONTROL in why
            rule = "T411" if must else "T413" if unit.listed.chivalrous and unit.conduct == "steady" else "T412"
            words = f"take a control test: {', '.join(WHY[one] for one in why)}"
            found.append(Owed(unit.id, words, rule, f'test "{unit.id}"', must=must))
    return found


def _orders(state: State) -> list[Owed]:
    """Orders that have come to who is to hear them."""
    found: list[Owed] = []
    for battle in state.battles.values():
        head = head_of(state, battle)
        here = [one for one in carriers(state, battle) if head and together(state, one, head) is not False]
        if head is not None and here and head.points(state.turn) > 0:
            words = f"may listen to {here[0].id}: {here[0].carries['order']}"
            found.append(Owed(head.id, words, "T405", f'listen "{head.id}"', must=False))
    return found


def may_shoot(state: State, unit: ContingentNow) -> bool:
    """As far as that is known without measuring."""
    before, shot = as_before(state, unit), volleys(state, unit)
    weapons = {part.shoots_with for part in before.in_play.front if part.shoots_with}
    if not weapons or before.conduct != "steady" or state.fighting(unit.id) or shot.get(state.step):
        return False
    if "artillery" in weapons:
        return not shot.get("count")
    skirmishing = before.listed.skirmishers or before.array == "skirmish"
    if state.step == "long range":
        return not skirmishing and bool(weapons - {"other", "handgun"})
    if weapons == {"longbow"} and shot.get("count"):
        return not state.options.one_volley
    return skirmishing or weapons != {"other"}


def in_shooting(state: State) -> list[Owed]:
    rule = "T103" if state.step == "long range" else "T105"
    return [
        Owed(unit.id, "may shoot", rule, f'shoot "{unit.id}"', must=False)
        for unit in state.standing()
        if may_shoot(state, unit) and _has_target(state, unit)
    ]


def _has_target(state: State, unit: ContingentNow) -> bool:
    """Whether somebody is there to be shot at; without a map the players know."""
    from miniatures.systems.tree_of_battles.game.shooting import ShootWords, plan_shoot

    return not state.mapped or not unit.placed or possible(state, plan_shoot(state, ShootWords(unit=unit.id)), "target")
