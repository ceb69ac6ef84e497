"""Armies in words: what is found in a list, and its sheet, for terminal and page alike."""

from collections.abc import Iterator, Sequence
from typing import Any

from miniatures.army import ArmySheet, Finding, UnitPrice, legal
from miniatures.wording import Line
from miniatures.words import counted


def finding_lines(priced: ArmySheet, found: Sequence[Finding], version: str) -> Iterator[Line]:
    """Every finding with its unit, rule and cure, and whether the list is legal."""
    yield Line(f"{priced.name}: {spent(priced)}", "head")
    for finding in found:
        unit = f"{finding.unit}: " if finding.unit else ""
        text = f"  {finding.severity:<8} {unit}{finding.message} ({finding.rule}). Cure: {finding.cure}."
        yield Line(text, "note" if finding.severity == "note" else "warning")
    yield Line(f"{verdict(found)}, checked with rules data {version}.", "result" if legal(found) else "warning")


def spent(priced: ArmySheet) -> str:
    """`485 of 500 points`, or that the table plays without."""
    return f"{priced.points} of {priced.agreed} {priced.currency}" if priced.currency else "without points"


def verdict(found: Sequence[Finding]) -> str:
    """Whether a list is legal."""
    errors = sum(finding.severity == "error" for finding in found)
    return f"Not legal: {counted(errors, 'error')}" if errors else "Legal"


def finding_data(finding: Finding) -> dict[str, Any]:
    """A finding as JSON knows it: its place as --set spells it, and what a tap on the page would do about it."""
    place = ".".join(str(step) for step in finding.place)
    return finding._asdict() | {"place": place, "mends": [mend.label for mend in finding.mends]}


def sheet_lines(priced: ArmySheet, title: str) -> Iterator[Line]:
    """The army as it is printed: battles, units, and every price as a sum."""
    yield Line(f"{priced.name} ({title})", "head")
    if priced.commander:
        yield Line(f"Commander-in-chief: {priced.commander}")
    for group in priced.groups:
        led = f", led by {group.leader}" if group.leader else ", without a leader"
        order = f", to {group.order}" if group.order else ""
        yield Line(f"{group.name}{led}{order}{_cost(group.points, priced)}", "head")
        for unit in group.units:
            yield Line(f"  {unit.name}{_cost(unit.points, priced)}")
            yield Line(f"      {unit.description}")
            for line in price_lines(unit):
                yield Line(f"      {line}", "sum")
    if priced.leaders:
        yield Line(
            f"{priced.leaders.number} leaders{_cost(priced.leaders.points, priced)}"
            f" ({priced.leaders.each.modifiers[0].rule})"
        )
    if priced.currency:
        left = priced.agreed - priced.points
        rest = f"{left} left" if left >= 0 else f"{-left} too many"
        yield Line(f"Total {priced.points} of {priced.agreed} {priced.currency} agreed, {rest}", "result")
    if priced.checked_with:
        yield Line(f"Checked with rules data {priced.checked_with}")


def _cost(points: int, priced: ArmySheet) -> str:
    return f": {points} {priced.currency}" if priced.currency else ""


def price_lines(unit: UnitPrice) -> Iterator[str]:
    """Every price of a unit as its sum."""
    for priced in unit.prices:
        terms = " ".join(f"{line.value:+g} {line.because} ({line.rule})" for line in priced.each.modifiers).lstrip("+")
        yield f"{terms} = {priced.each.total:g}; {priced.number} {priced.what}: {priced.points}"


def sheet_data(priced: ArmySheet) -> dict[str, Any]:
    """The same as JSON knows it."""

    def figures(unit: UnitPrice) -> list[dict[str, Any]]:
        return [
            {
                "what": one.what,
                "figures": one.number,
                "points_each": one.each.total,
                "points": one.points,
                "sum": [{"value": m.value, "rule": m.rule, "because": m.because} for m in one.each.modifiers],
            }
            for one in unit.prices
        ]

    return {
        "system": priced.system,
        "name": priced.name,
        "commander": priced.commander,
        "checked_with": priced.checked_with,
        "currency": priced.currency,
        "agreed": priced.agreed,
        "points": priced.points,
        "leaders_points": priced.leaders.points if priced.leaders else 0,
        "wings": [
            {
                "name": group.name,
                "leader": group.leader,
                "order": group.order,
                "points": group.points,
                "units": [
                    {**u.data, "description": u.description, "points": u.points, "prices": figures(u)}
                    for u in group.units
                ],
            }
            for group in priced.groups
        ],
        "tallies": dict(priced.tallies),
    }


def tally_rows(sheets: Sequence[ArmySheet]) -> list[list[str]]:
    """Armies side by side: a heading row, the points, then a row for each count."""
    rows = [["", *(one.name for one in sheets)]]
    if any(one.currency for one in sheets):
        words = " or ".join(dict.fromkeys(one.currency for one in sheets if one.currency))
        rows += [[words, *(f"{one.points} of {one.agreed}" if one.currency else "-" for one in sheets)]]
    rows += [[tally, *(str(one.tallies[tally]) for one in sheets)] for tally in sheets[0].tallies]
    return rows
