"""What is measured: the example melee that ships with the program, in four sizes."""

import tomllib
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

from miniatures.odds import Odds, count_chain
from miniatures.systems.warfare.melee import opening, rounds_of
from miniatures.systems.warfare.melee_facts import MeleeFacts
from miniatures.systems.warfare.melee_round import MeleeState

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "miniatures" / "systems" / "warfare" / "examples" / "melee.toml"


class Case(NamedTuple):
    """One calculation. `loops` makes a single measurement long enough for the clock."""

    key: str
    title: str
    rounds: int
    leader: bool
    loops: int
    repetitions: int

    def facts(self) -> MeleeFacts:
        return example_facts(self.rounds, leader=self.leader)


CASES = (
    Case("a", "one round with morale", 1, False, 20, 21),
    Case("a2", "one round, the knights led", 1, True, 10, 21),
    Case("b", "three rounds", 3, False, 1, 15),
    Case("b2", "three rounds, the knights led", 3, True, 1, 7),
)


def example_facts(rounds: int, *, leader: bool) -> MeleeFacts:
    """Knights charge longbowmen; with a leader, the charge also puts him at risk."""
    stated: dict[str, Any] = tomllib.loads(EXAMPLE.read_text(encoding="utf-8"))
    del stated["system"], stated["procedure"]
    stated["rounds"] = rounds
    stated["attackers"][0]["leader"] = leader
    return MeleeFacts.model_validate(stated)


def ours(facts: MeleeFacts) -> Odds[MeleeState]:
    return count_chain(opening(facts), rounds_of(facts))


def demand_equal(name: str, expected: Odds[MeleeState], found: dict[MeleeState, Fraction]) -> None:
    """A rival that counts something else is not a rival: stop before anything is timed."""
    if not expected.exact:
        raise AssertionError("our odds were sampled, not counted")
    wanted = {state: Fraction(weight, expected.total) for state, weight in expected.weights.items()}
    for state in wanted.keys() | found.keys():
        if wanted.get(state) != found.get(state):
            raise AssertionError(f"{name} disagrees about {state}: {found.get(state)}, ours {wanted.get(state)}")
