"""The card of a unit or a leader in 15mm Warfare: figures left, and how far it is to the marks of loss."""

from miniatures.naming import find
from miniatures.systems.cards import Card, Gauge, Mark, Tap
from miniatures.systems.warfare.army import describe
from miniatures.systems.warfare.game.board import loss_marks, next_mark, states
from miniatures.systems.warfare.game.pieces import LeaderNow, UnitNow
from miniatures.systems.warfare.game.state import State


def card(state: State, name: str) -> Card:
    found = find(name, {**state.units, **state.leaders}, "a unit or leader of this game")
    return _leader(state, state.leaders[found]) if found in state.leaders else _unit(state, state.units[found])


def _unit(state: State, unit: UnitNow) -> Card:
    leader = state.leader_with(unit.id)
    return Card(
        unit.id,
        "unit",
        unit.side,
        state.wings[unit.wing].name,
        describe(unit.unit),
        tuple(states(state, unit)) or ("ready",),
        (_figures(unit),),
        _notes(state, unit),
        (leader.id,) if leader else (),
        _taps(state, unit),
        bool(unit.gone),
    )


def _figures(unit: UnitNow) -> Gauge:
    """Those who are left; the marks stand where so many are."""
    whole = unit.unit.figures
    left = 0 if unit.gone else unit.left
    if unit.gone or unit.unit.artillery:  # a crew tests nothing by its losses
        return Gauge("figures", left, whole)
    marks = tuple(Mark(whole - at, f"{percent}% lost", rule) for percent, at, rule in loss_marks(unit))
    return Gauge("figures", left, whole, says=next_mark(unit), marks=marks)


def _notes(state: State, unit: UnitNow) -> tuple[str, ...]:
    if unit.gone:
        return ()
    found = [f"order: {state.wings[unit.wing].order}"]
    if unit.struck:
        found.append(f"{unit.struck} hit, taken away when all have shot (W23)")
    return tuple(found)


def _taps(state: State, unit: UnitNow) -> tuple[Tap, ...]:
    if unit.gone:
        return ()
    correct = f'correct "{unit.id}"'
    found = [Tap("one figure fewer", f"{correct} --lost {unit.lost + 1}")]
    if unit.lost:
        found.append(Tap("one figure more", f"{correct} --lost {unit.lost - 1}"))
    found.append(
        Tap("out of rout", f"{correct} --not-routing") if unit.routing else Tap("in rout", f"{correct} --routing")
    )
    if not unit.unit.artillery:
        found.append(
            Tap("no longer furious", f"{correct} --not-furious")
            if unit.furious
            else Tap("furious", f"{correct} --furious")
        )
    if state.enemies_touching(unit.id):
        found.append(Tap("touches no enemy", f"{correct} --free"))
    return tuple(found)


def _leader(state: State, leader: LeaderNow) -> Card:
    found = [leader.gone] if leader.gone else []
    if not leader.gone:
        found.append(f"with {leader.unit}" if leader.unit else "alone")
        if leader.out(state.turn):
            found.append("out for the move")
    about = "commander-in-chief" if leader.chief else "leader"
    if state.options.leader_initiative and leader.initiative:
        about += f", initiative {leader.initiative:+d}"
    wing = state.wings[leader.wing]
    return Card(
        leader.id,
        "leader",
        leader.side,
        wing.name,
        about,
        tuple(found),
        notes=() if leader.gone else (f"order of his wing: {wing.order}",),
        lost=bool(leader.gone),
    )
