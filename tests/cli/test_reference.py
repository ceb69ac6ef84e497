"""What the command line knows: systems, rules, procedures, facts."""

import json
import subprocess
import sys

import jsonschema
import pytest

from miniatures import __version__
from miniatures.systems import load_system
from tests.cli.calling import answer, call

PROCEDURES = ["initiative", "shooting", "move", "melee", "leader-risk", "morale", "rally", "rout-losses"]


def test_the_systems_are_listed() -> None:
    assert "15mm Warfare" in call("systems").output
    assert [system["name"] for system in answer("systems")] == ["warfare", "command-roll", "tree-of-battles"]


def test_the_version_is_told() -> None:
    assert __version__ in call("--version").output


def test_the_help_tells_the_exit_codes() -> None:
    assert "Exit codes: 0 all well; 1 the rules say no" in call("--help").output


def test_a_word_finds_its_rules_with_our_rulings() -> None:
    found = call("rules", "warfare", "longbow").output
    assert "W214  -1 firers with longbows" in found
    assert "W45 Shooters:" in found
    assert "pike" not in found


def test_a_number_finds_that_rule_alone() -> None:
    found = answer("rules", "warfare", "W407")
    assert [rule["number"] for rule in found["rules"]] == ["W407"]
    assert "W42" in [ruling["number"] for ruling in found["rules"][0]["rulings"]]


def test_a_ruling_is_found_by_its_number_too() -> None:
    assert "W59  Out for a move" in call("rules", "warfare", "W59").output


def test_without_a_word_the_whole_reference_is_told() -> None:
    assert len(answer("rules", "warfare")["rules"]) == 166


def test_a_word_that_nothing_speaks_of_is_told_with_the_nearest() -> None:
    result = call("rules", "warfare", "longbwo")
    assert result.exit_code == 1
    assert 'try "longbow"' in result.output


def test_the_options_are_listed_with_their_defaults() -> None:
    listed = {option["name"]: option["default"] for option in answer("rules", "warfare", "--options")}
    assert listed["rally_modifiers"] is False
    assert listed["leader_price"] == 0
    told = call("rules", "warfare", "--options").output
    assert "W606" in told
    assert "base_width = 40" in told
    told = call("rules", "command-roll", "--options").output
    assert "None" not in told
    assert "such as 3; none unless set" in told


def test_the_procedures_are_listed() -> None:
    assert [procedure["name"] for procedure in answer("procedures", "warfare")] == PROCEDURES
    assert "shooting" in call("procedures", "warfare").output


@pytest.mark.parametrize("procedure", PROCEDURES)
def test_an_example_of_the_facts_is_taken_by_resolve_and_odds(procedure: str, tmp_path: object) -> None:
    example = call("facts", "warfare", procedure).output
    path = f"{tmp_path}/facts.toml"
    with open(path, "w", encoding="utf-8") as file:
        file.write(example)
    assert call("resolve", "warfare", procedure, path, "--seed", 1).exit_code == 0
    assert call("odds", "warfare", procedure, path).exit_code == 0
    piped = call("facts", "warfare", procedure, "--json").output
    assert answer("resolve", "warfare", procedure, "-", "--seed", 1, typed=piped)["procedure"] == procedure
    assert answer("odds", "warfare", procedure, "-", typed=piped)["exact"] is True


@pytest.mark.parametrize("procedure", PROCEDURES)
def test_every_field_of_the_facts_is_described(procedure: str) -> None:
    schema = json.loads(call("facts", "warfare", procedure, "--schema").output)
    jsonschema.validate(json.loads(call("facts", "warfare", procedure, "--json").output), schema)
    for model in (schema, *schema.get("$defs", {}).values()):
        for name, field in model.get("properties", {}).items():
            assert "description" in field, name
    told = call("facts", "warfare", procedure).output
    for name in load_system("warfare").procedure(procedure).facts.model_fields:
        assert name in told


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_scripts_are_printed(shell: str) -> None:
    assert "_MINIATURES_COMPLETE" in call("completion", shell).output


COMPLETIONS = [
    ("miniatures re", "resolve"),
    ("miniatures odds war", "warfare"),
    ("miniatures odds warfare sho", "shooting"),
    ("miniatures army show towton-y", "towton-york"),
]


@pytest.mark.parametrize(("line", "offered"), COMPLETIONS)
def test_the_shell_completes_commands_systems_procedures_and_armies(line: str, offered: str) -> None:
    words = line.split()
    environment = {"_MINIATURES_COMPLETE": "bash_complete", "COMP_WORDS": line, "COMP_CWORD": str(len(words) - 1)}
    script = "from miniatures.cli import run; run(prog_name='miniatures')"
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True)
    assert done.stdout.splitlines() == [f"plain,{offered}"], "a file beside it would make bash forget the name"


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (["rseolve", "warfare", "melee"], "resolve"),
        (["rules", "warfaer"], "warfare"),
        (["facts", "warfare", "shoting"], "shooting"),
    ],
)
def test_a_mistyped_word_is_told_with_the_nearest(words: list[str], meant: str) -> None:
    result = call(*words)
    assert result.exit_code == 2
    assert f'did you mean "{meant}"?' in result.output


def test_the_schema_knows_units_from_a_roster_and_refuses_what_is_wrong() -> None:
    schema = json.loads(call("facts", "warfare", "shooting", "--schema").output)
    named = {"firer": {"from": "sample-wing:Blue longbowmen", "lost": 2}, "target": "mine.toml:Foe", "distance": 3}
    jsonschema.validate(named, schema)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(named | {"distance": -1}, schema)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(named | {"firer": {"lost": 2}}, schema)


@pytest.mark.parametrize(("words", "rule"), [("-2 crossbows", "W215"), ("1/6", "W451"), ("+4", "W429")])
def test_a_value_finds_its_rules(words: str, rule: str) -> None:
    assert rule in call("rules", "warfare", *words.split()).output


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["odds", "warfare"], "odds: Missing argument 'PROCEDURE'. (--help tells more)"),
        (["odds", "warfare", "melee", "x", "--tabel", "3"], "odds: No such option"),
        (["resolve", "warfare", "melee", "x", "--seed", "y"], "'y' is not a valid integer"),
    ],
)
def test_a_slip_on_the_command_line_is_told_in_one_line(words: list[str], said: str) -> None:
    result = call(*words)
    assert result.exit_code == 2
    assert len(result.stderr.strip().splitlines()) == 1
    assert said in result.stderr


def test_without_words_the_help_is_told() -> None:
    assert "army [OPTIONS] COMMAND" in call("army").output
    assert "Commands:" in call().output
