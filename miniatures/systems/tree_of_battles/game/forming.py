"""Manoeuvres that go before a move: arrays, frontage, ranks, about face, mounting, rallying from disarray."""

from dataclasses import replace
from typing import Annotated, Any, Literal

from pydantic import Field

from miniatures.ruling import Refusal
from miniatures.systems.tree_of_battles.game.pieces import ContingentNow
from miniatures.systems.tree_of_battles.game.state import State
from miniatures.systems.tree_of_battles.unit import Flag, Inches, Lower, OneOrMore, Stated, Whole


class FORMING(Stated):
    """Words for the manoeuvres; whoever moves may say any of them."""

    form: Annotated[Literal["line", "column", "skirmish"] | None, Lower] = Field(
        None, description="change of array first: line, column or skirmish"
    )
    frontage: Whole | None = Field(None, ge=1, description="change of frontage first: stands side by side")
    exchange: Flag = Field(False, description="exchange ranks first")
    about: Flag = Field(False, description="about face first")
    remount: Flag = Field(False, description="men at arms mount or dismount: a whole move")
    rally: Flag = Field(False, description="rally from disarray: a whole move")
    through: Annotated[tuple[str, ...], OneOrMore] = Field(
        (), description="passage of lines: friends that it passes through; say it again for more"
    )


class MoveWords(FORMING):
    """A contingent moves: manoeuvres first, as far as any are said, then it wheels and goes straight ahead."""

    unit: str = Field(description="the contingent")
    inches: Inches | Literal["all"] = Field(description="inches at most, or all; 0 for manoeuvres alone")
    kind: Annotated[Literal["dice", "march", "road"], Lower] = Field(
        "dice", description="dice, march (Approach only) or road (in column)"
    )
    average_dice: Annotated[int, Field(ge=1, le=2)] = Field(2, description="average dice that it throws, 1 or 2")
    towards: str = Field(
        "", description="wheel first, so that this lies straight ahead: a contingent, or a place as x,y"
    )


def forming(unit: ContingentNow, words: FORMING) -> list[dict[str, Any]]:
    """The manoeuvres as the procedure takes them, in the order in which they are made."""
    found: list[dict[str, Any]] = []
    if words.rally:
        found.append({"what": "rally from disarray", "to": words.form or "line"})
    elif words.form and words.form != unit.array:
        found.append({"what": "change of array", "to": words.form})
    if words.about:
        found.append({"what": "about face"})
    if words.frontage and words.frontage != unit.abreast:
        found.append({"what": "change frontage"})
    if words.exchange:
        found.append({"what": "exchange ranks"})
    if words.remount:
        found.append({"what": "mount or dismount"})
    return found


def forming_refusals(state: State, unit: ContingentNow, words: FORMING) -> list[Refusal]:
    """What a contingent cannot form, whatever it costs (T93)."""
    found: list[Refusal] = []
    column = (words.form or unit.array) == "column" and not (words.rally and not words.form)
    if words.frontage and column:
        found.append(Refusal("T509", f"{unit.id} in column stand one behind the other", "form line first"))
    elif words.frontage and words.frontage == unit.abreast and not words.form and not words.rally:
        found.append(Refusal("T509", f"{unit.id} stand {unit.abreast} abreast already", "say another frontage"))
    if words.frontage and words.frontage > unit.left:
        found.append(Refusal("T509", f"{unit.id} have only {unit.left} stands", "say no more than those"))
    if words.exchange and unit.ranks < 2:
        found.append(Refusal("T504", f"{unit.id} stand in one rank", "leave it out"))
    if words.remount and not unit.listed.men_at_arms:
        found.append(Refusal("T510", f"{unit.id} are no men at arms", "only those mount and dismount (T93)"))
    for friend in map(state.unit, words.through):
        if friend.side != unit.side or friend.id == unit.id or friend.gone:
            found.append(Refusal("T511", f"{friend.id} are no friends to pass through", "name friends on its way"))
        elif state.fighting(friend.id):
            found.append(Refusal("T511", f"{friend.id} are fighting", "pass through others"))
    return found


def told_formed(unit: ContingentNow, there: ContingentNow, words: FORMING) -> list[str]:
    """The manoeuvres in words, one after the other."""
    array = "skirmish array" if there.array == "skirmish" else there.array
    found = [f"rally from disarray and form {array}"] if words.rally else []
    if not words.rally and words.form and words.form != unit.array:
        found.append(f"form {array}")
    if words.about:
        found.append("face about")
    if words.frontage and words.frontage != unit.abreast:
        found.append(f"stand {there.abreast} abreast")
    if words.exchange:
        found.append("exchange ranks")
    if words.remount:
        found.append("mount" if there.mounted else "dismount")
    return found


def formed(state: State, unit: ContingentNow, words: FORMING) -> ContingentNow:
    """The contingent as its manoeuvres leave it, where it stands: its front stays where it was."""
    there = unit
    if words.form or words.rally:  # who comes out of column stands as it was set up, unless a frontage is said
        array = words.form or "line"
        there = replace(there, array=array, files=1 if array == "column" else 0)
    if words.frontage:
        there = replace(there, files=words.frontage)
    if words.exchange:
        there = replace(there, exchanged=not there.exchanged)
    if words.remount:
        there = replace(there, remounted=not there.remounted)
    if words.about and there.x is not None:
        depth = there.size(state.options)[1]
        pose = there.pose.shifted(-depth).turned(180)
        there = replace(there, x=pose.x, y=pose.y, facing=pose.facing)
    return there
