"""Resolving a procedure: dice typed in, asked for one throw at a time, or rolled by the program."""

import sys
from typing import TYPE_CHECKING, Any

import click

from miniatures.broken import BrokenInputError
from miniatures.cli import DICE_NEEDED, REFUSED
from miniatures.cli.arguments import facts_arguments, read_source, stated
from miniatures.cli.output import complain, json_option, say, show, show_json
from miniatures.faces import read_faces

if TYPE_CHECKING:
    from miniatures.answers import Resolved
    from miniatures.dice import DiceNeededError
    from miniatures.systems import Procedure, System


@click.command()
@facts_arguments
@click.option("--dice", metavar="FACES", help="The faces thrown, in order, as in 4,3,6.")
@click.option("--roll", is_flag=True, help="Let the program roll.")
@click.option("--seed", type=int, help="Roll the same faces as another time.")
@click.option("--odds", "with_odds", is_flag=True, help="Tell the odds first.")
@json_option
@click.pass_context
def resolve(
    ctx: click.Context,
    system: str,
    procedure: str,
    facts: str | None,
    sets: tuple[str, ...],
    options: tuple[str, ...],
    overrule: str | None,
    dice: str | None,
    roll: bool,
    seed: int | None,
    with_odds: bool,
    as_json: bool,
) -> None:
    """Resolve shooting, melee, morale and the rest.

    FACTS is a TOML file, or - for JSON on standard input; miniatures facts SYSTEM PROCEDURE shows an example.
    Without --dice or --roll it asks for each throw as it is needed.
    """
    from miniatures.answers import chances, odds_envelope, resolve_envelope
    from miniatures.dice import fresh_seed
    from miniatures.stating import state_facts
    from miniatures.wording import odds_lines

    if dice is not None and (roll or seed is not None):
        raise click.UsageError("--dice and --roll: typed-in dice or rolled ones, not both")
    loaded, found = stated(system, procedure)
    data, name, beside = read_source(facts, sets, procedure)
    known = state_facts(loaded, found, data, name=name, beside=beside, sets=sets, options=options)
    if roll and seed is None:
        seed = fresh_seed()
    before = chances(loaded, found, known, overruled=overrule) if with_odds else None
    if before and before.odds and not as_json:
        show(odds_lines(before))
        say("")
    answer = _resolved(loaded, found, known, read_faces(dice or ""), seed, overrule, ask=not as_json)
    if as_json:
        envelope = resolve_envelope(answer)
        if seed is not None:
            envelope["seed"] = seed
        if before and before.odds:
            envelope["odds"] = odds_envelope(before)
        show_json(envelope)
    elif seed is not None and answer.throws:
        say(f"Rolled with --seed {seed}.")
    if answer.needed:
        ctx.exit(DICE_NEEDED)
    if answer.refused:
        ctx.exit(REFUSED)


def _resolved(
    system: "System",
    procedure: "Procedure",
    facts: Any,
    typed: list[int],
    seed: int | None,
    overruled: str | None,
    *,
    ask: bool,
) -> "Resolved":
    """Run the procedure, again from the start with each throw that is typed in, until nothing is needed."""
    from miniatures.answers import resolve as resolve_once
    from miniatures.dice import RandomDice, TableDice
    from miniatures.wording import ending_lines, needed_words, opening_lines, throw_lines

    told: int | None = None
    while True:
        dice = TableDice(typed) if seed is None else RandomDice(seed)
        answer = resolve_once(system, procedure, facts, dice, overruled)
        if not ask:
            return answer
        if told is None:
            show(opening_lines(answer))
            told = 0
        show(line for throw in answer.throws[told:] for line in throw_lines(throw))
        told = len(answer.throws)
        if answer.needed is None:
            show(ending_lines(answer))
            return answer
        faces = ask_dice(answer.needed)
        if faces is None:
            complain([f"Dice needed: {needed_words(answer.needed)}."])
            return answer
        typed = [*typed, *faces]


def ask_dice(needed: "DiceNeededError") -> list[int] | None:
    """One throw from the players; None when nobody answers."""
    from miniatures.wording import needed_words

    count, marks = needed.count, needed.marks
    while True:
        click.echo(f"{needed_words(needed)}: ", nl=False, err=True)
        line = sys.stdin.readline() if sys.stdin is not None else ""
        if not line:
            click.echo(err=True)
            return None
        try:
            faces = read_faces(line)
        except BrokenInputError as error:
            complain(error.lines)
            continue
        if len(faces) == count and all(face in marks for face in faces):
            return faces
        complain([f"dice: expected {count} of {min(marks)} to {max(marks)}, found {line.strip() or 'nothing'}"])
