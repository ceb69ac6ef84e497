"""The table without a browser: the map in layers, what is before a unit, what a drag means, and doing it."""

import re
from html import unescape
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from miniatures.game import GameFile
from miniatures.tracker import new_game, open_game
from tests.web.desks import client, command, lay_out, shared

#: York's moves of the first turn; everybody still stands where he was set up.
MARCHING = {"Marching": ("towton.jsonl", 25)}
BILLS = {"unit": "Canterbury bills", "part": "body"}


@pytest.fixture
def marching(folder: Path) -> TestClient:
    return client(lay_out(folder, MARCHING))


def hidden(page: str, name: str) -> list[str]:
    """What stands in the hidden fields of that name."""
    return [unescape(one) for one in re.findall(rf'name="{name}" value="([^"]*)"', page)]


@pytest.mark.parametrize("game", ["Towton", "Barnet", "Tewkesbury"])
def test_every_piece_is_on_the_map_and_in_the_list(game: str, asking: TestClient) -> None:
    page = asking.get(f"/game/{game}/table").text
    listed = [unescape(name) for name in re.findall(r'<button type="button" data-piece="([^"]+)"', page)]
    drawn = [unescape(name) for name in re.findall(r'<g data-name="([^"]+)"', page)]
    assert len(listed) > 20
    assert sorted(listed) == sorted(drawn)
    assert 'aria-current="page">Table' in page
    assert asking.get(f"/game/{game}/table/where").json()["pieces"].keys() == set(listed)


def test_near_by_the_troops_bear_their_names_and_from_afar_their_numbers(asking: TestClient) -> None:
    near = asking.get("/game/Towton/table/troops?width=2400").text
    far = asking.get("/game/Towton/table/troops?width=320").text
    labels = set(re.findall(r">([^<>]+)</text>", near))
    assert "longbowmen" in labels
    assert {"1", "29"} <= set(re.findall(r">([^<>]+)</text>", far))


def test_a_unit_shows_whom_it_must_shoot_at_and_why_not_the_others(asking: TestClient) -> None:
    """Lancashire longbowmen at Towton in turn 2: Canterbury bills 16.1 inches off, White Lion billmen 17."""
    page = asking.get("/game/Towton/table/chosen", params={"unit": "Lancashire longbowmen"}).text
    must = re.search(r'<li class="must">(.*?)</li>', page, re.DOTALL)
    assert must is not None
    assert "Canterbury bills" in must[1]
    assert "16.1 inches" in must[1]
    assert "2D6 -3, a third falls" in must[1]
    barred = re.findall(r'<li class="barred">.*?data-enemy="([^"]+)"', page, re.DOTALL)
    assert "White Lion billmen of March" in barred
    assert "is not the closest enemy" in page
    assert 'class="band"' in page
    assert 'class="sight hid"' in page  # the line to Kentish longbowmen ends at Commons of Holderness
    assert "ends at Commons of Holderness" in page


def test_a_drag_is_answered_with_where_it_ends_and_what_it_costs(marching: TestClient) -> None:
    told = marching.get("/game/Marching/table/steer", params=BILLS | {"x": 25.6, "y": 17.0}).json()
    assert told["spent"] == "5 of 8 inches"
    assert told["against"] == []
    front = told["ghosts"]["Canterbury bills"]["outline"][:2]
    assert [y for _, y in front] == [17, 17]
    further = marching.get("/game/Marching/table/steer", params=BILLS | {"x": 25.6, "y": 22.0}).json()
    assert further["spent"] == "10 of 8 inches"
    assert further["share"] == pytest.approx(0.8)
    assert "W311" in further["against"][0]


def test_dropped_it_asks_and_is_only_done_when_the_player_says_so(marching: TestClient, folder: Path) -> None:
    panel = marching.get("/game/Marching/table/dropped", params=BILLS | {"x": 25.6, "y": 17.0}).text
    assert GameFile.open(folder / "Marching.game").head == 25
    how, after = hidden(panel, "how")[0], hidden(panel, "after")[0]
    assert how == 'move "Canterbury bills" 5'
    done = marching.post("/game/Marching/act/move", data={"how": how, "after": after, "do": "straight"})
    assert done.status_code == 200
    assert "Canterbury bills move 5.0 inches" in done.text
    playing = open_game(folder / "Marching.game", writing=False)
    assert playing.file.head == 26
    assert playing.state.units["Canterbury bills"].y == 17


