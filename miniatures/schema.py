"""What a model of facts understands: as lines a person can read, and as a JSON schema."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from pydantic import BaseModel
from pydantic_core import PydanticUndefined

from miniatures.faults import model_within


class Option(NamedTuple):
    """A choice of the players' table, and what holds when they make none."""

    name: str
    default: Any
    description: str


def described_options(model: type[BaseModel]) -> list[Option]:
    """Every option of a system, in the model's order."""
    defaults = model().model_dump()
    return [Option(name, defaults[name], field.description or "") for name, field in model.model_fields.items()]


def other_facts(model: type[BaseModel]) -> Iterator[str]:
    """Every field of a model and of the models inside it, each model once."""
    waiting: list[tuple[str, type[BaseModel]]] = [("", model)]
    told: set[type[BaseModel]] = set()
    while waiting:
        place, current = waiting.pop(0)
        if current in told:
            continue
        told.add(current)
        yield ""
        about = (current.__doc__ or "").splitlines()[0]
        yield f"{place}: {about}" if place else about
        for name, field in current.model_fields.items():
            inner = model_within(field.annotation)
            default = "needed" if field.is_required() else _default(field.get_default(call_default_factory=False))
            yield f"  {name:<26} {field.description} [{default}]" if default else f"  {name:<26} {field.description}"
            if inner is not None:
                waiting.append((f"{place}.{name}" if place else name, inner))


def _default(value: object) -> str:
    if value is PydanticUndefined or value is None or value == ():
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    return str(value) if not isinstance(value, BaseModel) else ""


def facts_schema(model: type[BaseModel], unit: type[BaseModel], system: str, procedure: str) -> dict[str, Any]:
    """The schema of the model, with what may be said beside it: for whom the facts are, and units from a roster."""
    schema = model.model_json_schema()
    schema["properties"] |= {
        "system": {"const": system, "description": "for which system these facts are"},
        "procedure": {"const": procedure, "description": "for which procedure these facts are"},
    }
    named = {"type": "string", "description": "a unit of a roster, as in mine.toml:Blue longbowmen"}
    names = {inner.__name__ for inner in _models(model) if issubclass(inner, unit)}
    for name in names:
        described = schema["$defs"][name]
        described["properties"]["from"] = named
        described["anyOf"] = [{"required": ["from"]}, {"required": described.pop("required")}]
    return _or_named(schema, {f"#/$defs/{name}" for name in names}, named)  # type: ignore[no-any-return]


def _or_named(schema: Any, units: set[str], named: dict[str, Any]) -> Any:
    """Wherever a unit may be described, its name in a roster may stand instead."""
    if isinstance(schema, list):
        return [_or_named(part, units, named) for part in schema]
    if not isinstance(schema, dict):
        return schema
    changed = {key: _or_named(part, units, named) for key, part in schema.items()}
    if changed.get("$ref") in units:
        reference = changed.pop("$ref")
        changed["anyOf"] = [{"$ref": reference}, named]
    return changed


def _models(model: type[BaseModel]) -> Iterator[type[BaseModel]]:
    yield model
    for field in model.model_fields.values():
        inner = model_within(field.annotation)
        if inner is not None:
            yield from _models(inner)
