"""How far units go by orders, by blunders and by initiative, and bows through bills."""

from typing import Any

import pytest
from pydantic import ValidationError

from miniatures.dice import TableDice
from miniatures.systems.command_roll.command_wording import tell_initiative, tell_move
from miniatures.systems.command_roll.initiative import InitiativeFacts, initiative, initiative_refusals
from miniatures.systems.command_roll.movement import MoveFacts, MoveOutcome, move, move_refusals
from tests.marking import case
from tests.systems.command_roll.units import described

BILLS = described("Retinue Bill", "Bills")
BOWS = described("Shire Bow", "Bows")
HORSE = described("Mounted Currours", "Horse")
GUN = described("cannon", "Gun")
PERCY = described("Lord", "Percy", mounted=True)
FORTIFIED = BILLS | {"position": "fortified"}


def moving(*units: dict[str, Any], **said: Any) -> MoveFacts:
    return MoveFacts(units=units or (BILLS,), **said)


def moved(*units: dict[str, Any], **said: Any) -> MoveOutcome:
    return move(moving(*units, **said))(TableDice([]))


@pytest.mark.parametrize(
    ("units", "said", "centimetres"),
    [
        case("C609", [BILLS], {}, 10),
        case("C605", [HORSE], {}, 20),
        case("C622", [GUN], {}, 5),
        case("C603", [PERCY], {"because": "none"}, 20, name="mounted"),
        case("C603", [PERCY | {"mounted": False}], {"because": "none"}, 10, name="on foot"),
        case("C15", [BILLS], {"formation": "column"}, 10),
        case("C15", [BILLS], {"formation": "irregular"}, 5),
        case("C15", [BILLS], {"formation": "irregular", "intends": "charge"}, 10, name="charging"),
        case("C15", [FORTIFIED], {}, 5, name="fortified"),
        case("C15", [FORTIFIED], {"intends": "charge"}, 10, name="fortified and charging"),
        case("C48", [FORTIFIED], {"formation": "irregular", "because": "half pace"}, 5, name="half pace once"),
        case("C48", [BILLS], {"formation": "irregular", "river": True}, 2.5, name="a river halves again"),
        case("C48", [BILLS], {"formation": "irregular", "because": "away"}, 10, name="full moves of a blunder"),
        case("C341", [BILLS], {"river": True}, 5),
        case("C341", [HORSE], {"river": True, "intends": "charge"}, 10),
        case("C144", [BILLS], {"because": "half pace"}, 5),
        case("C144", [GUN], {"because": "half pace"}, 2.5),
        case("C143", [HORSE], {"because": "away"}, 20),
        case("C145", [BILLS], {"because": "towards", "intends": "charge"}, 10),
        case("C122", [HORSE, BILLS, BOWS], {}, 10, name="the slowest of a brigade"),
        case("C1", [PERCY], {"because": "none", "remounts": True, "options": {"remounting": True}}, 0),
    ],
)
def test_how_far_it_may_move(units: list[dict[str, Any]], said: dict[str, Any], centimetres: float) -> None:
    assert moved(*units, **said).centimetres == centimetres
    assert move_refusals(moving(*units, **said)) == []


@pytest.mark.rules("C131", "C132")
def test_who_moves_into_an_enemy_has_charged_and_is_engaged() -> None:
    reached = moved(intends="charge", distance=10)
    assert (reached.reaches, reached.ends) == ("yes", "engaged")
    assert "a charge (C131), so engaged (C132)" in tell_move(reached)[1]
    short = moved(intends="charge", distance=10.5)
    assert (short.reaches, short.ends) == ("no", "")
    assert tell_move(short)[1] == "That falls short."
    assert moved(distance=4).ends == ""


@pytest.mark.parametrize(
    ("units", "said"),
    [
        case("C103", [BILLS], {"because": "none"}),
        case("C103", [BILLS | {"stands": 0}], {}, name="nobody left"),
        case("C411", [BILLS | {"confused": True}], {}),
        case("C133", [BILLS | {"engaged": True}], {}),
        case("C122", [BILLS, BOWS], {"together": False}),
        case("C13", [BILLS], {"because": "half pace", "intends": "charge"}),
        case("C13", [BILLS], {"because": "away", "intends": "charge"}, name="away"),
        case("C16", [GUN], {"intends": "charge"}),
        case("C1", [PERCY], {"remounts": True}),
        case("C1", [BILLS], {"remounts": True, "options": {"remounting": True}}, name="no commander"),
    ],
)
def test_a_move_that_is_refused(
    units: list[dict[str, Any]], said: dict[str, Any], request: pytest.FixtureRequest
) -> None:
    (refusal,) = move_refusals(moving(*units, **said))
    assert refusal.rule == request.node.get_closest_marker("rules").args[0]
    assert refusal.cure


@pytest.mark.rules("C122")
def test_a_brigade_that_charges_need_not_stay_together() -> None:
    assert move_refusals(moving(BILLS, HORSE, intends="charge", together=False)) == []


def passing(bows: dict[str, Any] = BOWS, through: dict[str, Any] = BILLS, **said: Any) -> MoveFacts:
    return moving(bows, intends="pass through", through=through, **said)


