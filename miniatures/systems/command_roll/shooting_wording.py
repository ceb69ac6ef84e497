"""The outcomes of shooting in sentences, and the questions that players ask of its odds."""

from collections.abc import Callable, Sequence
from typing import Any

from miniatures.systems import Question
from miniatures.systems.command_roll.drive_back import DriveBackFacts, DrivenBack, rout_distance
from miniatures.systems.command_roll.falling_back import DESTROYED
from miniatures.systems.command_roll.shooting_facts import ShootingFacts
from miniatures.systems.command_roll.shooting_outcome import (
    DRIVEN_BACK,
    ROUTED,
    TO_BE_DRIVEN_BACK,
    ShootingOutcome,
    Struck,
)
from miniatures.systems.command_roll.shower import ShowerFacts, ShowerOutcome, attacks_without
from miniatures.systems.command_roll.unit_wording import said
from miniatures.words import counted


def _of(index: int, field: str) -> Callable[[Any], Any]:
    """A field of one of the units that were shot at."""
    return lambda outcome: getattr(outcome.struck[index], field)


def _is(index: int, state: str) -> Callable[[Any], bool]:
    return lambda outcome: bool(outcome.struck[index].state == state)


def _back(unit: str, driven: int, moved: float, stopped_by: str) -> str:
    away = f"{unit}: driven back {moved:g} cm, away from the nearest stand that shot, facing kept (C211, C28)"
    return f"{away}; stopped short of {driven} cm by {stopped_by} (C36)." if stopped_by else f"{away}."


def _routed(unit: str, driven: int) -> str:
    return f"{unit}: driven back {driven} cm, that is routed and removed (C215)."


def _confused(unit: str, friends: Sequence[str], *, confused: bool) -> list[str]:
    """Of the unit itself, and of the friends who made way for it."""
    lines = [f"{unit}: confused, and cannot move (C411)."] if confused else []
    return lines + [f"{friend} made way and became confused (C407)." for friend in friends]


def _tell_struck(struck: Struck) -> list[str]:
    name = struck.unit
    lost = f"{counted(struck.stands_lost, 'stand')} ({struck.left} left)" if struck.stands_lost else "no stand"
    lines = [f"{name} took {counted(struck.unsaved, 'hit')} not saved and lost {lost}."]
    if struck.state == DESTROYED:
        lines.append(f"{name}: destroyed (C167).")
    elif struck.state == ROUTED:
        lines.append(_routed(name, struck.driven))
    elif struck.state == DRIVEN_BACK:
        lines.append(_back(name, struck.driven, struck.moved, struck.stopped_by))
    elif struck.state == TO_BE_DRIVEN_BACK:
        lines.append(f"{counted(struck.missile_hits, 'hit')} of this phase will drive {name} back at its end (C211).")
    elif struck.unsaved:
        lines.append(f"{name}: not driven back.")
    if struck.hits:
        on = f"the commander left of {name}" if not struck.left else name
        lines.append(f"{counted(struck.hits, 'hit')} still on {on}.")
    lines += [f"{killed} is killed (C38)." for killed in struck.killed]
    return lines + _confused(name, struck.friends, confused=struck.confused and struck.state != ROUTED)


def tell_shooting(outcome: ShootingOutcome) -> list[str]:
    lines: list[str] = []
    for index, struck in enumerate(outcome.struck):
        if index == 0 or struck.missile_hits:
            lines += _tell_struck(struck)
    for arrows in outcome.arrows:
        if arrows.ran_out:
            out = f"{counted(arrows.ran_out, 'stand')} of {arrows.unit} out of ammunition"
            lines.append(f"{out}: next turn missed, then one attack every other turn (C422).")
        else:
            lines.append(f"{arrows.unit} have arrows for another shower (C421).")
    for guns in outcome.guns:
        if guns.burst:
            lines.append(f"{counted(guns.burst, 'gun')} of {guns.unit} burst, and gone (our ruling C25).")
        if guns.silent:
            lines.append(f"{counted(guns.silent, 'gun')} of {guns.unit} cannot shoot next turn (our ruling C25).")
    return lines


