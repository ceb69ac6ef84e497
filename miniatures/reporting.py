"""The battle report of a game: its log told turn by turn, with maps, losses, dice, and the moments that decided it."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from miniatures.answers import Resolved, came_true, chances
from miniatures.dice import Throw
from miniatures.draw.report import DiceTally, Happening, Report, SideSummary, TurningPoint, TurnReport, UnitSummary
from miniatures.draw.table import svg
from miniatures.faces import marks_of
from miniatures.game import Event
from miniatures.replaying import sums_of
from miniatures.systems.playing import Board, SideLine
from miniatures.tracker import Playing
from miniatures.wording import chance_words, throw_lines

#: A report looks back on many throws: large melees are sampled sooner than for a player who asks about one.
BUDGET = 4_000
TURNING_POINTS = 6
#: What was more likely than this was no turn of fortune.
LIKELY = Fraction(3, 4)
#: Of all that came of a throw, the least likely things are told.
TOLD = 3
#: Wide enough to be read on paper.
MAP_WIDTH = 800


class Told(NamedTuple):
    """An event with the boards around it."""

    event: Event
    before: Board
    after: Board
    resolved: Resolved | None
    rarest: tuple[str, Fraction, bool] | None
    """What came of it against the odds, the chance of the least likely of it, and whether that is exact."""


def report_of(playing: Playing) -> Report:
    """Only what stands is told; what was taken back is counted."""
    file = playing.file
    line = tuple(file.line)
    boards = [playing.rules.board(playing.state_at(event.number)) for event in line]
    told = [_told(playing, event, boards[max(0, index - 1)], boards[index]) for index, event in enumerate(line)]
    last = boards[-1]
    taken_back = sum(event.kind == "undo" for event in file.events)
    overruled = sum(event.overruled is not None for event in line)
    notes = [f"{len(line)} actions, {taken_back} taken back, {overruled} against the rules by agreement."]
    if file.header.branch_of:
        notes.append(f"A branch of {file.header.branch_of}.")
    sides = tuple(side.name for side in last.sides)
    return Report(
        title=file.header.name,
        subtitle=" against ".join(sides),
        system=playing.system.title,
        sides=tuple(_side(side, last.points[index]) for index, side in enumerate(last.sides)),
        turns=tuple(_turns(playing, told)),
        turning_points=tuple(_turning_points(told)),
        ending=last.over or f"Not over yet: turn {last.turn}, {last.explains}.",
        notes=tuple(notes),
        dice=tuple(_dice(told, last)),
        counts=playing.rules.counts,
    )


def _told(playing: Playing, event: Event, before: Board, after: Board) -> Told:
    resolved = sums_of(playing, event)
    if resolved is None or not resolved.throws:
        return Told(event, before, after, resolved, None)
    odds = chances(playing.system, resolved.procedure, resolved.facts, overruled="", budget=BUDGET)
    happened = came_true(odds, resolved.outcome)
    happened.sort(key=lambda one: one[1])
    exact = odds.odds is not None and odds.odds.exact
    if not happened:
        return Told(event, before, after, resolved, None)
    unlikely = [label for label, chance in happened if chance <= Fraction(1, 2)] or [happened[0][0]]
    return Told(event, before, after, resolved, ("; ".join(unlikely[:TOLD]), happened[0][1], exact))


def _side(side: SideLine, points: tuple[int, int]) -> SideSummary:
    units = [unit for wing in side.wings for unit in wing.units]
    return SideSummary(
        side.name,
        side.commander,
        points[1],
        points[0],
        sum(unit.start for unit in units),
        sum(unit.start - unit.left for unit in units),
        tuple(UnitSummary(unit.name, unit.start, unit.start - unit.left, unit.state) for unit in units),
    )


def figures(board: Board) -> list[int]:
    return [sum(unit.left for wing in side.wings for unit in wing.units) for side in board.sides]


def _turns(playing: Playing, told: Sequence[Told]) -> list[TurnReport]:
    """What happened in each turn, the going over to the next one included, and the table as it was then."""
    numbers = list(dict.fromkeys(one.before.turn for one in told))
    found: list[TurnReport] = []
    for number in numbers:
        own = [one for one in told if one.before.turn == number]
        start, end = figures(own[0].before), figures(own[-1].after)
        names = [side.name for side in own[-1].after.sides]
        losses = tuple((name, start[index] - end[index]) for index, name in enumerate(names))
        found.append(
            TurnReport(
                number,
                _headline(number, losses),
                _map(playing, own[-1].event, number),
                tuple(happening for one in own if (happening := _happening(one)).text),
                losses,
            )
        )
    return found


def _headline(number: int, losses: Sequence[tuple[str, int]]) -> str:
    if number == 0:
        return "Setting up"
    lost = [f"{name} lose {count}" for name, count in losses if count]
    return ", ".join(lost) if lost else "Nobody falls"


def _map(playing: Playing, event: Event, turn: int) -> str:
    """The table when the turn was over, which the state itself counts to the next."""
    scene = playing.rules.scene(playing.state_at(event.number))
    scene = scene._replace(title=f"After turn {turn}" if turn else "Set up")
    return svg(scene, width=MAP_WIDTH) if scene.table is not None else ""


def _sentences(one: Told) -> list[str]:
    """What the event said, without what stands elsewhere: the heading that follows, and what was overruled."""
    return [
        sentence
        for sentence in one.event.says
        if not sentence.startswith("Overruled") and one.after.explains not in sentence
    ]


def _happening(one: Told) -> Happening:
    event = one.event
    sums = [_in_one_line(throw) for throw in one.resolved.throws] if one.resolved else []
    odds = ""
    if one.rarest is not None:
        label, chance, exact = one.rarest
        odds = f"{label}: {chance_words(chance, exact=exact)}"
    return Happening(
        event.number,
        one.before.explains,
        (*_sentences(one), *sums),
        " ".join(map(str, event.dice)),
        odds,
        event.overruled or "",
    )


def _in_one_line(throw: Throw) -> str:
    head, *terms = [line.text.strip() for line in throw_lines(throw)]
    return f"{head}: {'; '.join(' '.join(term.split()) for term in terms)}"


def _turning_points(told: Sequence[Told]) -> list[TurningPoint]:
    """Where the points moved most, weighed by how unlikely it was."""
    weighed: list[tuple[float, TurningPoint]] = []
    for one in told:
        if one.rarest is None:
            continue
        label, chance, exact = one.rarest
        moved = [after[0] - before[0] for before, after in zip(one.before.points, one.after.points, strict=True)]
        swing = max(moved, key=abs)
        if not swing or chance > LIKELY:
            continue
        names = [side.name for side in one.after.sides]
        words = ", ".join(f"{names[index]} {-points:+d} points" for index, points in enumerate(moved) if points)
        odds = f"{label}: {chance_words(chance, exact=exact)}"
        point = TurningPoint(one.before.turn, one.event.number, _decided(one), odds, words)
        weighed.append((abs(moved[0] - moved[1]) * float(1 - chance), point))
    weighed.sort(key=lambda pair: (-pair[0], pair[1].event_number))
    return sorted((point for _, point in weighed[:TURNING_POINTS]), key=lambda point: point.event_number)


def _decided(one: Told) -> str:
    """What happened, in the words of the event."""
    return next(iter(_sentences(one)), one.event.command)


def _dice(told: Sequence[Told], board: Board) -> list[DiceTally]:
    """The faces that each side threw. A throw belongs to the unit that its purpose begins with."""
    sides = {unit.name: index for index, side in enumerate(board.sides) for wing in side.wings for unit in wing.units}
    tallies = [[0] * 6 for _ in board.sides]
    for one in told:
        for throw in one.resolved.throws if one.resolved else ():
            owner = _owner(throw.purpose, sides)
            if owner is not None and max(marks_of(throw.sides, throw.read)) == 6:
                for face in throw.faces:
                    tallies[owner][face - 1] += 1
    return [DiceTally(side.name, _six(tally)) for side, tally in zip(board.sides, tallies, strict=True) if any(tally)]


def _owner(purpose: str, sides: dict[str, int]) -> int | None:
    whole = [name for name in sides if purpose.startswith(name)]
    return sides[max(whole, key=len)] if whole else None


def _six(tally: list[int]) -> Any:
    return tuple(tally)
