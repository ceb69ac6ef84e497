"""Building an army: start a roster, check it, price it, hold two side by side."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from miniatures.cli import REFUSED
from miniatures.cli.arguments import army_argument, options_option, system_argument
from miniatures.cli.output import json_option, say, show, show_json
from miniatures.systems import load_system

if TYPE_CHECKING:
    from miniatures.army import ArmySheet, Finding, UnitPrice
    from miniatures.rosters import LoadedRoster
    from miniatures.wording import Line


@click.group()
def army() -> None:
    """Build, check, price and compare armies."""


def _load(reference: str, options: tuple[str, ...]) -> "LoadedRoster":
    from miniatures.faults import read_model
    from miniatures.rosters import load_roster
    from miniatures.stating import set_options

    loaded = load_roster(reference)
    if not options:
        return loaded
    data = {**loaded.data, "options": set_options(loaded.system, loaded.data.get("options", {}), options)}
    return loaded._replace(roster=read_model(loaded.system.army.roster, data, loaded.name))


@army.command()
@system_argument
def new(system: str) -> None:
    """Print a commented starter roster: miniatures army new warfare > mine.toml"""
    text = (load_system(system).folder / "starter.toml").read_text(encoding="utf-8")
    say(text, end="")


@army.command(name="list")
@json_option
def list_armies(as_json: bool) -> None:
    """The ready armies that come with the program."""
    from miniatures.rosters import ready_armies

    found = [{"army": name, "system": path.parent.name} for name, path in ready_armies().items()]
    if as_json:
        show_json(found)
        return
    for one in found:
        say(f"{one['army']:<20} {one['system']}")


@army.command()
@army_argument("roster")
@options_option
@click.option("--stamp", "stamped", is_flag=True, help="If legal, write the version of the rules data into the file.")
@json_option
@click.pass_context
def check(ctx: click.Context, roster: str, options: tuple[str, ...], stamped: bool, as_json: bool) -> None:
    """Is ROSTER legal? Every finding with its unit, rule and cure. Exit code 0 legal, 1 not, 2 broken file."""
    from miniatures.army import legal
    from miniatures.rosters import stamp

    loaded = _load(roster, options)
    found = loaded.system.army.findings(loaded.roster)
    if stamped and legal(found):
        stamp(loaded)
        loaded = _load(roster, options)
        found = loaded.system.army.findings(loaded.roster)
    priced = loaded.system.army.sheet(loaded.roster)
    if as_json:
        show_json(
            {
                "system": loaded.system.name,
                "name": priced.name,
                "legal": legal(found),
                "points": priced.points,
                "agreed": priced.agreed,
                "checked_with": loaded.system.data_version,
                "findings": [finding._asdict() for finding in found],
            }
        )
    else:
        show(_finding_lines(priced, found, loaded.system.data_version))
    if not legal(found):
        ctx.exit(REFUSED)


def _finding_lines(priced: "ArmySheet", found: "list[Finding] | Any", version: str) -> "Iterator[Line]":
    from miniatures.army import legal
    from miniatures.wording import Line

    yield Line(f"{priced.name}: {priced.points} of {priced.agreed} points", "head")
    for finding in found:
        unit = f"{finding.unit}: " if finding.unit else ""
        text = f"  {finding.severity:<8} {unit}{finding.message} ({finding.rule}). Cure: {finding.cure}."
        yield Line(text, "note" if finding.severity == "note" else "warning")
    errors = sum(finding.severity == "error" for finding in found)
    verdict = "Legal" if legal(found) else f"Not legal: {errors} error{'' if errors == 1 else 's'}"
    yield Line(f"{verdict}, checked with rules data {version}.", "result" if legal(found) else "warning")


@army.command(name="show")
@army_argument("roster")
@options_option
@json_option
def show_army(roster: str, options: tuple[str, ...], as_json: bool) -> None:
    """The units of ROSTER, what each figure and unit costs and why, and the total against the limit."""
    loaded = _load(roster, options)
    priced = loaded.system.army.sheet(loaded.roster)
    if as_json:
        show_json(_sheet_data(priced))
    else:
        show(_sheet_lines(priced, loaded.system.title))


def _sheet_lines(priced: "ArmySheet", title: str) -> "Iterator[Line]":
    from miniatures.wording import Line

    yield Line(f"{priced.name} ({title})", "head")
    if priced.commander:
        yield Line(f"Commander-in-chief: {priced.commander}")
    for group in priced.groups:
        led = f", led by {group.leader}" if group.leader else ", without a leader"
        order = f", to {group.order}" if group.order else ""
        yield Line(f"{group.name}{led}{order}: {group.points} points", "head")
        for unit in group.units:
            yield Line(f"  {unit.name}: {unit.points} points")
            yield Line(f"      {unit.description}")
            for line in _price_lines(unit):
                yield Line(f"      {line}", "sum")
    if priced.leaders:
        yield Line(
            f"{priced.leaders.number} leaders: {priced.leaders.points} points ({priced.leaders.each.modifiers[0].rule})"
        )
    left = priced.agreed - priced.points
    rest = f"{left} left" if left >= 0 else f"{-left} too many"
    yield Line(f"Total {priced.points} of {priced.agreed} points agreed, {rest}", "result")
    if priced.checked_with:
        yield Line(f"Checked with rules data {priced.checked_with}")


def _price_lines(unit: "UnitPrice") -> Iterator[str]:
    for priced in unit.prices:
        terms = " ".join(f"{line.value:+g} {line.because} ({line.rule})" for line in priced.each.modifiers).lstrip("+")
        yield f"{terms} = {priced.each.total:g}; {priced.number} {priced.what}: {priced.points}"


def _sheet_data(priced: "ArmySheet") -> dict[str, Any]:
    def figures(unit: "UnitPrice") -> list[dict[str, Any]]:
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


@army.command()
@army_argument("roster")
@army_argument("other")
@options_option
@json_option
def compare(roster: str, other: str, options: tuple[str, ...], as_json: bool) -> None:
    """Two armies side by side: points, units, figures, arms and armour."""
    from miniatures.broken import BrokenInputError
    from miniatures.wording import Line, columns

    first, second = _load(roster, options), _load(other, options)
    if first.system.name != second.system.name:
        raise BrokenInputError(f"{other}: a roster of {second.system.name}; {roster} is one of {first.system.name}")
    sheets = [loaded.system.army.sheet(loaded.roster) for loaded in (first, second)]
    if as_json:
        show_json({"system": first.system.name, "armies": [_sheet_data(one) for one in sheets]})
        return
    rows = [["", *(one.name for one in sheets)], ["points", *(f"{one.points} of {one.agreed}" for one in sheets)]]
    for tally in sheets[0].tallies:
        rows.append([tally, *(str(one.tallies[tally]) for one in sheets)])
    lines = list(columns(rows))
    show([Line(lines[0], "head"), *(Line(line) for line in lines[1:])])
