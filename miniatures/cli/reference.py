"""What there is to know: systems, rules, options, procedures and the facts they take."""

import click

from miniatures.cli import REFUSED, run
from miniatures.cli.arguments import procedure_argument, stated, system_argument
from miniatures.cli.output import complain, json_option, say, show, show_json
from miniatures.systems import SYSTEMS, listed_system, load_system


@click.command()
@json_option
def systems(as_json: bool) -> None:
    """List the rule sets."""
    if as_json:
        show_json([{"name": s.name, "title": s.title, "summary": s.summary} for s in SYSTEMS.values()])
        return
    for system in SYSTEMS.values():
        say(f"{system.name:<12} {system.title}: {system.summary}")


@click.command(context_settings={"ignore_unknown_options": True})
@system_argument
@click.argument("words", nargs=-1)
@click.option("--options", "options_only", is_flag=True, help="List the table's options and their defaults.")
@click.option("--rulings", "rulings_only", is_flag=True, help="List our rulings only.")
@json_option
def rules(system: str, words: tuple[str, ...], options_only: bool, rulings_only: bool, as_json: bool) -> None:
    """The quick reference, searchable.

    Every printed rule of SYSTEM with its number, and our ruling on it.
    WORDS narrow it down; every word must be met. A rule's number finds that rule.
    """
    from miniatures.rule_wording import entry_data, rule_lines, unmet
    from miniatures.rulebook import load_rulebook

    if options_only:
        _show_options(system, as_json)
        return
    book = load_rulebook(listed_system(system).folder)
    wanted = " ".join(words)
    entries, others = book.search(wanted)
    if rulings_only:
        others = [*dict.fromkeys(r for e in entries for r in e.rulings), *others]
        others.sort(key=lambda ruling: int(ruling.number[1:]))
        entries = []
    if as_json:
        show_json(
            {
                "system": system,
                "rules": [entry_data(entry) for entry in entries],
                "rulings": [ruling._asdict() for ruling in others],
            }
        )
    else:
        show(rule_lines(entries, others))
    if not entries and not others:
        complain([unmet(system, wanted, book.meant(wanted))])
        click.get_current_context().exit(REFUSED)


def _show_options(system: str, as_json: bool) -> None:
    from miniatures.rule_wording import option_line
    from miniatures.schema import described_options

    known = described_options(load_system(system).options)
    if as_json:
        show_json([{"name": one.name, "default": one.default, "description": one.description} for one in known])
        return
    say("Set in a roster or facts file under [options], or with --option NAME=VALUE.")
    for one in known:
        say(option_line(one))


@click.command()
@system_argument
@json_option
def procedures(system: str, as_json: bool) -> None:
    """What a system can resolve."""
    found = load_system(system).procedures.values()
    if as_json:
        show_json([{"name": procedure.name, "summary": procedure.summary} for procedure in found])
        return
    for procedure in found:
        say(f"{procedure.name:<15} {procedure.summary}")


@click.command()
@system_argument
@procedure_argument
@click.option("--schema", is_flag=True, help="The JSON schema of the facts instead of an example.")
@json_option
def facts(system: str, procedure: str, schema: bool, as_json: bool) -> None:
    """An example of the facts a procedure takes."""
    from miniatures.files import parse_toml
    from miniatures.schema import facts_schema, other_facts

    loaded, found = stated(system, procedure)
    if schema:
        show_json(facts_schema(found.facts, loaded.army.unit, system, procedure))
        return
    example = loaded.example(procedure)
    if as_json:
        show_json(parse_toml(example, f"example of {procedure}"))
        return
    say(example.rstrip("\n"))
    say("\n# What else may be stated, with what holds if it is not:")
    for line in other_facts(found.facts):
        say(f"# {line}".rstrip())


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Completion for your shell.

    For bash: eval "$(miniatures completion bash)"
    """
    from click.shell_completion import get_completion_class

    found = get_completion_class(shell)
    assert found is not None  # click knows every shell of the choice
    say(found(run, {}, "miniatures", "_MINIATURES_COMPLETE").source())
