"""A fight without a game: a procedure's facts as a form with its example filled in, its odds, its dice and its sum.

Nothing is kept: the form carries the facts, and the variants that they are compared with.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any
from zlib import crc32

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from miniatures.answers import Chances, Resolved, chances, resolve
from miniatures.broken import BrokenInputError
from miniatures.dice import RandomDice, TableDice
from miniatures.faces import read_faces
from miniatures.files import parse_toml
from miniatures.odds_wording import odds_shown
from miniatures.rosters import load_roster, ready_armies
from miniatures.stating import state_facts
from miniatures.systems import SYSTEMS, Procedure, System, load_system
from miniatures.tracker import BUDGET, RUNS, FactsNeededError, read_facts
from miniatures.web.asking import desk_of, off_loop
from miniatures.web.desk import Desk
from miniatures.web.forms import Known, filled, read_form, with_row, with_table, without
from miniatures.web.pages import is_fragment, show
from miniatures.web.throwing import throwing
from miniatures.web.typed import Typed, last, typed_of, under
from miniatures.wording import comparison_rows

#: Columns beside the facts themselves; more do not fit on a screen.
MOST_VARIANTS = 4
#: Throws that are rolled at once at most.
ALL = 200

Data = Mapping[str, Any]


@dataclass(frozen=True)
class Trial:
    """Facts and dice that somebody tries."""

    system: System
    procedure: Procedure
    data: Data
    faces: tuple[int, ...] = ()
    overruled: str | None = None
    variants: tuple[tuple[str, Data], ...] = ()
    """Facts that were kept to be compared with, each under its name."""
    facts: Any = None
    resolved: Resolved | None = None
    needed: Mapping[str, str] | None = None
    trouble: tuple[str, ...] = ()


def found(request: Request) -> tuple[System, Procedure]:
    name, procedure = request.path_params["system"], request.path_params["procedure"]
    if name not in SYSTEMS or procedure not in load_system(name).procedures:
        raise HTTPException(404, "There is no such fight here.")
    system = load_system(name)
    return system, system.procedure(procedure)


async def fights(request: Request) -> Response:
    """All procedures of a system."""
    listed = SYSTEMS.get(request.path_params["system"])
    if listed is None:
        raise HTTPException(404, "There is no such rule set here.")
    system = await off_loop(load_system, listed.name)
    return show(request, "act/fights.html", listed=listed, procedures=tuple(system.procedures.values()))


async def procedure_page(request: Request) -> Response:
    system, procedure = await off_loop(found, request)
    data = await off_loop(example, system.name, procedure.name)
    return await _shown(request, await off_loop(_looked, Trial(system, procedure, data), 0))


@lru_cache(maxsize=64)
def example(system_name: str, procedure_name: str) -> Data:
    """The filled-in example, written out in full."""
    system = load_system(system_name)
    procedure = system.procedure(procedure_name)
    stated = parse_toml(system.example(procedure_name), "the example")
    facts = state_facts(system, procedure, stated, name="the example")
    written: Data = facts.model_dump(mode="json", exclude_defaults=True)
    return written


async def try_it(request: Request) -> Response:
    """The same with what was typed."""
    system, procedure = await off_loop(found, request)
    typed = await typed_of(request)
    what, _, place = last(typed, "do").partition(" ")
    trial = await off_loop(_read, desk_of(request), Trial(system, procedure, {}), typed, what, place)
    return await _shown(request, await off_loop(_looked, trial, {"roll": 1, "roll-all": ALL}.get(what, 0)))


def _read(desk: Desk, trial: Trial, typed: Typed, what: str, place: str) -> Trial:
    facts = under(typed, "fact:")
    data = read_form(trial.procedure.facts, facts, {})
    if what == "add":
        data = with_row(data, place)
    elif what == "put":
        data = with_table(data, place, {})
    elif what == "drop":
        data = without(data, place)
    for at, references in under(typed, "take:").items():
        if references[-1]:
            data = with_table(data, at, _unit(desk, trial.system, references[-1]))
    variants = tuple(_kept(typed))
    if what == "keep":
        name = last(typed, "label")[:60] or f"facts {len(variants) + 1}"
        variants = (*variants, (name, data))[-MOST_VARIANTS:]
    elif what == "forget":
        variants = tuple(one for index, one in enumerate(variants) if str(index) != place)
    faces = () if what == "again" else tuple(read_faces(last(typed, "dice")))
    return replace(trial, data=data, faces=faces, overruled=last(typed, "overrule") or None, variants=variants)


def _kept(typed: Typed) -> Iterator[tuple[str, Data]]:
    for written in list(typed.get("variant", ()))[:MOST_VARIANTS]:
        try:
            name, data = json.loads(written)
        except (ValueError, TypeError, RecursionError):
            continue
        if isinstance(name, str) and isinstance(data, dict):
            yield name[:60], data


def _looked(trial: Trial, roll: int) -> Trial:
    try:
        facts = read_facts(trial.procedure.facts, trial.data)
        trial = replace(trial, facts=facts)
        roller, faces = RandomDice() if roll else None, trial.faces
        while True:
            resolved = resolve(trial.system, trial.procedure, facts, TableDice(faces), trial.overruled)
            if resolved.needed is None or roller is None or not roll:
                return replace(trial, resolved=resolved, faces=faces)
            faces, roll = (*faces, *roller.answer(resolved.needed)), roll - 1
    except FactsNeededError as error:
        return replace(trial, needed=dict(error.needed))
    except BrokenInputError as error:
        return replace(trial, trouble=error.lines)


async def _shown(request: Request, trial: Trial) -> Response:
    known = Known(trial.needed or (), trial.system.army.unit, without=(), measured=False)
    facts = filled(trial.procedure.facts, trial.data, {}, known)
    resolved = trial.resolved
    done = resolved is not None and not resolved.refused and resolved.needed is None
    rosters = await off_loop(_rosters, desk_of(request), trial.system)
    return show(
        request,
        "act/_procedure.html" if is_fragment(request) else "act/procedure.html",
        400 if trial.trouble and request.method == "POST" else 200,
        trial=trial,
        system=trial.system.name,
        system_title=trial.system.title,
        facts=facts,
        rosters=rosters,
        odds_id=crc32(json.dumps([trial.data, trial.variants], sort_keys=True, default=str).encode()),
        variants=[(name, json.dumps([name, data])) for name, data in trial.variants],
        says=trial.procedure.tell(resolved.outcome) if done and resolved else (),
        **throwing(resolved, resolved.refusals if resolved else (), trial.overruled, trial.faces),
    )


async def odds(request: Request) -> Response:
    """Odds as bars, or as a table where other facts are kept beside them. Counted in a thread."""
    system, procedure = await off_loop(found, request)
    typed = await typed_of(request)
    trial = await off_loop(_read, desk_of(request), Trial(system, procedure, {}), typed, "look", "")
    every = await off_loop(_every, trial)
    rows = await off_loop(lambda: list(comparison_rows(every))) if len(every) > 1 else []
    shown = await off_loop(lambda: odds_shown(every[0])) if every else None
    return show(request, "act/_odds.html", odds=shown, rows=rows, system=system.name)


def _every(trial: Trial) -> list[Chances]:
    """The odds of the facts as they stand, and of those that were kept; what is refused or broken has none."""
    counted = []
    for label, data in (("as stated", trial.data), *trial.variants):
        overruled = "" if trial.overruled else "no"
        try:
            one = _chances(trial.system.name, trial.procedure.name, json.dumps(data, sort_keys=True), label, overruled)
        except BrokenInputError:
            continue
        if one.odds is not None:
            counted.append(one)
    return counted


@lru_cache(maxsize=64)
def _chances(system_name: str, procedure_name: str, data: str, label: str, overruled: str) -> Chances:
    system = load_system(system_name)
    procedure = system.procedure(procedure_name)
    facts = read_facts(procedure.facts, json.loads(data))
    agreed = None if overruled == "no" else overruled
    return chances(system, procedure, facts, label, agreed, budget=BUDGET, runs=RUNS)


def _rosters(desk: Desk, system: System) -> list[tuple[str, list[tuple[str, str]]]]:
    """The units of every army of this system: those of the folder, then the ready ones."""
    listed = []
    for name, path in {**ready_armies(), **desk.own_armies()}.items():
        army, units = _army(path, path.stat().st_mtime_ns, system.name)
        if units:
            listed.append((army, [(f"{name}:{unit}", unit) for unit in units]))
    return listed


@lru_cache(maxsize=128)
def _army(path: Path, _changed: int, system: str) -> tuple[str, Mapping[str, dict[str, Any]]]:
    """An army's name and its units; none where it is of another system, or broken."""
    try:
        loaded = load_roster(str(path))
    except BrokenInputError:
        return path.stem, {}
    if loaded.system.name != system:
        return path.stem, {}
    return loaded.roster.name, loaded.system.army.units(loaded.roster)


def _unit(desk: Desk, system: System, reference: str) -> Data:
    """A unit of one of the armies that were offered, and of no other file."""
    for name, path in {**ready_armies(), **desk.own_armies()}.items():
        units = _army(path, path.stat().st_mtime_ns, system.name)[1]
        for unit, described in units.items():
            if reference == f"{name}:{unit}":
                plain: Data = json.loads(json.dumps(described, default=str))
                return plain
    raise BrokenInputError(f'"{reference[:80]}": no such unit in the armies here')


ROUTES = [
    Route("/system/{system}", fights, name="fights"),
    Route("/system/{system}/procedure/{procedure}", procedure_page, name="procedure_page"),
    Route("/system/{system}/procedure/{procedure}", try_it, methods=["POST"]),
    Route("/system/{system}/procedure/{procedure}/odds", odds, methods=["POST"], name="procedure_odds"),
]
