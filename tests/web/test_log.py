"""The log without a browser: taking back with a preview, bringing again, what-if, report and export."""

import json

import pytest
from starlette.testclient import TestClient

from miniatures.game import GameFile
from tests.web.desks import command


def test_a_wrong_casualty_is_taken_back_after_a_look_at_what_goes(asking: TestClient, folder) -> None:
    command(folder, "game", "correct", "Towton.game", "Kentish longbowmen", "--lost", "5")
    assert "19/24" in asking.get("/game/Towton/units").text
    preview = asking.get("/game/Towton/log/61/back").text
    assert "This goes" in preview
    assert "Kentish longbowmen" in preview
    assert "Then it is turn 2, Event II, fire: the shots again." in preview
    assert GameFile.open(folder / "Towton.game").head == 61  # a look changes nothing
    log = asking.post("/game/Towton/back", data={"number": 61, "after": 61})
    assert "Bring again" in log.text
    assert "19/24" not in asking.get("/game/Towton/units").text
    asking.post("/game/Towton/redo", data={"after": 62})
    assert "19/24" in asking.get("/game/Towton/units").text


def test_taking_back_something_earlier_takes_along_what_came_after(asking: TestClient, folder) -> None:
    preview = asking.get("/game/Towton/log/57/back").text
    assert "These 4 actions go" in preview
    assert preview.index("60:") < preview.index("57:")
    assert "Then it is turn 2, Event I, initiative and command again." in preview
    asking.post("/game/Towton/back", data={"number": 57, "after": 60})
    assert [event.number for event in GameFile.open(folder / "Towton.game").line][-1] == 56


@pytest.mark.parametrize("number", [1, 61, 0, 10**8])
def test_the_setup_and_what_never_was_cannot_be_taken_back(number: int, asking: TestClient, folder) -> None:
    assert asking.post("/game/Towton/back", data={"number": number, "after": 60}).status_code == 404
    assert asking.get(f"/game/Towton/log/{number}/back").status_code == 404
    assert GameFile.open(folder / "Towton.game").head == 60


def test_what_was_taken_back_stays_to_be_read(asking: TestClient) -> None:
    asking.post("/game/Towton/back", data={"number": 60, "after": 60})
    log = asking.get("/game/Towton/log").text
    assert "taken back" in log
    assert "3 fall" in log


def test_a_what_if_goes_its_own_way_and_leaves_the_game_alone(asking: TestClient, folder) -> None:
    begun = asking.post("/game/Towton/what-if", data={"name": "No archers", "at": "57"})
    assert (begun.status_code, begun.headers["location"]) == (303, "/game/No%20archers")
    assert GameFile.open(folder / "No archers.game").head == 57
    asking.post("/game/No archers/back", data={"number": 57, "after": 57})
    assert GameFile.open(folder / "Towton.game").head == 60
    taken = asking.post("/game/Towton/what-if", data={"name": "No archers"})
    assert taken.status_code == 400
    assert "there is a file of that name already" in taken.text


def test_the_sum_of_an_event_is_written_out_with_its_rules(asking: TestClient) -> None:
    told = asking.get("/game/Towton/log/60").text
    assert "12  dice 6 + 6" in told
    assert 'longbows (<a class="rule" href="/system/warfare/rules?q=W214">W214</a>)' in told
    assert "No dice were thrown" in asking.get("/game/Towton/log/59").text


@pytest.mark.parametrize("game", ["Towton", "Barnet", "Tewkesbury"])
def test_a_game_is_exported_as_it_is_and_reported(game: str, asking: TestClient, folder) -> None:
    lines = asking.get(f"/game/{game}/export").text.splitlines()
    assert len(lines) == 1 + GameFile.open(folder / f"{game}.game").head
    assert json.loads(lines[0])["name"] == game
    assert game in asking.get(f"/game/{game}/report").text
    with (folder / f"{game}.jsonl").open("w+b") as file:
        file.write("\n".join(lines).encode())
        file.seek(0)
        again = asking.post("/games/import", data={"name": "Again"}, files={"file": file})
    assert again.status_code == 303
    assert GameFile.open(folder / "Again.game").state == GameFile.open(folder / f"{game}.game").state


def test_a_report_is_written_anew_when_the_game_moves_on(asking: TestClient) -> None:
    first = asking.get("/game/Towton/report").text
    assert asking.get("/game/Towton/report").text == first
    assert "59 actions, 1 taken back" not in first
    asking.post("/game/Towton/back", data={"number": 60, "after": 60})
    assert "59 actions, 1 taken back" in asking.get("/game/Towton/report").text
