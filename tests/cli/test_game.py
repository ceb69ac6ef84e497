"""A game played from the command line, as a player types it."""

import json
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.calling import ROOT, call

SMALL = """
system = "warfare"
name = "{name}"
points = 200
commander = "{leader}"

[[wings]]
name = "{name} ward"
leader = "{leader}"
order = "{order}"

[[wings.units]]
name = "{bows}"
kind = "militia"
protection = "light"
weapons = ["longbow"]
figures = 16

[[wings.units]]
name = "{bills}"
kind = "militia"
protection = "light"
weapons = ["bill"]
figures = 16
"""


@pytest.fixture
def armies(tmp_path: Path) -> tuple[Path, Path]:
    york, lancaster = tmp_path / "york.toml", tmp_path / "lancaster.toml"
    york.write_text(SMALL.format(name="York", leader="Edward", order="attack", bows="White bows", bills="White bills"))
    lancaster.write_text(
        SMALL.format(name="Lancaster", leader="Somerset", order="engage", bows="Red bows", bills="Red bills")
    )
    return york, lancaster


@pytest.fixture
def game(tmp_path: Path, armies: tuple[Path, Path]) -> Path:
    file = tmp_path / "field.game"
    done = call("game", "new", file, "--army", armies[0], "--army", armies[1], "--table", "field")
    assert done.exit_code == 0, done.output
    return file


def begun(game: Path) -> Path:
    """On to the first shots."""
    for words in (("next",), ("initiative", "--dice", "5,2"), ("choose", "first"), ("next",)):
        done = call("game", words[0], game, *words[1:])
        assert done.exit_code == 0, done.output
    return game


def test_a_new_game_shows_every_unit_and_what_comes_next(game: Path) -> None:
    told = call("game", "show", game).output
    for name in ("White bows", "White bills", "Red bows", "Red bills"):
        assert name in told
    assert "16/16" in told
    assert f"miniatures game next {game}" in told


def test_next_is_refused_until_the_initiative_is_rolled_and_can_be_overruled(game: Path) -> None:
    assert call("game", "next", game).exit_code == 0
    refused = call("game", "next", game)
    assert refused.exit_code == 1
    assert "W101" in refused.output
    overruled = call("game", "next", game, "--overrule", "we always let York go first")
    assert overruled.exit_code == 0
    told = call("game", "log", game).output
    assert "Overruled (we always let York go first): W101" in told


def test_dice_that_are_missing_write_nothing(game: Path) -> None:
    call("game", "next", game)
    before = game.read_bytes()
    done = call("game", "initiative", game, "--dice", "5")
    assert done.exit_code == 3
    assert game.read_bytes() == before


def test_dice_are_asked_for_with_the_odds_before_them(game: Path) -> None:
    call("game", "next", game)
    done = call("game", "initiative", game, typed="5 2\n")
    assert done.exit_code == 0, done.output
    assert "Exact odds" in done.output
    assert done.output.index("Exact odds") < done.output.index("Edward (York) chooses")


def test_a_shot_says_what_was_measured_and_how_it_was_added_up(game: Path) -> None:
    begun(game)
    for words in (("White bows", 36, 14, 0), ("Red bows", 36, 24, 180), ("Red bills", 50, 24, 180)):
        done = call("game", "place", game, *words, "--overrule", "as on the real table")
        assert done.exit_code == 0, done.output
    done = call("game", "shoot", game, "White bows", "--dice", "6,3")
    assert done.exit_code == 0, done.output
    assert "10.0 inches" in done.output
    # 9 - 1 longbows - 2 beyond 8 inches = 6; a third falls on light armour
    for words in ("-1  longbows (W214)", "-2  at 8 inches or more (W221)", "6; a third is 2: 2", "2 fall."):
        assert words in done.output
    again = call("game", "shoot", game, "White bows", "--dice", "6,3")
    assert again.exit_code == 1
    assert "W24" in again.output


