"""A PNG is the same picture, words included, on a machine without fonts."""

import struct
import sys

import pytest

from miniatures.broken import BrokenInputError
from miniatures.draw.png import png
from miniatures.draw.table import svg
from tests.draw.samples import towton

WORDS = '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30" font-family="Arial, sans-serif">{}</svg>'


def size(picture: bytes) -> tuple[int, int]:
    assert picture[:8] == b"\x89PNG\r\n\x1a\n"
    return struct.unpack(">II", picture[16:24])


def test_a_png_has_the_size_of_its_svg() -> None:
    pytest.importorskip("resvg_py")
    assert size(png(svg(towton(), width=600)))[0] == 600


@pytest.mark.parametrize("weight", ["normal", "bold"])
def test_words_appear_without_any_font_of_the_machine(weight: str) -> None:
    """Latin words are set in our own font alone; `png` asks the machine for none."""
    pytest.importorskip("resvg_py")
    said = f'<text x="5" y="20" font-weight="{weight}">Œdipus – “12/16” ½ →</text>'
    assert png(WORDS.format(said)) != png(WORDS.format(""))


def test_bold_is_bolder() -> None:
    pytest.importorskip("resvg_py")
    said = '<text x="5" y="20" font-weight="{}">York</text>'
    assert png(WORDS.format(said.format("bold"))) != png(WORDS.format(said.format("normal")))


def test_without_the_extra_one_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(BrokenInputError, match=r"install miniatures\[png\]"):
        png("<svg/>")


def test_what_is_no_svg_is_told_in_one_line() -> None:
    pytest.importorskip("resvg_py")
    with pytest.raises(BrokenInputError, match="cannot be drawn"):
        png("this is no picture")
