"""Models as the fields of a form: every system's armies, options, facts and words can be asked for."""

from collections.abc import Iterator
from contextlib import suppress
from typing import Annotated, Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, Field

from miniatures.broken import BrokenInputError
from miniatures.faults import read_model
from miniatures.fields import FormField, form_fields, read_typed
from miniatures.systems import SYSTEMS, load_system


class Company(BaseModel):
    """A company, with a field of every kind that a form knows."""

    name: Annotated[str, Field(min_length=1, max_length=20)] = Field(description="what it is called")
    men: Annotated[int, Field(strict=True, ge=1, le=100)] = Field(10, description="how many")
    inches: Annotated[float, Field(strict=True, ge=0, allow_inf_nan=False)] | Literal["half"] = Field(
        description="how far, or half a move"
    )
    kind: Literal["knight", "levy"] = Field("levy", description="who they are")
    weapons: tuple[Literal["bow", "bill"], ...] = Field((), description="with what")
    hurt: Annotated[bool, Field(strict=True)] | None = Field(None, description="whether they are hurt")
    stands: Annotated[int, Field(strict=True)] | tuple[int, ...] | None = Field(None, description="all, or by part")
    within: tuple["Company", ...] = Field((), description="companies in it")


COMPANY = form_fields(Company)


def test_a_hint_says_more_than_the_choices_do() -> None:
    fields = form_fields(load_system("warfare").army.unit)
    assert fields["kind"].hint == ""
    assert fields["weapons"].hint.startswith("the main weapon first")


def told(field: FormField) -> tuple[Any, ...]:
    return field.kind, field.needed, field.many, field.choices, field.least, field.most


def test_a_field_says_what_may_stand_in_it() -> None:
    assert told(COMPANY["name"]) == ("text", True, False, (), None, None)
    assert COMPANY["name"].longest == 20
    assert told(COMPANY["men"]) == ("whole", False, False, (), 1, 100)
    assert told(COMPANY["inches"]) == ("number", True, False, ("half",), 0, None)
    assert told(COMPANY["kind"]) == ("choice", False, False, ("knight", "levy"), None, None)
    assert told(COMPANY["weapons"]) == ("choice", False, True, ("bow", "bill"), None, None)
    assert (COMPANY["hurt"].kind, COMPANY["hurt"].empty) == ("flag", True)
    assert (COMPANY["within"].kind, COMPANY["within"].many, COMPANY["within"].model) == ("table", True, Company)
    assert [COMPANY["men"].bounded(number) for number in (0, 1, 100, 101)] == [1, 1, 100, 100]


@pytest.mark.parametrize(
    ("name", "typed", "read"),
    [
        ("name", [" Sir John's "], "Sir John's"),
        ("name", [""], ""),
        ("men", ["12"], 12),
        ("men", [""], None),
        ("men", ["1.5"], "1.5"),
        ("inches", ["7.25"], 7.25),
        ("inches", ["half"], "half"),
        ("inches", ["nan"], "nan"),
        ("inches", ["1e400000"], "1e400000"),
        ("weapons", ["bow", "bill"], ["bow", "bill"]),
        ("weapons", [], []),
        ("hurt", ["true"], True),
        ("hurt", ["false"], False),
        ("hurt", [""], None),
        ("stands", ["3"], 3),
        ("stands", ["3\n4"], [3, 4]),
        ("stands", [], None),
    ],
)
def test_typed_words_are_read_as_their_field_understands_them(name: str, typed: list[str], read: Any) -> None:
    found = read_typed(COMPANY[name], typed)
    assert found == read
    assert type(found) is type(read)


@given(st.lists(st.text(max_size=12), max_size=3), st.sampled_from(sorted(COMPANY)))
def test_whatever_is_typed_the_model_takes_it_or_calls_it_broken(typed: list[str], name: str) -> None:
    said = {"name": "A", "inches": 1, name: read_typed(COMPANY[name], typed)}
    said = {key: value for key, value in said.items() if value is not None}
    with suppress(BrokenInputError):
        company = read_model(Company, said, "form")
        assert read_model(Company, company.model_dump(mode="json"), "again") == company


def every_model() -> Iterator[type[BaseModel]]:
    for name in SYSTEMS:
        system = load_system(name)
        assert system.game is not None
        yield from (system.options, system.army.roster)
        yield from (procedure.facts for procedure in system.procedures.values())
        yield from (action.words for action in system.game().actions().values())


def test_every_field_of_every_system_is_described_and_has_a_way_to_be_filled_in() -> None:
    waiting, seen = list(every_model()), set[type[BaseModel]]()
    while waiting:
        model = waiting.pop()
        if model in seen:
            continue
        seen.add(model)
        for field in form_fields(model).values():
            assert field.description, (model, field.name)
            assert field.kind != "choice" or field.choices, (model, field.name)
            if field.model is not None:
                waiting.append(field.model)
    assert len(seen) > 100
