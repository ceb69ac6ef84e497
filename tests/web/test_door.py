"""Who is let in, who may change what, and what is made of wrong and hostile requests."""

import pytest
from starlette.testclient import TestClient

from miniatures.game import GameFile
from miniatures.web.access import ROLES, Role
from tests.web.desks import SECRETS, client, shared

#: Everything that a visitor could look for without a link.
SIGHTS = [
    "/",
    "/game/Towton",
    "/game/Towton/log",
    "/game/Towton/stream",
    "/game/Towton/export",
    "/armies",
    "/games/new",
]
WRITES = ["/games/new", "/game/Towton/back", "/game/Towton/redo", "/game/Towton/what-if", "/sides", "/games/import"]


@pytest.fixture
def network(folder):
    """Somebody on the players' network, by the link of a role or without one."""
    access = shared()

    def come(role: Role | None = None) -> TestClient:
        return client(folder, access, role)

    return come


def _head(folder) -> int:
    return GameFile.open(folder / "Towton.game", writing=False).head


@pytest.mark.parametrize("host", ["evil.example", "evil.example:1461", "127.0.0.1.evil.example", "", "[::"])
def test_a_page_elsewhere_that_pretends_to_be_ours_is_turned_away(host: str, asking: TestClient) -> None:
    answer = asking.get("/", headers={"Host": host})
    assert answer.status_code == 421
    assert "Towton" not in answer.text


@pytest.mark.parametrize(
    "sent",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://testserver:8080"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site", "Origin": "http://testserver"},
    ],
)
@pytest.mark.parametrize("path", WRITES)
def test_another_page_cannot_write_through_a_players_browser(
    path: str, sent: dict[str, str], asking: TestClient, folder
) -> None:
    assert asking.post(path, data={"number": 60, "after": 60}, headers=sent).status_code == 403
    assert _head(folder) == 60


@pytest.mark.parametrize("path", SIGHTS)
def test_without_a_secret_nobody_sees_a_game(path: str, network) -> None:
    for cookie in (None, "", "wrong", SECRETS["host"][:-1]):
        visitor = network()
        if cookie is not None:
            visitor.cookies.set("miniatures", cookie)
        answer = visitor.get(path)
        assert answer.status_code == 403
        assert "Towton" not in answer.text


def test_a_link_lets_in_and_is_remembered_where_no_script_can_read_it(network) -> None:
    for role in ROLES:
        visitor = network()
        answer = visitor.get(f"/join/{SECRETS[role]}")
        assert (answer.status_code, answer.headers["location"]) == (303, "/")
        cookie = answer.headers["set-cookie"].lower()
        assert "httponly" in cookie
        assert "samesite=lax" in cookie
        assert "Towton" in visitor.get("/").text


def test_a_wrong_link_lets_nobody_in(network) -> None:
    for wrong in ("", "wrong", "%00", "é", "../" + SECRETS["host"]):
        visitor = network()
        assert visitor.get(f"/join/{wrong}").status_code in (403, 404)
        assert visitor.get("/").status_code == 403


def test_alone_on_this_machine_there_is_no_link_to_join_by(asking: TestClient) -> None:
    assert asking.get("/join/anything").status_code == 403


@pytest.mark.parametrize("path", WRITES)
def test_onlookers_see_everything_and_change_nothing(path: str, network, folder) -> None:
    onlooker = network("onlooker")
    assert onlooker.get("/game/Towton").status_code == 200
    log = onlooker.get("/game/Towton/log").text
    assert "Take back" not in log
    assert "What if" not in log
    answer = onlooker.post(path, data={"number": 60, "after": 60})
    assert answer.status_code == 403
    assert "only the players change the game" in answer.text
    assert _head(folder) == 60