def test_a_fact_may_be_stated_over_the_measured_one_and_the_log_says_so(game: Path) -> None:
    begun(game)
    done = call("game", "shoot", game, "White bows", "Red bows", "--set", "distance=7", "--set", "in_arc=true",
                "--set", "closest=true", "--dice", "6,3")  # fmt: skip
    assert done.exit_code == 0, done.output
    assert "W221" not in done.output
    assert "stated by the players: distance=7" in call("game", "log", game).output


def test_options_give_the_reason_for_everything_that_is_forbidden(game: Path) -> None:
    begun(game)
    told = call("game", "options", game, "White bills").output
    assert "no   shoot" in told
    assert "W203" in told


def test_undo_and_redo_go_back_and_forth_and_stay_in_the_log(game: Path) -> None:
    before = call("game", "show", game).output
    call("game", "next", game)
    after = call("game", "show", game).output
    assert call("game", "undo", game).exit_code == 0
    assert call("game", "show", game).output == before
    assert call("game", "redo", game).exit_code == 0
    assert call("game", "show", game).output == after
    told = call("game", "log", game).output
    assert "undo of event 2" in told
    assert "redo of event 2" in told


def test_the_setup_cannot_be_undone(game: Path) -> None:
    done = call("game", "undo", game)
    assert done.exit_code == 2
    assert "undo" in done.output


def test_replay_and_show_at_go_to_any_point(game: Path) -> None:
    begun(game)
    assert "Setting up" in call("game", "show", game, "--at", 1).output
    done = call("game", "replay", game)
    assert done.exit_code == 0
    assert "all come to the same" in done.output
    assert "Setting up" in call("game", "replay", game, "--to", 1).output
    assert call("game", "show", game, "--at", 99).exit_code == 2


def test_a_what_if_leaves_the_game_as_it_was(game: Path, tmp_path: Path) -> None:
    begun(game)
    before = game.read_bytes()
    branch = tmp_path / "branch.game"
    assert call("game", "whatif", game, branch, "--at", 2).exit_code == 0
    assert call("game", "initiative", branch, "--dice", "1,6").exit_code == 0
    assert game.read_bytes() == before
    assert "Somerset (Lancaster) chooses" in call("game", "log", branch).output


def test_export_and_import_lose_nothing(game: Path, tmp_path: Path) -> None:
    begun(game)
    lines, again = tmp_path / "lines.jsonl", tmp_path / "again.game"
    assert call("game", "export", game, "-o", lines).exit_code == 0
    assert call("game", "import", lines, again).exit_code == 0
    assert call("game", "export", again).output == lines.read_text(encoding="utf-8")
    assert call("game", "show", again).output.replace("again", "field") == call("game", "show", game).output


def test_a_broken_line_is_named_and_leaves_no_file(game: Path, tmp_path: Path) -> None:
    lines, again = tmp_path / "lines.jsonl", tmp_path / "again.game"
    call("game", "export", game, "-o", lines)
    lines.write_text(lines.read_text(encoding="utf-8") + "{oops\n", encoding="utf-8")
    done = call("game", "import", lines, again)
    assert done.exit_code == 2
    assert "line 3" in done.output
    assert not again.exists()


def test_the_map_is_drawn_to_a_file(game: Path, tmp_path: Path) -> None:
    picture = tmp_path / "map.svg"
    assert call("game", "map", game, "-o", picture).exit_code == 0
    assert "White bows" in picture.read_text(encoding="utf-8")
    painted = tmp_path / "map.png"
    assert call("game", "map", game, "-o", painted).exit_code == 0
    assert painted.read_bytes().startswith(b"\x89PNG")
    assert call("game", "map", game, "--png").exit_code == 2


def test_the_report_tells_the_game_in_words(game: Path, tmp_path: Path) -> None:
    begun(game)
    page = tmp_path / "report.html"
    assert call("game", "report", game, "-o", page).exit_code == 0
    text = page.read_text(encoding="utf-8")
    assert "Edward (York) chooses to move first or second" in text
    assert "<svg" in text


