"""Building an army on the page, without a browser: every change is written, and nothing that anybody wrote is lost."""

import html
import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from miniatures.army import legal
from miniatures.rosters import load_roster
from miniatures.systems import SYSTEMS, load_system
from tests.web.desks import client


class AtTheList:
    """Somebody who builds an army: what he taps is what his page shows."""

    def __init__(self, folder: Path, name: str = "Mine", asking: TestClient | None = None) -> None:
        self.folder = folder
        self.name = name
        self.asking = asking or client(folder)
        self.seen = ""
        self.page = ""

    def look(self) -> "AtTheList":
        self.page = self.asking.get(f"/armies/{self.name}").text
        self.seen = re.findall(r'name="seen" id="seen" value="(\w+)"', self.page)[0]
        return self

    def tap(self, *words: Any, status: int = 200, sheet: str = "", **typed: Any) -> str:
        """A button of his page, with what stands in the fields around it."""
        data = {"do": json.dumps(words), "seen": self.seen, "sheet": sheet} | {
            f"f:{key}": one for key, one in typed.items()
        }
        answer = self.asking.post(f"/armies/{self.name}", data=data, headers={"HX-Request": "true"})
        assert answer.status_code == status, answer.text
        self.page = answer.text
        found = re.findall(r'name="seen" id="seen" value="(\w+)"', answer.text)
        self.seen = found[0] if found else self.seen
        return answer.text

    @property
    def roster(self) -> Any:
        return load_roster(str(self.folder / f"{self.name}.toml")).roster

    @property
    def path(self) -> Path:
        return self.folder / f"{self.name}.toml"


@pytest.fixture
def mine(tmp_path: Path) -> AtTheList:
    """The starter of 15mm Warfare."""
    asking = client(tmp_path)
    asking.post("/armies", data={"name": "Mine", "system": "warfare", "start": "starter"})
    return AtTheList(tmp_path, asking=asking).look()


def hand_written(folder: Path, system: str = "warfare") -> AtTheList:
    starter = (load_system(system).folder / "starter.toml").read_text(encoding="utf-8")
    (folder / "Mine.toml").write_text(starter, encoding="utf-8")
    return AtTheList(folder).look()


def test_a_step_is_written_at_once_and_shown(mine: AtTheList) -> None:
    said = mine.tap("step", "wings.0.units.1", "Shire longbowmen", "figures", 1)
    assert mine.roster.wings[0].units[1].figures == 17
    assert "424 of 600 points" in said, "419 and one more of 2 + 1 + 2"


@pytest.mark.rules("W4", "W707", "W709", "W710")
def test_a_legal_army_is_built_from_nothing(tmp_path: Path) -> None:
    asking = client(tmp_path)
    asking.post("/armies", data={"name": "Mine", "system": "warfare", "start": "empty"})
    mine = AtTheList(tmp_path, asking=asking).look()
    assert "Not legal: 1 error" in mine.page
    mine.tap("mend", "no-commander", "", "", "Leader of Main battle commands")
    for name in ("Retinue billmen", "Retinue longbowmen", "Retinue billmen"):
        mine.tap("add", 0, "units", name)
    assert legal(load_system("warfare").army.findings(mine.roster))
    assert [unit.name for unit in mine.roster.units] == ["Retinue billmen", "Retinue longbowmen", "Retinue billmen 2"]
    assert "Legal" in mine.page
    assert mine.roster.checked_with == "warfare 1", "stamped"
    mine.tap("less", 0, "units", "Retinue billmen")
    assert [unit.name for unit in mine.roster.units] == ["Retinue billmen", "Retinue longbowmen"]


