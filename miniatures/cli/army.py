"""Building an army: start a roster, check it, price it, hold two side by side."""

from typing import TYPE_CHECKING

import click

from miniatures.cli import REFUSED
from miniatures.cli.arguments import army_argument, options_option, system_argument
from miniatures.cli.output import json_option, say, show, show_json
from miniatures.systems import load_system

if TYPE_CHECKING:
    from miniatures.rosters import LoadedRoster


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
    from miniatures.army_wording import finding_data, finding_lines
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
                "findings": [finding_data(finding) for finding in found],
            }
        )
    else:
        show(finding_lines(priced, found, loaded.system.data_version))
    if not legal(found):
        ctx.exit(REFUSED)


@army.command(name="show")
@army_argument("roster")
@options_option
@json_option
def show_army(roster: str, options: tuple[str, ...], as_json: bool) -> None:
    """The units of ROSTER, what each figure and unit costs and why, and the total against the limit."""
    from miniatures.army_wording import sheet_data, sheet_lines

    loaded = _load(roster, options)
    priced = loaded.system.army.sheet(loaded.roster)
    if as_json:
        show_json(sheet_data(priced))
    else:
        show(sheet_lines(priced, loaded.system.title))


@army.command()
@army_argument("roster")
@army_argument("other")
@options_option
@json_option
def compare(roster: str, other: str, options: tuple[str, ...], as_json: bool) -> None:
    """Two armies side by side: points, units, figures, arms and armour."""
    from miniatures.army_wording import sheet_data, tally_rows
    from miniatures.broken import BrokenInputError
    from miniatures.wording import Line, columns

    first, second = _load(roster, options), _load(other, options)
    if first.system.name != second.system.name:
        raise BrokenInputError(f"{other}: a roster of {second.system.name}; {roster} is one of {first.system.name}")
    sheets = [loaded.system.army.sheet(loaded.roster) for loaded in (first, second)]
    if as_json:
        show_json({"system": first.system.name, "armies": [sheet_data(one) for one in sheets]})
        return
    lines = list(columns(tally_rows(sheets)))
    show([Line(lines[0], "head"), *(Line(line) for line in lines[1:])])
