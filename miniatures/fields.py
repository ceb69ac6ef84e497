"""A model as the fields of a form: what each is called, what may stand in it, and how typed words are read.

No form is drawn here; a page, a prompt or a sheet draws its own from these descriptions.
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Literal, NamedTuple

from pydantic import BaseModel, JsonValue
from pydantic_core import PydanticUndefined

from miniatures.faults import model_within

Kind = Literal["flag", "whole", "number", "choice", "text", "table"]

_WHOLE = re.compile(r"[+-]?[0-9]{1,18}")
_NUMBER = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]{1,3})?")
_KINDS: Mapping[str, Kind] = {"boolean": "flag", "integer": "whole", "number": "number", "string": "text"}


#: For a model's field that is seldom said, or never, when an army is built.
SELDOM_BUILT: "dict[str, JsonValue]" = {"building": "seldom"}
NEVER_BUILT: "dict[str, JsonValue]" = {"building": "never"}


class FormField(NamedTuple):
    """One field of a model. Numbers may be words as well where `choices` has some, as in 6 inches or "half"."""

    name: str
    kind: Kind
    description: str
    needed: bool
    """Whether the model has no answer of its own."""
    default: Any = None
    many: bool = False
    """A list of such things."""
    alone: bool = False
    """Of a list: whether one may also stand by itself, which can mean more than a list of one."""
    empty: bool = False
    """Whether it may be left open, which is an answer of its own: a flag is then yes, no or nothing said."""
    choices: tuple[str | int, ...] = ()
    least: float | None = None
    most: float | None = None
    longest: int | None = None
    model: type[BaseModel] | None = None
    """Of a table, or of each in a list of tables: the model that describes it."""
    building: Literal["always", "seldom", "never"] = "always"
    """Whether it is asked for when an army is built; some fields only say what an army list seldom says."""

    @property
    def label(self) -> str:
        return self.name.replace("_", " ")

    @property
    def hint(self) -> str:
        """Its description, where that says more than its choices do."""
        listed = self.choices and all(str(choice) in self.description for choice in self.choices)
        return "" if listed else self.description

    def bounded(self, number: int) -> int:
        """The nearest whole number that the bounds let stand."""
        low = number if self.least is None else max(number, int(self.least))
        return low if self.most is None else min(low, int(self.most))


@lru_cache(maxsize=256)
def form_fields(model: type[BaseModel]) -> Mapping[str, FormField]:
    """Every field of a model by its name, in the model's order."""
    schema = model.model_json_schema(by_alias=False)
    if "properties" not in schema:  # a model that holds its own kind stands among the definitions
        schema = schema["$defs"][schema["$ref"].rpartition("/")[2]]
    return {name: _described(model, name, schema["properties"][name]) for name in model.model_fields}


def _described(model: type[BaseModel], name: str, schema: Mapping[str, Any]) -> FormField:
    field = model.model_fields[name]
    default = field.get_default(call_default_factory=False)
    plain = None if default is PydanticUndefined or isinstance(default, BaseModel) else default
    described = FormField(name, "text", field.description or "", field.is_required(), plain)
    described = described._replace(building=schema.get("building", "always"))
    ways: Sequence[Mapping[str, Any]] = schema.get("anyOf", [schema])
    known = [way for way in ways if way.get("type") not in ("null", "object")]
    described = described._replace(empty=any(way.get("type") == "null" for way in ways))
    listed = next((way for way in known if way.get("type") == "array"), None)
    if listed is not None:
        described = described._replace(many=True, alone=len(known) > 1)
    for way in known:
        described = _narrowed(described, way.get("items", way))
    inner = model_within(field.annotation)
    return described._replace(kind="table", model=inner) if inner is not None else described


def _narrowed(field: FormField, way: Mapping[str, Any]) -> FormField:
    """With what one way of answering allows. Of several the number is the kind, and words are its choices."""
    words = tuple(way.get("enum", [way["const"]] if "const" in way else []))
    if words:
        kind = field.kind if field.kind in ("whole", "number") else "choice"
        return field._replace(kind=kind, choices=(*field.choices, *words))
    above = way.get("exclusiveMinimum")
    return field._replace(
        kind=_KINDS.get(way.get("type", ""), "text"),
        least=way.get("minimum", above if above is not None else field.least),
        most=way.get("maximum", field.most),
        longest=way.get("maxLength", field.longest),
    )


def read_typed(field: FormField, typed: Sequence[str]) -> Any:
    """What was typed into a field, as data for its model; None where nothing was, which leaves the field out.

    What cannot be read stays as it was typed: the model says best what it expected instead.
    """
    if field.many:
        lines = [line for text in typed for line in text.splitlines()]
        found = [_read_one(field, line) for line in lines if line.strip()]
        if field.alone and len(found) < 2:
            return found[0] if found else None
        return found
    text = typed[-1] if typed else ""
    if not text.strip():
        return "" if field.needed and field.kind == "text" else None
    return _read_one(field, text)


def _read_one(field: FormField, text: str) -> Any:
    plain = text.strip()
    for choice in field.choices:
        if plain == str(choice):
            return choice
    if field.kind == "flag" and plain in ("true", "false", "on"):
        return plain != "false"
    if field.kind in ("whole", "number") and _WHOLE.fullmatch(plain):
        return int(plain)
    if field.kind == "number" and _NUMBER.fullmatch(plain):
        return float(plain)
    return plain
