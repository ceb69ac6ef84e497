"""Falling back on the table: after a draw, or because a winner wants to (C321, C34)."""

from typing import TYPE_CHECKING, Any

from pydantic import Field

from miniatures.broken import BrokenInputError
from miniatures.ruling import Refusal
from miniatures.systems.command_roll.falling_back import DESTROYED, FALLS_BACK, FallBackFacts, FallBackOutcome
from miniatures.systems.command_roll.game.after_combat import may
from miniatures.systems.command_roll.game.describing import (
    made_way,
    measured,
    not_in_play,
    out_of_step,
    plural,
    unit_facts,
)
from miniatures.systems.command_roll.game.losses import left_alone, merged, mourned
from miniatures.systems.command_roll.game.pieces import UnitNow
from miniatures.systems.command_roll.game.state import State
from miniatures.systems.command_roll.tables import FALL_BACK_DICE
from miniatures.systems.command_roll.unit import Centimetres, Stated
from miniatures.systems.playing import Conclusion, Plan, impossible
from miniatures.words import joined_names

if TYPE_CHECKING:
    from miniatures.systems.command_roll.game.measured import Measured


class FallBackWords(Stated):
    """The units of a side fall back from their combat: one throw for them all."""

    unit: str = Field(description="any of the units")
    centimetres: Centimetres | None = Field(None, description="how far they want to go, if farther than they must")
    stands: tuple[str, ...] = Field((), description="a unit that stands its ground instead; say it again for more")


def together(state: State, unit: UnitNow) -> list[UnitNow]:
    """Those of its side who came out of the same combat and may still fall back."""
    combat = unit.result.get("combat")
    return [
        one
        for one in state.standing(unit.side)
        if one.result.get("combat") == combat and "fall back" in may(state, one)
    ]


def plan_fall_back(state: State, words: FallBackWords) -> Plan:
    unit = state.unit(words.unit)
    if unit.gone:
        return impossible(not_in_play(unit))
    units = together(state, unit)
    if not units:
        cure = "fight first"
        none = Refusal("C324", f"{unit.id} {plural(unit, 'has', 'have')} no combat to fall back from", cure)
        return impossible([*out_of_step(state, ("combat",), "C321", "falling back"), none])
    stays = {state.unit(name).id for name in words.stands}
    if strangers := stays - {one.id for one in units}:
        raise BrokenInputError(f"stands: {joined_names(sorted(strangers))} need not fall back from that combat")
    won = not unit.result.get("draw")
    facts: dict[str, Any] = {"units": [_facts(state, one, one.id in stays) for one in units]}
    if won:
        facts["won"] = True
    if words.centimetres is not None:
        facts["distance"] = words.centimetres

    def conclude(_facts: FallBackFacts, outcome: FallBackOutcome) -> Conclusion:
        return _concluded(state, outcome, words.centimetres or 0.0)

    return Plan(
        conclude, "fall-back", facts, (), lambda _facts: out_of_step(state, ("combat",), "C321", "falling back")
    )


def _facts(state: State, unit: UnitNow, stands: bool) -> dict[str, Any]:
    facts = unit_facts(state, unit, engaged=False) | ({"stands_ground": True} if stands else {})
    if position := unit.result.get("position"):  # that in which it fought: its enemies may have fallen back already
        facts["position"] = position
    table = measured(state)
    if table is None or not unit.placed:
        return facts
    from miniatures.systems.command_roll.game.ways import facts_of_way

    return facts | facts_of_way(table, unit, _way(table, unit), 6.0 * FALL_BACK_DICE.value)


def _way(table: "Measured", unit: UnitNow) -> float:
    """Away from those it fought after a draw; a winner, whose enemies are gone, goes straight back."""
    from miniatures.systems.command_roll.game.going_back import straight_back

    way = unit.result.get("way")
    return straight_back(table.of(unit.id)) if way is None else float(way)


def _concluded(state: State, outcome: FallBackOutcome, wanted: float) -> Conclusion:
    changed: dict[str, Any] = {}
    contacts: dict[str, Any] = {}
    says = [f"At least {outcome.least} cm, at most {outcome.most}."] if outcome.most else []
    if outcome.most and wanted > outcome.most:
        says[0] = f"At least {outcome.least} cm, at most {outcome.most}: {wanted:g} are not allowed."
    table = measured(state)
    for one in outcome.units:
        unit = state.unit(one.unit)
        changed = merged(changed, {unit.id: {"result": None}})
        if one.state == DESTROYED:
            changed[unit.id] |= {"gone": "destroyed", "lost": unit.unit.size}
            changed |= left_alone(table, unit, state.joined_to(unit.id))
            says.append(f"{unit.id} {plural(unit, 'is', 'are')} lost (C34).")
        if one.state == FALLS_BACK:
            stopped = f", stopped by {one.stopped_by}" if one.stopped_by else ""
            back = one.back
            if table is not None and unit.placed:
                from miniatures.systems.command_roll.game.going_back import really, went

                begun = table.units[unit.id]
                table, places = went(table, begun, _way(table, unit), one.back)
                changed = merged(changed, places)
                back = really(begun, places.get(unit.id), one.back)
            if back < one.back:  # friends let it in, but not so far: they are the unyielding ones (C406, C97)
                one, stopped = one._replace(confused=True), f" of {one.back:g}: there is no room for more (C406)"
                says.append(f"{unit.id} {plural(unit, 'falls', 'fall')} back {back:.1f}{stopped}.")
            else:
                says.append(f"{unit.id} {plural(unit, 'falls', 'fall')} back {back:g} cm{stopped}.")
        if one.state == DESTROYED or (one.state == FALLS_BACK and table is None):
            contacts |= {contact.key: None for contact in state.contacts_of(unit.id)}
        if one.confused and not unit.confused:
            changed[unit.id]["confused"] = True
            says.append(f"{unit.id} {plural(unit, 'is', 'are')} confused.")
        for name in one.friends:
            changed = merged(changed, {name: {"confused": True}})
            says.append(made_way(state, name))
    if table is not None:  # who was stopped at once still touches, and fights on next turn
        from miniatures.systems.command_roll.game.ways import parted

        contacts |= parted(table, (contact for one in outcome.units for contact in state.contacts_of(one.unit)))
    traitors, told = mourned(state, changed)
    changes: dict[str, Any] = {"units": merged(changed, traitors)}
    return Conclusion(changes | ({"contacts": contacts} if contacts else {}), (*says, *told))
