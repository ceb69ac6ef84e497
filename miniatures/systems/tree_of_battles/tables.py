"""The printed tables of The Tree of Battles: play, shooting, leaders' risk, combat. Moves, morale, command and
manoeuvre, the other half of the sheet, stand in `move_tables.py`.

Nothing is computed here. Each value stands with its rule number; `ruling` names the house ruling on it. Distances are
inches. Chapters add the numbers that they lack here, never in their own rooms.
"""

from typing import NamedTuple

from miniatures.ruling import Modifier, Ruled, Word

#: Raise it when a row of rules.tsv or points.toml changes what an army costs or may contain.
DATA_VERSION = "tree-of-battles 1"


#: The phases of a turn, in order.
SEQUENCE = (
    Word("command", "T101"),
    Word("approach", "T102"),
    Word("long range shooting", "T103"),
    Word("tactical move", "T104"),
    Word("close range shooting", "T105"),
    Word("combat", "T106"),
    Word("rally", "T107"),
)
APPROACH_HALT = Ruled(12, "T102")
LONG_RANGE_BEYOND = Ruled(4, "T103")
TACTICAL_HALT = Ruled(2, "T104")

#: The most DPs of each grade, the best first.
MOST_DPS = {
    "A": Ruled(6, "T334", "T4"),
    "B": Ruled(5, "T334", "T4"),
    "C": Ruled(5, "T334", "T4"),
    "D": Ruled(5, "T334", "T4"),
}


class Range(NamedTuple):
    """A row of the ranges. None is a dash."""

    maximum: int
    effective: int | None
    close: int | None
    rule: str


RANGES = {
    "artillery": Range(36, 24, 9, "T111"),
    "longbow": Range(12, None, 4, "T112"),
    "crossbow": Range(12, None, 4, "T113"),
    "handgun": Range(4, None, 2, "T114"),
    "other": Range(2, None, None, "T115"),
}


class Artillery:
    """Artillery fire: the dice, and what changes each of them."""

    dice_per_gun = Ruled(2, "T121", "T22")
    dp_on = Ruled(5, "T121", "T22")
    same_target_and_range = Modifier(1, "T122", "same target and range", "T22")
    own_dp = Modifier(-1, "T123", "each DP of the battery", "T22")
    column_or_enfilade = Modifier(1, "T124", "target in column or enfiladed")
    new_target = Modifier(-1, "T125", "new target", "T22")
    beyond_effective_range = Modifier(-1, "T126", "beyond effective range")
    fortification = Modifier(-2, "T127", "against fortification")
    close_range = Modifier(1, "T128", "at close range")


#: Two shots are at the same range within this many inches.
SAME_RANGE = Ruled(1, "T122", "T22")


class Archery:
    """Archery and skirmish shooting: dice by stand, and what changes each of them."""

    longbow = Modifier(2, "T131", "longbow stand", "T23")
    low_on_ammunition = Modifier(1, "T131", "longbow stand low on ammunition", "T23")
    other = Modifier(1, "T131", "stand", "T23")
    own_dp = Modifier(-1, "T132", "each DP of the shooters", "T23")
    dp_on = Ruled(5, "T133", "T23")
    full_harness = Modifier(-1, "T134", "target in full harness")
    foot_skirmishers = Modifier(-1, "T135", "target skirmishers on foot", "T23")
    cover = Modifier(-1, "T135", "target in cover", "T23")
    longbow_at_mounted = Modifier(1, "T136", "longbow at mounted, not in skirmish array")
    handgun_close = Modifier(1, "T137", "handguns at close range")


#: The face after a second volley that leaves longbowmen low on ammunition, where the table throws for it.
LOW_AMMUNITION_ON = Ruled(1, "T131", "T24")


class ShootingTest:
    """Shooting test: when it is due, its results by the D6, what changes it."""

    at_dps = Ruled(5, "T141", "T25")
    b_grade = Modifier(1, "T142", "B grade, either way", "T25")
    again = Modifier(-2, "T143", "testing again", "T25")


SHOOTING_TEST = {
    1: Word("retire", "T141", "T25"),
    2: Word("retire", "T141", "T25"),
    3: Word("halt", "T141", "T25"),
    4: Word("halt", "T141", "T25"),
    5: Word("advance", "T141", "T25"),
    6: Word("advance", "T141", "T25"),
}