def test_a_side_takes_back_what_is_its_own_and_nothing_of_the_others(network, folder) -> None:
    """Event 60 is a shot of Fauconberg's archers, who are York's, the first army."""
    refused = network("second").post("/game/Towton/back", data={"number": 60, "after": 60})
    assert refused.status_code == 403
    assert "You act for Towton: Lancaster; this is for Towton: York to do." in refused.text
    assert _head(folder) == 60
    assert network("first").post("/game/Towton/back", data={"number": 60, "after": 60}).status_code == 200
    assert _head(folder) == 61
    assert network("second").post("/game/Towton/redo", data={"after": 61}).status_code == 403
    assert network("first").post("/game/Towton/redo", data={"after": 61}).status_code == 200


def test_the_players_may_agree_that_each_device_acts_for_both_sides(network) -> None:
    second = network("second")
    assert second.post("/sides", data={"both_sides": "yes"}).status_code == 303
    assert second.post("/game/Towton/back", data={"number": 60, "after": 60}).status_code == 200
    second.post("/sides", data={"both_sides": "no"})
    assert second.post("/game/Towton/redo", data={"after": 61}).status_code == 403


def test_a_request_that_is_sent_again_does_nothing_twice(asking: TestClient, folder) -> None:
    assert asking.post("/game/Towton/back", data={"number": 60, "after": 60}).status_code == 200
    again = asking.post("/game/Towton/redo", data={"after": 60})
    assert again.status_code == 409
    assert "The game has moved on" in again.text
    assert _head(folder) == 61


@pytest.mark.parametrize(
    "path",
    [
        "/game/...",
        "/game/..%2f..%2fetc%2fpasswd",
        "/game/.miniatures-links",
        "/game/Towton.game",
        "/game/Towton%00",
        "/game/%5c%5chost%5cshare",
        "/static/..%2f__init__.py",
        "/static/%2e%2e/%2e%2e/access.py",
        "/static//etc/passwd",
        "/game/" + "x" * 5000,
    ],
)
def test_no_address_leads_out_of_the_folder(path: str, asking: TestClient) -> None:
    answer = asking.get(path)
    assert answer.status_code in (400, 404)
    assert "Traceback" not in answer.text
    assert "root:" not in answer.text
    assert "import" not in answer.text


@pytest.mark.parametrize(
    "name", ["../escape", "..", "a/b", "a\\b", ".hidden", "", " ", "x" * 81, "a\nb", "a\x00b", "<b>"]
)
def test_no_name_of_a_new_game_leads_out_of_the_folder(name: str, asking: TestClient, folder) -> None:
    before = sorted(folder.parent.rglob("*"))
    asked = {"name": name, "first": "towton-york", "second": "towton-lancaster", "table": ""}
    for path, data in (("/games/new", asked), ("/game/Towton/what-if", {"name": name})):
        answer = asking.post(path, data=data)
        assert answer.status_code == 400
        assert 'role="alert"' in answer.text
    assert sorted(folder.parent.rglob("*")) == before


@pytest.mark.parametrize("number", ["NaN", "nan", "Infinity", "-1", "1e3", "60.0", "٣", "9" * 400, "", "0x3c", "true"])
def test_a_number_that_is_none_is_said_so(number: str, asking: TestClient, folder) -> None:
    for data in ({"number": number, "after": 60}, {"number": 60, "after": number}):
        answer = asking.post("/game/Towton/back", data=data)
        assert answer.status_code == 400
        assert "expected a whole number" in answer.text
    assert _head(folder) == 60


def test_over_long_fields_are_refused(asking: TestClient) -> None:
    long = asking.post("/games/new", data={"name": "Long", "options": "x" * 5000})
    assert long.status_code == 400
    assert "expected at most 4000" in long.text
    many = asking.post("/games/new", data={f"field{number}": "x" for number in range(3000)})
    assert many.status_code == 400
    announced = asking.post("/games/new", content=b"name=x", headers={"Content-Length": "99999999999"})
    assert announced.status_code == 413


def test_every_answer_forbids_foreign_scripts(asking: TestClient) -> None:
    for path in ("/", "/game/Towton", "/nowhere", "/static/style.css"):
        headers = asking.get(path).headers
        policy = headers["content-security-policy"]
        assert "script-src 'self';" in policy
        assert "default-src 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "same-origin"
