"""The other half of the printed tables of The Tree of Battles: morale DPs, rally, moves, command, control, manoeuvre.

Nothing is computed here. Distances are inches, moves too.
"""

from typing import Literal, NamedTuple

from miniatures.ruling import Modifier, Ruled, Word

#: The average die, face by face as it is numbered.
AVERAGE_DIE = (2, 3, 3, 4, 4, 5)


#: The fast moves (T324).
FAST = ("evade", "rout", "retire", "pursue")


class Morale:
    """Morale DPs."""

    higher_grade_retires = Modifier(1, "T301", "a higher grade retires within 12 inches", "T38")
    equal_grade_routs = Modifier(2, "T302", "an equal or higher grade routs or is destroyed within 12 inches", "T38")
    difficult_terrain = Modifier(1, "T303", "moving in difficult terrain", "T38")
    baggage_looted = Modifier(2, "T304", "baggage looted within 12 inches", "T38")
    noble_lost = Modifier(2, "T305", "noble killed or routed within 12 inches", "T38")
    contacted_by_mounted = Modifier(2, "T306", "foot that charged contacted by mounted", "T38")
    flank_or_rear = Modifier(2, "T307", "charged from behind the flank or rear", "T38")


MORALE_WITHIN = Ruled(12, "T302", "T1")


class Rally:
    """DPs that go in the Rally phase, of who stood still and did not fight (T311)."""

    grade_a = Modifier(-1, "T312", "A grade")
    grade_a_not_shot_at = Modifier(-1, "T312", "A grade, not shot at")
    grade_b = Modifier(-1, "T313", "B grade")
    grades_c_and_d_not_shot_at = Modifier(-1, "T314", "C or D grade, not shot at")


class Moves:
    """Move distances."""

    march_foot = Ruled(8, "T321", "T11")
    march_mounted = Ruled(12, "T321", "T11")
    march_beyond = Ruled(12, "T321", "T1")
    most_dice = Ruled(2, "T322", "T2")
    skirmish_array = Modifier(1, "T323", "skirmish array, each die")
    first_rout_or_retire = Modifier(1, "T324", "first rout or retire move, each die", "T41")
    road = Ruled(10, "T325")
    leader = Ruled(12, "T326")
    fatiguing_face = Ruled(5, "T327", "T2")
    fatigue = Modifier(1, "T327", "each 5 on the move dice", "T41")


class CommandCost:
    """Command actions, in command points, and how far they carry."""

    move = Ruled(1, "T401")
    steady = Ruled(2, "T402")
    control = Ruled(2, "T403")
    issue_orders = Ruled(2, "T404", "T12")
    listen = Ruled(1, "T405", "T12")


LEADER_MOVE = Ruled(12, "T401")
STEADY_WITHIN = Ruled(2, "T402")
STEADIED = Modifier(-1, "T402", "steadied by a leader")
CONTROL_WITHIN = Ruled(2, "T403")
ORDERS = ("hold", "advance", "attack", "support")

CHIVALROUS_WITHIN = Ruled(12, "T413")


class Control:
    """What changes the D6 of a control test. Two may be added, taken away or left, after the roll (T13)."""

    chivalrous = Modifier(1, "T421", "chivalrous")
    grade_d_or_mercenary = Modifier(-1, "T422", "D grade or mercenary", "T13")
    leader = Modifier(1, "T423", "leader exerting control, either way", "T13")
    grade_a_not_chivalrous = Modifier(1, "T424", "A grade, not chivalrous, either way", "T13")


class ControlRow(NamedTuple):
    """One row of the control test: what the chivalrous, D grade and all others do. None is no limit."""

    least: int | None
    most: int | None
    chivalrous: str
    grade_d: str
    others: str
    rule: str


CONTROL_TEST = (
    ControlRow(None, 1, "halt", "halt", "halt", "T432"),
    ControlRow(2, 2, "halt", "halt", "halt", "T433"),
    ControlRow(3, 4, "as the player wishes", "as the player wishes", "as the player wishes", "T434"),
    ControlRow(5, 5, "charge nearest A grade", "advance to nearest enemy", "repeat last move", "T435"),
    ControlRow(6, None, "charge nearest A grade", "repeat last move", "repeat last move", "T436"),
)
#: At 1 or less after a DP from artillery.
D_GRADE_UNDER_ARTILLERY = Word("retire", "T432", "T13")
#: Pursuit and looting stop at these totals only.
STOPS_ON = (3, 4)
STOPS = Word("stops", "T431", "T14")
CHANGES_SIDES_ON = Ruled(1, "T432", "T13")

Cost = Literal["none", "half", "whole"]


class Manoeuvre(NamedTuple):
    """What a manoeuvre takes of the move, its DPs, and within how many inches of the enemy. None is anywhere."""

    name: str
    move: Cost
    dps: Modifier
    within: int | None


#: The exceptions (line only, C and D grade, skirmish or disarray, full harness) are the chapter's to decide.
MANOEUVRES = {
    row.name: row
    for row in (
        Manoeuvre("wheel", "none", Modifier(1, "T501", "wheel in line"), 12),
        Manoeuvre("rally from disarray", "whole", Modifier(0, "T502", "rally from disarray", "T39"), None),
        Manoeuvre("change of array", "half", Modifier(1, "T503", "change of array"), 12),
        Manoeuvre("exchange ranks", "half", Modifier(1, "T504", "exchange of ranks", "T1"), 4),
        Manoeuvre("cross minor obstacle", "none", Modifier(1, "T505", "minor obstacle"), None),
        Manoeuvre("cross defensive obstacle", "none", Modifier(1, "T506", "mounted at a defensive obstacle"), None),
        Manoeuvre("cross major obstacle", "none", Modifier(1, "T507", "major obstacle"), None),
        Manoeuvre("about face", "half", Modifier(1, "T508", "about face of C or D grade"), 12),
        Manoeuvre("change frontage", "half", Modifier(1, "T509", "change of frontage of C or D grade"), None),
        Manoeuvre("mount or dismount", "whole", Modifier(1, "T510", "mounting or dismounting"), None),
        Manoeuvre("passage of lines", "none", Modifier(1, "T511", "passage of lines", "T41"), None),
        Manoeuvre("pass a gap", "none", Modifier(1, "T512", "passing a gap"), None),
    )
}
MAJOR_OBSTACLE_IN_FULL_HARNESS = Modifier(2, "T507", "major obstacle in full harness")
PASSED_THROUGH_BY_MOUNTED = Modifier(1, "T511", "passed through by mounted")
#: Half a move is one part in this many; a gap leaves as much of a foot move.
HALF_MOVE_PARTS = Ruled(2, "T503")
GAP_PARTS = Ruled(2, "T512")
