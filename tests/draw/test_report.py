"""The battle report is one page that needs nothing but itself."""

import re
from html.parser import HTMLParser

import pytest

from miniatures.draw.chart import Course, chart
from miniatures.draw.report import page
from miniatures.draw.report_model import DiceTally, Happening, Report, SideSummary, TurnReport, UnitSummary
from tests.draw.reading import corners, parsed
from tests.draw.sample_report import report

VOID = {"meta", "br", "link", "hr", "img"}


class Reader(HTMLParser):
    """Reads a page and insists that every element that opens also closes."""

    def __init__(self, markup: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.words: list[str] = []
        self.ids: list[str] = []
        self.targets: list[str] = []
        self.tags: set[str] = set()
        self.feed(markup)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.ids += [value for name, value in attrs if name == "id" and value]
        self.targets += [value for name, value in attrs if name == "href" and value]
        assert len({name for name, _ in attrs}) == len(attrs), "an attribute twice"
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


@pytest.fixture(scope="module")
def markup() -> str:
    return page(report())


def test_the_page_is_well_formed_and_says_everything(markup: str) -> None:
    said = "".join(Reader(markup).words)
    given = report()
    for words in (given.title, given.subtitle, given.ending, given.system, *given.notes):
        assert words in said
    for turn in given.turns:
        assert turn.headline in said
        for one in turn.paragraphs:
            assert all(line in said for line in (*one.text, one.dice, one.odds, one.overruled))
    for side in given.sides:
        assert all(unit.name in said and unit.end_state in said for unit in side.units)


def test_every_link_leads_somewhere_and_no_id_is_there_twice(markup: str) -> None:
    read = Reader(markup)
    assert sorted(set(read.ids)) == sorted(read.ids)
    assert read.targets
    assert {target.removeprefix("#") for target in read.targets} <= set(read.ids)


def test_nothing_is_fetched_and_nothing_runs(markup: str) -> None:
    assert set(re.findall(r"https?://[^\"' )]+", markup)) == {"http://www.w3.org/2000/svg"}
    assert not Reader(markup).tags & {"script", "link", "img", "iframe", "object"}
    assert "@import" not in markup


def test_every_map_has_words_for_those_who_cannot_see_it(markup: str) -> None:
    maps = re.findall(r"<svg .*?</svg>", markup, re.DOTALL)
    assert len(maps) == len(report().turns) + 1, "a map each turn, and the chart"
    assert all('role="img"' in one and "<title>" in one and "<desc>" in one for one in maps)


def test_it_prints_and_knows_the_dark(markup: str) -> None:
    for rule in ("@media print", "prefers-color-scheme:dark", "width=device-width"):
        assert rule in markup


def test_hostile_words_are_only_words() -> None:
    bad = '</style></title><script>alert("1")</script> & \x00'
    given = Report(
        bad,
        bad,
        bad,
        (SideSummary(bad, bad, 10, 5, 10, 5, (UnitSummary(bad, 4, 2, bad),)),),
        (TurnReport(1, bad, bad, (Happening(1, bad, (bad, bad), bad, bad, bad, True),), ((bad, 3),)),),
        (report().turning_points[0]._replace(text=bad, chance=bad, swing=bad),),
        bad,
        (bad,),
        (DiceTally(bad, (1, 2, 3, 4, 5, 6)),),
    )
    read = Reader(page(given))
    assert "script" not in read.tags
    assert '<script>alert("1")</script>' in "".join(read.words)


def test_a_report_of_nothing_is_still_a_page() -> None:
    Reader(page(Report("Nothing happened", "", "", (), ())))
    Reader(page(Report("No losses", "", "", (SideSummary("York", "", 0, 0, 0, 0),), (TurnReport(1, ""),))))


def test_what_was_taken_back_is_told_as_taken_back() -> None:
    given = report()
    read = "".join(Reader(page(given)).words)
    assert read.count("Taken back.") == sum(one.undone for turn in given.turns for one in turn.paragraphs)


def test_dice_are_counted_against_what_was_to_be_expected() -> None:
    given = Report("Dice", "", "", (), (), dice=(DiceTally("York", (6, 0, 0, 0, 0, 6)),))
    words = Reader(page(given)).words
    assert words[words.index("York") + 1 :][:9] == ["6", "0", "0", "0", "0", "6", "12", "2.0", "3.50"]


def test_the_chart_follows_the_losses() -> None:
    """Figures left: 100, 90, 50 over two turns. The highest mark is 100, so the drops are as 10 to 40."""
    root = parsed(chart([Course("York", (100, 90, 50))], [1, 2]))
    (line,) = [one for one in root.iter() if one.tag.endswith("polyline")]
    heights = [y for _, y in corners(line)]
    assert (heights[2] - heights[1]) == pytest.approx(4 * (heights[1] - heights[0]), rel=0.001)
    assert "York: 100, 90, 50." in "".join(root.itertext())


def test_the_chart_counts_the_losses_of_the_turns() -> None:
    assert "York: 296, 284, 264, 226, 211. Lancaster: 301, 283, 252, 228, 168." in page(report())
