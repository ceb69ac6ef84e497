"""Odds on the command line, and variants side by side."""

import os
import pty
import subprocess
import sys
from fractions import Fraction

from tests.cli.calling import EXAMPLES, answer, call

MELEE = EXAMPLES / "melee.toml"


def test_odds_are_read_as_players_ask() -> None:
    told = call("odds", "warfare", "melee", MELEE).output
    # Bowmen rout on 1 to 4 of 6 with 4 or more lost, on 1 to 3 with three lost (3 of 36 throws).
    assert "Blue longbowmen rout: 65.3% (47/72)" in told
    assert Fraction(47, 72) == Fraction(33, 36) * Fraction(4, 6) + Fraction(3, 36) * Fraction(3, 6)
    assert "Blue longbowmen lose: 1+ 100%, 2+ 100%, 3+ 100%, 4+ 91.7%" in told
    assert "left on the field: attackers 65.3%" in told


def test_the_full_joint_table_stands_behind_the_summary() -> None:
    found = answer("odds", "warfare", "melee", MELEE)
    assert found["exact"] is True
    assert sum(Fraction(row["chance"]) for row in found["outcomes"]) == 1
    routs = [row for row in found["outcomes"] if row["outcome"]["units"][1]["state"] == "routs"]
    summary = found["summary"]["Blue longbowmen rout"]
    assert sum(Fraction(row["chance"]) for row in routs) == Fraction(summary["chance"]) == Fraction(47, 72)
    assert abs(summary["probability"] - 47 / 72) < 1e-12
    assert "Joint table, 2 of" in call("odds", "warfare", "melee", MELEE, "--table", 2).output


def test_a_charge_and_the_next_two_rounds() -> None:
    found = answer("odds", "warfare", "melee", MELEE, "--set", "rounds=3")
    assert {row["outcome"]["rounds"] for row in found["outcomes"]} == {1, 2, 3}
    assert sum(Fraction(row["chance"]) for row in found["outcomes"]) == 1
    one = Fraction(answer("odds", "warfare", "melee", MELEE)["summary"]["Blue longbowmen rout"]["chance"])
    assert Fraction(found["summary"]["Blue longbowmen rout"]["chance"]) > one


def test_variants_stand_side_by_side() -> None:
    told = call("odds", "warfare", "melee", MELEE, "--compare", "with leader: attackers.0.leader=true").output
    heading = told.splitlines()[1]
    assert heading.split() == ["as", "stated", "with", "leader"]
    assert any(line.startswith("Blue longbowmen rout") for line in told.splitlines())
    found = answer("odds", "warfare", "melee", MELEE, "--compare", "attackers.0.lost=6; attackers.0.charging=false")
    assert found["compare"][0]["label"] == "attackers.0.lost=6; attackers.0.charging=false"
    weaker = Fraction(found["compare"][0]["summary"]["Blue longbowmen rout"]["chance"])
    assert weaker < Fraction(found["summary"]["Blue longbowmen rout"]["chance"])


def test_another_facts_file_is_a_variant_too(tmp_path: object) -> None:
    path = f"{tmp_path}/other.toml"
    with open(path, "w", encoding="utf-8") as file:
        file.write(MELEE.read_text(encoding="utf-8").replace("charging = true", "charging = false"))
    assert "other" in call("odds", "warfare", "melee", MELEE, "--compare", path).output.splitlines()[1]


def test_odds_of_what_is_forbidden_are_refused_too() -> None:
    result = call("odds", "warfare", "shooting", EXAMPLES / "shooting.toml", "--set", "distance=30")
    assert result.exit_code == 1
    assert "W205" in result.output
    forced = call("odds", "warfare", "shooting", EXAMPLES / "shooting.toml", "--set", "distance=30", "--overrule", "x")
    assert forced.exit_code == 0


def test_what_is_certain_is_not_called_odds() -> None:
    assert "No dice are thrown" in call("odds", "warfare", "rout-losses", EXAMPLES / "rout-losses.toml").output


def on_a_terminal(**environment: str) -> bytes:
    """What a terminal receives."""
    leader, follower = pty.openpty()
    command = [sys.executable, "-c", "from miniatures.cli import run; run()", "odds", "warfare", "melee", str(MELEE)]
    clean = {key: value for key, value in os.environ.items() if key != "NO_COLOR"}
    process = subprocess.Popen(command, stdout=follower, env={**clean, "TERM": "xterm", **environment})
    os.close(follower)
    received = b""
    while True:
        try:
            piece = os.read(leader, 65536)
        except OSError:
            break
        if not piece:
            break
        received += piece
    process.wait()
    os.close(leader)
    return received


def test_colour_only_on_a_terminal_and_never_against_no_color() -> None:
    assert b"\x1b[" in on_a_terminal()
    assert b"\x1b[" not in on_a_terminal(NO_COLOR="1")
    assert "\x1b[" not in call("odds", "warfare", "melee", MELEE).output


def test_long_lines_are_folded_under_themselves_for_a_phone() -> None:
    from miniatures.cli.output import folded

    assert folded("    +1  chivalric, fanatic or furious in its first melee (W423, W46)", 40).splitlines() == [
        "    +1  chivalric, fanatic or furious in",
        "        its first melee (W423, W46)",
    ]
    assert folded("  short", 40) == "  short"


def test_refused_odds_keep_their_shape() -> None:
    refused = answer("odds", "warfare", "shooting", EXAMPLES / "shooting.toml", "--set", "distance=40", code=1)
    assert (refused["exact"], refused["outcomes"], refused["summary"]) == (None, [], {})


def test_a_joint_table_is_of_one_set_of_facts() -> None:
    assert call("odds", "warfare", "melee", MELEE, "--table", 3, "--compare", "attackers.0.lost=1").exit_code == 2
