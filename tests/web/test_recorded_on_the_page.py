"""One action of each kind from each recorded battle, done again on the page: the same dice, the same end."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from miniatures.game import Event, import_lines
from miniatures.game_wording import event_words
from miniatures.tracker import Playing, open_game
from tests.test_saying import RECORDED
from tests.web.desks import client
from tests.web.reading import fields, text


@pytest.fixture(scope="module", params=RECORDED, ids=lambda path: path.stem)
def battle(request: pytest.FixtureRequest) -> Iterator[Playing]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "whole.game"
        with request.param.open(encoding="utf-8") as lines:
            import_lines(lines, path, request.param.name)
        yield open_game(path)


def of_each_kind(playing: Playing) -> list[Event]:
    """The last of each command that has facts: by then much has happened."""
    last = {event.command: event for event in playing.file.line[1:] if event.procedure}
    return list(last.values())


def test_what_was_recorded_is_done_again_by_hand(battle: Playing, tmp_path: Path) -> None:
    for event in of_each_kind(battle):
        path = tmp_path / f"{event.command}.game"
        battle.file.branch(path, event.number - 1)
        with client(tmp_path) as asking:
            _done_again(asking, battle, event)


def _done_again(asking: TestClient, battle: Playing, event: Event) -> None:
    how = event_words(event._replace(dice=()), battle.rules.actions())
    path = f"/game/{event.command}/act/{event.command}"
    page = asking.get(path, params={"how": how})
    assert page.status_code == 200
    form = fields(page.text)
    untouched = asking.post(path, data={**form, "do": ["look"]})
    assert "stated by you" not in text(untouched.text), "nobody touched the form"
    form = fields(untouched.text)
    for assignment in event.stated:
        place, _, value = assignment.partition("=")
        form[f"fact:{place}"] = [value.strip('"')]
    dice = {"dice": [" ".join(map(str, event.dice))], "overrule": [event.overruled or ""]}
    looked = asking.post(path, data={**form, **dice, "do": ["look"]})
    done = asking.post(path, data={**fields(looked.text), "do": ["apply"]})
    told = text(done.text)
    assert "written down" in told, f"{how}: {text(looked.text)}"
    for sentence in event.says:
        assert " ".join(sentence.split()) in told, how
