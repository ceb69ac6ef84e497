"""Playing a game: begin it, look at it, take back, replay, report. What is done in it comes from the system."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from miniatures.broken import BrokenInputError, unknown
from miniatures.cli import LateGroup
from miniatures.cli.arguments import options_option
from miniatures.cli.output import json_option, say, show, show_json

if TYPE_CHECKING:
    from miniatures.tracker import Playing


class GameGroup(LateGroup):
    """The commands below, and the actions of whichever system the game's file was begun with."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0] if args else ""
        if name.startswith("-") or self.get_command(ctx, name) is not None:
            return super().resolve_command(ctx, args)
        from miniatures.cli.acting import action_command
        from miniatures.cli.action_words import known_actions

        command = action_command(name, args[1:])
        if command is None:
            ctx.fail(unknown(name, "a command", [*super().list_commands(ctx), *known_actions()]))
        return name, command, args[1:]

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - in the order of a game
        return list(self.commands)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        super().format_commands(ctx, formatter)
        from miniatures.cli.action_words import action_rows

        for title, rows in action_rows():
            with formatter.section(f"Actions in {title} (behind each: FILE, then its words)"):
                formatter.write_dl(rows)


@click.group(cls=GameGroup)
def game() -> None:
    """Play a game: the tracker keeps turns, casualties, morale and places, and every action can be taken back."""


file_argument = click.argument("file", type=click.Path(path_type=Path))
at_option = click.option("--at", "number", type=int, metavar="EVENT", help="As it stood after this event of the log.")


def opened(file: Path, *, writing: bool = False) -> "Playing":
    from miniatures.tracker import open_game

    return open_game(file, writing=writing)


def _state(playing: "Playing", number: int | None) -> Any:
    return playing.state if number is None else playing.state_at(number)


@game.command()
@file_argument
@click.option("--army", "armies", multiple=True, metavar="ROSTER", help="An army, twice: a file or a ready army.")
@click.option("--table", metavar="TABLE", help="A table: a file or a ready one. Without it the game has no map.")
@options_option
@click.option("--name", default="", help="What the game is called; the name of its file unless stated.")
@json_option
def new(
    file: Path, armies: tuple[str, ...], table: str | None, options: tuple[str, ...], name: str, as_json: bool
) -> None:
    """Begin a game in a new FILE: --army towton-york --army towton-lancaster --table towton"""
    from miniatures.game_wording import board_lines
    from miniatures.tables import load_table
    from miniatures.tracker import new_game
    from miniatures.wording import Line

    playing = new_game(file, armies, load_table(table) if table else None, options, name)
    if as_json:
        show_json({"game": str(file), "system": playing.system.name, "event": 1})
        return
    show(
        Line(sentence, "warning" if "army check" in sentence else "result") for sentence in playing.file.events[0].says
    )
    show(board_lines(playing.file.header.name, playing.rules.board(playing.state), str(file)))


@game.command()
@click.argument("name", required=False)
@json_option
def tables(name: str | None, as_json: bool) -> None:
    """The ready tables; with NAME the file of one, to change: miniatures game tables field > mine.toml"""
    from miniatures.tables import find_table, load_table, ready_tables

    if name is not None:
        say(find_table(name).read_text(encoding="utf-8"), end="")
        return
    found = [{"table": name, "name": load_table(name).name} for name in ready_tables()]
    if as_json:
        show_json(found)
        return
    for one in found:
        say(f"{one['table']:<12} {one['name']}")


@game.command(name="show")
@file_argument
@at_option
@json_option
def show_game(file: Path, number: int | None, as_json: bool) -> None:
    """How FILE stands: turn, event, every unit, and what is still owed."""
    from miniatures.game_wording import board_data, board_lines

    playing = opened(file)
    board = playing.rules.board(_state(playing, number))
    if as_json:
        show_json({"game": playing.file.header.name, "event": number or playing.file.head} | board_data(board))
        return
    show(board_lines(playing.file.header.name, board, str(file)))


