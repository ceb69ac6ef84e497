"""The printed tables of the 2D6 command-roll game, in the order of the sheet; the army list stands in `profiles.py`.

Nothing is computed here. Each value stands with its rule number; a modifier's `ruling` names the house ruling on it.
Distances are centimetres. Chapters add the numbers that they lack here, never in their own rooms.
"""

from miniatures.ruling import Modifier, Ruled, Word

#: Raise it when a number of the list, or a row of rules.tsv, changes what an army costs or may contain.
DATA_VERSION = "command-roll 1"


#: The phases of a turn (C101).
SEQUENCE = ("command", "shooting", "combat")

COMMAND_DICE = Ruled(2, "C107", "C11")
BLUNDERING_ROLL = Ruled(12, "C141", "C11")


class Command:
    """Command penalties, and what a blunder adds to them."""

    distance = Modifier(-1, "C111", "each full 20 cm of distance", "C11")
    successive_order = Modifier(-1, "C112", "each successive order to the unit")
    enemy_near = Modifier(-1, "C113", "enemy within 20 cm of the unit")
    dense_terrain = Modifier(-1, "C114", "unit within dense terrain")
    casualty = Modifier(-1, "C115", "each casualty", "C11")
    blundered = Modifier(-1, "C142", "each earlier blunder of 1", "C13")


COMMAND_DISTANCE = Ruled(20, "C111", "C11")
ENEMY_NEAR = Ruled(20, "C113")
UNITS_TO_A_BRIGADE = Ruled(8, "C121", "C3")

#: Blunders, by the D6. The sheet prints 5 twice; it stays with half pace (C13).
BLUNDERS = {
    1: Word("penalty", "C142", "C13"),
    2: Word("away", "C143", "C13"),
    3: Word("away", "C143", "C13"),
    4: Word("half pace", "C144", "C13"),
    5: Word("half pace", "C144", "C13"),
    6: Word("towards", "C145", "C13"),
}


class Cannon:
    """Cannon: its attacks, and those that the bounce adds for one to four extra target bases."""

    attacks = Ruled(2, "C151", "C24")
    one_extra_base = Modifier(1, "C152", "one extra target base", "C24")
    two_extra_bases = Modifier(2, "C154", "two extra target bases", "C24")
    three_extra_bases = Modifier(2, "C155", "three extra target bases", "C24")
    four_extra_bases = Modifier(2, "C156", "four extra target bases", "C24")
    failing_face = Ruled(1, "C153", "C25")


#: To hit, by the target's position: the least face that does.
TO_HIT = {
    "open": Ruled(4, "C162"),
    "defended": Ruled(5, "C163", "C26"),
    "fortified": Ruled(6, "C164", "C26"),
}

#: Ranges, by what shoots. The sheet names bows, crossbows and cannons.
RANGES = {
    "bow": Ruled(40, "C203"),
    "crossbow": Ruled(40, "C203"),
    "handgun": Ruled(40, "C203", "C21"),
    "hobilars": Ruled(40, "C203", "C21"),
    "cannon": Ruled(80, "C204"),
}
#: Bows over the heads of friends shoot with one part in this many, rounded down.
OVERHEAD_PARTS = Ruled(2, "C205", "C23")


class DriveBack:
    """Drive backs: dice for the hits, and the dice that a position saves."""

    hit = Modifier(1, "C211", "each missile hit that was not saved", "C28")
    defended = Modifier(-1, "C212", "defended")
    fortified = Modifier(-2, "C213", "fortified")
    confusing_face = Ruled(6, "C214")
    rout_moves = Ruled(2, "C215", "C28")


#: Centimetres between a unit that is stopped on its way back and what stops it.
STOPS_SHORT = Ruled(1, "C36")


class Combat:
    """Hand-to-hand combat modifiers, to the attacks; and the one to the combat result."""

    charging = Modifier(1, "C301", "charging an enemy in the open", "C32")
    pursuit = Modifier(1, "C302", "pursuit attack", "C35")
    extra_pursuit = Modifier(1, "C303", "extra pursuit attack for each 3 cm", "C35")
    extra_rank = Modifier(1, "C304", "each rank more than the enemy", "C32")
    side_or_rear = Modifier(-1, "C305", "fighting to side or rear", "C32")
    confused = Modifier(-1, "C306", "confused")
    supporting_stand = Modifier(1, "C311", "each supporting stand", "C33")


#: The least dice of a unit that fights.
ONE_DIE = Ruled(1, "C32")
EXTRA_PURSUIT_STEP = Ruled(3, "C303", "C35")
FALL_BACK_DICE = Ruled(3, "C321", "C34")
RETREAT_ROUT_MOVES = Ruled(2, "C323")

INITIATIVE_CHARGE = Ruled(20, "C331", "C16")
INITIATIVE_EVADE = Ruled(20, "C332", "C16")
#: Rivers leave one part in this many of the move.
RIVER_PARTS = Ruled(2, "C341", "C15")
#: Half pace leaves one part in this many too.
HALF_PACE_PARTS = Ruled(2, "C144", "C15")
#: An evade ends at least this far from everybody.
EVADE_CLEAR = Ruled(1, "C16")

#: What confuses, and where it needs a D6 of its own: the face.
CONFUSION = {
    "burst through": (None, "C401"),
    "driven back by shooting": (6, "C402"),
    "back into impassable terrain": (6, "C403"),
    "back into enemies or a combat": (None, "C404"),
    "forcing friends to make way": (6, "C405"),
    "back into friends that do not yield": (None, "C406"),
    "making way": (6, "C407"),
}


class Shower:
    """Retinue Bow: the Right Sharp Shower."""

    attacks = Ruled(2, "C421", "C29")
    exhausted_attacks = Ruled(1, "C422", "C29")


#: Commanders' classes, by the D6 (C431), and what each does to the command value.
CLASSES = {6: "rash", 5: "bold", 4: "bold", 3: "bold", 2: "cautious", 1: "treacherous"}
CLASS_COMMAND = {
    "rash": Modifier(1, "C432", "rash"),
    "bold": Modifier(0, "C433", "bold"),
    "cautious": Modifier(-1, "C434", "cautious"),
    "treacherous": Modifier(-1, "C435", "treacherous"),
}
CHANGES_SIDES_ON = Ruled(1, "C435", "C14")
HERALDS = Ruled(1, "C443", "C18")
HERALD_MOVE = Ruled(20, "C18")

OBJECTIVES = ("attack", "defend", "advance")
MAIN_BATTLES = ("Rear Ward", "Main Ward", "Van Ward", "Reserve")
WINGS = ("Right Wing", "Left Wing")


class Army:
    """Army notes: the numbers in them."""

    mounted_men_at_arms = Ruled(2, "C501")
    stands_to_a_contingent = Ruled(8, "C503", "C3")
    lords_to_a_battle = Ruled(3, "C504")
    battles = Ruled(6, "C505")
    stands_to_a_command = Ruled(5, "C509")
    bows_to_a_bill = Ruled(2, "C510", "C2")
