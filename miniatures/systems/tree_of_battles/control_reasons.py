"""Who must take a control test, and why: measured on the table or stated (T411 to T414)."""

from typing import Annotated, Literal

from pydantic import Field

from miniatures.measuring import within
from miniatures.systems.tree_of_battles.facts import ContingentInPlay
from miniatures.systems.tree_of_battles.move_tables import CHIVALROUS_WITHIN
from miniatures.systems.tree_of_battles.options import Options
from miniatures.systems.tree_of_battles.unit import Flag, Inches, Lower, Stated

OUT_OF_CONTROL, PURSUIT, LOOTING, CHIVALROUS, ARTILLERY = (
    "out of control", "pursuit", "looting", "chivalrous", "artillery",
)  # fmt: skip
Reason = Annotated[Literal["out of control", "pursuit", "looting", "chivalrous", "artillery"], Lower]

#: Why a test is taken, with its rule.
REASONS = {
    OUT_OF_CONTROL: "T411",
    PURSUIT: "T412",
    LOOTING: "T412",
    CHIVALROUS: "T413",
    ARTILLERY: "T414",
}
#: Who tests for a DP from artillery.
SHY_OF_GUNS = ("C", "D")


class Situation(Stated):
    """How a contingent stands to its leaders and to the enemy."""

    captain: Inches | None = Field(None, description="inches to the nearest captain of its side; left out, far")
    marshal: Inches | None = Field(None, description="inches to the nearest marshal of its side; left out, far")
    in_line: Flag = Field(False, description="it is part of a continuous line connected to the leader's stand")
    wants_to_stop: Flag = Field(False, description="it pursues or loots, and is to stop")
    enemy_men_at_arms: Inches | None = Field(None, description="inches to the nearest enemy men at arms")
    full_advance: Flag = Field(True, description="it is to advance at full speed")
    artillery: Flag = Field(False, description="it has just taken a DP from artillery")


def reasons_to_test(unit: ContingentInPlay, found: Situation, options: Options) -> tuple[Reason, ...]:
    """All reasons for a test; none is none."""
    reasons: list[Reason] = []
    near = any(
        inches is not None and within(inches, radius)
        for inches, radius in ((found.captain, options.captain_radius), (found.marshal, options.marshal_radius))
    )
    if not near and not found.in_line:
        reasons.append("out of control")
    if found.wants_to_stop and unit.conduct == "pursuing":
        reasons.append("pursuit")
    if found.wants_to_stop and unit.conduct == "looting":
        reasons.append("looting")
    enemy = found.enemy_men_at_arms
    if unit.chivalrous and enemy is not None and within(enemy, CHIVALROUS_WITHIN.value) and not found.full_advance:
        reasons.append("chivalrous")
    if found.artillery and unit.grade in SHY_OF_GUNS:
        reasons.append("artillery")
    return tuple(reasons)
