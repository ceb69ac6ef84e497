"""The armies of the desk, without a browser: listed, begun, copied, taken in, given out, held side by side."""

from pathlib import Path

import pytest
from starlette.testclient import TestClient

from miniatures.rosters import load_roster, ready_armies
from miniatures.systems import SYSTEMS
from tests.web.desks import client, shared


@pytest.fixture
def desk(tmp_path: Path) -> TestClient:
    """An empty folder."""
    return client(tmp_path)


#: A list whose prices stand in a file that is not there.
ELSEWHERE = b"""
system = "tree-of-battles"
name = "A"
options = { house_points = "../nowhere.toml" }
battles = [{ name = "Vaward" }]
"""


def begin(desk: TestClient, name: str = "Mine", system: str = "warfare", start: str = "starter") -> str:
    answer = desk.post("/armies", data={"name": name, "system": system, "start": start})
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]


def test_ready_armies_and_own_ones_are_listed_with_their_points(desk: TestClient, tmp_path: Path) -> None:
    (tmp_path / "broken.toml").write_text("x = [", encoding="utf-8")
    begin(desk)
    page = desk.get("/armies").text
    assert "1500 of 1500 points" in page
    assert "yours, Mine.toml" in page
    assert "broken.toml" in page
    assert "not valid TOML" in page
    assert str(tmp_path) not in page
    only = desk.get("/armies?system=tree-of-battles").text
    assert "Tewkesbury: York" in only
    assert "Towton: York" not in only


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("start", ["starter", "empty"])
def test_an_army_is_begun_and_opens(desk: TestClient, tmp_path: Path, system: str, start: str) -> None:
    page = desk.get(begin(desk, "King's men", system, start))
    assert page.status_code == 200
    assert "King&#39;s men" in page.text
    assert load_roster(str(tmp_path / "King's men.toml")).roster.name == "King's men"


@pytest.mark.parametrize("army", ready_armies())
def test_a_ready_army_is_shown_with_its_sums_and_cannot_be_changed(desk: TestClient, army: str) -> None:
    page = desk.get(f"/armies/{army}").text
    assert "copy it to change it" in page
    assert "Why " in page
    assert "one more" not in page
    answer = desk.post(f"/armies/{army}", data={"do": '["undo"]', "seen": "x"})
    assert answer.status_code == 400
    assert "a ready army is not changed; copy it first" in answer.text


def test_a_copy_is_the_same_letter_by_letter_and_ones_own(desk: TestClient, tmp_path: Path) -> None:
    answer = desk.post("/armies/towton-york/copy", data={"name": "My York"})
    assert answer.headers["location"] == "/armies/My%20York"
    assert (tmp_path / "My York.toml").read_bytes() == ready_armies()["towton-york"].read_bytes()
    assert "one more" in desk.get("/armies/My%20York").text
    again = desk.post("/armies/towton-york/copy", data={"name": "My York"})
    assert again.status_code == 400
    assert "there is an army of this name already" in again.text


def test_an_army_is_given_out_and_taken_in(desk: TestClient, tmp_path: Path) -> None:
    given = desk.get("/armies/sample-wing/export")
    assert given.headers["content-disposition"] == "attachment; filename*=UTF-8''sample-wing.toml"
    assert given.content == ready_armies()["sample-wing"].read_bytes()
    answer = desk.post("/armies/import", files={"file": ("sample.toml", given.content)})
    assert answer.headers["location"] == "/armies/sample"
    assert (tmp_path / "sample.toml").read_bytes() == given.content
    named = desk.post("/armies/import", files={"file": ("sample.toml", given.content)}, data={"name": "Other"})
    assert named.headers["location"] == "/armies/Other"


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("mine.toml", b"x = [", "not valid TOML"),
        ("mine.toml", b"\xff\xfe\x00", "not a text file"),
        ("mine.toml", b'system = "chess"', "is not a system"),
        ("mine.toml", b'system = "warfare"\nname = "A"', "missing; expected its battles or wings"),
        ("mine.toml", ELSEWHERE, "no such file"),
        ("..toml", b"", "cannot be the name of a file"),
        ("../up.toml", b"", "system: missing"),
        ("", b"", "expected an army list as a TOML file"),
    ],
)
def test_what_is_no_army_is_told_and_not_kept(
    desk: TestClient, tmp_path: Path, name: str, content: bytes, words: str
) -> None:
    answer = desk.post("/armies/import", files={"file": (name, content)})
    assert answer.status_code == 400
    assert words in answer.text
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["", "..", "../up", "a/b", "a\\b", "x" * 81, ".hidden", "a\0b", "two\nlines", "<b>"])
def test_no_name_leads_out_of_the_folder(desk: TestClient, tmp_path: Path, name: str) -> None:
    for answer in (
        desk.post("/armies", data={"name": name, "system": "warfare"}),
        desk.post("/armies/towton-york/copy", data={"name": name}),
    ):
        assert answer.status_code == 400
        assert "cannot be the name of a file" in answer.text
    assert list(tmp_path.iterdir()) == []
    assert list(tmp_path.parent.glob("up*")) == []


@pytest.mark.parametrize("army", ["nobody", "..toml", "%2e%2e%2fetc%2fpasswd", "x" * 5000, "<script>alert(1)</script>"])
def test_an_army_that_is_not_there_is_told_plainly(desk: TestClient, army: str) -> None:
    answer = desk.get(f"/armies/{army}")
    assert answer.status_code == 404
    assert "<script>alert" not in answer.text
    assert 'did you mean "towton-york"?' in desk.get("/armies/towton-yrok").text.replace("&#34;", '"')


def test_a_system_that_is_not_there_is_told(desk: TestClient) -> None:
    answer = desk.post("/armies", data={"name": "Mine", "system": "warfair"})
    assert answer.status_code == 400
    assert "did you mean" in answer.text


def test_two_armies_stand_side_by_side(desk: TestClient) -> None:
    page = desk.get("/compare?first=towton-york&second=towton-lancaster").text
    assert page.count("1500 of 1500") == 2
    assert "Suffolk ploughmen" in page
    assert desk.get("/compare").status_code == 200
    wrong = desk.get("/compare?first=towton-york&second=barnet-york")
    assert wrong.status_code == 400
    assert "an army of 2D6 command-roll game" in wrong.text


def test_onlookers_see_armies_and_change_none(tmp_path: Path) -> None:
    host = client(tmp_path, shared(), "host")
    begin(host)
    before = (tmp_path / "Mine.toml").read_bytes()
    onlooker = client(tmp_path, shared(), "onlooker")
    page = onlooker.get("/armies/Mine").text
    assert "Shire longbowmen" in page
    assert "one more" not in page
    for path, data in (
        ("/armies", {"name": "Other", "system": "warfare"}),
        ("/armies/Mine", {"do": '["remove", "wings.0", "Right wing"]'}),
        ("/armies/Mine/copy", {"name": "Other"}),
        ("/armies/import", {"name": "Other"}),
    ):
        assert onlooker.post(path, data=data).status_code == 403
    stranger = client(tmp_path, shared())
    assert stranger.get("/armies/Mine").status_code == 403
    assert [path.name for path in tmp_path.iterdir()] == ["Mine.toml"]
    assert (tmp_path / "Mine.toml").read_bytes() == before
