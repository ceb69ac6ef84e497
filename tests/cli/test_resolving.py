"""Resolving on the command line: dice typed in, asked for, rolled; refusals; the envelope."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.calling import EXAMPLES, answer, call

SHOOTING = EXAMPLES / "shooting.toml"
MELEE = EXAMPLES / "melee.toml"


def test_the_sum_is_written_as_a_sum_with_rule_numbers() -> None:
    told = call("resolve", "warfare", "shooting", SHOOTING, "--dice", "4,3,6").output
    assert told.splitlines() == [
        "Blue longbowmen shoot at Yellow cavalry",
        "     7  dice 4 + 3",
        "    -1  longbows (W214)",
        "    +1  target is cavalry (W217)",
        "    -2  at 8 inches or more (W221)",
        "     =  5; a quarter is 1.25: rounded down 1 (W207, W452, W455, W25)",
        "Yellow cavalry test morale for casualties from shooting",
        "     6  the die",
        "    +1  chivalric or fanatic (W522)",
        "     =  a natural 6: furious (W505, W517, W518, W35)",
        "Yellow cavalry lose 1 (11 left).",
        "Yellow cavalry are furious: they must charge the closest enemy in sight until in melee (W518).",
    ]


def test_the_envelope_has_every_part() -> None:
    envelope = answer("resolve", "warfare", "shooting", SHOOTING, "--dice", "4,3,2")
    assert (envelope["system"], envelope["procedure"], envelope["dice"]) == ("warfare", "shooting", [4, 3, 2])
    first = [
        modifier for modifier in envelope["modifiers"] if modifier["of"] == "Blue longbowmen shoot at Yellow cavalry"
    ]
    assert [(m["value"], m["rule"]) for m in first] == [(-1, "W214"), (1, "W217"), (-2, "W221")]
    assert envelope["outcome"] == {"unit": "Yellow cavalry", "casualties": 1, "left": 11, "state": "stands"}
    assert "W25" in envelope["rulings"]
    assert all(len(number) <= 3 for number in envelope["rulings"])


def test_dice_that_run_out_are_asked_for_one_throw_at_a_time() -> None:
    result = call("resolve", "warfare", "shooting", SHOOTING, typed="4 3\n6\n")
    assert result.exit_code == 0
    assert "2D6, Blue longbowmen shoot at Yellow cavalry: " in result.stderr
    assert "cannot fail; a natural 6 is furious: " in result.stderr, "the question says what the die must show"
    assert "furious" in result.stdout
    assert result.stdout == call("resolve", "warfare", "shooting", SHOOTING, "--dice", "4,3,6").stdout


def test_a_wrong_answer_is_asked_again() -> None:
    result = call("resolve", "warfare", "shooting", SHOOTING, typed="4\n9 9\nx y\n\n4,3\n6\n")
    assert result.exit_code == 0
    assert result.stderr.count("2D6, ") == 5
    assert "furious" in result.stdout


def test_when_nobody_answers_the_needed_throw_is_told() -> None:
    result = call("resolve", "warfare", "shooting", SHOOTING, "--dice", "4,3", typed="")
    assert result.exit_code == 3
    assert "a quarter is 1.25: rounded down 1" in result.stdout, "what is settled is shown"
    assert "Dice needed: 1D6, Yellow cavalry test morale" in result.stderr
    envelope = answer("resolve", "warfare", "shooting", SHOOTING, "--dice", "4,3", code=3)
    assert envelope["outcome"] == {"unit": "Yellow cavalry", "casualties": 1, "left": 11, "state": "must test"}
    assert envelope["needs"] == {
        "purpose": "Yellow cavalry test morale for casualties from shooting",
        "dice": 1,
        "sides": 6,
        "faces": [1, 2, 3, 4, 5, 6],
    }


def test_rolling_tells_its_seed_and_the_seed_repeats_it() -> None:
    rolled = call("resolve", "warfare", "melee", MELEE, "--roll").stdout
    seed = rolled.split("--seed ")[1].strip(". \n")
    assert call("resolve", "warfare", "melee", MELEE, "--seed", seed).stdout == rolled
    envelope = answer("resolve", "warfare", "melee", MELEE, "--roll")
    again = answer("resolve", "warfare", "melee", MELEE, "--seed", envelope["seed"])
    assert again == envelope


def test_typed_random_and_counted_dice_agree() -> None:
    """The faces that were rolled, typed in, give the same outcome; and the odds know that outcome."""
    odds = answer("odds", "warfare", "melee", MELEE)
    known = [json.dumps(row["outcome"], sort_keys=True) for row in odds["outcomes"]]
    for seed in range(30):
        rolled = answer("resolve", "warfare", "melee", MELEE, "--seed", seed)
        typed = answer("resolve", "warfare", "melee", MELEE, "--dice", ",".join(map(str, rolled["dice"])))
        assert typed["outcome"] == rolled["outcome"]
        assert json.dumps(rolled["outcome"], sort_keys=True) in known


def test_a_refusal_gives_every_reason_and_a_cure_and_may_be_overruled() -> None:
    wrong = ["resolve", "warfare", "shooting", SHOOTING, "--set", "distance=30", "--set", "closest=false"]
    result = call(*wrong, "--dice", "4,3")
    assert result.exit_code == 1
    assert "W205: 30 inches is beyond the 24 of the longbow. Cure: come within 24 inches." in result.stdout
    assert "W201:" in result.stdout
    refused = answer(*wrong, "--dice", "4,3", code=1)
    assert [refusal["rule"] for refusal in refused["refusals"]] == ["W205", "W201"]
    assert (refused["outcome"], refused["dice"]) == (None, [])
    overruled = call(*wrong, "--dice", "4,3,3", "--overrule", "we measured again")
    assert overruled.exit_code == 0
    assert "Overruled by the players: we measured again" in overruled.stdout
    assert answer(*wrong, "--dice", "4,3,3", "--overrule", "we measured again")["overruled"] == "we measured again"


def test_the_odds_may_be_told_before_the_throw() -> None:
    told = call("resolve", "warfare", "melee", MELEE, "--dice", "3,4,5,2,4", "--odds").stdout
    assert told.index("Blue longbowmen rout: 65.3% (47/72)") < told.index("7  dice 3 + 4")


def test_a_procedure_without_dice_needs_none() -> None:
    told = call("resolve", "warfare", "move", EXAMPLES / "move.toml").stdout
    assert "+8  infantry (W311)" in told
    assert answer("resolve", "warfare", "rout-losses", EXAMPLES / "rout-losses.toml")["dice"] == []


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--dice", "1,2,3,4,5"], "5 given where 2 are needed"),
        (["--dice", "4,9"], "9 is not a face of a D6"),
        (["--dice", "4,x"], '"x" is not a face'),
        (["--dice", "0,3"], "0 is not a face of a D6"),
        (["--dice", "4,3", "--roll"], "not both"),
        (["--set", "distance=-3", "--roll"], "expected at least 0"),
        (["--set", "distance=inf", "--roll"], "inf is no number to measure; expected inches"),
        (["--option", "nonsense=1", "--roll"], "is not an option"),
    ],
)
def test_broken_words_end_in_one_clear_line(words: list[str], said: str) -> None:
    result = call("resolve", "warfare", "shooting", SHOOTING, *words)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert said in result.stderr
    assert "Traceback" not in result.stderr


def test_broken_files_end_in_one_clear_line(tmp_path: Path) -> None:
    junk = tmp_path / "junk.toml"
    junk.write_bytes(bytes(range(256)))
    huge = tmp_path / "huge.toml"
    with huge.open("wb") as file:
        file.truncate(50_000_000)
    for path in (junk, huge, tmp_path, tmp_path / "missing.toml"):
        for command in ("resolve", "odds"):
            result = call(command, "warfare", "shooting", path)
            assert result.exit_code == 2
            assert result.stdout == ""
            assert len(result.stderr.strip().splitlines()) == 1
            assert str(path) in result.stderr
    assert "this is a roster" in call("odds", "warfare", "melee", "armies/warfare/sample-wing.toml").stderr
    broken = call("resolve", "warfare", "shooting", "-", typed='{"distance": }')
    assert broken.exit_code == 2
    assert "line 1, column 14" in broken.stderr


def test_facts_must_come_from_somewhere() -> None:
    result = call("resolve", "warfare", "shooting")
    assert result.exit_code == 2
    assert "name a file" in result.stderr


def test_what_the_dice_of_a_melee_have_settled_is_told_when_they_run_out() -> None:
    envelope = answer("resolve", "warfare", "melee", MELEE, "--dice", "3,4,5,2", code=3)
    assert [unit["casualties"] for unit in envelope["outcome"]["units"]] == [1, 5]
    assert envelope["needs"]["purpose"] == "Blue longbowmen test morale"
    nothing = answer("resolve", "warfare", "melee", MELEE, "--dice", "3,4,5", code=3)
    assert nothing["outcome"] is None


def test_a_face_that_waits_for_its_throw_is_not_lost() -> None:
    assert answer("resolve", "warfare", "shooting", SHOOTING, "--dice", "4", code=3)["dice"] == [4]


def process(*words: str, **how: Any) -> subprocess.CompletedProcess[str]:
    script = "from miniatures.cli import run; run()"
    return subprocess.run([sys.executable, "-c", script, *words], stderr=subprocess.PIPE, text=True, **how)


def test_nothing_about_standard_input_and_output_ends_in_a_traceback() -> None:
    closed = "import os, sys; os.close({}); os.execv(sys.executable, [sys.executable, '-c', {!r}, *sys.argv[1:]])"
    script = "from miniatures.cli import run; run()"
    for number, words, code in (
        (0, ["resolve", "warfare", "melee", str(MELEE)], 3),
        (0, ["resolve", "warfare", "melee", "-"], 2),
        (1, ["odds", "warfare", "melee", str(MELEE)], 0),
    ):
        command = [sys.executable, "-c", closed.format(number, script), *words]
        done = subprocess.run(command, stderr=subprocess.PIPE, text=True)
        assert done.returncode == code, done.stderr
        assert "Traceback" not in done.stderr
    if Path("/dev/full").exists():
        with open("/dev/full", "w", encoding="utf-8") as full:
            done = process("systems", stdout=full)
        assert (done.returncode, done.stderr) == (2, "the answer cannot be written (No space left on device)\n")


def test_a_reader_who_has_seen_enough_is_no_error() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = process("rules", "warfare", stdout=writing)
    os.close(writing)
    assert (done.returncode, done.stderr) == (141, "")


def test_a_terminal_that_lacks_a_letter_gets_a_question_mark(tmp_path: Path) -> None:
    facts = tmp_path / "facts.toml"
    facts.write_text(MELEE.read_text(encoding="utf-8").replace("Yellow cavalry", "黄 cavalry"), encoding="utf-8")
    environment = {**os.environ, "PYTHONIOENCODING": "latin-1"}
    done = process("odds", "warfare", "melee", str(facts), stdout=subprocess.PIPE, env=environment)
    assert done.returncode == 0
    assert "? cavalry strike" in done.stdout


def test_an_interrupted_throw_has_its_own_exit_code(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("miniatures.cli.resolving.ask_dice", interrupt)
    assert call("resolve", "warfare", "shooting", SHOOTING).exit_code == 130


@pytest.mark.parametrize(
    "words",
    [
        ["--set", "distance=" + "9" * 5000],
        ["--set", "distance=" + "[" * 3000],
        ["--set", "also.²=3"],
        ["--set", "also.99999999999=3"],
        ["--set", "firer.figures=400000000"],
        ["--set", "firer=" + "x" * 5000 + ":y"],
        ["--option", "first_round_only"],
        ["--set", "target.name=Blue longbowmen"],
    ],
    ids=lambda words: words[1][:30],
)
def test_abuse_of_the_command_line_is_told_in_a_line(words: list[str]) -> None:
    result = call("resolve", "warfare", "shooting", SHOOTING, *words, "--roll")
    assert result.exit_code == 2
    assert len(result.stderr.strip().splitlines()) == 1


def test_huge_numbers_in_a_file_are_told_in_a_line(tmp_path: Path) -> None:
    path = tmp_path / "facts.toml"
    path.write_text("distance = " + "9" * 5000, encoding="utf-8")
    result = call("resolve", "warfare", "shooting", path)
    assert result.exit_code == 2
    assert "a number too long" in result.stderr
