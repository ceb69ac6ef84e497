"""The printed army list: every row as the sheet prints it, and how players may name it."""

import pytest
from pydantic import ValidationError

from miniatures.broken import BrokenInputError
from miniatures.faults import read_model
from miniatures.systems.command_roll.facts import CommanderInPlay, UnitInPlay
from miniatures.systems.command_roll.profiles import BY_NAME, PROFILES, STARRED, Profile
from miniatures.systems.command_roll.tables import CLASSES, TO_HIT, Army
from tests.marking import case
from tests.systems.command_roll.units import commander, described, unit

_TYPES = {
    "general": "Gen", "battle leader": "Bat Ld", "lord": "Lord",
    "cavalry": "Cav", "infantry": "Inf", "artillery": "Art",
}  # fmt: skip


def printed(row: Profile) -> str:
    """A row of ours in the columns of the sheet, all but Min/Max."""
    armour = "-" if row.armour is None else f"{row.armour}+"
    move = f"{row.move}"
    if row.commands:
        armour, move = f"{armour}/{row.armour_on_foot}+", f"{move}/{row.move_on_foot}"
    star = "*" if row.name in STARRED else ""
    attack = f"{row.attack}/{'-' if row.shooting is None else row.shooting}{star}"
    return f"{_TYPES[row.type]} {attack} {row.hits} {armour} {row.command or '-'} {row.size} {row.points} {move}"


@pytest.mark.parametrize(
    ("name", "columns", "limits"),
    [
        case("C601", "Army General", "Gen 6/- 4 4+/5+ 9 1 125 20/10", (1, 1, "")),
        case("C602", "Battle Leader", "Bat Ld 5/- 4 4+/5+ 8 1 80 20/10", (1, 4, "")),
        case("C603", "Lord", "Lord 4/- 3 4+/5+ 7 1 40 20/10", (0, 18, "")),
        case("C604", "Mounted Men at Arms", "Cav 4/- 3 4+ - 2 110 20", (0, 2, "")),
        case("C605", "Mounted Currours", "Cav 3/- 3 6+ - 2 80 20", (0, None, "")),
        case("C606", "Mounted Border Staves", "Cav 2/- 3 6+ - 2 70 20", (0, None, "")),
        case("C607", "Mounted Hobilars", "Cav 3/1 3 6+ - 2 90 20", (0, None, "")),
        case("C608", "Dismounted Men at Arms", "Inf 4/- 3 5+ - 2 65 10", (0, 1, "lord")),
        case("C609", "Retinue Bill", "Inf 3/- 3 6+ - 2 45 10", (0, None, "")),
        case("C610", "Retinue Bow", "Inf 3/1* 3 6+ - 2 55 10", (2, None, "bill")),
        case("C611", "Shire Bill", "Inf 2/- 3 - - 2 25 10", (0, None, "")),
        case("C612", "Shire Bow", "Inf 2/1 3 - - 2 30 10", (2, None, "bill")),
        case("C613", "Border Foot Bill", "Inf 2/- 3 - - 2 25 10", (0, None, "")),
        case("C614", "Border Foot Spear", "Inf 2/- 3 - - 2 25 10", (0, None, "")),
        case("C615", "Border Foot Bow", "Inf 2/1 3 - - 2 30 10", (0, None, "")),
        case("C616", "Peasants", "Inf 2/- 3 - - 2 25 10", (0, None, "")),
        case("C617", "Pike", "Inf 3/- 3 6+ - 2 45 10", (0, None, "")),
        case("C618", "Crossbow", "Inf 3/1 3 - - 2 55 10", (0, None, "")),
        case("C619", "Hand Gunners", "Inf 3/1 3 - - 2 65 10", (0, None, "")),
        case("C620", "Welsh Bow", "Inf 2/1 3 - - 2 30 10", (0, None, "")),
        case("C621", "Welsh Spear", "Inf 2/- 3 - - 2 25 10", (0, None, "")),
        case("C622", "Canon / Bombard", "Art 1/2 2 - - 2 85 5", (0, 2, "")),
    ],
)
def test_a_row_of_the_list_is_as_the_sheet_prints_it(
    name: str, columns: str, limits: tuple[int, int | None, str], request: pytest.FixtureRequest
) -> None:
    row = BY_NAME[name]
    assert printed(row) == columns
    assert row.limits == limits
    assert row.rule == request.node.get_closest_marker("rules").args[0]


def test_the_list_has_twenty_two_rows_in_the_order_of_the_sheet() -> None:
    assert [row.rule for row in PROFILES] == [f"C{number}" for number in range(601, 623)]


