"""The battle report as one printable page: nothing fetched, nothing run, every word escaped."""

from collections.abc import Iterator, Sequence
from itertools import accumulate, groupby

from miniatures.draw.chart import Course, chart
from miniatures.draw.markup import tag, text
from miniatures.draw.report_model import (
    DiceTally,
    Happening,
    Report,
    SideSummary,
    TurningPoint,
    TurnReport,
    UnitSummary,
)
from miniatures.draw.report_style import STYLE

__all__ = [
    "DiceTally",
    "Happening",
    "Report",
    "SideSummary",
    "TurnReport",
    "TurningPoint",
    "UnitSummary",
    "page",
]


def page(report: Report) -> str:
    """The whole page as HTML."""
    head = tag(
        "head",
        '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        tag("title", text(report.title)),
        tag("style", STYLE),
    )
    body = tag("body", _header(report), tag("main", *_main(report)), _footer(report))
    return f"<!DOCTYPE html>\n{tag('html', head, body, lang='en')}\n"


def _header(report: Report) -> str:
    parts = [
        tag("p", text(report.system), class_="system") if report.system else "",
        tag("h1", text(report.title)),
        tag("p", text(report.subtitle), class_="subtitle") if report.subtitle else "",
        tag("p", text(report.ending), class_="ending") if report.ending else "",
    ]
    return tag("header", *parts)


def _main(report: Report) -> Iterator[str]:
    if report.sides:
        yield _heading("summary", "At a glance") + _sides(report)
    if report.turns and report.sides:
        counted = report.counts.capitalize()
        figure = chart(_courses(report), [turn.number for turn in report.turns if turn.number], report.counts)
        yield tag("figure", figure, tag("figcaption", text(f"{counted} left after each turn.")), class_="chart")
    if report.turning_points:
        points = "".join(_turning_point(point, report) for point in report.turning_points)
        yield _heading("turning-points", "Turning points") + tag("ol", points, class_="turning")
    if len(report.turns) > 1:
        links = "".join(
            tag("li", tag("a", str(turn.number or "setup"), href=f"#turn-{turn.number}", aria_label=_called(turn)))
            for turn in report.turns
        )
        yield tag("nav", tag("p", "Go to turn"), tag("ol", links), aria_label="Turns")
    told = _told(report)
    yield from (_turn(turn, told, report.counts) for turn in report.turns)
    if any(side.units for side in report.sides):
        yield _heading("units", "How the units came through") + "".join(
            _units(side, report.counts) for side in report.sides
        )
    if report.dice:
        yield _heading("dice", "The dice") + _dice(report.dice)


def _footer(report: Report) -> str:
    notes = "".join(tag("li", text(note)) for note in report.notes)
    return tag("footer", tag("h2", "Notes", id="notes"), tag("ul", notes)) if notes else ""


def _heading(identity: str, words: str) -> str:
    return tag("h2", text(words), id=identity)


