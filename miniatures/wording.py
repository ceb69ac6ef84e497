"""Answers in sentences, for the terminal and the page alike. Nothing is decided here."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any, Literal, NamedTuple

from miniatures.answers import Chances, Resolved
from miniatures.counting import Asked
from miniatures.dice import DiceNeededError, RollAgain, Throw
from miniatures.faces import named
from miniatures.ruling import EachDie, Highest, Modifier, Need, Reading, Refusal, Scale, Share, Sum

_SHARES = {2: "half", 3: "a third", 4: "a quarter", 5: "a fifth", 6: "a sixth"}


def share_words(parts: int) -> str:
    return _SHARES.get(parts, f"1/{parts}")


class Line(NamedTuple):
    """A line to show; `kind` says how it may be dressed."""

    text: str
    kind: Literal["head", "sum", "total", "result", "warning", "note"] = "note"


def signed(value: float) -> str:
    return f"{value:+g}"


def numbers(found: Iterable[str]) -> str:
    """` (W454, W43)`, or nothing."""
    listed = ", ".join(dict.fromkeys(number for number in found if number))
    return f" ({listed})" if listed else ""


def modifier_line(modifier: Modifier) -> Line:
    return Line(f"  {signed(modifier.value):>4}  {modifier.because}{numbers((modifier.rule, modifier.ruling))}", "sum")


def throw_lines(throw: Throw) -> Iterator[Line]:
    """A throw as a sum: the dice, each modifier with its rule, and how the total was read."""
    for made in throw.sums:
        yield from sum_lines(made)
    yield Line(throw.purpose, "head")
    read = throw.read
    faces = " + ".join(map(str, throw.faces))
    if isinstance(read, Highest):
        for name, face in zip(read.own, throw.faces, strict=True):
            own = "".join(f" {signed(line.value)} ({line.rule})" for line in read.own[name])
            total = face + sum(line.value for line in read.own[name])
            yield Line(f"  {face:>4}  {name}{own}{f' = {total:g}' if own else ''}", "sum")
        verdict = throw.result if isinstance(throw.result, str) else "a tie: throw again"
        yield Line(f"     =  {verdict}{numbers(read.rules)}", "total")
        return
    if isinstance(read, EachDie):
        if read.modifiers:
            yield from (modifier_line(modifier) for modifier in read.modifiers)
            yield Line(f"     =  {sum(modifier.value for modifier in read.modifiers):g} dice", "total")
        yield Line(f"        {'dice' if len(throw.faces) > 1 else 'the die'} {read.shown(throw.faces)}", "sum")
        yield Line(f"     =  {read.told(throw.result)}{numbers(read.rules_of(throw.result))}", "total")
        return
    total = sum(throw.faces)
    many = len(throw.faces) > 1
    yield Line(f"  {total:>4}  {'dice ' + faces if many else 'the die'}", "sum")
    if isinstance(read, Reading):
        yield from (modifier_line(modifier) for modifier in read.modifiers)
        yield Line(f"     =  {_verdict(read, total, throw.result)}{numbers(read.rules_of(throw.result))}", "total")
    else:
        yield Line(f"     =  {throw.result}", "total")


def _verdict(read: Reading[Any, Any], total: int, result: Any) -> str:
    if isinstance(result, RollAgain):
        return "throw again"
    modified = total + read.shift
    if isinstance(read, Share):
        floored = f"{modified}, counted as 0" if modified < 0 else str(modified)
        share = max(0, modified) / read.parts
        exact = f"{share:.2f}".rstrip("0").rstrip(".")
        rounding = "" if share == int(share) else (" to the nearest" if read.half_goes_down else " rounded down")
        left = "; no more were left" if result == read.most and share > read.most else ""
        part = share_words(read.parts)
        words = f"{floored}; {part} is {exact}"
        return f"{words}:{rounding} {result}{left}" if rounding or left else f"{words}: {result}"
    if isinstance(read, Need):
        if total in read.natural:
            return f"a natural {total}: {result}"
        return f"{modified} where {read.at_least} is needed: {result}"
    return str(result)


def sum_lines(made: Sum) -> Iterator[Line]:
    yield Line(made.purpose, "head")
    yield from (modifier_line(modifier) for modifier in made.modifiers)
    if made.modifiers:
        below = ", counted as 0" if made.total < 0 else ""
        yield Line(f"     =  {made.total:g}{below}{numbers(made.rules)}", "total")
    else:
        yield Line(f"     =  certain, no dice{numbers(made.rules)}", "total")


def refusal_lines(refusals: Sequence[Refusal], overruled: str | None) -> Iterator[Line]:
    if overruled is None:
        yield Line("The rules say no:", "head")
    else:
        yield Line(f"Overruled by the players: {overruled or 'no reason given'}", "warning")
    for refusal in refusals:
        yield Line(f"  {refusal.rule}: {refusal.because}. Cure: {refusal.cure}.", "warning")
    if overruled is None:
        yield Line("  The players may overrule this: --overrule REASON.", "note")


def needed_words(needed: DiceNeededError) -> str:
    """`2D6, longbows shoot`, and what the dice must show where that is known."""
    need = needed.read
    dice = named(needed.count, needed.sides, need)
    if isinstance(need, EachDie):
        return f"{dice}, {needed.purpose}{need.asks and ', '}{need.asks}"
    hint = f", {need_words(need.at_least - need.shift)}{_natural_words(need)}" if isinstance(need, Need) else ""
    return f"{dice}, {needed.purpose}{hint}"


def opening_lines(answer: Resolved) -> Iterator[Line]:
    """What stands before the first throw: refusals, and sums that need no dice."""
    if answer.refusals:
        yield from refusal_lines(answer.refusals, answer.overruled)
    for made in answer.sums:
        yield from sum_lines(made)


def ending_lines(answer: Resolved) -> Iterator[Line]:
    """What came of it."""
    if answer.outcome is not None:
        for sentence in answer.procedure.tell(answer.outcome):
            yield Line(sentence, "result")


def percent(chance: Fraction, *, exact: bool = True) -> str:
    """Exact at both ends: 0% and 100% are said only of what can never or must always happen."""
    if exact and chance in (0, 1):
        return f"{int(chance) * 100}%"
    if chance < Fraction(1, 1000):
        return "<0.1%"
    return ">99.9%" if chance > Fraction(999, 1000) else f"{float(chance):.1%}"


def chance_words(chance: Fraction, *, exact: bool = True) -> str:
    """`69.4% (25/36)`; a fraction too long to read, or one that is only sampled, is left out."""
    fraction = str(chance)
    return f"{percent(chance)} ({fraction})" if exact and 2 < len(fraction) <= 11 else percent(chance, exact=exact)


def asked_lines(asked: Sequence[Asked]) -> Iterator[Line]:
    """The throws that are coming: whole sums where they are known, the range of needs where losses decide."""
    by_purpose: dict[str, list[Asked]] = {}
    for one in asked:
        by_purpose.setdefault(one.purpose, []).append(one)
    for purpose, ones in by_purpose.items():
        first = ones[0]
        if not isinstance(first.read, Reading):
            yield Line(f"  {purpose}: {first.dice}D6", "sum")
        elif isinstance(first.read, EachDie):
            counts = [one.dice for one in ones]
            some = f"{min(counts)} to {max(counts)}" if min(counts) < max(counts) else counts[0]
            spread = named(some, 6, first.read)
            asks = " or ".join(dict.fromkeys(one.read.asks for one in ones))
            yield Line(f"  {purpose}: {spread}{asks and '; '}{asks}{numbers(first.read.rules)}", "sum")
        elif len(ones) > 1 and isinstance(first.read, Need):
            needs = sorted({one.read.at_least - one.read.shift for one in ones})
            words = list(dict.fromkeys(need_words(need) for need in needs))
            spread = " or ".join(words) if len(words) < 3 else f"{words[0]} to {words[-1]}"
            depends = ", as the losses decide" if len(words) > 1 else ""
            spread = spread.replace("or needs ", "or ").replace("to needs ", "to ")
            yield Line(f"  {purpose}: {spread}{depends}{_natural_words(first.read)}", "sum")
        else:
            terms = "".join(
                f" {signed(line.value)} {line.because}{numbers((line.rule,))}" for line in first.read.modifiers
            )
            yield Line(f"  {purpose}: {first.dice}D6{terms}{_reading_words(first.read)}", "sum")


def _natural_words(read: Need) -> str:
    return "".join(f"; a natural {face} is {word}" for face, word in read.natural.items())


def need_words(need: int) -> str:
    """What one six-sided die must show."""
    if need <= 1:
        return "cannot fail"
    return "cannot pass" if need > 6 else f"needs {need}+"


def _reading_words(read: Reading[Any, Any]) -> str:
    shift = f" = dice {signed(read.shift)}" if len(read.modifiers) > 1 else ""
    if isinstance(read, Share):
        return f"{shift}; {share_words(read.parts)} of it falls"
    if isinstance(read, Need):
        words = need_words(read.at_least - read.shift)
        natural = _natural_words(read)
        if not read.modifiers:
            return f"; {words}{natural}"
        return f"{shift}; {read.at_least} or more is needed, so it {words}{natural}"
    if isinstance(read, Scale):
        return "; " + ", ".join(f"{total} {word}" for total, word in read.words.items())
    return shift


def odds_lines(answer: Chances, *, table: int = 0) -> Iterator[Line]:
    """The odds as players ask for them; `table` rows of the joint table behind them."""
    if answer.refusals:
        yield from refusal_lines(answer.refusals, answer.overruled)
    odds = answer.odds
    if odds is None:
        return
    for made in answer.procedure.sums(answer.facts):
        yield from sum_lines(made)
    if not odds.asked:
        yield Line("No dice are thrown", "head")
        for outcome in odds.weights:
            yield from (Line(f"  {sentence}", "result") for sentence in answer.procedure.tell(outcome))
        return
    yield Line("To be thrown", "head")
    yield from asked_lines(odds.asked)
    kind = "Exact odds"
    if odds.error is not None:
        kind = f"Too many ways to count: odds by {odds.total} random games, give or take {odds.error:.1%}"
    yield Line(kind, "head")
    exact = odds.exact
    for question in answer.questions:
        found = answer.answer(question)
        if isinstance(found, Fraction):
            if found:
                yield Line(f"  {question.label}: {chance_words(found, exact=exact)}", "result")
        elif question.kind == "how many":
            counts = ", ".join(f"{number}+ {percent(chance, exact=exact)}" for number, chance in found.items())
            yield Line(f"  {question.label}: {counts or 'none'}", "result")
        else:
            cases = ", ".join(f"{value} {chance_words(chance, exact=exact)}" for value, chance in found.items())
            yield Line(f"  {question.label}: {cases}", "result")
    if table:
        rows = odds.likeliest_first()
        yield Line(f"Joint table, {min(table, len(rows))} of {len(rows)} outcomes, likeliest first", "head")
        for outcome, chance in rows[:table]:
            words = " ".join(answer.procedure.tell(outcome))
            yield Line(f"  {chance_words(chance, exact=exact):>18}  {words}", "result")


def comparison_rows(variants: Sequence[Chances]) -> Iterator[list[str]]:
    """Two or more sets of facts side by side: a heading row, then a row for each question."""
    yield ["", *(variant.label for variant in variants)]
    kinds = {question.label: question.kind for variant in variants for question in variant.questions}
    every = [variant.answers() for variant in variants]
    exact = [variant.odds is None or variant.odds.exact for variant in variants]
    for label, kind in kinds.items():
        cells = [answers.get(label) for answers in every]
        if kind == "whether":
            if any(cells):
                yield [label, *(_cell(cell, sure) for cell, sure in zip(cells, exact, strict=True))]
            continue
        keys = list(dict.fromkeys(key for cell in cells if cell is not None for key in cell))
        for key in sorted(keys) if kind == "how many" else keys:
            name = f"{label} {key}+" if kind == "how many" else f"{label}: {key}"
            parts = [None if cell is None else cell.get(key, Fraction(0)) for cell in cells]
            yield [name, *(_cell(part, sure) for part, sure in zip(parts, exact, strict=True))]


def _cell(chance: Fraction | None, exact: bool) -> str:
    return "-" if chance is None else percent(chance, exact=exact)


def columns(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Rows in columns: the first to the left, the others to the right."""
    widths = [max(len(row[index]) for row in rows) for index in range(len(rows[0]))]
    for row in rows:
        cells = [row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))]
        yield "  ".join(cells).rstrip()