@pytest.mark.parametrize("friends", ["Retinue Bill", "Shire Bill", "Border Foot Bill", "Dismounted Men at Arms"])
@pytest.mark.parametrize("bows", ["Retinue Bow", "Shire Bow", "Border Foot Bow", "Welsh Bow"])
@pytest.mark.rules("C508", "C17")
def test_bows_pass_through_bills_and_men_at_arms(bows: str, friends: str) -> None:
    facts = passing(described(bows), described(friends), distance=8)
    assert move_refusals(facts) == []
    outcome = move(facts)(TableDice([]))
    assert outcome.ends == "beyond"
    assert tell_move(outcome) == [f"{bows} pass through and end wholly beyond; it takes the whole move (C508)."]


@pytest.mark.parametrize(
    "facts",
    [
        case("C508", passing(described("Crossbow")), name="no bows"),
        case("C508", passing(through=described("Pike")), name="neither bill nor men at arms"),
        case("C508", passing(because="towards"), name="a blunder is no order"),
        case("C508", passing(river=True), name="half a move is not enough"),
        case("C508", passing(formation="irregular"), name="half pace neither"),
        case("C103", passing(because="none"), name="it needs an order"),
        case("C17", passing(through=BILLS | {"engaged": True})),
        case("C17", passing(through=BILLS | {"confused": True}), name="confused"),
        case("C17", passing(distance=10.5), name="not wholly beyond"),
    ],
)
def test_a_passage_that_is_refused(facts: MoveFacts, request: pytest.FixtureRequest) -> None:
    (refusal,) = move_refusals(facts)
    assert refusal.rule == request.node.get_closest_marker("rules").args[0]
    assert refusal.cure


def test_a_passage_names_the_friends() -> None:
    with pytest.raises(ValidationError, match="name the friends"):
        moving(BOWS, intends="pass through")
    with pytest.raises(ValidationError, match="name the friends"):
        moving(BOWS, through=BILLS)


def by_initiative(unit: dict[str, Any] = BILLS, intends: str = "charge", **said: Any) -> InitiativeFacts:
    return InitiativeFacts(unit=unit, intends=intends, enemy="Yellow", **({"distance": 8} | said))


FULL_MOVE = {"initiative_charge_full_move": True}


@pytest.mark.parametrize(
    ("facts", "centimetres"),
    [
        case("C331", by_initiative(distance=20), 20, name="the printed 20 cm, for foot too"),
        case("C331", by_initiative(HORSE, distance=20), 20),
        case("C16", by_initiative(options=FULL_MOVE), 10, name="a full move where agreed"),
        case("C332", by_initiative(intends="evade", distance=20), 10),
        case("C332", by_initiative(HORSE, "evade"), 20),
        case("C332", by_initiative(GUN, "evade"), 5),
        case("C341", by_initiative(river=True), 10),
        case("C341", by_initiative(intends="evade", river=True), 5),
        case("C15", by_initiative(FORTIFIED, "evade"), 10, name="fortified units evade at the full pace"),
    ],
)
def test_how_far_initiative_carries(facts: InitiativeFacts, centimetres: float) -> None:
    assert initiative_refusals(facts) == []
    assert initiative(facts)(TableDice([])).centimetres == centimetres


@pytest.mark.parametrize(
    "facts",
    [
        case("C331", by_initiative(distance=20.5)),
        case("C331", by_initiative(closest=False), name="only the closest"),
        case("C332", by_initiative(intends="evade", distance=21)),
        case("C332", by_initiative(intends="evade", closest=False), name="only the closest"),
        case("C16", by_initiative(in_sight=False), name="out of sight"),
        case("C16", by_initiative(GUN), name="guns never charge"),
        case("C16", by_initiative(moved=True), name="once"),
        case("C16", by_initiative(as_brigade=True), name="never as a brigade"),
        case("C16", by_initiative(through=BOWS), name="chargers pass through nobody"),
        case("C16", by_initiative(BOWS, "evade", through=BILLS | {"engaged": True}), name="through a combat"),
        case("C16", by_initiative(BOWS, "evade", ends_clear=False), name="not clear"),
        case("C49", by_initiative(distance=15, options=FULL_MOVE), name="it does not reach"),
        case("C49", by_initiative(distance=15, river=True), name="a river in the way"),
        case("C102", by_initiative(orders_begun=True), name="initiative comes first"),
        case("C102", by_initiative(ordered=True), name="never by both"),
        case("C102", by_initiative(BILLS | {"stands": 0}), name="nobody left"),
        case("C411", by_initiative(BILLS | {"confused": True})),
        case("C132", by_initiative(BILLS | {"engaged": True})),
        case("C38", by_initiative(PERCY), name="commanders move freely"),
    ],
)
def test_initiative_that_is_refused(facts: InitiativeFacts, request: pytest.FixtureRequest) -> None:
    (refusal,) = initiative_refusals(facts)
    assert refusal.rule == request.node.get_closest_marker("rules").args[0]
    assert refusal.cure


@pytest.mark.rules("C332", "C401", "C16")
def test_an_evade_through_friends_confuses_them() -> None:
    facts = by_initiative(BOWS, "evade", through=BILLS)
    assert initiative_refusals(facts) == []
    outcome = initiative(facts)(TableDice([]))
    assert outcome.confuses == ("Bills",)
    assert tell_initiative(outcome)[1] == "Confused, as evaders burst through: Bills (C401)."
    assert initiative(by_initiative())(TableDice([])).confuses == ()
