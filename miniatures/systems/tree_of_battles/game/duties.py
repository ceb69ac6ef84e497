"""Who is to be tested for control and why, and whom chivalry drives on: found by who is near whom, without dice."""

from typing import TYPE_CHECKING

from miniatures.systems.tree_of_battles.control_reasons import ARTILLERY, CHIVALROUS, LOOTING, OUT_OF_CONTROL, PURSUIT
from miniatures.systems.tree_of_battles.game.fleeing import GOING
from miniatures.systems.tree_of_battles.game.pieces import ContingentNow
from miniatures.systems.tree_of_battles.game.state import State
from miniatures.systems.tree_of_battles.move_tables import CHIVALROUS_WITHIN

if TYPE_CHECKING:
    from miniatures.systems.tree_of_battles.game.nearness import Near

#: In words, for the checklist and for what was measured.
WHY = {
    OUT_OF_CONTROL: "out of reach of their leaders",
    PURSUIT: "pursuing, if they are to stop",
    LOOTING: "looting, if they are to stop",
    CHIVALROUS: "near enemy men at arms, if they are not to advance at full speed",
    ARTILLERY: "a DP from artillery",
}


def reasons(state: State, near: "Near | None", unit: ContingentNow) -> list[str]:
    """Why it is to test now. Who fights, retires or routs is tested for nothing but artillery (T76)."""
    found = [ARTILLERY] if unit.owes.get("control") else []
    if state.step != "command" or unit.conduct in GOING or state.fighting(unit.id):
        return found
    if near is not None and unit.placed and not near.controlled(unit):
        found.append(OUT_OF_CONTROL)
    if unit.conduct in ("pursuing", "looting"):
        found.append(PURSUIT if unit.conduct == "pursuing" else LOOTING)
    if near is not None and unit.placed and unit.listed.chivalrous and near_men_at_arms(near, unit):
        found.append(CHIVALROUS)
    return found


def near_men_at_arms(near: "Near", unit: ContingentNow) -> bool:
    """Enemy men at arms within 12 inches (T413)."""
    return any(enemy.in_play.men_at_arms for enemy in near.enemies_within(unit, CHIVALROUS_WITHIN.value))


def must_advance(state: State, near: "Near | None", unit: ContingentNow) -> bool:
    """Chivalrous near enemy men at arms: at full speed, unless a test of this turn has let it do otherwise (T413)."""
    if near is None or not unit.placed or not unit.listed.chivalrous or unit.conduct != "steady":
        return False
    return not has_tested(state, unit) and not state.fighting(unit.id) and near_men_at_arms(near, unit)


def has_tested(state: State, unit: ContingentNow) -> bool:
    """In the Command phase of this turn."""
    return unit.reaction.get("turn") == state.turn
