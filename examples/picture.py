"""Draws the pictures of the README: charge.svg, what the terminal shows for the charge in charge.toml, and of each
battle that is recorded beside it the table as a turn ends: towton.svg from towton.jsonl, after the fourth.

Run it with:  python examples/picture.py
"""

from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory

from miniatures.answers import resolve
from miniatures.dice import TableDice
from miniatures.draw.table import svg
from miniatures.files import read_data
from miniatures.game import import_lines
from miniatures.stating import state_facts
from miniatures.systems import load_system
from miniatures.tracker import open_game
from miniatures.wording import Line, ending_lines, throw_lines

HERE = Path(__file__).parent
COLOURS = {"head": "#ffffff", "sum": "#c8c8c8", "total": "#7fd7d7", "result": "#8fdc8f"}
HEIGHT, LEFT, FIRST = 19, 16, 52
#: The turns worth a picture.
TURNS = {"towton": 4, "barnet": 4, "tewkesbury": 4}
NO_BREAK = "&#160;"  # SVG folds plain spaces, and the sum must stand in its columns


def drawn_line(line: Line, height: int) -> str:
    weight = ' font-weight="bold"' if line.kind == "head" else ""
    text = escape(line.text).replace(" ", NO_BREAK)
    return f'<text x="{LEFT}" y="{height}" fill="{COLOURS[line.kind]}"{weight}>{text}</text>'


def drawn() -> str:
    warfare = load_system("warfare")
    melee = warfare.procedure("melee")
    facts = state_facts(warfare, melee, read_data(HERE / "charge.toml"), beside=HERE)
    answer = resolve(warfare, melee, facts, TableDice([3, 4, 5, 2, 4]))
    lines = [Line("$ miniatures resolve warfare melee examples/charge.toml --dice 3,4,5,2,4", "sum")]
    lines += [line for throw in answer.throws for line in throw_lines(throw)]
    lines += ending_lines(answer)
    width = 24 + max(len(line.text) for line in lines) * 8
    height = FIRST + len(lines) * HEIGHT + 8
    texts = [drawn_line(line, FIRST + number * HEIGHT) for number, line in enumerate(lines)]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
            ' font-family="ui-monospace, DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="13">',
            "<title>A charge resolved, with its sum written out</title>",
            f'<rect width="{width}" height="{height}" rx="8" fill="#20242b"/>',
            '<circle cx="20" cy="18" r="6" fill="#b3423a"/><circle cx="40" cy="18" r="6" fill="#d9d4c7"/>',
            *texts,
            "</svg>",
            "",
        ]
    )


def mapped(battle: str = "towton") -> str:
    """The table as the turn worth a picture ends, or the last that was played."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"{battle}.game"
        import_lines((HERE / f"{battle}.jsonl").read_text(encoding="utf-8").split("\n"), path)
        playing = open_game(path, writing=False)
        states = [playing.state_at(event.number) for event in playing.file.line]
    played = [state for state in states if playing.rules.board(state).turn <= TURNS.get(battle, 1)]
    return svg(playing.rules.scene(played[-1]), width=960)


if __name__ == "__main__":
    for lines in sorted(HERE.glob("*.jsonl")):
        lines.with_suffix(".svg").write_text(mapped(lines.stem), encoding="utf-8")
    (HERE / "charge.svg").write_text(drawn(), encoding="utf-8")