def test_what_the_rules_forbid_is_told_with_cures_and_may_be_overruled(marching: TestClient, folder: Path) -> None:
    panel = marching.get("/game/Marching/table/dropped", params=BILLS | {"x": 25.6, "y": 22.0}).text
    assert "more than the 8.0 that Canterbury bills has left" in panel
    assert "go 8.0 inches or less" in panel
    assert 'name="overrule" maxlength="200"' in panel
    assert any(how == 'move "Canterbury bills" "all"' for how in hidden(panel, "how"))  # as far as it may go
    form = {"how": hidden(panel, "how")[0], "after": "25", "do": "straight"}
    assert "The rules say no" in marching.post("/game/Marching/act/move", data=form).text
    assert GameFile.open(folder / "Marching.game").head == 25
    marching.post("/game/Marching/act/move", data=form | {"overrule": "we measured again"})
    (event,) = GameFile.open(folder / "Marching.game").events[25:]
    assert event.overruled == "we measured again"


def test_the_real_table_is_right_whatever_the_rules_say(marching: TestClient, folder: Path) -> None:
    panel = marching.get("/game/Marching/table/dropped", params=BILLS | {"x": 30, "y": 25, "facing": 45}).text
    how, reason = hidden(panel, "how")[-1], hidden(panel, "overrule")[-1]
    assert (how, reason) == (
        'place "Canterbury bills" 30 25 --facing 45',
        "the real table shows it so",
    )
    form = {"how": how, "after": "25", "overrule": reason, "do": "straight"}
    marching.post("/game/Marching/act/place", data=form)
    unit = open_game(folder / "Marching.game", writing=False).state.units["Canterbury bills"]
    assert (unit.x, unit.y, unit.facing) == (30, 25, 45)


def test_what_dice_decide_says_so_and_leads_to_them(folder: Path) -> None:
    asking = client(lay_out(folder, {"Moving": ("tewkesbury.jsonl", 47)}))
    asked = {"unit": "King's archers", "part": "body", "x": 36, "y": 25}
    panel = asking.get("/game/Moving/table/dropped", params=asked).text
    assert "5 of 4 to 10 inches · the dice decide" in panel
    form = {"how": hidden(panel, "how")[0], "after": hidden(panel, "after")[0], "do": "straight"}
    page = asking.post("/game/Moving/act/move", data=form, headers={"HX-Request": "true"}).text
    assert "2D6" in page
    assert GameFile.open(folder / "Moving.game").head == 47


def test_while_setting_up_a_piece_is_placed_where_it_is_dropped(folder: Path) -> None:
    asking = client(lay_out(folder, {"Setup": ("towton.jsonl", 1)}))
    panel = asking.get("/game/Setup/table/dropped", params=BILLS | {"x": 25.6, "y": 9.0}).text
    assert "Place it here" in panel
    form = {"how": hidden(panel, "how")[0], "after": "1", "do": "straight"}
    assert asking.post("/game/Setup/act/place", data=form).status_code == 200
    assert GameFile.open(folder / "Setup.game").head == 2


