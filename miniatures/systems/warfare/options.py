"""The table's choices in 15mm Warfare: the sheet's optional rules, off by default, and those of our rulings.

An option's description begins with the rule or ruling that it changes; its default is what that one says.
"""

from typing import Annotated

from pydantic import Field

from miniatures.systems.warfare.unit import Flag, Stated, Whole

Millimetres = Annotated[int, Field(strict=True, ge=5, le=300)]


class Options(Stated):
    """Set in a roster, in a facts file, or with --option name=value."""

    # The sheet's own
    leader_initiative: Flag = Field(False, description="W102: a leader's own initiative value changes the roll")
    routed_units_weaker: Flag = Field(
        False, description="W443, W533: a unit that routed earlier takes -1 in melee and in morale"
    )
    morale_per_battle: Flag = Field(
        False, description="W546: only routs and leaders of the unit's own battle touch its morale"
    )
    rally_modifiers: Flag = Field(False, description="W606: chivalric and fanatic units rally at +1, raw at -1")
    # Our rulings'
    base_width: Millimetres = Field(40, description="W6: millimetres across a base")
    foot_base_depth: Millimetres = Field(20, description="W6: millimetres from front to back of a base of foot")
    horse_base_depth: Millimetres = Field(30, description="W6: the same for horse")
    gun_base_depth: Millimetres = Field(40, description="W6: the same for a gun")
    leader_base: Millimetres = Field(30, description="W6: millimetres across a leader's disc")
    orders_at_once: Flag = Field(
        False, description="W12: within 12 inches of the commander-in-chief a new order counts at once"
    )
    winner_shoots_first: Flag = Field(
        False, description="W23: the initiative winner shoots first, with losses and tests at once"
    )
    meet_midway: Flag = Field(False, description="W33: charge and countercharge meet midway")
    no_successor: Flag = Field(False, description="W57: nobody follows a fallen commander-in-chief")
    wood_sight: Annotated[float, Field(ge=0, le=100, allow_inf_nan=False)] = Field(
        2, description="W63: inches of wood that are seen through"
    )
    turns: Whole = Field(8, ge=1, description="W58: the turns that the players agreed on")
    break_at_half: Flag = Field(False, description="W58: an army breaks when half its units are lost or in rout")
    free_crews: Flag = Field(False, description="W3: a gun may have a crew of 2 to 6 instead of 4")
    leader_price: Whole = Field(0, ge=0, le=100, description="W4: points for each leader")
    any_skirmishers: Flag = Field(False, description="W5: any foot may be declared skirmishers")
    skirmisher_price: Whole = Field(0, ge=0, le=10, description="W5: points for each skirmishing figure")
    shooting_in_melee: Flag = Field(False, description="W22: units in melee may shoot and be shot at")
    overhead_from_hill: Flag = Field(False, description="W24: shooters on a hill may shoot over friends")
    cavalry_quarter_turn_half: Flag = Field(False, description="W31: cavalry turns 90 degrees in half a move")
    charge_after_free_turn: Flag = Field(False, description="W32: a change of face that is free does not bar a charge")
    first_contact_any_side: Flag = Field(
        False, description="W41: the first contact may strike flank or rear instead of facing off"
    )
    standing_bonus_once: Flag = Field(
        False, description="W44: the bonus of standing pikes counts in the round of contact only"
    )
    first_round_only: Flag = Field(False, description="W46: the first melee's +1 counts in the round of contact only")
    winner_by_pairs: Flag = Field(False, description="W48: each pair of opponents has its own winner")
    test_per_cause: Flag = Field(False, description="W51: one morale test for each cause instead of one for all")
    leader_out_is_lost: Flag = Field(
        False, description="W57: a leader who is out for a move costs his unit the -2 of a lost one"
    )
