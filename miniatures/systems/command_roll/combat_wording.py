"""Combat, falling back and confusion in sentences, and the questions that players ask of their odds."""

from collections.abc import Callable
from typing import Any

from miniatures.systems import Question
from miniatures.systems.command_roll.combat import ADVANCE, PURSUE, CombatOutcome, UnitResult
from miniatures.systems.command_roll.combat_facts import ATTACKERS, DEFENDERS, SIDES, CombatFacts
from miniatures.systems.command_roll.confusion import ConfusionFacts, ConfusionOutcome, MakeWayFacts
from miniatures.systems.command_roll.falling_back import (
    DESTROYED,
    FALLS_BACK,
    STANDS,
    FallBackFacts,
    FallBackOutcome,
)
from miniatures.systems.command_roll.results import DRAW, MAY_STAND, RETREATS, ROUTS, Score
from miniatures.systems.command_roll.unit_wording import said
from miniatures.systems.command_roll.way_back import UnitGoingBack
from miniatures.words import counted


def _of(index: int, field: str) -> Callable[[Any], Any]:
    """What an outcome says there of one unit."""
    return lambda outcome: getattr(outcome.units[index], field)


def _is(index: int, field: str, value: Any) -> Callable[[Any], bool]:
    return lambda outcome: bool(getattr(outcome.units[index], field) == value)


def tell_combat(outcome: CombatOutcome) -> list[str]:
    last = "The combat" if outcome.rounds == 1 else f"Round {outcome.rounds}, the last,"
    lines = [
        f"Round {number} goes to the {winner}, by {margin}, and they pursue (C35)."
        for number, (winner, margin) in enumerate(outcome.earlier, 1)
    ]
    lines += [score_told(f"The {side}", score) for side, score in zip(SIDES, outcome.scores, strict=False)]
    if outcome.winner == DRAW:
        lines.append(f"{last} is a draw (C321).")
    elif outcome.margin:
        lines.append(f"{last} goes to the {outcome.winner}, by {outcome.margin} (C322, C34).")
    else:
        lines.append(f"{last} goes to the {outcome.winner}: no enemy is left (C70).")
    for result in outcome.units:
        lines += _tell_unit(result, " in all" if outcome.rounds > 1 else "")
    free = [one for one in outcome.units if one.side == outcome.winner and one.left and not one.confused]
    if free:  # who is confused stands where it is (C72)
        lines.append(f"The {outcome.winner} may fall back, stand or advance (C324).")
    if outcome.winner == DRAW and any(result.state == FALLS_BACK for result in outcome.units):
        lines.append("Each side throws for fall-back.")
    return lines


def score_told(who: str, score: Score) -> str:
    """`The attackers: 5 hits (C166) + 2 added (C311, C33) = 7.`"""
    added = f" + {score.added} added (C311, C33)" if score.added else ""
    return f"{who}: {counted(score.hits, 'hit')} (C166){added} = {score.total}."


def _tell_unit(result: UnitResult, in_all: str) -> list[str]:
    name = result.unit
    lines: list[str] = []
    if result.state == ROUTS:
        lines.append(f"{name} would retreat {result.retreat} cm, two full moves or more: routed (C323).")
    elif result.state == DESTROYED:
        lines.append(f"{name}: destroyed.")
    else:
        lost = counted(result.stands_lost, "stand") if result.stands_lost else "no stand"
        hits = f", and {counted(result.hits, 'hit')}" if result.hits else ""
        lines.append(f"{name} lost {lost}{in_all} ({result.left} left{hits}).")
    lines += [f"{commander}, with {name}, is killed (C38)." for commander in result.commanders_killed]
    if result.state == DESTROYED and result.hits:
        lines.append(f"{counted(result.hits, 'hit')} on the commander who outlived {name} (C56, C70).")
    if result.state == RETREATS:
        lines.append(f"{name} must retreat {result.retreat} cm (C322).")
    elif result.state == FALLS_BACK:
        lines.append(f"{name} must fall back (C321).")
    elif result.state == MAY_STAND:
        lines.append(f"{name} may stand or fall back (C321).")
    if result.confused:
        lines.append(f"{name}: confused (C411).")
    lines += [_made_way(friend) for friend in result.friends]
    if result.may == PURSUE:
        lines.append(f"{name} may pursue (C35).")
    elif result.may == ADVANCE:
        lines.append(f"{name} may advance into new enemies (C35).")
    return lines


def _made_way(friend: str) -> str:
    return f"{friend} made way and became confused (C407)."


