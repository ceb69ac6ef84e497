"""Events II and V on the table: the morale tests that are owed, falling back, and fury."""

from typing import TYPE_CHECKING, Annotated, Any

from pydantic import BeforeValidator, Field

from miniatures.ruling import Refusal
from miniatures.systems.playing import Conclusion, Plan, impossible
from miniatures.systems.warfare.facts import one_or_more
from miniatures.systems.warfare.game.aftermath import combined, settled
from miniatures.systems.warfare.game.breaking import away_from, breaks, troubled
from miniatures.systems.warfare.game.describing import measured, not_in_play, unit_facts
from miniatures.systems.warfare.game.moves import Moving, facts_of, move_facts
from miniatures.systems.warfare.game.pieces import UnitNow
from miniatures.systems.warfare.game.state import State
from miniatures.systems.warfare.game.waves import ROUT, Causes, after_test, routers_behind, waves
from miniatures.systems.warfare.morale import (
    FALLS_BACK,
    FURIOUS,
    ROUTS,
    SILENCED,
    Cause,
    Enemy,
    MoraleFacts,
    MoraleOutcome,
)
from miniatures.systems.warfare.movement import rate
from miniatures.systems.warfare.unit import Stated
from miniatures.systems.warfare.wording import tell_morale

if TYPE_CHECKING:
    from miniatures.systems.warfare.game.measured import Measured


class MoraleWords(Stated):
    """A unit takes the test that it owes."""

    unit: str = Field(description="the unit that tests")
    cause: Annotated[tuple[Cause, ...], BeforeValidator(one_or_more)] = Field(
        (), description="causes that the tracker does not know of: shooting, friend in rout, leader hit, melee"
    )
    enemy: Annotated[tuple[Enemy, ...], BeforeValidator(one_or_more)] = Field(
        (), description="for melee: the enemies fought, as the morale table names them"
    )


def plan_morale(state: State, words: MoraleWords) -> Plan:
    unit = state.unit(words.unit)
    table = measured(state)
    now, later = waves(state)
    owed = now.get(unit.id, later.get(unit.id, {}))
    causes = list(dict.fromkeys([*owed, *words.cause]))
    data: dict[str, Any] = {"unit": unit_facts(state, unit, table), "causes": causes}
    if table is not None and unit.placed:
        data["unit"] |= _routers(state, table, unit)
    elif ROUT in words.cause:  # no map shows the routers: one of its own kind, unless more is stated
        data["unit"]["routing_friends"] = [unit.unit.kind]
    if words.enemy:
        data["enemies"] = list(words.enemy)
    if unit.lost_melee == state.turn and state.turn:
        data["lost_melee"] = True
    attacked = sides_attacked(state, unit)
    if attacked:
        data["attacked"] = attacked

    def against(_facts: Any) -> list[Refusal]:
        found = not_in_play(unit)
        if state.step in ("shots", "later shots") and unit.struck:
            found.append(Refusal("W23", "tests come when all shots are thrown", "go on with next first"))
        if unit.id in later and unit.id not in now:
            found.append(Refusal("W51", "others test before it", f"first: {', '.join(now)}"))
        return found

    if not causes:
        refusal = Refusal("W505", f"{unit.id} owes no test", "state why it tests: --cause shooting")
        return impossible([*against(None), refusal])

    def conclude(_facts: MoraleFacts, outcome: MoraleOutcome) -> Conclusion:
        return _concluded(state, table, unit, outcome, causes)

    return Plan(conclude, "morale", data, (f"For: {', '.join(causes)}.",), against)


def sides_attacked(state: State, unit: UnitNow) -> list[str]:
    """Where enemies who fight touch it, other than in front (W528, W529)."""
    found: set[str] = set()
    for contact in state.contacts_of(unit.id):
        enemy = state.units[contact.other(unit.id)]
        if not enemy.routing and not enemy.gone:
            found.add(contact.first_side if contact.first == unit.id else contact.second_side)
    return sorted(found - {"front"})


def _routers(state: State, table: "Measured", unit: UnitNow) -> dict[str, Any]:
    """The friends in rout who weigh on a test: not those who ran in this very wave, for it is one moment (W51)."""
    now, later = waves(state)
    causes: Causes = now.get(unit.id, {})
    routers = set(table.routers_seen(unit.id)) | routers_behind(causes)
    routers -= routers_behind(later.get(unit.id, {}))
    found: dict[str, list[str]] = {"routing_friends": [], "routing_friends_elsewhere": []}
    for router in sorted(routers):
        other = state.units[router]
        found["routing_friends" if other.wing == unit.wing else "routing_friends_elsewhere"].append(other.unit.kind)
    return found


def _concluded(
    state: State, table: "Measured | None", unit: UnitNow, outcome: MoraleOutcome, causes: list[str]
) -> Conclusion:
    says = [
        sentence.removesuffix(".") + f", having tested for {', '.join(causes)}." for sentence in tell_morale(outcome)
    ]
    changed: dict[str, Any] = {}
    friends: list[UnitNow] = []
    if outcome.state == FURIOUS:
        changed = {"furious": True, "charge_moves": 0}
    elif outcome.state == SILENCED:
        changed = {"silenced": state.turn}
    elif outcome.state == FALLS_BACK:
        changed, told = fall_back(state, table, unit)
        says += told
    elif outcome.state == ROUTS:
        changed = breaks(state, table, unit)
        friends = troubled(state, table, unit)
        says += [f"{friend.id} see it and must test (W502)." for friend in friends]
        if table is None:
            says.append("Friends within 12 inches who see it test, with --cause (W502).")
    units = combined({unit.id: changed}, after_test(state, unit, routs=outcome.state == ROUTS, troubled=friends))
    changes, more = settled(state, {"units": {name: change for name, change in units.items() if change}})
    return Conclusion(changes, (*says, *more))


def fall_back(state: State, table: "Measured | None", unit: UnitNow) -> tuple[dict[str, Any], list[str]]:
    """Half a move straight away from the firer, facing as before, as far as nothing stops it (W541, W54)."""
    changed: dict[str, Any] = {"fell_back": state.turn}
    if state.enemies_touching(unit.id):
        return changed, ["They are locked with the enemy and stay where they are (W322)."]
    if table is None or not unit.placed:
        return changed, []
    from miniatures.space.moves import shift, slide
    from miniatures.systems.warfare.game.barring import free_of_ground

    facts = facts_of(state, move_facts(state, unit, Moving(state.turn), table))
    half = rate(facts).value / 2
    body = table.of(unit.id)
    firers = [name for name in unit.shot_at if name in table.bodies]
    firer = min(firers, key=lambda name: (-unit.shot_at[name], name), default=None)
    origin = body.pose.point(10) if firer is None else (table.of(firer).pose.x, table.of(firer).pose.y)
    heading = away_from(unit, (body.width, body.depth), origin)
    free, stopped = slide(body, heading, table.others(unit.id), half)
    inches = free_of_ground(table, body, heading, free)
    end = shift(body, heading, inches).end
    told = f"They go back {inches:.1f} inches"
    if inches < half - 0.05:
        who = ", ".join(stopped) if stopped and inches >= free - 0.01 else "the ground or the edge"
        told += f" and no further: {who} in the way (W54)"
    places = {"x": round(end.pose.x, 4), "y": round(end.pose.y, 4), "river": None, "banked": None}
    return changed | places, [f"{told}."]
