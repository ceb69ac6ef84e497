"""The card of a contingent or a leader in The Tree of Battles: stands, DPs with their causes, command points."""

from miniatures.naming import find
from miniatures.systems.cards import Card, Cause, Gauge, Mark, Tap
from miniatures.systems.tree_of_battles.army import describe
from miniatures.systems.tree_of_battles.game.board import states
from miniatures.systems.tree_of_battles.game.pieces import ContingentNow, LeaderNow
from miniatures.systems.tree_of_battles.game.state import State


def card(state: State, name: str) -> Card:
    found = find(name, {**state.units, **state.leaders}, "a contingent or leader of this game")
    return _leader(state, state.leaders[found]) if found in state.leaders else _unit(state, state.units[found])


def _unit(state: State, unit: ContingentNow) -> Card:
    leaders = state.leaders_with(unit.id)
    return Card(
        unit.id,
        "unit",
        unit.side,
        state.battles[unit.battle].name,
        describe(unit.listed),
        tuple(states(state, unit)) or ("steady",),
        (Gauge("stands", 0 if unit.gone else unit.left, unit.listed.size), *_dps(unit)),
        _notes(state, unit, leaders),
        tuple(one.id for one in leaders),
        _taps(state, unit),
        bool(unit.gone),
    )


def _dps(unit: ContingentNow) -> tuple[Gauge, ...]:
    """Cause by cause. At the most of its grade it is in disarray, and beyond it stands are lost."""
    if unit.gone:
        return ()
    most = unit.in_play.most_dps
    causes = tuple(Cause(one.dps, one.why, one.rule, one.turn) for one in unit.in_play.dps)
    marks = (Mark(most.value, "in disarray", most.rule),)
    more = most.value - unit.total_dps
    says = f"{more} more to disarray" if more else "at the most: in disarray"
    return (Gauge("DPs", unit.total_dps, most.value, "taken", says, marks, causes),)


def _notes(state: State, unit: ContingentNow, leaders: list[LeaderNow]) -> tuple[str, ...]:
    if unit.gone:
        return ()
    order = unit.order or state.battles[unit.battle].order
    found = [f"order: {order}"] if order else []
    found += [f"{one.id} is in the front rank" for one in leaders if one.front]
    if unit.low:
        found.append("low on ammunition (T24)")
    return tuple(found)


def _taps(state: State, unit: ContingentNow) -> tuple[Tap, ...]:
    if unit.gone:
        return ()
    correct = f'correct "{unit.id}"'
    found: list[Tap] = []
    if unit.total_dps < unit.in_play.most_dps.value:
        found.append(Tap("one DP more", f"{correct} --dps {unit.total_dps + 1}"))
    if unit.total_dps:
        found.append(Tap("one DP fewer, the oldest", f"{correct} --dps {unit.total_dps - 1}"))
    found.append(Tap("one stand fewer", f"{correct} --stands {unit.left - 1}"))
    if unit.left < unit.listed.size:
        found.append(Tap("one stand more", f"{correct} --stands {unit.left + 1}"))
    if unit.array != "disarray":
        found.append(Tap("in disarray", f"{correct} --array disarray"))
    elif not unit.broken and unit.total_dps < unit.in_play.most_dps.value:
        found.append(Tap("out of disarray, in line", f"{correct} --array line"))
    found.append(
        Tap("no longer routing", f"{correct} --not-routing") if unit.broken else Tap("routing", f"{correct} --routing")
    )
    if state.fighting(unit.id):
        found.append(Tap("fights nobody", f"{correct} --free"))
    return tuple(found)


def _leader(state: State, one: LeaderNow) -> Card:
    battle = state.battles[one.battle]
    noble = one.leader.noble and not one.gone
    gauges = (
        Gauge("command points", one.points(state.turn), one.rating, says="left this turn"),
        Gauge("points lost to wounds", one.wounds, one.leader.command_points, "taken"),
    )
    place = "" if not one.unit else f"with {one.unit}{', in the front rank' if one.front else ''}"
    return Card(
        one.id,
        "leader",
        one.side,
        battle.name,
        describe(one.leader),
        (one.gone,) if one.gone else (place or "alone",),
        gauges if noble else (),
        _errand(state, one),
        taps=_leader_taps(one),
        lost=bool(one.gone),
    )


def _errand(state: State, one: LeaderNow) -> tuple[str, ...]:
    if one.gone or not one.carries:
        return ()
    return (f"brings {state.battles[one.carries['battle']].name} the order to {one.carries['order']} (T75)",)


def _leader_taps(one: LeaderNow) -> tuple[Tap, ...]:
    """A wound that would leave him no command point kills him (T156)."""
    if one.gone or not one.leader.noble:
        return ()
    correct = f'correct "{one.id}"'
    found = []
    if one.wounds + 1 < one.leader.command_points:
        found.append(Tap("one command point lost to a wound", f"{correct} --wounds {one.wounds + 1}"))
    if one.wounds:
        found.append(Tap("one command point back", f"{correct} --wounds {one.wounds - 1}"))
    return (*found, Tap("killed", f'{correct} --gone "killed"'))
