"""The card of a unit or a commander in the 2D6 command-roll game: stands, hits towards the next one, confusion."""

from miniatures.systems.cards import Card, Gauge, Tap
from miniatures.systems.command_roll.army import describe
from miniatures.systems.command_roll.game.board import states
from miniatures.systems.command_roll.game.driving import dice_for
from miniatures.systems.command_roll.game.pieces import UnitNow
from miniatures.systems.command_roll.game.state import State
from miniatures.words import counted


def card(state: State, name: str) -> Card:
    unit = state.unit(name)
    leader = unit.commands
    return Card(
        unit.id,
        "leader" if leader else "unit",
        unit.side,
        state.battles[unit.battle].name,
        describe(unit.unit),
        tuple(states(state, unit)) or ("ready",),
        _gauges(unit),
        _notes(state, unit),
        tuple(one.id for one in state.joined_to(unit.id)),
        _taps(state, unit),
        bool(unit.gone),
    )


def _gauges(unit: UnitNow) -> tuple[Gauge, ...]:
    """A hit more than the last of these takes a stand away."""
    stands = Gauge("stands", 0 if unit.gone else unit.left, unit.unit.size)
    if unit.gone:
        return (stands,)
    each = unit.unit.listed.hits
    found = [
        stands,
        Gauge("hits", unit.hits, each, "taken", f"{counted(each - unit.hits, 'more hit')} to lose a stand"),
    ]
    if unit.unit.missile and unit.exhausted:
        out = min(len(unit.exhausted), unit.left)
        found.append(Gauge("stands out of arrows", out, unit.left, "taken"))
    return tuple(found)


def _notes(state: State, unit: UnitNow) -> tuple[str, ...]:
    if unit.gone:
        return ()
    battle = state.battles[unit.battle]
    found = [f"objective: {battle.objective}"] if battle.objective else []
    if count := unit.ordered(state.now).get("count"):
        found.append(f"{counted(count, 'order')} in this phase")
    if unit.blunders:
        found.append(f"-{unit.blunders} to every order, for blunders")
    if unit.showers:
        found.append(f"arrow shower used {counted(unit.showers, 'time')}")
    if silent := unit.silenced(state.turn):
        found.append(f"{counted(silent, 'gun')} silent this turn")
    if (dice := dice_for(state, unit)) > 0:
        found.append(f"{dice}D6 for the drive-back at the end of the shooting (C211)")
    if unit.joined:
        found.append(f"with {unit.joined}")
    return tuple(found)


def _taps(state: State, unit: UnitNow) -> tuple[Tap, ...]:
    correct = f'correct "{unit.id}"'
    if unit.gone:
        return ()
    found = [_one_hit(unit, correct)]
    if unit.hits:
        found.append(Tap("one hit fewer", f"{correct} --hits {unit.hits - 1}"))
    if unit.unit.size > 1:
        found.append(Tap("one stand fewer", f"{correct} --stands {unit.left - 1}"))
    if unit.left < unit.unit.size:
        found.append(Tap("one stand more", f"{correct} --stands {unit.left + 1}"))
    found.append(
        Tap("no longer confused", f"{correct} --not-confused")
        if unit.confused
        else Tap("confused", f"{correct} --confused")
    )
    if unit.blunders:
        found.append(Tap("one blunder fewer", f"{correct} --blunders {unit.blunders - 1}"))
    if unit.exhausted:
        found.append(Tap("arrows for all", f"{correct} --exhausted 0"))
    if state.engaged(unit.id):
        found.append(Tap("touches no enemy", f"{correct} --free"))
    return tuple(found)


def _one_hit(unit: UnitNow, correct: str) -> Tap:
    """The last hit that a stand bears takes it away."""
    if unit.hits + 1 < unit.unit.listed.hits:
        return Tap("one hit more", f"{correct} --hits {unit.hits + 1}")
    return Tap("one hit more: a stand falls", f"{correct} --stands {unit.left - 1} --hits 0")