#: Risk to a leader: the face that hits, then the second D6.
LEADER_HIT_ON = Ruled(1, "T151", "T26")
LEADER_RISK = {
    1: Word("killed", "T152"),
    2: Word("wounded", "T153", "T5"),
    3: Word("wounded", "T153", "T5"),
    4: Word("light wound", "T154", "T5"),
    5: Word("light wound", "T154", "T5"),
    6: Word("no effect", "T155"),
}
WOUND_COSTS = {
    "wounded": Modifier(-2, "T153", "wounded", "T5"),
    "light wound": Modifier(-1, "T154", "light wound", "T5"),
}
CAPTURED_WITHIN = Ruled(4, "T153", "T1")
KILLED_AT = Ruled(0, "T156", "T5")

#: The fewest and the most command points that leaders usually have (T5).
USUAL_COMMAND_POINTS = {"captain": (2, 4), "marshal": (4, 6)}

#: Charges, from how far.
CHARGE_FOOT = Ruled(2, "T211")
CHARGE_MOUNTED = Ruled(9, "T211")
FREE_HACK_ON = Ruled(4, "T207", "T37")


class StandDice:
    """Combat: dice by stand."""

    foot_men_at_arms = Modifier(3, "T221", "men at arms on foot")
    heavy_infantry = Modifier(2, "T222", "heavy infantry")
    mounted_men_at_arms = Modifier(2, "T222", "mounted men at arms")
    pike = Modifier(2, "T223", "pike facing that did not fall back")
    pike_against_mounted_charge = Modifier(3, "T224", "pike facing a mounted charge", "T32")
    other = Modifier(1, "T225", "others")
    overlap = Modifier(1, "T225", "overlapping", "T31")
    second_rank_pike = Modifier(1, "T225", "second rank pike", "T31")
    not_facing = Modifier(1, "T225", "not facing the opponent", "T31")


class ContingentDice:
    """Combat: dice added or taken away by contingent. The last four count in charge combat only."""

    grade_a = Modifier(2, "T231", "A grade")
    grade_b = Modifier(1, "T232", "B grade")
    grade_d = Modifier(-1, "T233", "D grade")
    ground = Modifier(1, "T234", "advantage of ground")
    fortification = Modifier(1, "T235", "defending fortification")
    supported = Modifier(1, "T236", "supported", "T34")
    leaders = Modifier(1, "T237", "every 2 command points of leaders in the front rank", "T5")
    following_up = Modifier(1, "T238", "following up an opponent that fell back")
    each_dp = Modifier(-1, "T239", "each DP, at most 5", "T32")
    light_infantry_charge = Modifier(1, "T240", "light infantry charge", "T32")
    pursuing = Modifier(2, "T241", "pursuing", "T32")
    mounted_pursuing = Modifier(3, "T241", "mounted pursuing", "T32")
    mounted_charge = Modifier(2, "T242", "mounted charge", "T32")
    chivalrous_charge = Modifier(3, "T242", "chivalrous mounted charge", "T32")


COMMAND_POINTS_TO_A_DIE = Ruled(2, "T237", "T5")
MOST_DPS_COUNTED = Ruled(5, "T239")
LEAST_DICE = Ruled(1, "T31")

#: The least face that hits.
HITS_DISORDERED = Ruled(6, "T251")
HITS = Ruled(5, "T252")


class Result(NamedTuple):
    """A row of the combat results: hits scored less hits taken, and the DPs. None is no limit."""

    word: str
    least: int | None
    most: int | None
    dps: Modifier
    mounted_against_pikes: Modifier


RESULTS = (
    Result("victory", 4, None, Modifier(0, "T261", "victory"), Modifier(0, "T261", "victory")),
    Result("success", 1, 3, Modifier(1, "T262", "success"),
           Modifier(2, "T262", "success of mounted against pikes", "T38")),
    Result("equal", 0, 0, Modifier(2, "T265", "equal"), Modifier(3, "T265", "equal, mounted against pikes", "T38")),
    Result("set-back", -2, -1, Modifier(3, "T268", "set-back"), Modifier(3, "T268", "set-back")),
    Result("defeat", -5, -3, Modifier(4, "T271", "defeat"), Modifier(4, "T271", "defeat")),
    Result("rout", None, -6, Modifier(5, "T272", "rout"), Modifier(5, "T272", "rout")),
)  # fmt: skip