@pytest.mark.rules("C501")
def test_the_notes_and_the_column_agree_on_mounted_men_at_arms() -> None:
    assert Army.mounted_men_at_arms.value == BY_NAME["Mounted Men at Arms"].limits.most == 2


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("GENERAL", "Army General"),
        ("battle leader", "Battle Leader"),
        ("retinue_bows", "Retinue Bow"),
        ("Mounted MAA", "Mounted Men at Arms"),
        ("men at arms", "Dismounted Men at Arms"),
        ("hobilars", "Mounted Hobilars"),
        ("handgunners", "Hand Gunners"),
        ("border bows", "Border Foot Bow"),
        ("Cannon", "Canon / Bombard"),
        ("canon/bombard", "Canon / Bombard"),
    ],
)
def test_a_profile_may_be_shortened_and_written_in_any_case(written: str, name: str) -> None:
    assert unit(written).profile == name


@pytest.mark.parametrize("row", PROFILES, ids=lambda row: row.name)
def test_every_profile_is_known_by_its_own_name_in_small_letters(row: Profile) -> None:
    assert unit(row.name.lower()).profile == row.name


def test_a_word_that_is_no_profile_names_the_nearest() -> None:
    with pytest.raises(BrokenInputError, match='"Retinu Bwo" is not a unit of the list; did you mean "Retinue Bow"'):
        read_model(UnitInPlay, described("Retinu Bwo"), "facts")


@pytest.mark.parametrize(
    ("profile", "mounted", "armour", "move"),
    [
        case("C507", "Army General", True, 4, 20),
        case("C507", "Army General", False, 5, 10),
        case("C507", "Lord", None, 5, 10),
        case("C1", "Battle Leader", True, 4, 20),
    ],
)
def test_a_commander_is_armoured_and_moves_as_he_rides_or_walks(
    profile: str, mounted: bool | None, armour: int, move: int
) -> None:
    his = commander(profile, mounted=mounted)
    assert (his.armour, his.move, his.cavalry, his.infantry) == (armour, move, bool(mounted), not mounted)


@pytest.mark.parametrize(
    ("classed", "value", "rules"),
    [
        case("C432", "rash", 8, ["C603", "C432"]),
        case("C433", "Bold", 7, ["C603", "C433"]),
        case("C434", "cautious", 6, ["C603", "C434"]),
        case("C435", "treacherous", 6, ["C603", "C435"]),
        case("C431", None, 7, ["C603"]),
    ],
)
def test_a_class_changes_the_command_of_a_lord(classed: str | None, value: int, rules: list[str]) -> None:
    told = commander("Lord", classed=classed).command_value
    assert told.total == value
    assert [modifier.rule for modifier in told.modifiers] == rules


@pytest.mark.rules("C431", "C14")
def test_a_die_gives_each_class_its_faces() -> None:
    assert [CLASSES[face] for face in (1, 2, 3, 4, 5, 6)] == ["treacherous", "cautious", "bold", "bold", "bold", "rash"]


@pytest.mark.rules("C162", "C163", "C164")
def test_a_target_is_hit_on_four_five_or_six_by_its_position() -> None:
    assert {position: needed.value for position, needed in TO_HIT.items()} == {"open": 4, "defended": 5, "fortified": 6}


@pytest.mark.rules("C167", "C27")
def test_a_unit_in_play_knows_what_it_has_lost_and_can_take() -> None:
    assert (unit("Pike").left, unit("Pike").lost, unit("Pike").can_take) == (2, 0, 6)
    worn = unit("Pike", stands=1, hits=2)
    assert (worn.left, worn.lost, worn.can_take) == (1, 1, 1)


@pytest.mark.parametrize(
    ("profile", "said", "complaint"),
    [
        ("Pike", {"mounted": True}, "mounted: only for the general"),
        ("Pike", {"classed": "rash"}, "classed: only for the general"),
        ("Pike", {"stands": 3}, "stands: 3 left of 2"),
        ("Pike", {"hits": 3}, "hits: 3 of 3 would have removed a stand"),
        ("Canon / Bombard", {"hits": 2}, "hits: 2 of 2 would have removed a stand"),
        ("Pike", {"position": "hidden"}, "position"),
        ("Pike", {"stands": True}, "stands"),
        ("Pike", {"name": "two\nlines"}, "name"),
    ],
)
def test_a_unit_that_cannot_be_is_refused(profile: str, said: dict[str, object], complaint: str) -> None:
    with pytest.raises(ValidationError, match=complaint):
        UnitInPlay.model_validate(described(profile) | said)


def test_only_commanders_command_and_a_dead_one_does_not() -> None:
    with pytest.raises(ValidationError, match="Pike is no commander"):
        CommanderInPlay.model_validate(described("Pike"))
    with pytest.raises(ValidationError, match="hits: 4 of 4 would have killed him"):
        commander("Army General", hits=4)
