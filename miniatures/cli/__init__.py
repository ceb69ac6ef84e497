"""The command line: words in, words out. Every command is loaded only when it is called."""

import os
import sys
from importlib import import_module
from typing import Any

import click

from miniatures import __version__
from miniatures.broken import BrokenInputError, unknown
from miniatures.cli.output import complain

#: Exit codes, the same for every command; 0 when all is well.
REFUSED, BROKEN, DICE_NEEDED, INTERRUPTED, CLOSED = 1, 2, 3, 130, 141

_EPILOG = """
\b
Exit codes: 0 all well; 1 the rules say no (an illegal list,
a refused action, nothing found); 2 broken input or usage;
3 more dice are needed; 130 interrupted; 141 nobody reads on.
"""


class LateGroup(click.Group):
    """A group whose commands live in modules that are imported when they are called."""

    def __init__(self, *args: Any, late: dict[str, str] | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._late = late or {}

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*self._late, *super().list_commands(ctx)]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name in self._late:
            command = getattr(import_module(f"miniatures.cli.{self._late[cmd_name]}"), cmd_name)
            assert isinstance(command, click.Command)
            return command
        return super().get_command(ctx, cmd_name)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0] if args else ""
        if name and not name.startswith("-") and name not in self.list_commands(ctx):
            ctx.fail(unknown(name, "a command", self.list_commands(ctx)))
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Broken input ends in its own lines and its own exit code, never in a traceback."""
        try:
            answer = super().invoke(ctx)
            if sys.stdout is not None:
                sys.stdout.flush()  # a full disk is found out here, while it can still be told
            return answer
        except BrokenInputError as error:
            complain(error.lines)
            ctx.exit(BROKEN)
        except click.exceptions.NoArgsIsHelpError:
            raise
        except click.UsageError as error:
            where = error.ctx.command_path if error.ctx else ctx.command_path
            complain([f"{where}: {error.format_message().replace(chr(10), ' ')} (--help tells more)"])
            ctx.exit(BROKEN)
        except (KeyboardInterrupt, click.Abort):
            complain(["interrupted"])
            ctx.exit(INTERRUPTED)
        except OSError as error:  # `| head -1` has seen enough, or the disk is full
            if not isinstance(error, BrokenPipeError):
                complain([f"the answer cannot be written ({error.strerror})"])
            sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - for the rest of this process
            ctx.exit(CLOSED if isinstance(error, BrokenPipeError) else BROKEN)


@click.group(
    cls=LateGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog=_EPILOG,
    late={
        "systems": "reference",
        "rules": "reference",
        "army": "army",
        "game": "gamefiles",
        "procedures": "reference",
        "facts": "reference",
        "resolve": "resolving",
        "odds": "chances",
        "serve": "serving",
        "completion": "reference",
    },
)
@click.version_option(__version__, prog_name="miniatures")
def run() -> None:
    """An assistant for playing the Wars of the Roses with miniatures.

    It prices armies, resolves shooting, melee and morale with the sum written out, and tells the exact odds
    before the dice are thrown. Start with: miniatures systems
    """
