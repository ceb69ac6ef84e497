"""The actions of a game, and its questions, as commands: their arguments come from the system's own models."""

import re
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_origin

import click

from miniatures.broken import BrokenInputError
from miniatures.cli import DICE_NEEDED, REFUSED
from miniatures.cli.action_words import games, in_each, known_actions
from miniatures.cli.output import complain, say, show, show_json
from miniatures.cli.resolving import ask_dice
from miniatures.faces import read_faces

if TYPE_CHECKING:
    from pydantic.fields import FieldInfo

    from miniatures.systems.playing import Action
    from miniatures.tracker import Performed, Playing, Proposed


def action_command(name: str, args: list[str]) -> click.Command | None:
    """The command for an action of the game whose file is named first; without one, of the first system that has it."""
    from miniatures.tracker import open_game

    file = next((word for word in args if not word.startswith("-")), None)
    if file is not None and Path(file).exists():
        playing = open_game(Path(file))
        action = playing.rules.find(name)
        if action is not None:
            return _command(action, playing)
        if name in known_actions():
            raise BrokenInputError(f"{file}: a game of {playing.system.name}, which has no {name}")
        return None
    every = [(title, actions[name]) for title, actions in games() if name in actions]
    return _command(every[0][1], None, every) if every else None


def _command(action: "Action", playing: "Playing | None", every: "Sequence[tuple[str, Action]]" = ()) -> click.Command:
    """Of one game; or, while no file says which, with the words that it has in each system."""
    fields = action.words.model_fields
    params: list[click.Parameter] = [click.Argument(["file"], type=click.Path(path_type=Path))]
    rows = []
    for key, field in fields.items():
        if field.is_required() or key in action.then:
            params.append(click.Argument([key], required=field.is_required()))
            rows.append(f"{key.upper()}: {field.description}")
        else:
            params.append(_option(key, field))
    params += _common()
    text = f"{action.summary[:1].upper()}{action.summary[1:]}.\n\n\b\n" + "\n".join(rows)
    if len(every) > 1:
        text = in_each(every)

    def run(**given: Any) -> None:
        _act(action, playing, given)

    return ActionCommand(action.name, params=params, callback=run, help=text)


