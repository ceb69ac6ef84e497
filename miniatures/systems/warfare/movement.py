"""Event III: how far a unit may move, as a sum of its rate and everything that hinders it, and what it must do."""

from typing import NamedTuple

from miniatures.dice import Dice, Step
from miniatures.measuring import within
from miniatures.ruling import Modifier, Refusal, Sum
from miniatures.systems.warfare.movement_facts import Forbidden, MoveFacts, forbidden
from miniatures.systems.warfare.tables import (
    CAVALRY_IN_HEAVY,
    HEAVY_HINDRANCE,
    LIGHT_HINDRANCE,
    LIGHT_HINDRANCES,
    Move,
)


class Demanded(NamedTuple):
    """One thing that this move must do."""

    rule: str
    what: str


def demanded(facts: MoveFacts) -> list[Demanded]:
    """What the move must do, as far as nothing forbids it."""
    unit = facts.unit
    barred = {ban.what for ban in forbidden(facts)}
    found: list[Demanded] = []
    if "move" in barred:
        return found
    if unit and unit.furious:
        found.append(
            Demanded("W518", "charge the closest enemy in sight until it is in melee, whatever its orders (W35)")
        )
    elif unit:
        orders = {
            "attack": Demanded("W104", "move fast to close to melee; shooters may stop to shoot once in range"),
            "engage": Demanded(
                "W105",
                "move at least half its move towards the enemy until it can shoot, then defend",
            ),
            "retire": Demanded("W107", "move to its own baseline"),
        }
        if facts.order in orders and ("advance" not in barred or facts.order == "retire"):
            found.append(orders[facts.order])
        if facts.order == "defend" and unit.mounted:
            found.append(Demanded("W106", "charge any enemy that comes within charge reach"))
        elif facts.order == "defend" and not unit.skirmishers:  # those avoid (W409)
            found.append(Demanded("W106", "countercharge any enemy that charges it"))
    if facts.river == "reaches":
        found.append(Demanded("W317", "stop at the river bank; cross next turn"))
    if facts.river == "at bank":
        found.append(Demanded("W317", "cross and stop at the far bank; move freely the turn after"))
    return found


class MoveOutcome(NamedTuple):
    """Inches straight ahead that are left; those it would have if the players overruled a ban on moving;
    what the move forbids and demands, each with its rule."""

    mover: str
    inches: float
    if_overruled: float
    forbids: tuple[Forbidden, ...]
    demands: tuple[Demanded, ...]
    reaches: str


def rate(facts: MoveFacts) -> Modifier:
    unit = facts.unit
    if unit is None:
        return Move.leaders_and_messengers
    if unit.artillery:
        return Move.limbered if facts.limbered else Move.unlimbered
    protections = {body.protection for body in unit.bodies_after(unit.lost)}
    if unit.mounted:
        if "full" in protections:
            return Move.full_armour_cavalry
        return Move.unarmoured_cavalry if protections == {"none"} else Move.other_cavalry
    if "full" in protections:
        return Move.full_armour_knights_on_foot if unit.kind == "knight" else Move.full_armour_infantry
    return Move.infantry


def move_sum(facts: MoveFacts, *, overruled: bool = False) -> Sum:
    """The rate less everything that costs movement. Bans on moving cost it all, unless they are overruled."""
    own = rate(facts)
    whole = _whole_moves(facts, own)
    ground = _ground(facts)
    unturned = own.value + sum(modifier.value for modifier in whole)
    riding = facts.unit is None or facts.unit.mounted
    if riding and facts.heavy_going and unturned > 0:
        # A limit and not a cost: whatever else hinders, 2 inches of what turning left may be moved.
        limit = min(CAVALRY_IN_HEAVY, unturned)
        left = unturned + sum(modifier.value for modifier in ground)
        words = f"only {CAVALRY_IN_HEAVY} inches for cavalry: {', '.join(facts.heavy_going)}"
        ground += [Modifier(limit - left, "W320", words, "W31")] if left != limit else []
    modifiers = [own, *whole, *ground]
    if facts.wheel:
        modifiers.append(
            Modifier(-2 * facts.wheel, "W303", f"wheeling {round(facts.wheel, 2):g} inches at double cost", "W31")
        )
    if not overruled:
        bans = [ban for ban in forbidden(facts) if ban.what == "move"]
        modifiers += [Modifier(-own.value, ban.rule, ban.because) for ban in bans]
    return Sum(f"inches for {facts.name}", tuple(modifiers), ())


def _whole_moves(facts: MoveFacts, own: Modifier) -> list[Modifier]:
    """What costs the whole move, or half of it."""
    unit = facts.unit
    found: list[Modifier] = []
    if facts.turn and not facts.turns_free and unit:
        whole = Modifier(-own.value, "W304", f"changing face by {facts.turn} degrees", "W26" if unit.artillery else "")
        half = Modifier(-own.value / 2, "W305", f"cavalry changing face by {facts.turn} degrees", "")
        quarter_in_half = facts.turn == 90 and facts.options.cavalry_quarter_turn_half
        found.append(half if unit.mounted and (facts.turn == 180 or quarter_in_half) else whole)
    if facts.changes_formation:
        found.append(Modifier(-own.value, "W308", "changing formation"))
    if facts.interpenetrates:
        found.append(Modifier(-own.value, "W308", "passing through friends"))
    if facts.limbers:
        found.append(Modifier(-own.value, "W308", "limbering or unlimbering", "W26"))
    if facts.river == "at bank":
        found.append(Modifier(-own.value, "W317", "crossing the river is the whole move"))
    return found


def _ground(facts: MoveFacts) -> list[Modifier]:
    """Ground once for each kind, lines at each crossing (W31)."""
    unit = facts.unit
    on_foot = unit is not None and not unit.mounted and not unit.artillery
    found: list[Modifier] = []
    counted: list[str] = []
    for word in facts.hindrances:
        if word in LIGHT_HINDRANCES and (word in ("wall", "hedge") or word not in counted):
            found.append(Modifier(LIGHT_HINDRANCE[0 if on_foot else 1], "W319", word, "W31"))
        elif on_foot and word not in counted and word not in LIGHT_HINDRANCES:
            found.append(Modifier(HEAVY_HINDRANCE, "W320", word, "W31"))
        counted.append(word)
    return found


def move_refusals(facts: MoveFacts) -> list[Refusal]:
    """The bans that stand against what the player intends, and costs that the move cannot pay."""
    found = [
        Refusal(ban.rule, f"no {ban.what}: {ban.because}", ban.cure)
        for ban in forbidden(facts)
        if facts.intends != "none" and ban.what in ("move", facts.intends)
    ]
    allowance = move_sum(facts, overruled=True)
    if allowance.total < 0:
        dearest = min(allowance.modifiers, key=lambda modifier: modifier.value)
        words = f"this costs {-allowance.total:.1f} inches more than {facts.name} has"
        found.append(Refusal(dearest.rule, words, f"do less of it: {dearest.because}"))
    return found


def move(facts: MoveFacts) -> Step[MoveOutcome]:
    inches = max(0, move_sum(facts).total)
    reaches = ""
    if facts.distance is not None and facts.river == "none":
        reaches = "yes" if within(facts.distance, inches) else "no"
    outcome = MoveOutcome(
        facts.name,
        inches,
        max(0, move_sum(facts, overruled=True).total),
        tuple(forbidden(facts)),
        tuple(demanded(facts)),
        reaches,
    )

    def certain(_dice: Dice) -> MoveOutcome:
        return outcome

    return certain
