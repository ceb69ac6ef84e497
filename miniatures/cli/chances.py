"""Odds before a die is thrown, and variants of the facts side by side."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from miniatures.cli import REFUSED
from miniatures.cli.arguments import facts_arguments, read_source, stated
from miniatures.cli.output import json_option, show, show_json

if TYPE_CHECKING:
    from miniatures.answers import Chances


@click.command()
@facts_arguments
@click.option(
    "--compare",
    "variants",
    multiple=True,
    metavar="VARIANT",
    help='Another facts file, or changes: "no leader: attackers.0.leader=false; attackers.0.lost=2".',
)
@click.option("--table", type=click.IntRange(0), default=0, help="Show so many rows of the joint table.")
@json_option
@click.pass_context
def odds(
    ctx: click.Context,
    system: str,
    procedure: str,
    facts: str | None,
    sets: tuple[str, ...],
    options: tuple[str, ...],
    overrule: str | None,
    variants: tuple[str, ...],
    table: int,
    as_json: bool,
) -> None:
    """The exact odds, before a die is thrown.

    FACTS is a TOML file, or - for JSON on standard input; miniatures facts SYSTEM PROCEDURE shows an example.
    """
    from miniatures.answers import chances, odds_envelope
    from miniatures.stating import state_facts
    from miniatures.wording import Line, columns, comparison_rows, odds_lines, refusal_lines

    if table and variants:
        raise click.UsageError("--table and --compare: the joint table of one set of facts, or several side by side")
    loaded, found = stated(system, procedure)
    data, name, beside = read_source(facts, sets, procedure)

    def counted(
        label: str, raw: dict[str, Any], source: str, folder: Path | None, changes: tuple[str, ...]
    ) -> "Chances":
        known = state_facts(loaded, found, raw, name=source, beside=folder, sets=changes, options=options)
        return chances(loaded, found, known, label, overrule)

    every = [counted("as stated", data, name, beside, sets)]
    for variant in variants:
        label, changes = _variant(variant)
        if changes:
            every.append(counted(label, data, name, beside, (*sets, *changes)))
        else:
            other, other_name, folder = read_source(variant, (), procedure)
            every.append(counted(Path(variant).stem, other, other_name, folder, sets))
    if as_json:
        envelope = odds_envelope(every[0])
        if variants:
            envelope["label"] = every[0].label
            envelope["compare"] = [{"label": one.label, **odds_envelope(one)} for one in every[1:]]
        show_json(envelope)
    elif variants:
        for one in every:
            if one.refusals:
                show([Line(f"{one.label}:", "head"), *refusal_lines(one.refusals, one.overruled)])
        exact = all(one.odds is None or one.odds.exact for one in every)
        show([Line("Exact odds" if exact else "Odds, partly by random games", "head")])
        show(Line(row, "result") for row in columns(list(comparison_rows(every))))
    else:
        show(odds_lines(every[0], table=table))
    if any(one.odds is None for one in every):
        ctx.exit(REFUSED)


def _variant(written: str) -> tuple[str, tuple[str, ...]]:
    """A label and its changes; no changes when the variant is a file."""
    if "=" not in written:
        return written, ()
    before = written.partition("=")[0]
    label, colon, _ = before.partition(":")
    changes = written[len(label) + 1 :] if colon else written
    assignments = tuple(change.strip() for change in changes.split(";") if change.strip())
    return (label.strip() if colon else "; ".join(assignments)), assignments
