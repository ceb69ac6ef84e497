"""What a model has to say about broken data, in one clear line for each fault."""

import re
from collections.abc import Sequence
from types import UnionType
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin

from pydantic import BaseModel, ValidationError

from miniatures.broken import BrokenInputError, nearest

Model = TypeVar("Model", bound=BaseModel)

_BOUNDS = {
    "greater_than_equal": ("ge", "at least"),
    "greater_than": ("gt", "more than"),
    "less_than_equal": ("le", "at most"),
    "less_than": ("lt", "less than"),
}
_KINDS = {
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "string": "a word or text",
    "tuple": "a list",
    "list": "a list",
    "dict": "a table",
    "model": "a table",
}


def read_model(model: type[Model], data: Any, name: str) -> Model:
    """The data as a model, or every fault of it at once."""
    try:
        return model.model_validate(data)
    except ValidationError as error:
        faults = error.errors(include_url=False)
        # A list is also "too short" when its items are broken: then only the items are worth a line.
        inside = [fault["loc"] for fault in faults]
        faults = [
            fault
            for fault in faults
            if fault["type"] != "too_short"
            or not any(loc[: len(fault["loc"])] == fault["loc"] and loc != fault["loc"] for loc in inside)
        ]
        lines = [_line(fault, model, data, name) for fault in _of_choices(faults, model)]
        raise BrokenInputError(*dict.fromkeys(lines)) from None
    except RecursionError:
        raise BrokenInputError(f"{name}: nested too deeply to be understood") from None


def _of_choices(faults: Sequence[Any], model: type[BaseModel]) -> list[Any]:
    """Where a field may be one of several things, pydantic tells why it is none of them: one fault says it all."""
    found: list[Any] = []
    for fault in faults:
        loc = fault["loc"]
        if len(loc) > 1 and isinstance(loc[-1], str) and re.search(r"[\[\]'-]|^(int|float|str|bool)$", loc[-1]):
            described = _field(model, loc[:-1])
            if described:
                if not any(one["loc"] == loc[:-1] for one in found):
                    found.append({**fault, "loc": loc[:-1], "type": "choice", "ctx": {"expected": described}})
                continue
        found.append(fault)
    return found


def _line(fault: Any, model: type[BaseModel], data: Any, name: str) -> str:
    loc, kind, context = fault["loc"], fault["type"], fault.get("ctx", {})
    place = _place(loc, data)
    said = fault["input"]
    if kind == "choice":
        return f"{name}: {place}: {_shown(said)} is not understood; expected {context['expected']}"
    if kind == "missing":
        description = _field(model, loc)
        return f"{name}: {place}: missing" + (f"; expected {description}" if description else "")
    if kind == "extra_forbidden":
        owner = inner_model(model, loc[:-1]) or model
        known = list(owner.model_fields)
        meant = nearest(str(loc[-1]), known)
        hint = f'did you mean "{meant}"?' if meant else f"expected one of: {', '.join(known)}"
        return f"{name}: {place}: unknown word; {hint}"
    if kind == "literal_error":
        known = re.findall(r"'([^']*)'", context["expected"])
        meant = nearest(said, known) if isinstance(said, str) else None
        hint = f'did you mean "{meant}"?' if meant else f"expected one of: {context['expected'].replace(chr(39), '')}"
        return f"{name}: {place}: {_shown(said)} is unknown; {hint}"
    if kind in _BOUNDS:
        key, words = _BOUNDS[kind]
        return f"{name}: {place}: {_shown(said)} is out of range; expected {words} {context[key]}"
    if kind == "value_error":
        return f"{name}: {place + ': ' if place else ''}{context['error']}"
    if kind in ("too_short", "string_too_short"):
        return f"{name}: {place}: empty; expected {_field(model, loc) or 'something'}"
    if kind == "finite_number":
        return f"{name}: {place}: {_shown(said)} is no number to measure; expected {_field(model, loc) or 'a number'}"
    expected = next((words for prefix, words in _KINDS.items() if kind.startswith(prefix + "_")), None)
    if expected and not kind.endswith(("_short", "_long")):
        return f"{name}: {place}: expected {expected}, found {_shown(said)}"
    message = fault["msg"][:1].lower() + fault["msg"][1:]
    return f"{name}: {place}: {message}"


def _shown(value: Any) -> str:
    plain = {None: "nothing", True: "true", False: "false"}
    text = f'"{value}"' if isinstance(value, str) else str(value)
    if value is None or isinstance(value, bool):
        text = plain[value]
    return text if len(text) <= 60 else text[:57] + "..."


def _place(loc: Sequence[Any], data: Any) -> str:
    """`wings.0.units.2.weapons.0 (in "Blue longbowmen")`: as --set spells it, with the nearest name around it."""
    named = ""
    current = data
    for step in loc:
        if isinstance(current, dict):
            own = current.get("name")
            named = own if isinstance(own, str) else named
            current = current.get(step)
        elif isinstance(current, list | tuple) and isinstance(step, int) and step < len(current):
            current = current[step]
        else:
            current = None
    if isinstance(current, dict) and isinstance(current.get("name"), str):
        named = current["name"]
    path = ".".join(str(step) for step in loc)
    if not named or not loc:
        return path
    return f'{path} (in "{named}")'


def inner_model(model: type[BaseModel], loc: Sequence[Any]) -> type[BaseModel] | None:
    """The model that describes what stands at `loc`."""
    current: type[BaseModel] | None = model
    for step in loc:
        if isinstance(step, int) or current is None:
            continue
        field = current.model_fields.get(str(step))
        current = model_within(field.annotation) if field else None
    return current


def model_within(annotation: Any) -> type[BaseModel] | None:
    """The model that a field holds, by itself, in a list or as one of its choices."""
    if isinstance(annotation, type) and not get_args(annotation):
        return annotation if issubclass(annotation, BaseModel) else None
    if get_origin(annotation) in (Annotated, Union, UnionType, tuple, list):
        for argument in get_args(annotation):
            found = model_within(argument)
            if found is not None:
                return found
    return None


def _field(model: type[BaseModel], loc: Sequence[Any]) -> str:
    owner = inner_model(model, loc[:-1])
    field = owner.model_fields.get(str(loc[-1])) if owner else None
    return (field.description or "") if field else ""
