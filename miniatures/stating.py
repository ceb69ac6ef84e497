"""Facts as a player states them: from a file, from standard input, and piece by piece on top of either."""

import json
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from miniatures.broken import BrokenInputError, unknown
from miniatures.faults import model_within, read_model
from miniatures.rosters import described_unit
from miniatures.systems import Procedure, System

_NOT_SAID = object()


def state_facts(
    system: System,
    procedure: Procedure,
    data: Mapping[str, Any],
    *,
    name: str = "facts",
    beside: Path | None = None,
    sets: Iterable[str] = (),
    options: Iterable[str] = (),
) -> Any:
    """The facts of a procedure. `sets` and `options` are `path=value` and win over the data."""
    stated = dict(data)
    sets = tuple(sets)
    if sets and data:
        name = f"{name} with --set"
    for assignment in sets:
        stated = set_value(stated, assignment)
    for key, expected in (("system", system.name), ("procedure", procedure.name)):
        written = stated.pop(key, expected)
        if written != expected:
            raise BrokenInputError(f'{name}: {key}: written for "{written}"; expected "{expected}"')
    if "wings" in stated or "battles" in stated:
        raise BrokenInputError(f"{name}: this is a roster; expected facts (see: facts {system.name} {procedure.name})")
    own = stated.get("options", {})
    if isinstance(own, dict):
        own = set_options(system, own, options)
    agreed: dict[str, list[tuple[Any, str]]] = {}
    stated = _with_units(procedure.facts, stated, system, beside, agreed)
    if isinstance(own, dict):
        stated["options"] = settled_options(agreed, own)
    return read_model(procedure.facts, stated, name)


def set_options(system: System, data: Mapping[str, Any], options: Iterable[str]) -> dict[str, Any]:
    """Options with `name=value` from the command line on top."""
    merged = dict(data)
    names = system.options.model_fields
    for assignment in options:
        key, equals, _ = (part.strip() for part in assignment.partition("="))
        if not equals:
            raise BrokenInputError(f'option: "{assignment}": expected NAME=VALUE, as in {next(iter(names))}=true')
        if key not in names:
            raise BrokenInputError(f"option: {unknown(key, 'an option', list(names))}")
        merged = set_value(merged, assignment)
    return merged


def set_value(data: dict[str, Any], assignment: str) -> dict[str, Any]:
    """`firer.lost=3`, `attackers.0.leader=true`, `defenders."Blue longbowmen".lost=4`: a copy with that changed.

    `distance=` takes back what stands there, as if it had never been said.
    """
    path, equals, written = assignment.partition("=")
    steps = [quoted or plain for quoted, plain in re.findall(r'"([^"]*)"|([^."\[\]]+)', path.strip())]
    if not equals or not steps:
        raise BrokenInputError(f'"{assignment}": expected a place and a value, as in firer.lost=3')
    value = read_value(written.strip()) if written.strip() else _NOT_SAID
    changed = _changed(data, steps, value, path.strip())
    assert isinstance(changed, dict)
    return changed


def read_value(written: str) -> Any:
    """As TOML would read it; anything else is a word."""
    try:
        read = tomllib.loads(f"value = {written}")
    except (ValueError, RecursionError):
        return written
    return read["value"] if len(read) == 1 else written


def assignments(before: Any, now: Any, place: str = "") -> Iterator[str]:
    """What `set_value` has to be told, one after the other, to make one set of facts of another."""
    if before is not None and now is None:
        yield f"{place}="
    elif isinstance(before, Mapping) and isinstance(now, Mapping):
        for key in (*now, *(key for key in before if key not in now)):
            yield from assignments(before.get(key), now.get(key), _beside(place, key))
    elif _of_tables(before) and _of_tables(now):
        for index, item in enumerate(now):
            yield from assignments(before[index] if index < len(before) else None, item, f"{place}.{index}")
        yield from (f"{place}.{index}=" for index in reversed(range(len(now), len(before))))
    elif _plain(before) != _plain(now):
        if before is not None and (now and (_of_tables(now) or isinstance(now, Mapping))):
            yield f"{place}="  # nothing can be set inside a word or a number
        yield from _stated(now, place)


