"""Reading a picture back: what the tests measure is what was written, not what was meant."""

from collections.abc import Iterator
from typing import NamedTuple
from xml.etree import ElementTree

from miniatures.draw.lettering import width

NAMESPACE = "{http://www.w3.org/2000/svg}"


def parsed(markup: str) -> ElementTree.Element:
    return ElementTree.fromstring(markup)


def of_class(root: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    return [one for one in root.iter() if one.get("class") == name]


def corners(element: ElementTree.Element) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in (pair.split(",") for pair in element.attrib["points"].split())]


class Rectangle(NamedTuple):
    words: str
    left: float
    top: float
    right: float
    bottom: float

    def overlaps(self, other: "Rectangle") -> bool:
        across = min(self.right, other.right) - max(self.left, other.left)
        down = min(self.bottom, other.bottom) - max(self.top, other.top)
        return across > 0.02 and down > 0.02


def label_boxes(root: ElementTree.Element) -> Iterator[Rectangle]:
    """Every label with the room its letters take, capitals to the foot of the last line."""
    for group in of_class(root, "label"):
        lines = list(group)
        size = float(lines[0].attrib["font-size"])
        wide = max(width("".join(line.itertext()), line.get("font-weight") == "bold") for line in lines) * size
        x, first, last = float(lines[0].attrib["x"]), float(lines[0].attrib["y"]), float(lines[-1].attrib["y"])
        words = " ".join("".join(line.itertext()) for line in lines)
        yield Rectangle(words, x - wide / 2, first - size * 0.8, x + wide / 2, last + size * 0.15)
