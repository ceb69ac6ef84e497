"""A commander who stands alone is one man, and every sentence speaks of him so."""

import re
from typing import Any

import pytest

from miniatures.answers import chances
from miniatures.dice import RandomDice
from miniatures.systems.command_roll import SYSTEM
from miniatures.systems.command_roll.unit_wording import called, said
from miniatures.wording import odds_lines, throw_lines
from tests.systems.command_roll.units import described

WARWICK = described("Lord", "Warwick")
BOWS = described("Shire Bow", "Bows")
#: His name with a verb, or a pronoun, of many.
PLURAL = re.compile(
    r"Warwick (are|have|were|take|lose|strike|pursue|retreat|fall|stand|become|move|charge|do)\b"
    r"|(?<!among )\b(them|their)\b"
)


def facts_of(procedure: str, said: dict[str, Any]) -> Any:
    return SYSTEM.procedure(procedure).facts.model_validate(said)


ALONE = [
    ("combat", {"attackers": WARWICK | {"charging": True}, "defenders": BOWS, "attackers_pursue": True}),
    ("combat", {"attackers": BOWS, "defenders": WARWICK | {"behind": "friends", "friends": ["Bill"]}}),
    ("combat", {"attackers": BOWS | {"pursues": 4}, "defenders": WARWICK}),
    ("combat", {"attackers": WARWICK | {"pursues": 4}, "defenders": BOWS}),
    ("fall-back", {"units": WARWICK | {"behind": "enemies", "way_back": 2}}),
    ("fall-back", {"units": WARWICK | {"position": "fortified", "stands_ground": True}}),
    ("confusion", {"unit": WARWICK, "cause": "burst through"}),
    ("confusion", {"unit": WARWICK, "cause": "making way"}),
    ("make-way", {"forcing": BOWS, "friends": WARWICK}),
    ("drive-back", {"unit": WARWICK | {"missile_hits": 3, "behind": "enemies", "way_back": 2}}),
    ("shooting", {"firer": BOWS, "target": WARWICK, "distance": 20}),
    ("shooting", {"firer": BOWS, "target": WARWICK, "distance": 20, "drive_back": False}),
    ("move", {"units": WARWICK, "intends": "charge", "distance": 4, "because": "order"}),
]


@pytest.mark.parametrize(("procedure", "stated"), ALONE)
@pytest.mark.rules("C38")
def test_what_befalls_him_is_said_of_one_man(procedure: str, stated: dict[str, Any]) -> None:
    asked, facts = SYSTEM.procedure(procedure), facts_of(procedure, stated)
    lines = [line.text for line in odds_lines(chances(SYSTEM, asked, facts))]
    for seed in range(30):
        thrown = RandomDice(seed)
        lines += asked.tell(asked.resolve(facts, thrown))
        lines += [line.text for throw in thrown.throws for line in throw_lines(throw)]
    assert any("Warwick" in line for line in lines)
    assert [line for line in lines if PLURAL.search(line)] == []


REFUSED = [
    ("combat", {"attackers": WARWICK | {"charging": True, "confused": True}, "defenders": BOWS}),
    ("combat", {"attackers": WARWICK | {"stands": 0, "ranks": 2, "fighting": None}, "defenders": BOWS}),
    ("combat", {"attackers": WARWICK | {"ranks": 2}, "defenders": BOWS}),
    ("combat", {"attackers": BOWS, "defenders": WARWICK | {"mounted": True, "position": "defended"}}),
    (
        "combat",
        {"attackers": BOWS, "defenders": BOWS | {"name": "Foes"}, "attackers_support": WARWICK | {"engaged": True}},
    ),
    (
        "combat",
        {
            "attackers": BOWS,
            "defenders": BOWS | {"name": "Foes"},
            "attackers_support": WARWICK | {"mounted": True, "confused": True},
        },
    ),
    (
        "combat",
        {
            "attackers": WARWICK | {"pursues": 11, "confused": True, "charging": True, "shot_hits": 1},
            "defenders": described("Mounted Currours", "Horse"),
        },
    ),
    ("fall-back", {"units": WARWICK | {"stands_ground": True}}),
    ("fall-back", {"units": WARWICK | {"confused": True, "stands": 0}, "won": True}),
    ("make-way", {"forcing": BOWS, "friends": WARWICK | {"engaged": True}}),
    ("make-way", {"forcing": BOWS, "friends": WARWICK | {"confused": True}}),
    ("drive-back", {"unit": WARWICK | {"charging": True, "stands": 0}}),
    ("shooting", {"firer": BOWS, "target": WARWICK | {"engaged": True, "stands": 0}, "distance": 20}),
    (
        "shooting",
        {
            "firer": BOWS,
            "target": WARWICK | {"charging": True},
            "distance": 20,
            "options": {"no_shots_at_chargers": True},
        },
    ),
    ("shooting", {"firer": WARWICK | {"engaged": True}, "target": BOWS, "distance": 20}),
    ("move", {"units": WARWICK | {"confused": True, "engaged": True, "stands": 0}}),
    (
        "initiative-move",
        {
            "unit": WARWICK | {"confused": True, "engaged": True, "stands": 0},
            "intends": "charge",
            "distance": 30,
            "in_sight": False,
            "closest": False,
            "orders_begun": True,
            "ordered": True,
            "moved": True,
        },
    ),
    (
        "order",
        {
            "character": described("Army General", "Edward"),
            "units": WARWICK
            | {"distance": 5, "engaged": True, "confused": True, "by_initiative": True, "blundered": True, "stands": 0}
            | {"ordered_by": "Hastings", "orders_finished": True},
        },
    ),
]


@pytest.mark.parametrize(("procedure", "stated"), REFUSED)
@pytest.mark.rules("C38")
def test_refusals_speak_of_one_man(procedure: str, stated: dict[str, Any]) -> None:
    found = list(SYSTEM.procedure(procedure).refusals(facts_of(procedure, stated)))
    assert found
    lines = [f"{refusal.because}; {refusal.cure}" for refusal in found]
    about_him = [line for line in lines if "Warwick" in line]
    assert about_him
    assert [line for line in about_him if PLURAL.search(line)] == []


@pytest.mark.rules("C331")
def test_an_enemy_who_is_named_alone_may_be_one_man() -> None:
    facts = {"unit": BOWS, "intends": "charge", "distance": 30, "closest": False, "in_sight": False, "enemy": "Warwick"}
    found = SYSTEM.procedure("initiative-move").refusals(facts_of("initiative-move", facts))
    assert [refusal.because for refusal in found] == [
        "30 cm to Warwick, beyond 20",
        "another enemy is closer than Warwick",
        "no line of sight to Warwick",
    ]


def test_units_are_many_and_a_commander_is_one() -> None:
    lord, bows = (facts_of("confusion", {"unit": unit, "cause": "making way"}).unit for unit in (WARWICK, BOWS))
    assert said(lord, "are confused") == "Warwick is confused"
    assert said(bows, "are confused") == "Bows are confused"
    assert said(lord, "strike back at") == "Warwick strikes back at"
    assert said(lord, "save") == "Warwick saves"
    assert said(lord, "pursue: hits as they charged") == "Warwick pursues: hits as he charged"
    assert (called(lord, "order them"), called(bows, "order them")) == ("order him", "order them")
