"""A fight without a game: the example filled in, units taken from armies, odds side by side, dice and the sum."""

from typing import Any

import pytest
from starlette.testclient import TestClient

from miniatures.systems import SYSTEMS, load_system
from tests.web.reading import fields, text
from tests.web.test_acting import FRAGMENT

MELEE = "/system/warfare/procedure/melee"
EVERY = [(name, procedure) for name in SYSTEMS for procedure in load_system(name).procedures]


def sent(asking: TestClient, form: dict[str, list[str]], do: str, path: str = MELEE, **changed: str) -> Any:
    data = {**form, **{key: [value] for key, value in changed.items()}, "do": [do]}
    return asking.post(path, data=data, headers=FRAGMENT)


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_system_lists_its_fights(asking: TestClient, system: str) -> None:
    page = asking.get(f"/system/{system}").text
    for name in load_system(system).procedures:
        assert f'href="/system/{system}/procedure/{name}"' in page


@pytest.mark.parametrize(("system", "procedure"), EVERY)
def test_every_example_comes_filled_in_and_says_the_same_when_it_is_sent_back(
    asking: TestClient, system: str, procedure: str
) -> None:
    path = f"/system/{system}/procedure/{procedure}"
    page = asking.get(path)
    assert page.status_code == 200
    assert "That did not work" not in page.text
    again = sent(asking, fields(page.text), "look", path)
    assert again.status_code == 200
    assert fields(again.text) == fields(page.text)


@pytest.mark.parametrize(("system", "procedure"), EVERY)
def test_every_fight_is_rolled_to_its_end(asking: TestClient, system: str, procedure: str) -> None:
    path = f"/system/{system}/procedure/{procedure}"
    rolled = sent(asking, fields(asking.get(path).text), "roll-all", path)
    assert rolled.status_code == 200
    assert "So it ends" in rolled.text or "The rules say no" in rolled.text


def test_dice_and_sum_of_the_charge_in_the_readme(asking: TestClient) -> None:
    """The attackers' 3 and 4, the defenders' 5 and 2; then the leader is not there to be hit."""
    looked = sent(asking, fields(asking.get(MELEE).text), "look", dice="3 4 5 2")
    told = text(looked.text)
    assert "7 dice 3 + 4" in told
    assert "7 dice 5 + 2" in told


def test_a_unit_is_taken_from_an_army(asking: TestClient) -> None:
    form = fields(asking.get(MELEE).text)
    taken = sent(asking, form, "look", **{"take:defenders.0": "sample-wing:White cavalry"})
    now = fields(taken.text)
    assert now["fact:defenders.0.name"] == ["White cavalry"]
    assert now["fact:attackers.0.name"] == ["Yellow cavalry"]


@pytest.mark.parametrize("reference", ["/etc/passwd:root", "../x.toml:a", "sample-wing:Nobody", "towton.game:x"])
def test_units_come_from_the_armies_that_are_offered_and_nowhere_else(asking: TestClient, reference: str) -> None:
    answer = sent(asking, fields(asking.get(MELEE).text), "look", **{"take:defenders.0": reference})
    assert answer.status_code == 400
    assert "no such unit" in text(answer.text)


def test_a_second_attacker_is_added_stated_and_left_out_again(asking: TestClient) -> None:
    added = sent(asking, fields(asking.get(MELEE).text), "add attackers")
    assert "to be stated" in text(added.text)
    form = fields(added.text)
    taken = sent(asking, form, "look", **{"take:attackers.1": "sample-wing:White cavalry"})
    assert fields(taken.text)["fact:attackers.1.name"] == ["White cavalry"]
    dropped = sent(asking, fields(taken.text), "drop attackers.1")
    assert "fact:attackers.1.name" not in fields(dropped.text)


def test_odds_are_bars_and_with_kept_facts_a_table(asking: TestClient) -> None:
    form = fields(asking.get(MELEE).text)
    bars = asking.post(f"{MELEE}/odds", data=form, headers=FRAGMENT)
    assert "Exact odds" in bars.text
    assert "<rect" in bars.text
    kept = sent(asking, form, "keep", label="whole")
    fewer = sent(asking, fields(kept.text), "look", **{"fact:attackers.0.lost": "6"})
    table = text(asking.post(f"{MELEE}/odds", data=fields(fewer.text), headers=FRAGMENT).text)
    assert "as stated whole" in table
    assert "won by: attackers" in table
    forgotten = sent(asking, fields(fewer.text), "forget 0")
    assert "variant" not in fields(forgotten.text)


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"fact:attackers.0.figures": "many"}, "attackers.0.figures"),
        ({"fact:attackers.0.figures": "999999999"}, "expected at most 1000"),
        ({"fact:attackers.0.name": "<script>alert(1)</script>" * 99}, "attackers.0.name"),
        ({"dice": "7"}, "7 is not a face"),
        ({"variant": "{broken"}, ""),
        ({"variant": '["x", {"attackers": 3}]'}, ""),
    ],
)
def test_nonsense_is_told_and_breaks_nothing(asking: TestClient, changed: dict[str, str], told: str) -> None:
    answer = sent(asking, fields(asking.get(MELEE).text), "look", **changed)
    assert answer.status_code == (400 if told else 200)
    assert told in text(answer.text)
    assert "<script>alert" not in answer.text
    odds = asking.post(f"{MELEE}/odds", data={**fields(asking.get(MELEE).text), **changed}, headers=FRAGMENT)
    assert odds.status_code in (200, 400)


def test_a_fight_that_nobody_knows_is_not_here(asking: TestClient) -> None:
    assert asking.get("/system/warfare/procedure/juggling").status_code == 404
    assert asking.get("/system/chess").status_code == 404
