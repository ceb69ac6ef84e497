"""The checklist of the Command phase: who goes first, control tests, orders that wait, points to spend."""

from miniatures.systems.playing import Owed
from miniatures.systems.tree_of_battles.control_reasons import OUT_OF_CONTROL
from miniatures.systems.tree_of_battles.game.describing import nearness
from miniatures.systems.tree_of_battles.game.duties import WHY, has_tested, reasons
from miniatures.systems.tree_of_battles.game.messengers import carriers, head_of, together
from miniatures.systems.tree_of_battles.game.state import State
from miniatures.words import counted


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
    near = nearness(state)
    found: list[Owed] = []
    for unit in state.standing():
        why = [] if has_tested(state, unit) or unit.owes.get("control") else reasons(state, near, unit)
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
