"""The picture of a table is true to scale, says everything in words too, and is the same every time."""

import re
import subprocess
import sys
from itertools import combinations
from typing import get_args

import pytest

from miniatures.broken import BrokenInputError
from miniatures.draw.table import svg
from miniatures.scene import Area, Piece, Scene, Trail
from miniatures.space.table import Kind, Table, Terrain
from tests.draw.reading import NAMESPACE, corners, label_boxes, of_class, parsed
from tests.draw.samples import block, every_kind, table, towton

FIELD = Table(name="Field", width=72, depth=48)


def one_unit(facing: float = 0, **more: object) -> Scene:
    fields = {"arm": "bow", "strength": "12/16", **more}
    unit = Piece("Kentish longbowmen", 0, block((30, 20), 6, 1.6, facing), **fields)  # type: ignore[arg-type]
    return Scene("One unit", ("York", "Lancaster"), FIELD, (unit,))


@pytest.mark.parametrize("width", [320, 390, 960, 1280])
def test_every_name_is_in_the_picture(width: int) -> None:
    scene = towton()
    said = " ".join(parsed(svg(scene, width=width)).itertext())
    assert scene.table is not None
    for name in [piece.name for piece in scene.pieces] + [one.name for one in scene.table.terrain]:
        assert name in said


@pytest.mark.parametrize("facing", [0, 37, 90, 180, 270])
def test_a_unit_is_its_outline_with_north_up(facing: float) -> None:
    scene = one_unit(facing)
    (unit,) = of_class(parsed(svg(scene)), "unit")
    expected = [(x, 48 - y) for x, y in scene.pieces[0].outline]
    for (x, y), (meant_x, meant_y) in zip(corners(unit), expected, strict=True):
        assert (x, y) == pytest.approx((meant_x, meant_y), abs=0.001)


def test_a_disc_is_to_scale() -> None:
    leader = Piece("Warwick", 0, (), (10, 10), 1.2, arm="leader")
    (disc,) = of_class(parsed(svg(Scene("", ("York",), FIELD, (leader,)))), "disc")
    assert (disc.get("cx"), disc.get("cy"), disc.get("r")) == ("10", "38", "0.6")


@pytest.mark.parametrize(("measure", "bar"), [("inches", 6), ("centimetres", 10)])
def test_a_ruler_states_the_scale(measure: str, bar: float) -> None:
    large = Table.model_validate({"name": "Field", "measure": measure, "width": 120, "depth": 80})
    root = parsed(svg(Scene("", ("York", "Lancaster"), large)))
    widths = [float(one.attrib["width"]) for one in root.iter(f"{NAMESPACE}rect")]
    assert widths.count(bar) == 2
    assert f"{bar * 2} {'in' if measure == 'inches' else 'cm'}" in " ".join(root.itertext())


@pytest.mark.parametrize("width", [390, 700, 960, 1280, 1920])
def test_labels_do_not_pile_up(width: int) -> None:
    boxes = list(label_boxes(parsed(svg(towton(), width=width))))
    assert len(boxes) > 15
    assert [(one.words, other.words) for one, other in combinations(boxes, 2) if one.overlaps(other)] == []


def test_on_a_laptop_forty_units_bear_their_names() -> None:
    said = [box.words for box in label_boxes(parsed(svg(towton(), width=1280)))]
    units = [piece for piece in towton().pieces if piece.outline]
    assert len(units) == 40
    named = [unit.name for unit in units if any(words.startswith(unit.name) for words in said)]
    assert len(named) == 40


def test_on_a_phone_units_bear_numbers_and_a_key_tells_them() -> None:
    root = parsed(svg(towton(), width=390))
    lines = ["".join(one.itertext()) for one in root.iter(f"{NAMESPACE}text")]
    assert "Fauconberg's fish-hook archers 16/16" in lines
    for number in range(1, 41):
        assert lines.count(str(number)) >= 2, "once on the table, once in the key"


@pytest.mark.parametrize("facing", range(0, 360, 15))
def test_nothing_is_written_upside_down(facing: float) -> None:
    turns = [float(turn) for turn in re.findall(r"rotate\(([-\d.]+)\)", svg(one_unit(facing)))]
    assert all(-90 <= turn <= 90 for turn in turns)


def test_hostile_names_are_only_words() -> None:
    name = "<script>alert(\"1\")</script> & 'co' ]]> \x00\x0b"
    terrain = (Terrain(kind="wood", name=name, circle=(10, 10, 4)),)
    scene = Scene(
        name,
        (name, name),
        Table(name=name, width=72, depth=48, terrain=terrain),
        (
            Piece(name, 0, block((30, 20), 6, 1.6, 0), label=name, arm=name, strength=name, marks=(name,), words=name),
            Piece(name + "\ud800", 1, (), (40, 20), 1, name, "leader", name, (name, "<")),
        ),
        (Trail(name, 0, ((1, 1), (2, 2))),),
        (Area(((1, 1), (2, 2), (3, 1)), 0, name),),
    )
    for width in (390, 960):
        root = parsed(svg(scene, width=width))
        assert "script" not in {one.tag.removeprefix(NAMESPACE) for one in root.iter()}
        assert '<script>alert("1")</script>' in "".join(root.itertext())