class ActionCommand(click.Command):
    """A command whose words may be negative numbers, which click takes for options."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        return super().parse_args(ctx, [f" {word}" if re.fullmatch(r"-\d[\d.,-]*", word) else word for word in args])


def _option(key: str, field: "FieldInfo") -> click.Option:
    """A switch for what is true or false, a repeated option for a list, a plain one for the rest."""
    from miniatures.saying import kinds_of

    name = key.replace("_", "-")
    kinds = kinds_of(field.annotation)
    if bool in kinds:
        if type(None) in kinds:
            return click.Option([f"--{name}/--not-{name}", key], default=None, help=field.description)
        return click.Option([f"--{name}", key], is_flag=True, default=False, help=field.description)
    multiple = get_origin(field.annotation) is tuple
    return click.Option([f"--{name}", key], multiple=multiple, default=() if multiple else None, help=field.description)


def _common() -> list[click.Parameter]:
    return [
        click.Option(["--dice"], metavar="FACES", help="The faces thrown, in order, as in 4,3,6."),
        click.Option(["--roll"], is_flag=True, help="Let the program roll."),
        click.Option(["--seed"], type=int, help="Roll the same faces as another time."),
        click.Option(["--odds/--no-odds", "odds"], default=None, help="Tell the odds first, as before asking."),
        click.Option(["--only-odds"], is_flag=True, help="Tell the odds and do nothing."),
        click.Option(
            ["--set", "sets"], multiple=True, metavar="PLACE=VALUE", help="State a fact over the measured one."
        ),
        click.Option(["--overrule"], metavar="REASON", help="Go on against a refusal; the log says that you did."),
        click.Option(["--json", "as_json"], is_flag=True, help="Answer in JSON."),
    ]


def _act(action: "Action", playing: "Playing | None", given: dict[str, Any]) -> None:
    from miniatures.dice import fresh_seed
    from miniatures.saying import read_words
    from miniatures.tracker import open_game
    from miniatures.wording import Line

    if given["dice"] is not None and (given["roll"] or given["seed"] is not None):
        raise click.UsageError("--dice and --roll: typed-in dice or rolled ones, not both")
    if playing is None:
        playing = open_game(given["file"])
    as_json = given["as_json"]
    proposed = _proposed(playing, action, read_words(action, given), given["sets"], ask=not as_json)
    if not as_json:
        for note in proposed.plan.notes:
            say(note)
    if given["overrule"] is not None and not given["overrule"].strip():
        raise click.UsageError("--overrule: expected a reason, for the log")
    owing = any(one.must for one in playing.rules.board(playing.state).owed)
    seed = fresh_seed() if given["roll"] and given["seed"] is None else given["seed"]
    faces = read_faces(given["dice"] or "")
    wanted = given["odds"] if given["odds"] is not None else not faces and not as_json
    if given["only_odds"] or (action.asks and not faces and seed is None):
        _only_odds(playing, proposed, given["overrule"], as_json=as_json)
        return
    if wanted and proposed.procedure is not None:
        _tell_odds(playing, proposed, given["overrule"])
    done = _performed(playing, proposed, faces, seed, given["overrule"], ask=not as_json)
    if as_json:
        show_json(_envelope(done, seed))
    elif done.event is not None:
        _tell_event(playing, done, seed, owing)
    elif done.conclusion is not None:
        show(Line(sentence, "result") for sentence in done.conclusion.says)
        say(f"Nothing was written: {action.name} only asks.")
    if done.resolved is not None and done.resolved.needed is not None:
        click.get_current_context().exit(DICE_NEEDED)
    if done.refused:
        click.get_current_context().exit(REFUSED)


def _proposed(
    playing: "Playing", action: "Action", words: dict[str, Any], sets: Iterable[str], *, ask: bool
) -> "Proposed":
    """The action measured; what nobody knows is asked, one fact at a time."""
    from miniatures.tracker import FactsNeededError, propose

    stated = tuple(sets)
    while True:
        try:
            return propose(playing, action.name, words, stated)
        except FactsNeededError as unknown_facts:
            if not ask or sys.stdin is None or not sys.stdin.isatty():
                raise
            for place, what in unknown_facts.needed:
                click.echo(f"{place} ({what}): ", nl=False, err=True)
                line = sys.stdin.readline()
                if not line.strip():
                    raise
                stated = (*stated, f"{place}={line.strip()}")


def _tell_odds(playing: "Playing", proposed: "Proposed", overruled: str | None) -> None:
    """Before the throw; what is refused, or certain, has none."""
    from miniatures.tracker import expected
    from miniatures.wording import odds_lines

    before = expected(playing, proposed, overruled)
    if before is not None and before.odds is not None and before.odds.asked:
        show(line for line in odds_lines(before) if line.kind != "warning")
        say("")


def _only_odds(playing: "Playing", proposed: "Proposed", overruled: str | None, *, as_json: bool) -> None:
    from miniatures.answers import odds_envelope, plain
    from miniatures.tracker import expected, refusals_of
    from miniatures.wording import odds_lines, refusal_lines

    refusals = refusals_of(proposed)
    if refusals and overruled is None:
        if as_json:
            show_json({"refusals": [plain(refusal) for refusal in refusals], "overruled": None})
        else:
            show(refusal_lines(refusals, None))
        click.get_current_context().exit(REFUSED)
    before = expected(playing, proposed, overruled)
    if before is None:
        raise BrokenInputError(f"{proposed.action.name}: no dice are thrown for it, so there are no odds")
    if as_json:
        show_json({"action": proposed.action.name, "notes": list(proposed.plan.notes)} | odds_envelope(before))
    else:
        show(odds_lines(before))


def _performed(
    playing: "Playing", proposed: "Proposed", typed: list[int], seed: int | None, overruled: str | None, *, ask: bool
) -> "Performed":
    """Again from the start with each throw that is typed in, until nothing is needed."""
    from miniatures.dice import RandomDice, TableDice
    from miniatures.tracker import perform
    from miniatures.wording import needed_words, opening_lines, refusal_lines, throw_lines

    told: int | None = None
    while True:
        done = perform(playing, proposed, TableDice(typed) if seed is None else RandomDice(seed), overruled)
        if not ask:
            return done
        if done.resolved is None:
            if done.refusals:
                show(refusal_lines(done.refusals, done.overruled))
            return done
        if told is None:
            show(opening_lines(done.resolved))
            told = 0
        show(line for throw in done.resolved.throws[told:] for line in throw_lines(throw))
        told = len(done.resolved.throws)
        if done.resolved.needed is None:
            return done
        needed = done.resolved.needed
        faces = ask_dice(needed)
        if faces is None:
            complain([f"Dice needed: {needed_words(needed)}. Nothing was written."])
            return done
        typed = [*typed, *faces]


def _tell_event(playing: "Playing", done: "Performed", seed: int | None, owing: bool) -> None:
    """What it did; and what is owed, when something is or the last of it was just done."""
    from miniatures.game_wording import owed_lines
    from miniatures.wording import Line

    event = done.event
    assert event is not None
    show(Line(sentence, "result") for sentence in event.says if not sentence.startswith("Overruled"))
    rolled = f", rolled with --seed {seed}" if seed is not None and event.dice else ""
    say(f"Event {event.number}{rolled}.")
    board = playing.rules.board(playing.state)
    if owing or board.over or any(one.must for one in board.owed) or event.command == "next":
        show(owed_lines(board, str(playing.file.path)))


def _envelope(done: "Performed", seed: int | None) -> dict[str, Any]:
    import json

    from miniatures.answers import plain, resolve_envelope
    from miniatures.game import event_line

    envelope: dict[str, Any] = {"action": done.proposed.action.name, "notes": list(done.proposed.plan.notes)}
    if done.resolved is not None:
        envelope |= resolve_envelope(done.resolved)
    elif done.refusals:
        envelope |= {"refusals": [plain(refusal) for refusal in done.refusals], "overruled": done.overruled}
    if seed is not None:
        envelope["seed"] = seed
    envelope["event"] = json.loads(event_line(done.event)) if done.event is not None else None
    return envelope