@pytest.mark.parametrize("system", SYSTEMS)
def test_undo_takes_back_change_by_change_to_the_very_letter(tmp_path: Path, system: str) -> None:
    mine = hand_written(tmp_path, system)
    texts = [mine.path.read_bytes()]
    group = load_system(system).army.groups
    for change in (("battle", re.findall(r"\+ ([\w ]+)</button>", mine.page)[0]), ("remove", f"{group}.0", None)):
        name = getattr(mine.roster, group)[0].name
        told = mine.tap(*[name if word is None else word for word in change])
        assert ("stays beside it as Mine.toml.bak" in told) == (len(texts) == 1)
        texts.append(mine.path.read_bytes())
    assert len(set(texts)) == 3
    for before in reversed(texts[:-1]):
        mine.tap("undo")
        assert mine.path.read_bytes() == before
    assert "there is nothing to take back" in mine.tap("undo", status=400)
    assert (tmp_path / "Mine.toml.bak").read_bytes() == texts[0], "the hand-written text, with its comments"


def test_what_others_wrote_in_between_is_not_taken_back(mine: AtTheList) -> None:
    mine.tap("step", "wings.0.units.1", "Shire longbowmen", "figures", 1)
    mine.path.write_text(mine.path.read_text().replace("Shire longbowmen", "Kentish longbowmen"))
    mine.look()
    assert "there is nothing to take back" in mine.tap("undo", status=400)
    mine.tap("step", "wings.0.units.1", "Kentish longbowmen", "figures", 1)
    mine.tap("undo")
    assert mine.roster.wings[0].units[1].figures == 17


def test_the_second_of_two_is_told_sees_the_first_and_can_do_it_all_the_same(mine: AtTheList) -> None:
    other = AtTheList(mine.folder, asking=mine.asking).look()
    mine.tap("step", "wings.0.units.1", "Shire longbowmen", "figures", 4)
    told = other.tap("copy", "wings.1.units.0", "Billmen", status=409)
    assert "Somebody was quicker" in told
    assert len(mine.roster.units) == 5, "nothing was done"
    assert '["copy", "wings.1.units.0", "Billmen"]">Do it all the same' in html.unescape(told)
    other.tap("copy", "wings.1.units.0", "Billmen")
    assert len(mine.roster.units) == 6
    assert mine.roster.wings[0].units[1].figures == 20


def test_who_typed_while_another_wrote_finds_it_still_in_the_form(mine: AtTheList) -> None:
    other = AtTheList(mine.folder, asking=mine.asking).look()
    mine.tap("step", "wings.0.units.1", "Shire longbowmen", "figures", 4)
    sheet = "change wings.1.units.0"
    told = other.tap("say", "wings.1.units.0", status=409, sheet=sheet, name="Long typed name", figures="12")
    assert "What you typed is still here." in told
    assert 'value="Long typed name"' in told
    other.tap("say", "wings.1.units.0", sheet=sheet, name="Long typed name", figures="12")
    unit = mine.roster.wings[1].units[0]
    assert (unit.name, unit.figures) == ("Long typed name", 12)
    assert mine.roster.wings[0].units[1].figures == 20


@pytest.mark.rules("C441", "C502")
def test_a_cure_stays_the_same_when_another_was_tapped_before_it(tmp_path: Path) -> None:
    mine = hand_written(tmp_path, "command-roll")
    mine.tap("battle", "Reserve")
    place = f"battles.{len(mine.roster.battles) - 1}"
    mine.tap("mend", "no-objective", place, "Reserve", "defend")
    mine.tap("mend", "no-battle-leader", place, "Reserve", "add Battle Leader (80 points)")
    assert mine.roster.battles[-1].commander.profile == "Battle Leader"
    told = mine.tap("mend", "no-objective", place, "Reserve", "defend", status=409)
    assert "found no longer" in told


def test_two_quick_taps_on_one_button_never_hit_two_units(mine: AtTheList) -> None:
    mine.tap("remove", "wings.0.units.0", "Sir John's men at arms")
    told = mine.tap("remove", "wings.0.units.0", "Sir John's men at arms", status=409)
    assert "stands elsewhere now" in told
    assert [unit.name for unit in mine.roster.wings[0].units] == ["Shire longbowmen"]