def ask_combat(facts: CombatFacts) -> list[Question]:
    pursuit = any(facts.pursue) and facts.most_rounds > 1
    asked = [Question("the last round is won by" if pursuit else "won by", "which", lambda o: o.winner)]
    asked += [Question(f"{side} win by", "how many", _margin(side)) for side in (ATTACKERS, DEFENDERS)]
    asked += [
        Question(f"{side} win by 0, as nobody else is left (C70)", "whether", _by_nothing(side)) for side in SIDES
    ]
    if pursuit:
        asked.append(Question("rounds fought", "how many", lambda o: o.rounds))
    asked += [Question(f"all {side} are gone", "whether", _gone(side)) for side in SIDES]
    for index, unit in enumerate(facts.units):
        asked.append(Question(f"stands that {said(unit, 'lose')}", "how many", _of(index, "stands_lost")))
        asked.append(Question(f"centimetres that {said(unit, 'retreat')}", "how many", _of(index, "retreat")))
        asked.append(Question(said(unit, "are routed"), "whether", _is(index, "state", ROUTS)))
        asked.append(Question(said(unit, "are destroyed"), "whether", _is(index, "state", DESTROYED)))
        if not unit.confused:
            asked.append(Question(said(unit, "become confused"), "whether", _of(index, "confused")))
        asked += _ask_friends(index, unit)
        asked.append(Question(f"{unit.name} may pursue", "whether", _is(index, "may", PURSUE)))
        asked += [Question(f"{one.name} is killed", "whether", _killed(index, one.name)) for one in unit.joined]
    return asked


def _ask_friends(index: int, unit: UnitGoingBack) -> list[Question]:
    """Which of the friends behind a unit are confused as they make way for it."""
    return [
        Question(f"confused by making way: {friend}", "whether", _makes_way(index, friend)) for friend in unit.friends
    ]


def _makes_way(index: int, friend: str) -> Callable[[Any], bool]:
    return lambda outcome: friend in outcome.units[index].friends


def _margin(side: str) -> Callable[[CombatOutcome], int]:
    return lambda outcome: outcome.margin if outcome.winner == side else 0


def _by_nothing(side: str) -> Callable[[CombatOutcome], bool]:
    return lambda outcome: outcome.winner == side and not outcome.margin


def _gone(side: str) -> Callable[[CombatOutcome], bool]:
    return lambda outcome: not any(result.left for result in outcome.units if result.side == side)


def _killed(index: int, name: str) -> Callable[[CombatOutcome], bool]:
    return lambda outcome: name in outcome.units[index].commanders_killed


def tell_fall_back(outcome: FallBackOutcome) -> list[str]:
    lines = []
    if outcome.most:
        lines.append(f"The dice say at least {outcome.least} and at most {outcome.most} cm (C321).")
    for fallen in outcome.units:
        if fallen.state == STANDS:
            lines.append(f"{fallen.unit} held the ground (C321).")
        elif fallen.state == DESTROYED:
            lines.append(f"{fallen.unit} are guns that must go back: they are destroyed (C34).")
        else:
            stopped = f", stopped by {fallen.stopped_by} (C36)" if fallen.stopped_by else ""
            lines.append(f"{fallen.unit} fell back {fallen.back:g} cm{stopped}.")
        if fallen.confused:
            lines.append(f"{fallen.unit}: confused, and cannot move (C411).")
        lines += [_made_way(friend) for friend in fallen.friends]
    return lines


def ask_fall_back(facts: FallBackFacts) -> list[Question]:
    asked = [
        Question("they must fall back, cm", "how many", lambda o: o.least),
        Question("they may fall back, cm", "how many", lambda o: o.most),
    ]
    asked += [
        Question(said(unit, "become confused"), "whether", _of(index, "confused"))
        for index, unit in enumerate(facts.units)
        if not unit.confused
    ]
    return asked + [one for index, unit in enumerate(facts.units) for one in _ask_friends(index, unit)]


def tell_confusion(outcome: ConfusionOutcome) -> list[str]:
    lines = []
    for name, confused in outcome.units:
        if confused:
            lines.append(
                f"{name}: confused until the end of the side's own next Command phase: no move, no orders, no support, "
                "and -1 to each stand in combat (C411, C412, C413, C414)."
            )
        else:
            lines.append(f"{name}: not confused.")
    return lines


def _confused(index: int) -> Callable[[ConfusionOutcome], bool]:
    return lambda outcome: outcome.units[index][1]


def ask_confusion(facts: ConfusionFacts | MakeWayFacts) -> list[Question]:
    tested = (facts.unit,) if isinstance(facts, ConfusionFacts) else (facts.forcing, *facts.friends)
    return [Question(said(unit, "are confused"), "whether", _confused(index)) for index, unit in enumerate(tested)]