def _stated(value: Any, place: str) -> Iterator[str]:
    if isinstance(value, Mapping) and value:
        for key, said in value.items():
            if said is not None:
                yield from _stated(said, _beside(place, key))
    elif value and _of_tables(value):
        for index, item in enumerate(value):
            yield from _stated(item, f"{place}.{index}")
    else:
        written = json.dumps(_plain(value), ensure_ascii=False).replace("\x7f", "\\u007f")  # as TOML wants it
        yield f"{place}={written}"


def _beside(place: str, key: str) -> str:
    step = key if re.fullmatch(r"\w+", key) else f'"{key}"'
    return f"{place}.{step}" if place else step


def _of_tables(value: Any) -> bool:
    return isinstance(value, list | tuple) and all(isinstance(item, Mapping) for item in value)


def _plain(value: Any) -> Any:
    return [_plain(item) for item in value] if isinstance(value, list | tuple) else value


def _changed(current: Any, steps: list[str], value: Any, path: str) -> Any:
    if not steps:
        return value
    step, rest = steps[0], steps[1:]
    if isinstance(current, str):  # a unit named from a roster, with something said on top of it
        current = {"from": current}
    if isinstance(current, list | tuple) or (current is None and step.isdecimal()):
        items = list(current or ())
        index = _index(items, step, path)
        if value is _NOT_SAID and (not rest or index == len(items)):
            return [*items[:index], *items[index + 1 :]]
        added = [*items, None] if index == len(items) else items
        return [*added[:index], _changed(added[index], rest, value, path), *added[index + 1 :]]
    if current is None:
        current = {}
    if not isinstance(current, dict):
        raise BrokenInputError(f"{path}: {current!r} stands there, and nothing can be set inside it")
    if value is _NOT_SAID and (not rest or step not in current):
        return {key: said for key, said in current.items() if key != step}
    return {**current, step: _changed(current.get(step), rest, value, path)}


def _index(items: list[Any], step: str, path: str) -> int:
    """A place in a list, by number from 0 (one past the end adds), or by the name of what stands there."""
    if step.isdecimal():
        if len(step) > 4 or int(step) > len(items):
            raise BrokenInputError(f"{path}: there are only {len(items)}; count from 0, as in JSON")
        return int(step)
    names = [str(item.get("name", item.get("from", ""))) if isinstance(item, dict) else str(item) for item in items]
    for index, name in enumerate(names):
        if step in (name, name.rpartition(":")[2]):
            return index
    raise BrokenInputError(f"{path}: {unknown(step, 'among them', names)}")


def _with_units(
    model: type[BaseModel],
    data: Mapping[str, Any],
    system: System,
    beside: Path | None,
    agreed: dict[str, list[tuple[Any, str]]],
) -> dict[str, Any]:
    """Every unit that is named from a roster, written out; the rosters' options are gathered in `agreed`."""

    def written_out(inner: type[BaseModel], value: Any) -> Any:
        if isinstance(value, list | tuple):
            return [written_out(inner, item) for item in value]
        if issubclass(inner, system.army.unit):
            if isinstance(value, str):
                value = {"from": value}
            if isinstance(value, dict) and isinstance(value.get("from"), str):
                described, loaded = described_unit(value["from"], system, beside)
                for key, said in loaded.data.get("options", {}).items():
                    agreed.setdefault(key, []).append((said, loaded.name))
                return described | {word: said for word, said in value.items() if word != "from"}
        return _with_units(inner, value, system, beside, agreed) if isinstance(value, dict) else value

    result = dict(data)
    for key, field in model.model_fields.items():
        inner = model_within(field.annotation)
        if inner is not None and key in result:
            result[key] = written_out(inner, result[key])
    return result


def settled_options(agreed: Mapping[str, list[tuple[Any, str]]], own: Mapping[str, Any]) -> dict[str, Any]:
    """The rosters' options under those of the facts. Two rosters that differ need the facts' word."""
    for key, said in agreed.items():
        (value, roster), (other, other_roster) = said[0], said[-1]
        if other != value and key not in own:
            raise BrokenInputError(
                f"option {key}: {roster} says {value}, {other_roster} says {other}; settle it with --option {key}=..."
            )
    return {key: said[0][0] for key, said in agreed.items()} | dict(own)
