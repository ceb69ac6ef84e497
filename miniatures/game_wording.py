"""A game in sentences: the board, the choices of a unit, the log. For the terminal and the page alike."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from miniatures.answers import plain
from miniatures.game import Event
from miniatures.systems.playing import Action, Board, Choice
from miniatures.wording import Line, sum_lines


def typed(how: str, file: str) -> str:
    """An action as it is typed for this game's file."""
    action, _, words = how.partition(" ")
    return f"miniatures game {action} {_quoted(file)}{f' {words}' if words else ''}"


def _quoted(word: str) -> str:
    return f'"{word}"' if " " in word else word


def board_lines(title: str, board: Board, file: str) -> Iterator[Line]:
    turn = f"turn {board.turn}, " if board.turn else ""
    yield Line(f"{title}: {turn}{board.explains}", "head")
    if board.over:
        yield Line(board.over, "result")
    for side in board.sides:
        yield Line(f"{side.name}{f', under {side.commander}' if side.commander else ''}", "head")
        for wing in side.wings:
            led = f", {wing.leader}" if wing.leader else ""
            yield Line(f"  {wing.name}{led}: {wing.order}", "total")
            width = max((len(unit.name) for unit in wing.units), default=0)
            for unit in wing.units:
                words = f"    {unit.name:<{width}}  {unit.strength:>6}  {unit.state}"
                yield Line(words + (f" ({unit.note})" if unit.note else ""), "note" if not unit.lost else "sum")
    for line in board.score:
        yield Line(line)
    yield from owed_lines(board, file)


def owed_lines(board: Board, file: str) -> Iterator[Line]:
    if board.over:
        yield Line(f"The battle is over: {typed('report', file)} -o report.html")
        return
    must = [one for one in board.owed if one.must]
    may = [one for one in board.owed if not one.must]
    if must:
        yield Line("To be done before the next step", "head")
        yield from (Line(f"  {one.unit}: {one.what} ({one.rule}). {typed(one.how, file)}", "warning") for one in must)
    if may:
        yield Line("Not to be forgotten", "head")
        yield from (Line(f"  {one.unit}: {one.what} ({one.rule}). {typed(one.how, file)}") for one in may)
    if not must:
        yield Line(f"Nothing holds up the next step: {typed('next', file)}")


def board_data(board: Board) -> dict[str, Any]:
    data = plain(board)
    assert isinstance(data, dict)
    return data


def choice_lines(unit: str, choices: Sequence[Choice], file: str) -> Iterator[Line]:
    yield Line(unit, "head")
    for choice in choices:
        if choice.kind == "note":
            yield Line(f"       {choice.what}")
        elif not choice.refusals:
            how = f": {typed(choice.how, file)}" if choice.how else ""
            yield Line(f"  yes  {choice.what}{how}", "result")
            for made in choice.sums:  # one alone needs no heading: the choice says what it is of
                lines = list(sum_lines(made))[len(choice.sums) == 1 :]
                yield from (Line(f"     {line.text}", line.kind) for line in lines)
        else:
            yield Line(f"  no   {choice.what}", "warning")
            for refusal in choice.refusals:
                yield Line(f"         {refusal.rule}: {refusal.because}. Cure: {refusal.cure}.")


def action_words(action: Action, words: Mapping[str, Any]) -> str:
    """`Correct: Archers, lost 3, not routing`: an action and what was said with it, as a heading."""
    said: list[str] = []
    for key, field in action.words.model_fields.items():
        value = words.get(key)
        label = "" if field.is_required() or key in action.then else key.replace("_", " ")
        if isinstance(value, bool):
            said.append(f"{'' if value else 'not '}{key.replace('_', ' ')}")
        elif value not in (None, "", (), []):
            listed = value if isinstance(value, list | tuple) else (value,)
            said += [f"{label} {one}".strip() for one in listed]
    name = action.name.replace("-", " ").capitalize()
    return f"{name}: {', '.join(said)}" if said else name


def event_words(event: Event, actions: Mapping[str, Action]) -> str:
    """An event as the command that made it, typed."""
    words = [event.command]
    action = actions.get(event.command)
    for key, value in event.words.items():
        field = action.words.model_fields.get(key) if action else None
        named = field is not None and not field.is_required() and key not in (action.then if action else ())
        option = f"--{key.replace('_', '-')}"
        if named and isinstance(value, bool):
            words.append(option if value else option.replace("--", "--not-", 1))
            continue
        for one in value if isinstance(value, list | tuple) else [value]:
            words += [option, str(one)] if named else [str(one)]
    dice = f" [{' '.join(map(str, event.dice))}]" if event.dice else ""
    return " ".join(_quoted(word) for word in words) + dice


def log_lines(events: Sequence[Event], standing: set[int], actions: Mapping[str, Action]) -> Iterator[Line]:
    """Every event; what was taken back is marked."""
    for event in events:
        if event.kind != "command":
            yield Line(f"{event.number:>4}  {event.kind} of event {event.words.get('event')}", "warning")
            continue
        undone = "" if event.number in standing else "  (taken back)"
        yield Line(f"{event.number:>4}  {event_words(event, actions)}{undone}", "head" if not undone else "note")
        yield from (Line(f"        {sentence}") for sentence in event.says)
        if event.stated:
            yield Line(f"        stated by the players: {', '.join(event.stated)}")
