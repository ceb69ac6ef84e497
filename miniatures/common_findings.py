"""What is found in the lists of every system: points spent, names given twice, and the stamp of the rules data."""

from collections.abc import Iterator, Sequence

from miniatures.army import ArmySheet, Finding, error, note, warning
from miniatures.mending import Place, given_numbers, leave_out, mend, set_to

#: However long a list is, so many of its units are offered to be left out.
_OFFERED = 3


def spent(priced: ArmySheet, rule: str, removable: Sequence[tuple[str, Place, int]]) -> Iterator[Finding]:
    """Points above or below those agreed on. `removable` are units that may go, with their places and prices."""
    word, total, agreed = priced.currency, priced.points, priced.agreed
    over, left = total - agreed, agreed - total
    if not word:
        return
    if over > 0:
        enough = sorted((one for one in removable if one[2] >= over), key=lambda one: one[2])[:_OFFERED]
        mends = [
            one for name, place, cost in enough for one in mend(f"leave out {name} ({cost} {word})", leave_out(place))
        ]
        mends += mend(f"agree on {total} {word}", set_to(("points",), total))
        message = f"{total} {word}, {over} above the {agreed} agreed on"
        yield error("over-points", "", rule, message, f"save {over} {word}", mends=tuple(mends))
    elif left > 0:
        message = f"{total} {word}, {left} of the {agreed} left to spend"
        yield note("points-left", "", rule, message, f"spend {left} {word}, or leave them")


def same_names(
    named: Sequence[tuple[Place, str]], rule: str, what: str, cure: str, code: str = "same-name"
) -> Iterator[Finding]:
    """Names that two or more have."""
    names = [name for _, name in named]
    for name in dict.fromkeys(names):
        if names.count(name) > 1:
            places = [place for place, own in named if own == name]
            message = f"{names.count(name)} {what} have this name"
            yield error(code, name, rule, message, cure, place=places[-1], mends=given_numbers(named, name))


def stamped(checked_with: str, version: str, rule: str, priced_in: str = "prices") -> Iterator[Finding]:
    """Whether the list was checked with the rules data of this program."""
    mends = mend(f"stamp it: {version}", set_to(("checked_with",), version))
    if not checked_with:
        message = "never stamped with the rules data it was checked with"
        yield note("not-stamped", "", rule, message, "run army check --stamp", mends=mends)
    elif checked_with != version:
        message = f'last checked with "{checked_with}", this is "{version}"'
        cure = f"look through the {priced_in}, then run army check --stamp"
        yield warning("other-data", "", rule, message, cure, mends=mends)