@pytest.mark.rules("W706")
def test_a_unit_is_mixed_and_each_part_has_its_own_words(mine: AtTheList) -> None:
    place, name = "wings.1.units.0", "Billmen"
    mine.tap("part", place, name, "longbowmen", sheet=f"change {place}")
    typed = {"parts.0.figures": "12", "parts.1.figures": "8", "parts.1.weapons": ["", "longbow", "pavise"]}
    mine.tap("say", place, sheet=f"change {place}", **typed)
    unit = mine.roster.wings[1].units[0]
    assert [(part.figures, part.weapons) for part in unit.parts] == [(12, ("bill",)), (8, ("longbow", "pavise"))]
    mine.tap("remove", f"{place}.parts.1", "longbowmen", sheet=f"change {place}")
    assert (mine.roster.wings[1].units[0].figures, mine.roster.wings[1].units[0].parts) == (12, ())


def test_a_sheet_follows_its_unit_and_closes_when_it_goes(mine: AtTheList) -> None:
    place, name = "wings.0.units.1", "Shire longbowmen"
    followed = mine.tap("move", place, name, 1, sheet=f"change {place}")
    assert 'name="sheet" value="change wings.1.units.3"' in followed
    data = {
        "do": json.dumps(["remove", "wings.1.units.3", name]),
        "seen": mine.seen,
        "sheet": "change wings.1.units.3",
    }
    answer = mine.asking.post("/armies/Mine", data=data, headers={"HX-Request": "true"})
    assert "sheet-done" in answer.headers["HX-Trigger"]
    assert name not in [unit.name for unit in mine.roster.units]


def test_name_points_commander_and_options_are_said_in_forms(mine: AtTheList) -> None:
    mine.tap("say", "", sheet="change ", name="Fastolf's army", points="700", commander="Sir Matthew Gough")
    assert (mine.roster.name, mine.roster.points, mine.roster.commander) == (
        "Fastolf's army", 700, "Sir Matthew Gough",
    )  # fmt: skip
    mine.tap("say", "options", sheet="change options", rally_modifiers=["false", "true"], turns="10")
    assert (mine.roster.options.rally_modifiers, mine.roster.options.turns) == (True, 10)
    assert mine.path.read_text().count("false") == 0, "what is as usual is not written down"


def test_two_fields_that_belong_together_are_said_together(tmp_path: Path) -> None:
    mine = hand_written(tmp_path, "tree-of-battles")
    place = "battles.0.leaders.0"
    told = mine.tap("say", place, status=400, sheet=f"change {place}", rank="herald", command_points="4")
    assert "<p>command_points: a herald has none; leave it out</p>" in told
    assert '<option value="herald" selected>' in told, "as it was typed"
    mine.tap("say", place, sheet=f"change {place}", rank="herald", command_points="0")
    assert mine.roster.leaders[0].rank == "herald"


def test_the_last_battle_stays(tmp_path: Path) -> None:
    mine = hand_written(tmp_path, "tree-of-battles")
    mine.tap("remove", "battles.0", "Main ward")
    told = mine.tap("remove", "battles.0", "Vaward", status=400)
    assert "empty; expected its battles" in told
    assert len(mine.roster.battles) == 1


def test_the_catalogue_counts_what_the_battle_has(mine: AtTheList) -> None:
    sheet = "catalogue wings.0"
    mine.tap("add", 0, "units", "Prickers", sheet=sheet)
    mine.tap("add", 0, "units", "Prickers", sheet=sheet)
    row = mine.page[mine.page.index('aria-label="Horse: Prickers"') :]
    assert "<output><b>2</b></output>" in row[:600]
    told = mine.tap("add", 0, "leader", "Leader", sheet=sheet, status=400)
    assert "there is place for one only" in told


HOSTILE = [
    ("say", "wings.0.units.0", {"name": "x" * 300}, "should have at most 200"),
    ("say", "wings.0.units.0", {"name": "two\x07bells"}, "letters that can be printed"),
    ("say", "wings.0.units.0", {"name": ""}, "empty"),
    ("say", "wings.0.units.0", {"figures": "NaN"}, "expected a whole number"),
    ("say", "wings.0.units.0", {"figures": "1e9"}, "expected a whole number"),
    ("say", "wings.0.units.0", {"figures": "-4"}, "expected at least 1"),
    ("say", "wings.0.units.0", {"figures": "1001"}, "expected at most 1000"),
    ("say", "wings.0.units.0", {"kind": "dragon"}, "is unknown"),
    ("say", "wings.0.units.0", {"weapons": ["longbow", "trebuchet"]}, "is unknown"),
    ("say", "wings.0.units.0", {"parts.7.figures": "4"}, "nothing stands there"),
    ("say", "__class__", {"name": "x"}, "nothing stands there"),
    ("say", "options", {"wood_sight": "inf"}, "is no number to measure"),
    ("say", "", {"points": "0"}, "expected at least 1"),
]