@game.command(name="map")
@file_argument
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Where to write it; to the terminal if left out.")
@click.option("--png", "as_png", is_flag=True, help="A PNG instead of an SVG.")
@click.option("--width", type=click.IntRange(200, 4000), default=960, help="Pixels across.")
@at_option
def draw_map(file: Path, output: Path | None, as_png: bool, width: int, number: int | None) -> None:
    """The table of FILE to scale, as SVG or PNG."""
    from miniatures.draw.png import png
    from miniatures.draw.table import svg
    from miniatures.files import write_bytes_whole

    playing = opened(file)
    scene = playing.rules.scene(_state(playing, number))
    if scene.table is None:
        raise BrokenInputError(f"{file}: this game has no map; begin it with --table to have one")
    as_png = as_png or (output is not None and output.suffix.lower() == ".png")
    if output is not None and output.suffix.lower() not in (".svg", ".png", ""):
        raise click.UsageError(f"-o {output}: expected a name that ends with .svg or .png")
    if as_png and output is None:
        raise click.UsageError("--png needs -o FILE: a picture cannot be shown as text")
    text = svg(scene, width=width)
    if output is None:
        say(text)
        return
    write_bytes_whole(output, png(text) if as_png else text.encode("utf-8"))
    say(f"Written: {output}")


@game.command()
@file_argument
@click.argument("unit")
@json_option
def options(file: Path, unit: str, as_json: bool) -> None:
    """What UNIT may do now, and what it may not, with every reason."""
    from miniatures.answers import plain
    from miniatures.game_wording import choice_lines

    playing = opened(file)
    found = playing.rules.choices(playing.state, unit)
    if as_json:
        show_json([plain(choice) for choice in found])
        return
    show(choice_lines(_whole_name(playing, unit), found, str(file)))


def _whole_name(playing: "Playing", word: str) -> str:
    """A unit or commander as the board calls him, of whom as much was typed as is clear."""
    from miniatures.naming import find

    board = playing.rules.board(playing.state)
    names = [unit.name for side in board.sides for wing in side.wings for unit in wing.units]
    names += [leader for side in board.sides for leader in (side.commander, *(wing.leader for wing in side.wings))]
    try:
        return find(word, tuple(dict.fromkeys(filter(None, names))), "a unit of this game")
    except BrokenInputError:
        return word


@game.command()
@file_argument
@json_option
def undo(file: Path, as_json: bool) -> None:
    """Take back the last action. It stays in the log, and redo brings it again."""
    _along(file, "undo", as_json)


@game.command()
@file_argument
@json_option
def redo(file: Path, as_json: bool) -> None:
    """Bring again what undo took back."""
    _along(file, "redo", as_json)


def _along(file: Path, way: str, as_json: bool) -> None:
    from miniatures.game_wording import event_words

    playing = opened(file, writing=True)
    log = playing.file
    event = log.undo() if way == "undo" else log.redo()
    meant = log.events[int(event.words["event"]) - 1]
    if as_json:
        show_json({"event": event.number, way: meant.number, "command": meant.command, "words": dict(meant.words)})
        return
    told = event_words(meant, playing.rules.actions())
    say(f"{'Taken back' if way == 'undo' else 'Brought again'}: {told} (event {meant.number})")
    board = playing.rules.board(playing.state)
    say(f"It is {f'turn {board.turn}, ' if board.turn else ''}{board.explains}.")


@game.command()
@file_argument
@click.argument("event", type=int, required=False)
@json_option
def log(file: Path, event: int | None, as_json: bool) -> None:
    """Everything that happened; with EVENT that one alone, its sums written out again."""
    from miniatures.game import event_line
    from miniatures.game_wording import log_lines
    from miniatures.replaying import sums_of

    playing = opened(file)
    events = playing.file.events
    if event is not None:
        if not 1 <= event <= len(events):
            raise BrokenInputError(f"event: {event} is not in the log; it has {len(events)}")
        events = [events[event - 1]]
    if as_json:
        import json

        show_json([json.loads(event_line(one)) for one in events])
        return
    show(log_lines(events, {one.number for one in playing.file.line}, playing.rules.actions()))
    if event is not None:
        from miniatures.wording import opening_lines, throw_lines

        answer = sums_of(playing, events[0])
        if answer is not None:
            show(opening_lines(answer))
            show(line for throw in answer.throws for line in throw_lines(throw))
