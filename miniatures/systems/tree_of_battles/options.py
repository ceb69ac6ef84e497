"""The table's choices in The Tree of Battles. The sheet prints no optional rules; these are our rulings'.

An option's description begins with the ruling that it changes; its default is what that one says.
"""

from typing import Annotated, Literal

from pydantic import Field

from miniatures.systems.tree_of_battles.unit import Flag, Inches, Lower, Stated, Whole

Degrees = Annotated[float, Field(strict=True, ge=0, le=90, allow_inf_nan=False)]
Millimetres = Annotated[int, Field(strict=True, ge=5, le=300)]


class Options(Stated):
    """Set in a roster, in a facts file, or with --option name=value."""

    # Reading and army
    captain_radius: Inches = Field(4.0, description="T1: within which a captain keeps control, in inches")
    marshal_radius: Inches = Field(8.0, description="T1: within which a marshal keeps control, in inches")
    average_dice: Annotated[Literal["d6", "real"], Lower] = Field(
        "d6",
        description="T2: your average dice: d6, read as such, or real ones, whose own faces are typed and shown",
    )
    least_stands: Whole = Field(2, ge=1, description="T3: the fewest stands of a contingent")
    most_stands: Whole = Field(12, ge=1, description="T3: the most stands of a contingent")
    stand_width: Millimetres = Field(40, description="T3: millimetres across a stand")
    only_hacks_kill: Flag = Field(False, description="T4: no DP removes a stand; only free hacks do")
    any_command_points: Flag = Field(
        False, description="T5: captains outside 2 to 4 command points and marshals outside 4 to 6 are usual"
    )
    house_points: str = Field(
        "", max_length=1000, description='T6: the file with the house points; "none" plays without, left out ours'
    )
    # Turn
    alternate_moves: Flag = Field(False, description="T11: the sides move first in turns, without a die")
    no_orders: Flag = Field(False, description="T12: contingents have no orders")
    civil_war: Flag = Field(True, description="T13: it is a civil war, in which contingents may change sides")
    only_unreliable_change_sides: Flag = Field(
        False, description="T13: only contingents whose leader is marked unreliable change sides"
    )
    # Shooting
    shooting_in_turns: Flag = Field(False, description="T21: the sides shoot one after the other, DPs at once")
    shooting_arc: Degrees = Field(45.0, description="T21: degrees outwards from the front corners")
    all_ranks_shoot: Flag = Field(False, description="T21: all ranks shoot, not the front rank only")
    split_shooting: Flag = Field(False, description="T21: a contingent may shoot at several targets")
    any_target: Flag = Field(False, description="T21: any target in the arc, not the nearest only")
    shooting_into_combat: Flag = Field(False, description="T21: who fights may be shot at")
    overhead_anywhere: Flag = Field(False, description="T21: shooting overhead needs no higher ground")
    natural_six_hits: Flag = Field(False, description="T22: a 6 as thrown by artillery always hits")
    one_volley: Flag = Field(False, description="T24: longbowmen shoot once a turn")
    ammunition_die: Flag = Field(False, description="T24: after a second volley a D6; on 1 they are low on ammunition")
    d_grade_stands: Flag = Field(False, description="T25: D grade at the limit takes no more DPs and does not retire")
    no_risk_from_shooting: Flag = Field(False, description="T26: shooting is no risk to leaders")
    no_risk_in_combat: Flag = Field(False, description="T26: combat is no risk to leaders")
    # Combat
    pool_all: Flag = Field(False, description="T33: all contingents of a side throw and compare together")
    support_distance: Inches = Field(2.0, description="T34: within which a contingent behind supports, in inches")
    one_pursuit_combat: Flag = Field(False, description="T35: a pursuit meets new enemies at once only once a turn")
    hack_in_contact_only: Flag = Field(False, description="T37: only stands in contact throw for a free hack")
    flight_disorders_friends: Flag = Field(
        False, description="T82: who flees or pursues past friends passes their lines, with the DPs of that for both"
    )
    army_breaks: Flag = Field(False, description="T40: an army breaks with half its contingents gone at a turn's end")
    # On the table
    turns: Whole | None = Field(None, ge=1, description="T45: the turns that are played")
    edge_of_woods: Inches = Field(2.0, description="T46: the depth of wood that its edge sees through")
    foot_depth: Millimetres = Field(20, description="T46: millimetres from front to back of a stand of foot")
    horse_depth: Millimetres = Field(30, description="T46: the same for horse")
    gun_depth: Millimetres = Field(40, description="T46: the same for a gun or baggage")

    @property
    def real_average_dice(self) -> bool:
        return self.average_dice == "real"