@pytest.mark.parametrize(("what", "place", "typed", "words"), HOSTILE)
def test_what_cannot_be_written_is_told_beside_what_was_typed(
    mine: AtTheList, what: str, place: str, typed: dict[str, Any], words: str
) -> None:
    before = mine.path.read_bytes()
    told = mine.tap(what, place, status=400, sheet=f"change {place}", **typed)
    assert words in html.unescape(told)
    assert mine.path.read_bytes() == before


def test_markup_in_names_is_text(mine: AtTheList) -> None:
    name = "<script>alert(1)</script>\"'&"
    mine.tap("say", "wings.0.units.0", name=name)
    assert mine.roster.wings[0].units[0].name == name
    page = mine.look().page
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;&#34;&#39;&amp;" in page
    mine.tap("copy", "wings.0.units.0", name)
    assert mine.roster.wings[0].units[1].name == f"{name} 2"


WORDS = st.one_of(st.text(max_size=12), st.integers(-3, 99), st.sampled_from(["wings.0", "wings.0.units.0", "units"]))


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    do=st.one_of(
        st.text(max_size=20),
        st.lists(WORDS, max_size=4).map(json.dumps),
        st.tuples(
            st.sampled_from(
                ["add", "less", "remove", "copy", "shift", "move", "step", "part", "mend", "say", "battle"]
            ),
            st.lists(WORDS, max_size=4),
        ).map(lambda pair: json.dumps([pair[0], *pair[1]])),
    ),
    sheet=st.one_of(
        st.just(""), st.text(max_size=20), st.sampled_from(["change wings.9", "catalogue x", "change options.x"])
    ),
    typed=st.dictionaries(st.text(max_size=10), st.text(max_size=10), max_size=2),
)
def test_whatever_is_sent_the_page_answers_and_the_list_still_reads(
    mine: AtTheList, do: str, sheet: str, typed: dict[str, str]
) -> None:
    mine.look()
    data = {"do": do, "seen": mine.seen, "sheet": sheet} | {f"f:{key}": one for key, one in typed.items()}
    for headers in ({"HX-Request": "true"}, {}):
        answer = mine.asking.post("/armies/Mine", data=data, headers=headers)
        assert answer.status_code in (200, 303, 400, 404, 409), answer.text
    assert mine.roster


@pytest.mark.parametrize(
    "path",
    [
        "change?place=wings.99",
        "change?place=name",
        "change?place=wings",
        "change?place=wings.0.name",
        "change?place=..%2f..",
        "catalogue?place=",
        "catalogue?place=wings.7",
        "nonsense?place=wings.0",
    ],
)
def test_a_sheet_of_nothing_is_not_there(mine: AtTheList, path: str) -> None:
    assert mine.asking.get(f"/armies/Mine/sheet/{path}").status_code in (400, 404)


@pytest.mark.parametrize("sheet", ["change?place=wings.0.units.0", "change?place=", "catalogue?place=wings.0"])
def test_without_script_a_sheet_is_a_page_and_a_change_leads_back(mine: AtTheList, sheet: str) -> None:
    page = mine.asking.get(f"/armies/Mine/sheet/{sheet}").text
    assert "<!doctype html>" in page
    assert "Back to Mine" in page
    data = {"do": json.dumps(["step", "wings.0.units.1", "Shire longbowmen", "figures", 1]), "seen": mine.seen}
    answer = mine.asking.post("/armies/Mine", data=data)
    assert answer.headers["location"] == "/armies/Mine"
