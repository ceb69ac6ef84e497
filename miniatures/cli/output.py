"""How answers reach the terminal: colour only where it is wanted, one JSON shape, complaints on standard error."""

import json
import os
import shutil
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


def on_terminal() -> bool:
    return sys.stdout is not None and sys.stdout.isatty()


def coloured() -> bool:
    """Only on a terminal, and never against NO_COLOR."""
    return on_terminal() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def say(text: str, *, colour: bool = False, end: str = "\n") -> None:
    """To standard output, with a question mark for what it cannot write."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    click.echo(text.encode(encoding, "replace").decode(encoding) + end, nl=False, color=colour)


def folded(text: str, width: int) -> str:
    """A long line folded under itself, so that the sum stays a column on a phone."""
    if len(text) <= width:
        return text
    import re  # imported late: most lines fit
    import textwrap

    column = re.match(r" +(?:[-+=]|\d)[\d.]*  ", text)  # a line of a sum: its words stand in a column
    indent = len(column[0]) if column else len(text) - len(text.lstrip()) + 2
    hanging = " " * min(indent, width // 2)
    return textwrap.fill(text, width, subsequent_indent=hanging, break_long_words=False, break_on_hyphens=False)


def show(lines: "Iterable[Line]") -> None:
    """Folded and coloured for a terminal, bare for a file or a pipe."""
    colour = coloured()
    width = shutil.get_terminal_size().columns if on_terminal() else 0
    for line in lines:
        text = folded(line.text, width) if width >= 20 else line.text
        dress = _DRESS.get(line.kind)
        say(click.style(text, **dress) if colour and dress else text, colour=colour)


def show_json(data: Any) -> None:
    whole = (getattr(sys.stdout, "encoding", None) or "utf-8").lower().startswith("utf")
    say(json.dumps(data, indent=2, ensure_ascii=not whole))


def complain(lines: Iterable[str]) -> None:
    for line in lines:
        click.echo(line.encode("utf-8", "replace").decode("utf-8"), err=True)


json_option = click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")