@pytest.mark.parametrize(
    ("params", "told"),
    [
        ({"x": "nan", "y": "1"}, "is no number to measure"),
        ({"x": "inf", "y": "1"}, "is no number to measure"),
        ({"x": "-Infinity", "y": "1"}, "is no number to measure"),
        ({"x": "1e400", "y": "1"}, "is no number to measure"),
        ({"x": "1001", "y": "1"}, "at most 1000"),
        ({"x": "1", "y": "-1e9"}, "at least -1000"),
        ({"x": "1", "y": "1", "facing": "nan"}, "is no number to measure"),
        ({"x": "1", "y": "1", "facing": "99999"}, "at most 3600"),
        ({"x": "", "y": "1"}, "expected a number"),
        ({"x": "1"}, "y"),
        ({"x": "1", "y": "1", "part": "leg"}, "leg"),
        ({"x": "1", "y": "1", "unit": "Nobody"}, "a piece on the table"),
        ({"x": "1", "y": "1", "unit": "A" * 500}, "unit"),
        ({"x": "1", "y": "1", "unit": "<script>alert(1)</script>"}, "&lt;script&gt;"),
        ({"x": "1", "y": "1", "hand": "left"}, "hand"),
    ],
)
@pytest.mark.parametrize("where", ["steer", "dropped"])
def test_hostile_gestures_get_a_clear_answer(
    where: str, params: dict[str, str], told: str, marching: TestClient
) -> None:
    answer = marching.get(f"/game/Marching/table/{where}", params=BILLS | params, headers={"HX-Request": "true"})
    assert answer.status_code == 400
    assert 'role="alert"' in answer.text
    assert told in answer.text
    assert "<script>alert" not in answer.text


@pytest.mark.parametrize("width", ["0", "199", "8001", "nan", "1e9", "-5", "x"])
def test_nobody_asks_for_a_map_that_is_too_large(width: str, asking: TestClient) -> None:
    assert asking.get("/game/Towton/table/troops", params={"width": width}).status_code == 400


def test_a_messenger_is_looked_at_but_not_moved_by_hand(asking: TestClient) -> None:
    messenger = "messenger to Exeter's battle"
    assert messenger in asking.get("/game/Towton/table/chosen", params={"unit": messenger}).text.replace("&#39;", "'")
    answer = asking.get("/game/Towton/table/dropped", params={"unit": messenger, "part": "body", "x": 1, "y": 1})
    assert answer.status_code == 400
    assert "goes where he was sent" in answer.text


def test_a_card_leads_to_the_table_with_its_unit_chosen(asking: TestClient) -> None:
    card = asking.get("/game/Towton/unit/Canterbury bills").text
    assert "/game/Towton/table?unit=Canterbury%20bills" in card
    assert 'data-first="Canterbury bills"' in asking.get("/game/Towton/table?unit=Canterbury%20bills").text


def test_a_game_without_a_map_has_no_table(folder: Path, asking: TestClient) -> None:
    new_game(folder / "Mapless.game", ["towton-york", "towton-lancaster"])
    assert "/game/Mapless/table" not in asking.get("/game/Mapless").text
    for where in ("", "/where", "/troops", "/chosen?unit=Canterbury bills"):
        assert asking.get(f"/game/Mapless/table{where}").status_code == 400


def test_each_side_moves_its_own_and_onlookers_nobody(folder: Path) -> None:
    lay_out(folder, MARCHING)
    asked = BILLS | {"x": 25.6, "y": 17.0}
    own = client(folder, shared(), "first").get("/game/Marching/table/dropped", params=asked).text
    assert 'value="straight"' in own
    lancaster = client(folder, shared(), "second")
    panel = lancaster.get("/game/Marching/table/dropped", params=asked).text
    assert "You act for Towton: Lancaster" in panel
    assert 'value="straight"' not in panel
    form = {"how": hidden(own, "how")[0], "after": "25", "do": "straight"}
    assert lancaster.post("/game/Marching/act/move", data=form).status_code == 403
    onlooker = client(folder, shared(), "onlooker")
    panel = onlooker.get("/game/Marching/table/dropped", params=asked).text
    assert "You look on" in panel
    assert 'value="straight"' not in panel
    assert client(folder, shared()).get("/game/Marching/table").status_code == 403
    assert GameFile.open(folder / "Marching.game").head == 25


def test_two_who_act_at_once_the_second_is_told(marching: TestClient, folder: Path) -> None:
    panel = marching.get("/game/Marching/table/dropped", params=BILLS | {"x": 25.6, "y": 17.0}).text
    command(folder, "game", "move", "Marching.game", "Kentish longbowmen", "3")
    form = {"how": hidden(panel, "how")[0], "after": "25", "do": "straight"}
    answer = marching.post("/game/Marching/act/move", data=form)
    assert "moved on" in answer.text
    assert GameFile.open(folder / "Marching.game").head == 26