def test_the_log_writes_the_sums_of_an_event_out_again(game: Path) -> None:
    begun(game)
    told = call("game", "log", game, 3).output
    assert "=  Edward (W101, W11)" in told
    assert call("game", "log", game, 77).exit_code == 2


def test_a_game_without_a_map_asks_for_what_nobody_measured(tmp_path: Path, armies: tuple[Path, Path]) -> None:
    file = tmp_path / "bare.game"
    assert call("game", "new", file, "--army", armies[0], "--army", armies[1]).exit_code == 0
    begun(file)
    done = call("game", "shoot", file, "White bows", "Red bows", "--dice", "6,3")
    assert done.exit_code == 2
    assert "distance" in done.output
    assert "--set distance=" in done.output
    assert call("game", "shoot", file, "White bows", "Red bows", "--set", "distance=9", "--dice", "6,3").exit_code == 0
    assert call("game", "map", file).exit_code == 2


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("new", "GAME", "--army", "towton-york", "--army", "towton-lancaster"), "a file of that name already"),
        (("new", "NEW", "--army", "towton-york"), "expected two"),
        (("new", "NEW", "--army", "towton-yrk", "--army", "towton-york"), "towton-york"),
        (("new", "NEW", "--army", "towton-york", "--army", "towton-lancaster", "--table", "towtn"), "towton"),
        (("show", "NEW"), "no such file"),
        (("shoot", "GAME", "Whte bows"), "White bows"),
        (("shoot", "GAME", "White"), "may be any of"),
        (("order", "GAME", "York ward", "atack"), "attack"),
        (("move", "GAME", "White bows", "lots"), "inches"),
        (("wheel", "GAME", "White bows", "left", "900"), "180"),
        (("place", "GAME", "White bows", "nan", "3"), "x"),
        (("next", "GAME", "--set", "distance=3"), "takes no facts"),
        (("nxt", "GAME"), "next"),
    ],
)
def test_a_slip_is_told_in_one_clear_line_and_changes_nothing(
    words: tuple[str, ...], expected: str, game: Path, tmp_path: Path
) -> None:
    before = game.read_bytes()
    files = {"GAME": str(game), "NEW": str(tmp_path / "new.game")}
    done = call("game", *(files.get(word, word) for word in words))
    assert done.exit_code == 2, done.output
    assert expected in done.output
    assert "Traceback" not in done.output
    assert game.read_bytes() == before
    assert not (tmp_path / "new.game").exists()


def test_a_damaged_game_is_told_and_left_alone(game: Path) -> None:
    game.write_bytes(game.read_bytes()[:5000])
    before = game.read_bytes()
    done = call("game", "show", game)
    assert done.exit_code == 2
    assert "Traceback" not in done.output
    assert game.read_bytes() == before


def test_a_file_of_some_other_program_is_no_game(tmp_path: Path) -> None:
    file = tmp_path / "other.game"
    with sqlite3.connect(file) as other:
        other.execute("create table notes (text)")
    assert call("game", "show", file).exit_code == 2


def test_answers_in_json_have_one_shape(game: Path) -> None:
    call("game", "next", game)
    needed = json.loads(call("game", "initiative", game, "--json").output)
    assert needed["event"] is None
    assert needed["needs"]["dice"] == 2
    done = json.loads(call("game", "initiative", game, "--dice", "5,2", "--json").output)
    assert done["event"]["dice"] == [5, 2]
    assert done["outcome"] == {"chooses": "Edward"}
    refused = json.loads(call("game", "next", game, "--json").output)
    assert refused["refusals"][0]["rule"] == "W101"
    board = json.loads(call("game", "show", game, "--json").output)
    assert board["turn"] == 1
    assert board["owed"][0]["rule"] == "W101"