def ask_shooting(facts: ShootingFacts) -> list[Question]:
    asked: list[Question] = []
    for index, unit in enumerate(facts.targets):
        asked.append(Question(f"stands that {said(unit, 'lose')}", "how many", _of(index, "stands_lost")))
        asked.append(Question(said(unit, "are destroyed"), "whether", _is(index, DESTROYED)))
        if facts.drive_back and not unit.charging:
            asked.append(Question(f"cm that {said(unit, 'are driven back')}", "how many", _of(index, "driven")))
            asked.append(Question(said(unit, "are confused"), "whether", _of(index, "confused")))
            asked.append(Question(said(unit, "are routed"), "whether", _is(index, ROUTED)))
            asked += [
                Question(f"confused by making way: {one}", "whether", _makes_way(index, one)) for one in unit.friends
            ]
        asked += [Question(f"{lord.name} is killed", "whether", _falls(index, lord.name)) for lord in unit.joined]
    showers = [shot.firer.name for shot in facts.shots if shot.firer.shower and not shot.firer.artillery]
    asked += [
        Question(f"stands of {name} out of ammunition", "how many", _ran_out(number))
        for number, name in enumerate(showers)
    ]
    guns = dict.fromkeys(shot.firer.name for shot in facts.shots if shot.firer.artillery)
    for number, name in enumerate(guns):
        asked.append(Question(f"guns of {name} that burst (C25)", "how many", _gun(number, "burst")))
        asked.append(Question(f"guns of {name} silent next turn (C25)", "how many", _gun(number, "silent")))
    return asked


def _makes_way(index: int, friend: str) -> Callable[[Any], bool]:
    return lambda outcome: friend in outcome.struck[index].friends


def _falls(index: int, name: str) -> Callable[[Any], bool]:
    return lambda outcome: name in outcome.struck[index].killed


def _ran_out(number: int) -> Callable[[Any], int]:
    return lambda outcome: int(outcome.arrows[number].ran_out)


def _gun(number: int, field: str) -> Callable[[Any], int]:
    return lambda outcome: int(getattr(outcome.guns[number], field))


def tell_drive_back(outcome: DrivenBack) -> list[str]:
    name = outcome.unit
    if outcome.routed:
        return [_routed(name, outcome.driven)]
    if not outcome.driven:
        return [f"{name}: not driven back."]
    back = _back(name, outcome.driven, outcome.moved, outcome.stopped_by)
    return [back, *_confused(name, outcome.friends, confused=outcome.confused)]


def ask_drive_back(facts: DriveBackFacts) -> list[Question]:
    unit = facts.unit
    asked = [
        Question(f"cm that {said(unit, 'are driven back')}", "how many", lambda outcome: outcome.driven),
        Question(said(unit, "are confused"), "whether", lambda outcome: outcome.confused),
        Question(
            said(unit, f"are routed, at {rout_distance(unit, facts.options)} cm"),
            "whether",
            lambda outcome: outcome.routed,
        ),
    ]
    return asked + [
        Question(f"confused by making way: {friend}", "whether", _disturbed(friend)) for friend in unit.friends
    ]


def _disturbed(friend: str) -> Callable[[Any], bool]:
    return lambda outcome: friend in outcome.friends


def tell_shower(outcome: ShowerOutcome) -> list[str]:
    name = outcome.unit
    lines = [
        f"Turn {turn}: {counted(stands, 'stand')} of {name} out of ammunition (C421)."
        for turn, stands in enumerate(outcome.ran_out, 1)
        if stands
    ]
    if outcome.fresh:
        lines.append(f"{counted(outcome.fresh, 'stand')} of {name} still have arrows.")
    return [*lines, f"{name} make {counted(outcome.attacks, 'attack')} in all these turns."]


def _turn(turn: int | None) -> str:
    return "later" if turn is None else f"turn {turn}"


def ask_shower(facts: ShowerFacts) -> list[Question]:
    unit, turns = facts.unit, facts.turns
    plain = attacks_without(unit, turns)
    return [
        Question("the first stand runs out in", "which", lambda outcome: _turn(outcome.first)),
        Question("the last stand runs out in", "which", lambda outcome: _turn(outcome.last)),
        Question(f"stands out of ammunition after {counted(turns, 'turn')}", "how many", lambda o: sum(o.ran_out)),
        Question(f"attacks in {counted(turns, 'turn')}", "which", lambda outcome: outcome.attacks),
        Question(
            f"more attacks than the {plain} without the shower", "whether", lambda outcome: outcome.attacks > plain
        ),
    ]
