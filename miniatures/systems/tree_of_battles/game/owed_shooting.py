"""The checklist of the shooting phases: who may shoot and has somebody to shoot at."""

from miniatures.systems.playing import Owed
from miniatures.systems.tree_of_battles.game.at_once import as_before
from miniatures.systems.tree_of_battles.game.describing import nearness
from miniatures.systems.tree_of_battles.game.pieces import ContingentNow
from miniatures.systems.tree_of_battles.game.shot_results import volleys
from miniatures.systems.tree_of_battles.game.state import State
from miniatures.systems.tree_of_battles.game.trying import possible
from miniatures.systems.tree_of_battles.game.weapons import reach_of


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
    near = nearness(state)
    if near is None or not unit.placed:
        return True
    if not any(near.enemies_within(unit, reach_of(unit))):  # so that nothing more is measured
        return False
    from miniatures.systems.tree_of_battles.game.shooting import ShootWords, plan_shoot

    return possible(state, plan_shoot(state, ShootWords(unit=unit.id)), "target")