def _table(caption: str, columns: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    """A table whose first column names the row and whose cells of figures stand to the right. Cells are markup."""

    def kind(place: int) -> str | None:
        plain = all(row[place][:1].isdigit() for row in rows)
        return "number" if place and rows and plain else None

    head = "".join(tag("th", text(name), scope="col", class_=kind(place)) for place, name in enumerate(columns))
    body = "".join(
        tag(
            "tr",
            tag("th", row[0], scope="row"),
            *(tag("td", cell or " ", class_=kind(place)) for place, cell in enumerate(row[1:], 1)),
        )
        for row in rows
    )
    table = tag("table", tag("caption", text(caption)), tag("thead", tag("tr", head)), tag("tbody", body))
    return tag("div", table, class_="scroll")


def _of(lost: int, start: int) -> str:
    share = f" ({round(100 * lost / start)}%)" if start else ""
    return f"{lost} of {start}{share}"


def _sides(report: Report) -> str:
    rows = [
        (
            text(side.name) + (tag("span", text(side.army), class_="meta") if side.army else ""),
            _of(side.figures_lost, side.figures_start),
            _of(side.points_lost, side.points_start),
        )
        for side in report.sides
    ]
    return _table("What the day cost", ("Side", f"{report.counts.capitalize()} lost", "Points lost"), rows)


def _courses(report: Report) -> list[Course]:
    return [
        Course(
            side.name,
            tuple(
                accumulate(
                    (
                        sum(lost for name, lost in turn.losses if name == side.name)
                        for turn in report.turns
                        if turn.number
                    ),
                    lambda left, lost: left - lost,
                    initial=side.figures_start,
                )
            ),
        )
        for side in report.sides
    ]


def _told(report: Report) -> dict[int, int]:
    """Which events are told, and in which turn: an event taken back may share its number with the one that stands."""
    return {one.event_number: turn.number for turn in report.turns for one in turn.paragraphs if not one.undone}


def _turning_point(point: TurningPoint, report: Report) -> str:
    where = text(f"turn {point.turn}, event {point.event_number}")
    if point.event_number in _told(report):
        where = tag("a", where, href=f"#event-{point.event_number}")
    extra = "; ".join(text(words) for words in (point.chance, point.swing) if words)
    return tag("li", text(point.text), tag("span", where, f"; {extra}" if extra else "", class_="meta"))


def _called(turn: TurnReport) -> str:
    return f"Turn {turn.number}" if turn.number else "Before the battle"


def _turn(turn: TurnReport, told: dict[int, int], counts: str) -> str:
    title = tag("small", _called(turn)) + text(turn.headline or _called(turn))
    parts = [tag("h2", title, id=f"turn-{turn.number}")]
    if turn.map_svg:
        parts.append(_map(turn))
    if turn.losses:
        losses = ", ".join(f"{name} {lost}" for name, lost in turn.losses)
        parts.append(tag("p", text(f"{counts.capitalize()} lost this turn: {losses}."), class_="losses"))
    for phase, happenings in groupby(turn.paragraphs, key=lambda one: one.phase):
        if phase:
            parts.append(tag("h3", text(phase), class_="phase"))
        listed = "".join(_happening(one, told.get(one.event_number) == turn.number) for one in happenings)
        parts.append(tag("ol", listed, class_="happenings"))
    return tag("section", *parts, aria_labelledby=f"turn-{turn.number}")


def _map(turn: TurnReport) -> str:
    """The picture bears its own words for those who cannot see it. On a phone it scrolls sideways, not the page."""
    picture = turn.map_svg if turn.map_svg.startswith("<svg") else tag("p", text(turn.map_svg))
    caption = f"The table after turn {turn.number}." if turn.number else "The table before the battle."
    return tag(
        "figure",
        tag("div", picture, class_="scroll", tabindex=0, role="region", aria_label=f"Map, {_called(turn).lower()}"),
        tag("figcaption", text(caption), tag("span", " Scroll the map sideways.", class_="hint")),
        class_="map",
    )


def _happening(one: Happening, linked: bool) -> str:
    lines = [tag("p", text(line), class_="detail" if place else None) for place, line in enumerate(one.text)]
    meta = []
    if one.dice:
        meta.append(f"Dice {tag('span', text(one.dice), class_='dice')}")
    if one.odds:
        meta.append(text(one.odds))
    if meta:
        lines.append(tag("span", "; ".join(meta), class_="meta"))
    if one.overruled:
        lines.append(tag("span", text(f"Overruled by the players: {one.overruled}"), class_="meta overruled"))
    if one.undone:
        lines.append(tag("span", "Taken back.", class_="meta"))
    return tag(
        "li",
        tag("span", str(one.event_number), class_="event"),
        *lines,
        id=f"event-{one.event_number}" if linked and not one.undone else None,
        class_="undone" if one.undone else None,
    )


def _units(side: SideSummary, counts: str) -> str:
    rows = [(text(unit.name), _of(unit.lost, unit.start), text(unit.end_state)) for unit in side.units]
    return _table(side.name, ("Unit", f"{counts.capitalize()} lost", "At the end"), rows) if rows else ""


def _dice(tallies: tuple[DiceTally, ...]) -> str:
    """Each face with its count; on average every face comes up as often as any other."""
    rows = []
    for tally in tallies:
        thrown = sum(tally.faces)
        most = max(*tally.faces, 1)
        bars = [f'{count}<span class="bar" style="width:{round(100 * count / most)}%"></span>' for count in tally.faces]
        average = sum(face * count for face, count in enumerate(tally.faces, 1)) / thrown if thrown else 0.0
        rows.append((text(tally.side), *bars, f"{thrown}", f"{thrown / 6:.1f}", f"{average:.2f}" if thrown else "–"))
    columns = ("Side", "1", "2", "3", "4", "5", "6", "Thrown", "Expected of each", "Mean (3.50)")
    return _table("How often each face was thrown", columns, rows)
