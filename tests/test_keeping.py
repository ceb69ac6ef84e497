"""Keeping an army: its file reads as it was built, and nothing that a person wrote is lost."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from miniatures import building
from miniatures.broken import BrokenInputError
from miniatures.keeping import ListMovedOnError, digest, keep, keep_new, put_back, written
from miniatures.rosters import load_roster, ready_armies
from miniatures.systems import SYSTEMS, load_system

WARFARE = load_system("warfare")


def own(folder: Path, text: str) -> Path:
    path = folder / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return path


def starter(system: str = "warfare") -> str:
    return (load_system(system).folder / "starter.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_hand_written_list_is_put_aside_with_its_comments_before_it_is_rewritten(tmp_path: Path, system: str) -> None:
    path = own(tmp_path, starter(system))
    loaded = load_roster(str(path))
    kept = keep(path, loaded.system, loaded.system.army.plain(loaded.roster), digest(path.read_text()))
    assert kept.aside == tmp_path / "mine.toml.bak"
    assert kept.aside.read_text() == starter(system)
    assert path.read_text().startswith("# An army list of"), "the comment that it begins with stays"
    assert load_roster(str(path)).roster == loaded.roster
    again = keep(path, loaded.system, loaded.system.army.plain(loaded.roster), digest(path.read_text()))
    assert again.aside is None, "our own writing holds nothing else"
    assert [other.name for other in tmp_path.iterdir() if other != path] == ["mine.toml.bak"]


def test_two_hand_written_texts_are_both_put_aside(tmp_path: Path) -> None:
    path = own(tmp_path, starter())
    for number, comment in enumerate(("# first", "# second", "# first")):
        text = starter() + comment + "\n"
        own(tmp_path, text)
        loaded = load_roster(str(path))
        kept = keep(path, WARFARE, WARFARE.army.plain(loaded.roster), digest(text))
        assert kept.aside is not None
        assert kept.aside.read_text() == text, number
    assert sorted(other.name for other in tmp_path.iterdir()) == ["mine.toml", "mine.toml.bak", "mine.toml.bak2"]


def test_a_legal_list_is_stamped_and_an_illegal_one_keeps_its_old_stamp() -> None:
    data = WARFARE.army.plain(load_roster("sample-wing").roster)
    assert 'checked_with = "warfare 1"' in written(WARFARE, {**data, "checked_with": "warfare 0"})
    assert 'checked_with = "warfare 0"' in written(WARFARE, {**data, "checked_with": "warfare 0", "points": 1})
    assert "checked_with" not in written(WARFARE, building.fresh(WARFARE, "Mine"))


def test_the_second_of_two_writers_is_told_and_nothing_is_overwritten(tmp_path: Path) -> None:
    path = own(tmp_path, starter())
    seen = digest(path.read_text())
    data = WARFARE.army.plain(load_roster(str(path)).roster)
    keep(path, WARFARE, {**data, "name": "The first"}, seen)
    with pytest.raises(ListMovedOnError, match="somebody else has changed this army"):
        keep(path, WARFARE, {**data, "name": "The second"}, seen)
    with pytest.raises(ListMovedOnError):
        put_back(path, starter(), seen)
    assert load_roster(str(path)).roster.name == "The first"


def test_of_many_who_write_at_once_one_does(tmp_path: Path) -> None:
    path = own(tmp_path, starter())
    seen = digest(path.read_text())
    data = WARFARE.army.plain(load_roster(str(path)).roster)

    def write(number: int) -> str:
        try:
            keep(path, WARFARE, {**data, "name": f"Writer {number}"}, seen)
        except ListMovedOnError:
            return ""
        return f"Writer {number}"

    with ThreadPoolExecutor(8) as pool:
        done = [name for name in pool.map(write, range(16)) if name]
    assert done == [load_roster(str(path)).roster.name]


def test_an_earlier_text_comes_back_letter_by_letter(tmp_path: Path) -> None:
    path = own(tmp_path, starter())
    kept = keep(path, WARFARE, building.fresh(WARFARE, "Mine"), digest(starter()))
    put_back(path, starter(), digest(kept.text))
    assert path.read_text() == starter()


def test_a_ready_army_is_never_rewritten_and_no_new_one_goes_over_an_old(tmp_path: Path) -> None:
    ready = ready_armies()["sample-wing"]
    text = ready.read_text(encoding="utf-8")
    with pytest.raises(BrokenInputError, match="copy it first"):
        keep(ready, WARFARE, building.fresh(WARFARE, "Mine"), digest(text))
    assert ready.read_text(encoding="utf-8") == text
    keep_new(tmp_path / "mine.toml", starter())
    with pytest.raises(BrokenInputError, match="mine: there is an army of this name already"):
        keep_new(tmp_path / "mine.toml", "")
    assert (tmp_path / "mine.toml").read_text() == starter()