def test_the_same_scene_is_the_same_picture() -> None:
    assert svg(towton()) == svg(towton())


def test_nothing_is_fetched_and_nothing_runs() -> None:
    markup = svg(towton())
    assert re.findall(r"https?://[^\"' ]+", markup) == ["http://www.w3.org/2000/svg"]
    for word in ("href", "<script", "<image", "<style", "@import", "<foreignObject", "onload"):
        assert word not in markup
    assert all(target.startswith("#") for target in re.findall(r"url\(([^)]*)\)", markup))


def test_two_pictures_on_a_page_do_not_share_their_ids() -> None:
    def ids(scene: Scene) -> set[str]:
        return {identity for one in parsed(svg(scene)).iter() if (identity := one.get("id"))}

    assert ids(towton())
    assert not ids(towton()) & ids(towton()._replace(title="Towton, turn 5"))


def test_every_kind_of_terrain_has_its_own_pattern() -> None:
    kinds = get_args(Kind)
    shapes = set()
    for kind in kinds:
        wood = Terrain(kind=kind, area=((10, 10), (20, 10), (20, 20), (10, 20)), height=1 if kind == "hill" else 0)
        root = parsed(svg(Scene("", (), Table(name="Field", width=72, depth=48, terrain=(wood,)))))
        (group,) = [one for one in root.iter() if one.get("data-kind")]
        # Without colour: what is left of it in black and white.
        shapes.add(tuple((one.tag, one.get("d"), one.get("stroke-dasharray")) for one in group.iter()))
    assert len(shapes) == len(kinds)


@pytest.mark.parametrize("width", [390, 1280])
def test_every_kind_is_drawn_as_area_line_and_circle(width: int) -> None:
    root = parsed(svg(every_kind(), width=width))
    assert {one.get("data-kind") for one in root.iter() if one.get("data-kind")} == set(get_args(Kind))


MARKS = [
    ("in rout", 'stroke-dasharray="'),
    ("in melee", "#c1121f"),
    ("furious", ">furious<"),
    ("pursuing", ">pursuing<"),
    ("shot", ">shot<"),
    ("fell back", ">fell back<"),
    ("bewitched", ">B<"),
]


@pytest.mark.parametrize(("mark", "sign"), MARKS, ids=[mark for mark, _ in MARKS])
def test_a_mark_is_seen_and_told(mark: str, sign: str) -> None:
    plain = parsed(svg(one_unit()))
    marked = svg(one_unit(marks=(mark,)))
    root = parsed(marked)
    (unit,) = of_class(root, "unit")
    assert sign in marked
    assert mark in [one.text for one in root.iter(f"{NAMESPACE}text")], "the legend tells what the sign means"
    assert mark not in "".join(plain.itertext())
    assert (unit.get("stroke-dasharray") is not None) == (mark == "in rout")


def test_the_sides_differ_without_colour() -> None:
    """One plain and pale, one hatched and dark: their lightness lies far apart."""
    scene = one_unit()
    other = scene.pieces[0]._replace(side=1, outline=block((30, 30), 6, 1.6, 180))
    root = parsed(svg(scene._replace(pieces=(*scene.pieces, other))))
    grey = []
    for unit in of_class(root, "unit"):
        red, green, blue = (int(unit.attrib["fill"][place : place + 2], 16) for place in (1, 3, 5))
        grey.append(0.3 * red + 0.59 * green + 0.11 * blue)
    assert grey[0] - grey[1] > 100
    assert any("hatch1" in one.get("fill", "") for one in root.iter())


def test_without_a_table_there_is_nothing_to_draw() -> None:
    with pytest.raises(BrokenInputError, match="no table"):
        svg(Scene("Nothing", ("York", "Lancaster")))


@pytest.mark.parametrize("width", [0, -5, 199, 100_000])
def test_a_width_nobody_can_read_is_refused(width: int) -> None:
    with pytest.raises(BrokenInputError, match="width"):
        svg(one_unit(), width=width)


ODD = [
    Piece("", 0),
    Piece("a point", 0, ((1, 1),)),
    Piece("no size", 0, ((5, 5), (5, 5), (5, 5), (5, 5)), strength="4/4", marks=("in rout", "in melee")),
    Piece("triangle", 1, ((5, 9), (9, 9), (7, 5)), arm="horse"),
    Piece("nobody's", 7, block((20, 20), 5, 1, 10), arm="elephant", strength="1"),
    Piece("far off", 0, block((5000, -900), 5, 1, 10)),
    Piece("a name of " + "many words " * 18, 1, block((40, 40), 2, 1, 10), strength="3/4"),
]


@pytest.mark.parametrize("piece", ODD, ids=lambda piece: piece.name[:12] or "nameless")
def test_odd_pieces_are_drawn_without_a_traceback(piece: Piece) -> None:
    parsed(svg(Scene("Odd", ("York", "Lancaster"), table("field"), (piece, piece))))


def test_an_empty_table_is_a_picture_too() -> None:
    assert "Copse" in svg(Scene("", (), table("field")))


def test_drawing_loads_no_geometry() -> None:
    script = (
        "import sys\n"
        "from miniatures.draw.table import svg\n"
        "from miniatures.draw.report import page\n"
        "assert not {'shapely', 'numpy', 'resvg_py'} & set(sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True, capture_output=True)
