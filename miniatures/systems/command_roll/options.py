"""The table's choices in the 2D6 command-roll game. The sheet prints no optional rules; these are our rulings'.

An option's description begins with the ruling that it changes; its default is what that one says.
"""

from typing import Annotated

from pydantic import Field

from miniatures.systems.command_roll.unit import Centimetres, Flag, Stated, Whole

Degrees = Annotated[float, Field(strict=True, ge=0, le=90, allow_inf_nan=False)]
Face = Annotated[int, Field(strict=True, ge=0, le=6)]
Millimetres = Annotated[int, Field(strict=True, ge=5, le=300)]


class Options(Stated):
    """Set in a roster, in a facts file, or with --option name=value."""

    # Values and list
    remounting: Flag = Field(False, description="C1: a commander may mount or dismount in a game, for a full move")
    eight_units_to_an_order: Flag = Field(False, description="C3: eight units to an order instead of eight stands")
    # Command
    general_never_blunders: Flag = Field(False, description="C11: a 12 of the general's fails without a blunder")
    beyond_twenty: Flag = Field(False, description="C11: exactly 20 cm is no full 20 cm yet")
    order_any_battle: Flag = Field(False, description="C12: every commander may order units of any battle")
    most_orders: Whole | None = Field(None, ge=1, description="C12: the most orders to a unit in a turn, such as 3")
    command_reach: Centimetres | None = Field(None, description="C12: the farthest that orders carry, such as 60")
    treacherous_generals: Flag = Field(False, description="C14: a general whom the die calls treacherous stays so")
    initiative_charge_full_move: Flag = Field(
        False, description="C16: a charge by initiative goes up to a full move instead of 20 cm"
    )
    # Shooting
    shooting_arc: Degrees = Field(45.0, description="C21: degrees outwards from each front corner of a stand")
    no_shots_at_chargers: Flag = Field(False, description="C21: chargers are not shot at as they come")
    bounce_to_end_of_range: Flag = Field(
        False, description="C24: a ball bounces to the end of its range instead of 5 cm behind the first base"
    )
    no_saves_from_cannon: Flag = Field(False, description="C24: hits by cannon are not saved")
    cannon_bursts_up_to: Face = Field(1, description="C25: a failing gun bursts on a D6 up to this; 0 never")
    cannon_silent_up_to: Face = Field(
        3, description="C25: above that and up to this it cannot shoot next turn; 0 never"
    )
    hits_carried: Flag = Field(False, description="C27: hits left at the end of a phase stay on the unit")
    routed_at_one_move: Flag = Field(False, description="C28: driven back one full move is routed, instead of two")
    shower_die_per_unit: Flag = Field(False, description="C29: one die for the ammunition of a unit, not one a stand")
    shower_compulsory: Flag = Field(False, description="C29: retinue bow must use the shower while it can")
    # Combat
    ranks_of_contingent: Flag = Field(False, description="C32: ranks are those of the contingent, not of the unit")
    cavalry_supports: Flag = Field(False, description="C33: cavalry supports as infantry does")
    retreat_shared: Flag = Field(False, description="C34: the difference is shared among the losing units, rounded up")
    most_rounds: Whole | None = Field(None, ge=1, description="C35: the most rounds of a combat in a turn, such as 2")
    commanders_only_command: Flag = Field(
        False, description="C38: commanders give orders only; they neither fight nor are struck"
    )
    withdraws_without_general: Flag = Field(False, description="C38: an army withdraws when its general dies")
    army_breaks: Flag = Field(
        False, description="C39: an army breaks with half its non-command units lost, or its general dead"
    )
    turns: Whole | None = Field(None, ge=1, description="C39: the turns that are played; then points decide")
    # On the table
    edge_of_woods: Centimetres = Field(2.0, description="C42: the depth of wood that its edge sees through")
    stand_width: Millimetres = Field(40, description="C45: millimetres across a stand")
    foot_depth: Millimetres = Field(20, description="C45: millimetres from front to back of a stand of foot")
    horse_depth: Millimetres = Field(30, description="C45: the same for horse")
    gun_depth: Millimetres = Field(40, description="C45: the same for a gun")