def test_help_lists_the_actions_of_the_system_and_the_words_of_each() -> None:
    told = call("game", "--help").output
    assert "charge" in told
    assert "15mm Warfare" in told
    assert "TARGET" in call("game", "charge", "--help").output


def test_a_look_at_the_board_loads_no_geometry(game: Path) -> None:
    script = (
        "import sys\n"
        "from miniatures.cli import run\n"
        f"run.main(['game', 'show', {str(game)!r}], standalone_mode=False)\n"
        "heavy = {'shapely', 'numpy', 'resvg_py'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, cwd=ROOT)


def test_help_for_an_action_without_a_file_tells_the_words_of_every_system() -> None:
    """Each system's name as the list of systems has it, and that a file decides."""
    from miniatures.systems import SYSTEMS, load_system

    done = call("game", "shoot", "--help")
    assert done.exit_code == 0
    assert "With a FILE the words of that game are shown" in done.output
    for name in SYSTEMS:
        system = load_system(name)
        if system.game is not None and "shoot" in system.game().actions():
            assert f"{system.title}: " in done.output


def test_help_for_an_action_with_a_file_tells_the_words_of_that_game_alone(game: Path) -> None:
    done = call("game", "shoot", game, "--help")
    assert done.exit_code == 0
    assert "With a FILE" not in done.output


def test_options_are_headed_by_the_whole_name_however_little_of_it_was_typed(game: Path) -> None:
    assert call("game", "options", game, "white bo").output.splitlines()[0] == "White bows"
    assert call("game", "options", game, "Edw").output.splitlines()[0] == "Edward"


def test_a_map_is_an_svg_or_a_png(game: Path, tmp_path: Path) -> None:
    done = call("game", "map", game, "-o", tmp_path / "map.gif")
    assert done.exit_code == 2
    assert "expected a name that ends with .svg or .png" in done.output
    assert not (tmp_path / "map.gif").exists()


@pytest.fixture
def fought(tmp_path: Path) -> Path:
    """A battle of a system that has questions, and a contingent of it that is fighting."""
    file = tmp_path / "fought.game"
    new = call("game", "new", file, "--army", "tewkesbury-york", "--army", "tewkesbury-lancaster")
    assert new.exit_code == 0
    for step in (("next",), ("initiative", "--dice", "5,2"), ("choose", "first")):
        assert call("game", step[0], file, *step[1:]).exit_code == 0, step
    return file


def test_a_question_is_asked_like_an_action_and_writes_nothing(fought: Path) -> None:
    before = call("game", "log", fought).output
    words = ("game", "prospects", fought, "Midland bills", "--shot-by", "Bristol guns")
    missing = call(*words)
    assert missing.exit_code == 2
    assert "long_range.artillery.0.distance: not known" in missing.output
    known = (*words, "--set", "long_range.artillery.0.distance=20")
    told = call(*known)
    assert told.exit_code == 0
    assert "Midland bills are in disarray after Long Range Shooting" not in told.output, "four dice, and only sixes"
    assert "DPs of Midland bills at the end of the turn: 1+" in told.output
    rolled = call(*known, "--seed", 3)
    assert rolled.exit_code == 0
    assert rolled.output.rstrip().endswith("Nothing was written: prospects only asks.")
    answer = json.loads(call(*known, "--json").output)
    assert answer["action"] == "prospects"
    assert answer["exact"]
    assert any("at the end of the turn" in label for label in answer["summary"])
    assert call("game", "log", fought).output == before


def test_a_question_is_found_by_its_name_and_only_where_it_is_asked(game: Path) -> None:
    assert "prospects" in call("game", "--help").output
    assert "CONTINGENT" not in call("game", "prospects", "--help").output
    assert "--without" in call("game", "prospects", "--help").output
    done = call("game", "prospects", game, "White bows")
    assert done.exit_code == 2
    assert "which has no prospects" in done.output
