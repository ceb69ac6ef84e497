"""A game as a whole: replayed through the rules, branched, reported, and written as lines of text."""

import sys
from pathlib import Path

import click

from miniatures.broken import BrokenInputError
from miniatures.cli import REFUSED
from miniatures.cli.game import at_option, file_argument, game, opened
from miniatures.cli.output import json_option, say, show, show_json


@game.command()
@file_argument
@click.option("--to", "number", type=int, metavar="EVENT", help="Only as far as this event.")
@json_option
@click.pass_context
def replay(ctx: click.Context, file: Path, number: int | None, as_json: bool) -> None:
    """Play FILE again from its setup with the dice of its log, and say where the rules now come to something else."""
    from miniatures.game_wording import board_lines, event_words
    from miniatures.replaying import replayed
    from miniatures.wording import Line

    playing = opened(file)
    found = replayed(playing, number)
    if as_json:
        show_json(
            {"events": found.played, "differs": [{"event": one.number, "how": how} for one, how in found.differs]}
        )
    else:
        show(board_lines(playing.file.header.name, playing.rules.board(found.state), str(file)))
        actions = playing.rules.actions()
        show(Line(f"event {one.number}, {event_words(one, actions)}: {how}", "warning") for one, how in found.differs)
        agrees = "all come to the same" if not found.differs else f"{len(found.differs)} come to something else"
        say(f"{found.played} actions played again: {agrees}.")
    if found.differs:
        ctx.exit(REFUSED)


@game.command()
@file_argument
@click.argument("branch", type=click.Path(path_type=Path))
@at_option
def whatif(file: Path, branch: Path, number: int | None) -> None:
    """Copy FILE, as it is or as it stood after an event, into BRANCH: try there what might have been."""
    playing = opened(file)
    made = playing.file.branch(branch, number)
    say(f"{branch}: the game as after event {number or playing.file.head} of {file}, {len(made.line)} actions.")


@game.command()
@file_argument
@click.option("-o", "--output", type=click.Path(path_type=Path), required=True, help="The page to write.")
def report(file: Path, output: Path) -> None:
    """The battle report as a page: turn by turn in words, with maps, losses, dice and turning points."""
    from miniatures.draw.report import page
    from miniatures.files import write_whole
    from miniatures.reporting import report_of

    write_whole(output, page(report_of(opened(file))))
    say(f"Written: {output}")


@game.command()
@file_argument
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Where to write it; to the terminal if left out.")
def export(file: Path, output: Path | None) -> None:
    """FILE as lines of JSON that a person can read, and import can read back."""
    from miniatures.files import write_whole
    from miniatures.game import export_lines

    lines = "".join(f"{line}\n" for line in export_lines(opened(file).file))
    if output is None:
        say(lines, end="")
        return
    write_whole(output, lines)
    say(f"Written: {output}")


@game.command(name="import")
@click.argument("lines", type=click.Path(path_type=Path))
@file_argument
def import_game(lines: Path, file: Path) -> None:
    """The game that export wrote into LINES, as a new FILE; - reads standard input."""
    from miniatures.files import LARGEST_GAME, read_text
    from miniatures.game import import_lines

    if str(lines) == "-":
        if sys.stdin is None:
            raise BrokenInputError("standard input: closed; expected the lines of a game")
        text = sys.stdin.buffer.read().decode("utf-8", "replace")
    else:
        text = read_text(lines, largest=LARGEST_GAME)
    made = import_lines(text.split("\n"), file, str(lines))
    say(f"{file}: {len(made.events)} events.")
