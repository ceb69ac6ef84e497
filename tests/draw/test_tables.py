"""The ready tables load, can be drawn, and leave room to set up."""

import pytest

from miniatures.draw.table import svg
from miniatures.scene import Scene
from tests.draw.reading import label_boxes, parsed
from tests.draw.samples import TABLES, table

NAMES = sorted(path.stem for path in TABLES.glob("*.toml"))
#: What stops a line of troops; a hill or a road does not.
IN_THE_WAY = ("wood", "rough", "marsh", "river", "ford", "bridge", "wall", "hedge", "building", "camp", "baggage")


def test_both_tables_are_there() -> None:
    assert {"field", "towton"} <= set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_a_ready_table_loads_and_is_drawn(name: str) -> None:
    ready = table(name)
    root = parsed(svg(Scene(ready.name, ("York", "Lancaster"), ready)))
    labels = " ".join(box.words for box in label_boxes(root))
    for one in ready.terrain:
        assert one.name in labels


@pytest.mark.parametrize("name", ["field", "towton"])
def test_six_feet_by_four_with_a_foot_to_set_up_at_either_end(name: str) -> None:
    ready = table(name)
    assert (ready.width, ready.depth, ready.measure) == (72, 48, "inches")
    assert [(zone.edge, zone.depth) for zone in ready.zones] == [("south", 12), ("north", 12)]


@pytest.mark.parametrize("rows", [range(10), range(37, 42)], ids=["south", "north"])
def test_two_wings_of_25_inches_fit_side_by_side_at_towton(rows: range) -> None:
    """50 inches of frontage free of woods, banks and water, along some row of either strip."""
    ready = table("towton")

    def blocked(x: float, y: float) -> bool:
        for one in ready.terrain:
            reach = one.width / 2
            points = one.area or one.line
            across, down = [point[0] for point in points], [point[1] for point in points]
            inside = min(across) - reach <= x <= max(across) + reach and min(down) - reach <= y <= max(down) + reach
            if one.kind in IN_THE_WAY and inside:
                return True
        return False

    def longest(y: float) -> int:
        best = run = 0
        for x in range(73):
            run = 0 if blocked(x, y) else run + 1
            best = max(best, run)
        return best - 1

    assert all(longest(y) >= 50 for y in rows)


def test_york_is_in_the_south_and_the_beck_in_the_west() -> None:
    by_name = {one.name: one for one in table("towton").terrain}
    assert max(x for x, _ in by_name["Cock Beck"].line) < 12
    assert min(y for _, y in by_name["Towton"].area) > 36
    assert min(x for x, _ in by_name["Saxton road"].line) > 36
    assert by_name["Lancastrian camp"].side == 1
