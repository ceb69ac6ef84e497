"""Bows that pass through bills or men at arms, by their order (C508)."""

from typing import TYPE_CHECKING, Any, NamedTuple

from pydantic import Field

from miniatures.ruling import Refusal
from miniatures.systems.command_roll.game.barring import stands_against
from miniatures.systems.command_roll.game.describing import (
    measured,
    not_in_play,
    not_their_turn,
    out_of_step,
    plural,
    unit_facts,
)
from miniatures.systems.command_roll.game.moving import moving_with
from miniatures.systems.command_roll.game.orders import because_of, done_with, formation
from miniatures.systems.command_roll.game.pieces import UnitNow
from miniatures.systems.command_roll.game.state import State
from miniatures.systems.command_roll.movement import MoveFacts
from miniatures.systems.command_roll.unit import Flag, Stated
from miniatures.systems.playing import Conclusion, Plan, impossible
from miniatures.words import joined_names

if TYPE_CHECKING:
    from miniatures.systems.command_roll.game.measured import Measured

STEP = 0.25
#: Friends to pass through are looked for so many moves ahead; whether the bows get there is said then.
SEEN = 3


class PassWords(Stated):
    """Bows pass through bills or men at arms, by their order: a full move, ending wholly beyond."""

    unit: str = Field(description="the bows")
    friend: str = Field(description="the bills or men at arms that they pass through")
    back: Flag = Field(False, description="backwards instead of straight ahead")


class Beyond(NamedTuple):
    """Where bows end that pass through friends, those friends, and what stands against it."""

    there: UnitNow | None
    through: tuple[str, ...]
    against: tuple[Refusal, ...]


def plan_pass(state: State, words: PassWords) -> Plan:
    unit, friend = state.unit(words.unit), state.unit(words.friend)
    if unit.gone or friend.gone:
        return impossible([*not_in_play(unit), *not_in_play(friend)])
    table = measured(state)
    beyond = None
    if table is not None and unit.placed and friend.placed:
        beyond = _beyond(state, table, unit, friend, words)
    through = beyond.through if beyond and beyond.there else (friend.id,)
    facts: dict[str, Any] = {
        "units": [unit_facts(state, unit)],
        "because": because_of(state, unit),
        "intends": "pass through",
        "formation": formation(unit),
        "through": [unit_facts(state, state.units[name]) for name in through],
    }
    if beyond is not None and table is not None and beyond.there is not None:
        from miniatures.systems.command_roll.game.travel import crosses_river, travel

        way = [(unit, beyond.there)]
        facts |= {"distance": round(travel(table, way), 3), "river": crosses_river(table, way)}

    def against(_facts: MoveFacts) -> list[Refusal]:
        found = [*out_of_step(state, ("command",), "C101", "passing through"), *not_their_turn(state, unit)]
        if friend.side != unit.side:
            found.append(Refusal("C508", f"{friend.id} are enemies", "charge them"))
        if len(moving_with(state, unit)) > 1:
            found.append(Refusal("C122", "a brigade moves as one body", "order the bows by themselves"))
        return [*found, *(beyond.against if beyond else ())]

    def conclude(_facts: MoveFacts, _outcome: Any) -> Conclusion:
        changed: dict[str, Any] = {"moved": state.now}
        contacts: dict[str, Any] = {}
        if beyond is not None and table is not None and beyond.there is not None:
            from miniatures.systems.command_roll.game.contacting import contacts_after
            from miniatures.systems.command_roll.game.measured import stood

            changed |= stood(beyond.there.pose) | {"came": [unit.pose.x, unit.pose.y]}
            contacts = contacts_after(table, [(unit, beyond.there)])
        says = (f"{unit.id} pass through {joined_names(through)} (C508).",)
        changes: dict[str, Any] = {"units": {unit.id: changed}, "order": done_with(state, [unit.id])}
        return Conclusion(changes | ({"contacts": contacts} if contacts else {}), says)

    return Plan(conclude, "move", facts, (), against)


def _beyond(state: State, table: "Measured", unit: UnitNow, friend: UnitNow, words: PassWords) -> Beyond:
    """The first place straight ahead, or back, that lies wholly beyond the friends and whoever is beside them (C91)."""
    from miniatures.space.moves import advance
    from miniatures.systems.command_roll.game.measured import SLIVER, at, footprint
    from miniatures.systems.command_roll.game.travel import in_the_way

    body = footprint(unit, state.options)
    ahead = -1 if words.back else 1
    met: list[str] = []
    swept = advance(body, ahead * SEEN * unit.move).swept
    near = [one for one in table.others(unit.id) if one.polygon.intersects(swept)]
    for step in range(1, int(SEEN * unit.move / STEP)):
        there = at(unit, advance(body, ahead * step * STEP).end.pose)
        outline = footprint(there, state.options).polygon
        over = [one.id for one in near if one.polygon.intersection(outline).area > SLIVER]
        friends = [name for name in over if table.units[name].side == unit.side]
        met += [name for name in friends if name not in met and not table.units[name].commands]
        if friend.id in met and not friends:
            way = [(unit, there)]
            strangers = [name for name in in_the_way(table, way) if name not in met]
            found = [
                Refusal(
                    "C508", f"{name} {plural(table.units[name], 'stands', 'stand')} in the way too", "clear the way"
                )
                for name in strangers
            ]
            return Beyond(there, tuple(met), (*found, *stands_against(table, way, besides=(*met, *strangers))))
    where = "behind" if words.back else "before"
    words_against = f"{friend.id} {plural(friend, 'does', 'do')} not stand straight {where} {unit.id}"
    return Beyond(None, (), (Refusal("C508", words_against, "turn towards them first"),))
