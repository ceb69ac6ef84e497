"""Charges: who may charge whom from how far, and what the other may answer. Nothing is thrown (T36)."""

from typing import NamedTuple

from pydantic import Field

from miniatures.measuring import within
from miniatures.ruling import Modifier, Refusal, Ruled
from miniatures.systems.tree_of_battles.facts import ContingentInPlay, Facts, Side
from miniatures.systems.tree_of_battles.move_tables import Morale
from miniatures.systems.tree_of_battles.shot_facts import skirmishing
from miniatures.systems.tree_of_battles.tables import CHARGE_FOOT, CHARGE_MOUNTED
from miniatures.systems.tree_of_battles.unit import Flag, Inches, Type

STAND, COUNTERCHARGE, EVADE, EXCHANGE = "stand", "countercharge", "evade", "exchange ranks"
#: Who never charges (T212), and baggage, which cannot (T65).
NEVER_CHARGE: tuple[Type, ...] = ("artillery", "pavisiers", "crossbow", "baggage")
GOING = ("retiring", "routing")


class Charger(ContingentInPlay):
    """Who wants to charge."""

    halted: Flag = Field(False, description="a test made it halt in this turn")
    rallied: Flag = Field(False, description="it rallied from disarray in the tactical move of this turn")
    engaged: Flag = Field(False, description="it touches an enemy already")


class Target(ContingentInPlay):
    """Whom it wants to charge."""

    engaged: Flag = Field(False, description="it touches an enemy already")


class ChargeFacts(Facts):
    """One contingent would charge another."""

    charger: Charger = Field(description="the contingent that would charge")
    target: Target = Field(description="the contingent that it would charge")
    distance: Inches = Field(description="inches between them")
    struck: Side = Field("front", description="where it would strike the target: front, flank or rear")


class Response(NamedTuple):
    """What the target may answer, and how far charger and target go to meet, if they do."""

    word: str
    rule: str
    charger_inches: float | None
    target_inches: float


class ChargeOutcome(NamedTuple):
    charger: str
    target: str
    reach: int
    responses: tuple[Response, ...]
    dps: tuple[Modifier, ...]
    """Those that the target takes when the charge strikes home (T307)."""


def reach_of(unit: ContingentInPlay) -> Ruled:
    return CHARGE_MOUNTED if unit.moves_mounted else CHARGE_FOOT


def may_countercharge(unit: ContingentInPlay) -> str:
    """The rule that lets it, or nothing. Column and skirmish array do not (T32)."""
    if unit.array in ("column", "skirmish"):
        return ""
    if unit.type == "light horse":
        return "T214"
    return "T215" if unit.men_at_arms else ""


def may_evade(unit: ContingentInPlay) -> str:
    """The rule that lets it, or nothing."""
    if unit.type == "light horse":
        return "T214"
    return "T216" if unit.archers or skirmishing(unit) else ""


def may_exchange(unit: ContingentInPlay) -> str:
    """The rule that lets it, or nothing. It needs a second rank."""
    return "T216" if (unit.archers or skirmishing(unit)) and unit.ranks > 1 else ""


def responses_of(target: Target, distance: float, struck: Side) -> tuple[Response, ...]:
    """What the target may answer. Who fights already or gives way only stands; a countercharge is to the front."""
    found = [Response(STAND, "T217", distance, 0.0)]
    if target.engaged or target.conduct in GOING:
        return tuple(found)
    rule = may_countercharge(target)
    if rule and struck == "front":
        own = min(distance / 2, reach_of(target).value)
        found.append(Response(COUNTERCHARGE, rule, distance - own, own))
    if rule := may_evade(target):
        found.append(Response(EVADE, rule, None, 0.0))
    if rule := may_exchange(target):
        found.append(Response(EXCHANGE, rule, distance, 0.0))
    return tuple(found)


def charge(facts: ChargeFacts) -> ChargeOutcome:
    dps = (Morale.flank_or_rear,) if facts.struck != "front" else ()
    responses = responses_of(facts.target, facts.distance, facts.struck)
    return ChargeOutcome(facts.charger.name, facts.target.name, reach_of(facts.charger).value, responses, dps)


def charge_refusals(facts: ChargeFacts) -> list[Refusal]:
    return charge_refusals_of(facts.charger, facts.target, facts.distance)


def charge_refusals_of(charger: Charger, target: Target, distance: float) -> list[Refusal]:
    found: list[Refusal] = []
    for unit in (charger, target):
        if unit.destroyed:
            found.append(Refusal("T40", f"{unit.name} have no stands left", "state its stands, or leave it out"))
    reach = reach_of(charger)
    if not within(distance, reach.value):
        what = "mounted" if charger.moves_mounted else "on foot"
        words = f"{charger.name} are {what} and {distance:g} inches away, beyond {reach.value}"
        found.append(Refusal(reach.rule, words, f"charge from within {reach.value} inches"))
    found += never_charges(charger)
    if charger.halted:
        words = f"{charger.name} were made to halt, and may only countercharge"
        found.append(Refusal("T213", words, "charge next turn, or let it countercharge if it is charged"))
    if charger.rallied:
        words = f"{charger.name} rallied in the tactical move, and may only countercharge"
        found.append(Refusal("T213", words, "charge next turn, or let it countercharge if it is charged"))
    if charger.engaged:
        found.append(Refusal("T211", f"{charger.name} touches an enemy already (T65)", "fight that combat first"))
    if charger.conduct in GOING:
        words = f"{charger.name} are {charger.conduct} (T65)"
        found.append(Refusal("T211", words, "rally it first"))
    return found


def never_charges(unit: ContingentInPlay) -> list[Refusal]:
    """By its array and its type (T212)."""
    found: list[Refusal] = []
    if unit.array in ("column", "skirmish"):
        what = "in column" if unit.array == "column" else "in skirmish array"
        found.append(Refusal("T212", f"{unit.name} are {what}, which does not charge", "change into line before"))
    if unit.type in NEVER_CHARGE:
        words = f"{unit.name}: {unit.type} may not charge" + (" (T65)" if unit.type == "baggage" else "")
        found.append(Refusal("T212", words, "choose another contingent"))
    return found
