"""The table in two layers, for a page on which it is moved and zoomed."""

import re

import pytest

from miniatures.broken import BrokenInputError
from miniatures.draw.layers import ground, in_order, shown, troops
from miniatures.scene import Piece, Scene
from miniatures.space.table import Table
from tests.draw.reading import NAMESPACE, corners, label_boxes, of_class, parsed
from tests.draw.samples import block, towton

FIELD = Table(name="Field", width=72, depth=48)


def named(markup: str) -> set[str | None]:
    return {one.get("data-name") for one in parsed(markup).iter() if one.get("data-name")}


def test_both_layers_lie_exactly_on_each_other() -> None:
    scene = towton()
    for width in (320, 960, 5400):
        assert parsed(ground(scene, 960)).get("viewBox") == parsed(troops(scene, width)).get("viewBox")
    assert scene.table is not None
    box = shown(scene.table)
    assert box.left < 0 < scene.table.width < box.right
    assert box.top < 0 < scene.table.depth < box.bottom


def test_what_stands_is_in_one_layer_and_the_ground_in_the_other() -> None:
    scene = towton()
    assert named(troops(scene, 960)) == {piece.name for piece in scene.pieces}
    assert named(ground(scene, 960)) == set()
    assert "data-kind" in ground(scene, 960)
    ids = [re.findall(r' id="([^"]+)"', markup) for markup in (ground(scene, 960), troops(scene, 960))]
    assert not set(ids[0]) & set(ids[1])


@pytest.mark.parametrize("facing", [0, 37, 180])
def test_a_unit_is_its_outline_whatever_the_zoom(facing: float) -> None:
    outline = block((30, 20), 6, 1.6, facing)
    scene = Scene("One unit", ("York", "Lancaster"), FIELD, (Piece("Bows", 0, outline),))
    for width in (320, 8000):
        (unit,) = of_class(parsed(troops(scene, width)), "unit")
        for point, (x, y) in zip(corners(unit), outline, strict=True):
            assert point == pytest.approx((x, 48 - y), abs=0.001)


def test_from_afar_pieces_bear_the_numbers_of_the_list_and_near_by_their_names() -> None:
    scene = towton()
    far, near = troops(scene, 390), troops(scene, 5400)
    said = {text.text for text in parsed(far).iter(f"{NAMESPACE}text")}
    units = [piece for piece in in_order(scene) if piece.outline]
    assert {str(number) for number, _ in enumerate(units, 1)} <= said
    words = " ".join(label.words for label in label_boxes(parsed(near)))
    assert all((piece.label or piece.name).split()[0] in words for piece in scene.pieces)


def test_a_name_cannot_break_out_of_the_picture() -> None:
    piece = Piece('<script>"&', 0, block((30, 20), 6, 1.6, 0), label='<script>"&')
    markup = troops(Scene("One", ("York", "Lancaster"), FIELD, (piece,)), 960)
    assert "<script" not in markup
    assert named(markup) == {'<script>"&'}


def test_without_a_table_or_out_of_range_nothing_is_drawn() -> None:
    with pytest.raises(BrokenInputError, match="no table"):
        ground(Scene("None", ("York", "Lancaster")), 960)
    for width in (10, 100_000):
        with pytest.raises(BrokenInputError, match="out of range"):
            troops(towton(), width)
