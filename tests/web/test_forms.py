"""Models as forms: where a value came from is told, and what is typed is read back, and nothing more."""

from typing import Annotated, Any, Literal

import pytest
from pydantic import BaseModel, Field

from miniatures.broken import BrokenInputError
from miniatures.web.forms import Entry, Known, Table, filled, read_form, with_row, with_table, without


class Piece(BaseModel):
    name: str = Field(description="its name")
    lost: int = Field(0, ge=0, le=20, description="figures lost")
    weapons: tuple[Literal["bow", "bill"], ...] = Field((), description="its weapons")


class Shot(BaseModel):
    distance: Annotated[float, Field(ge=0)] = Field(description="inches")
    seen: bool = Field(True, description="whether it is seen")
    leader: bool | None = Field(None, description="whether a leader is there")
    cover: Literal["none", "soft"] = Field("none", description="cover")
    firer: Piece = Field(description="who shoots")
    also: tuple[Piece, ...] = Field((), description="others who shoot")
    options: dict[str, Any] = Field(default_factory=dict, description="not asked")


MEASURED = {"distance": 13.0633, "firer": {"name": "Bows", "lost": 2, "weapons": ["bow"]}}


def every(table: Table) -> dict[str, Entry]:
    found: dict[str, Entry] = {}
    for entry in (*table.entries, *table.others):
        found[entry.place] = entry
        for inner in entry.tables:
            found |= every(inner)
    return found


def typed_in(table: Table) -> dict[str, list[str]]:
    """As a browser sends it back: all fields, a switch with its hidden "no" before it, a list with one empty more."""
    form: dict[str, list[str]] = {}
    for place, entry in every(table).items():
        if entry.field.kind == "table":
            form[f"rows:{place}"] = [str(len(entry.tables))]
        elif entry.field.many:
            form[place] = [*entry.texts, ""]
        elif entry.field.kind == "flag" and not entry.field.empty:
            form[place] = ["false", *(["true"] if entry.texts == ("true",) else [])]
        else:
            form[place] = [entry.texts[0] if entry.texts else ""]
    return form


def form(data: dict[str, Any] = MEASURED, **known: Any) -> Table:
    return filled(Shot, data, MEASURED, Known(unit=Piece, **known))


def test_each_value_tells_where_it_came_from() -> None:
    stated = MEASURED | {"distance": 9.0, "cover": "soft"}
    found = every(form(stated, needed=("firer.name",)))
    assert (found["distance"].origin, found["distance"].before) == ("changed", "13.06")
    assert (found["cover"].origin, found["cover"].before) == ("changed", "")
    assert found["firer.lost"].origin == "tracked"
    assert found["firer.name"].origin == "needed"
    assert found["seen"].origin == ""
    assert every(form())["distance"].origin == "measured"
    assert "options" not in found


def test_what_says_something_comes_before_the_rest() -> None:
    table = form()
    assert [entry.place for entry in table.entries] == ["distance", "firer"]
    assert [entry.place for entry in table.others] == ["seen", "leader", "cover", "also"]


def test_a_form_that_nobody_touched_says_what_it_said() -> None:
    assert read_form(Shot, typed_in(form()), MEASURED) == MEASURED


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"distance": ["9"]}, {"distance": 9}),
        ({"seen": ["false"]}, {"seen": False}),
        ({"leader": ["false"]}, {"leader": False}),
        ({"cover": ["soft"]}, {"cover": "soft"}),
        ({"firer.lost": ["5"]}, {"firer": {"name": "Bows", "lost": 5, "weapons": ["bow"]}}),
        ({"firer.weapons": ["bow", "bill", ""]}, {"firer": {"name": "Bows", "lost": 2, "weapons": ["bow", "bill"]}}),
        ({"firer.weapons": [""]}, {"firer": {"name": "Bows", "lost": 2, "weapons": []}}),
    ],
)
def test_what_is_typed_is_said_and_nothing_else(changed: dict[str, list[str]], said: dict[str, Any]) -> None:
    assert read_form(Shot, {**typed_in(form()), **changed}, MEASURED) == MEASURED | said


def test_a_number_that_was_rounded_to_be_shown_is_not_taken_for_another() -> None:
    assert every(form())["distance"].texts == ("13.06",)
    assert read_form(Shot, {"distance": ["13.06"]}, MEASURED)["distance"] == 13.0633


def test_what_the_form_does_not_ask_stays() -> None:
    assert read_form(Shot, {}, MEASURED | {"options": {"x": 1}})["options"] == {"x": 1}


def test_rows_come_and_go() -> None:
    more = with_row(MEASURED, "also")
    assert more["also"] == [{}]
    named = with_table(more, "also.0", {"name": "Bills"})
    assert every(form(named))["also"].tables[0].title == "Bills"
    assert read_form(Shot, typed_in(form(named)), MEASURED)["also"] == [{"name": "Bills"}]
    assert without(named, "also.0")["also"] == []
    for place in ("also.3", "also.x", "distance.a", "nobody.0.a"):
        with pytest.raises(BrokenInputError):
            without(named, place)


@pytest.mark.parametrize("rows", ["61", "-1", "many", "9" * 30])
def test_so_many_rows_nobody_has(rows: str) -> None:
    with pytest.raises(BrokenInputError, match="expected 0 to 60"):
        read_form(Shot, {"rows:also": [rows]}, MEASURED)
