"""Arguments that several commands share, and what the shell may complete for them."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click
from click.shell_completion import CompletionItem

from miniatures.broken import BrokenInputError
from miniatures.systems import SYSTEMS, Procedure, System, load_system

Command = TypeVar("Command", bound=Callable[..., Any])


def _complete_system(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    return [CompletionItem(name, help=listed.title) for name, listed in SYSTEMS.items() if name.startswith(incomplete)]


def _complete_procedure(ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    system = str(ctx.params.get("system"))
    if system not in SYSTEMS:
        return []
    procedures = load_system(system).procedures
    return [CompletionItem(name, help=p.summary) for name, p in procedures.items() if name.startswith(incomplete)]


def _complete_file(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    return [CompletionItem(incomplete, type="file")]


def _complete_army(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    from miniatures.rosters import ready_armies

    # Bash forgets the names that are offered beside "a file here", so files are offered only where no name fits.
    ready = [CompletionItem(name) for name in ready_armies() if name.startswith(incomplete)]
    return ready if ready and incomplete else [CompletionItem(incomplete, type="file")]


system_argument = click.argument("system", shell_complete=_complete_system)
procedure_argument = click.argument("procedure", shell_complete=_complete_procedure)


def army_argument(name: str) -> Callable[[Command], Command]:
    return click.argument(name, shell_complete=_complete_army)


options_option = click.option(
    "--option", "options", multiple=True, metavar="NAME=VALUE", help="Set one of the table's options."
)


def facts_arguments(command: Command) -> Command:
    """SYSTEM PROCEDURE [FACTS] and everything that may be said on top of the facts."""
    for dress in (
        click.option("--overrule", metavar="REASON", help="Go on against a refusal; the answer says that you did."),
        options_option,
        click.option(
            "--set",
            "sets",
            multiple=True,
            metavar="PLACE=VALUE",
            help='State or change a fact: firer.lost=3, or firer=mine.toml:"Blue longbowmen".',
        ),
        click.argument("facts", required=False, shell_complete=_complete_file),
        procedure_argument,
        system_argument,
    ):
        command = dress(command)
    return command


def stated(system_name: str, procedure_name: str) -> tuple[System, Procedure]:
    system = load_system(system_name)
    return system, system.procedure(procedure_name)


def read_source(facts: str | None, sets: tuple[str, ...], procedure: str) -> tuple[dict[str, Any], str, Path | None]:
    """The raw facts, what to call them in a complaint, and the folder that rosters may stand in."""
    from miniatures.files import read_data, read_stream

    if facts is None:
        if not sets:
            raise BrokenInputError(
                f"facts: none given for {procedure}; name a file, - for JSON on standard input, or use --set"
            )
        return {}, "facts", None
    if facts == "-":
        if sys.stdin is None:
            raise BrokenInputError("standard input: closed; expected JSON")
        return read_stream(sys.stdin.buffer), "standard input", None
    return read_data(Path(facts)), facts, Path(facts).parent
