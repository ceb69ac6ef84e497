"""How answers reach the terminal: colour only where it is wanted, one JSON shape, complaints on standard error."""

import json
import os
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from miniatures.wording import Line

_DRESS: dict[str, dict[str, Any]] = {
    "head": {"bold": True},
    "total": {"fg": "cyan"},
    "result": {"fg": "green"},
    "warning": {"fg": "yellow"},
}


def coloured() -> bool:
    """Only on a terminal, and never against NO_COLOR."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def show(lines: "Iterable[Line]") -> None:
    colour = coloured()
    for line in lines:
        dress = _DRESS.get(line.kind)
        click.echo(click.style(line.text, **dress) if colour and dress else line.text, color=colour)


def show_json(data: Any) -> None:
    click.echo(json.dumps(data, indent=2, ensure_ascii=False))


def complain(lines: Iterable[str]) -> None:
    for line in lines:
        click.echo(line, err=True)


json_option = click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")
