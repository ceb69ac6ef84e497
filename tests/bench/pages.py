"""What a finger waits for: answers of the page in each game, beside the plainest answer that the same server gives."""

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import quote

from starlette.testclient import TestClient

from tests.bench.timing import side_by_side
from tests.web.desks import client, lay_out

_GOAL = 100.0
"""Milliseconds."""
_PLAIN = "a file of the page"
#: For each game a unit that has something to do in the step where the game stands, and its action.
_ASKED = {
    "Towton": ("Kentish longbowmen", 'shoot "Kentish longbowmen"'),
    "Barnet": ("White Boar archers", 'shoot "White Boar archers"'),
    "Tewkesbury": ("Midland bills", 'move "Midland bills" all'),
}


def lines() -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder, client(lay_out(Path(folder))) as asking:
        contenders: dict[str, Callable[[None], object]] = {_PLAIN: _get(asking, "/static/live.js")}
        for game, (unit, how) in _ASKED.items():
            named, at = quote(unit), f"/game/{game}"
            action = asking.get(f"{at}/do?how={quote(how)}").headers["location"]
            drag = f"{at}/table/steer?unit={named}&part=body&x=30&y=20"
            for what, address in (
                ("units", at),
                ("a card", f"{at}/unit/{named}"),
                ("a unit chosen on the table", f"{at}/table/chosen?unit={named}"),
                ("a drag", drag),
                ("an action with its facts", action),
                ("the log", f"{at}/log"),
                ("the rules", f"{at}/rules"),
            ):
                contenders[f"{game}: {what}"] = _get(asking, address)
        times = side_by_side(contenders, lambda: None, repetitions=7)
    yield "(h) answers of the page, in milliseconds, asked again at the same moment of the game"
    for name, found in times.items():
        slow = "" if name == _PLAIN else f"   goal {_GOAL:g} {'met' if found.best * 1000 <= _GOAL else 'missed'}"
        yield f"    {name:<44} {found.best * 1000:6.1f}   this/{_PLAIN} {found.ratio_to(times[_PLAIN]):5.1f}{slow}"


def _get(asking: TestClient, address: str) -> Callable[[None], object]:
    def get(_: None) -> object:
        answer = asking.get(address)
        assert answer.status_code == 200, (address, answer.status_code)
        return answer

    return get
