"""What a model of facts understands, as lines a person can read."""

from collections.abc import Iterator

from pydantic import BaseModel
from pydantic_core import PydanticUndefined

from miniatures.faults import model_within


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
        yield (
            f"{place}: {(current.__doc__ or '').splitlines()[0]}" if place else (current.__doc__ or "").splitlines()[0]
        )
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
