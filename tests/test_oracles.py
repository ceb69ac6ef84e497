"""Two other libraries count the same fights, by our rules and by their own, to the last fraction."""

import pytest

from tests.bench import attacks, rivals_dyce, rivals_icepool, tree
from tests.bench.cases import CASES, Case, demand_equal, ours


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.key)
@pytest.mark.parametrize("library", [rivals_dyce, rivals_icepool], ids=["dyce", "icepool"])
@pytest.mark.parametrize("way", ["same_rules", "duel_by_hand"])
def test_other_libraries_agree(case: Case, library: object, way: str) -> None:
    facts = case.facts()
    demand_equal(way, ours(facts), library.chances(getattr(library, way)(facts)))  # type: ignore[attr-defined]


@pytest.mark.parametrize("joined", attacks.WITH_IT.values(), ids=list(attacks.WITH_IT))
def test_other_libraries_agree_about_fourteen_attacks(joined: tuple[str, ...]) -> None:
    attacks.demand_equal(lambda: attacks.stated(joined))


@pytest.mark.parametrize("moves", [False, True], ids=["results", "results and moves"])
def test_other_libraries_agree_about_eighteen_dice_against_thirteen(moves: bool) -> None:
    tree.demand_equal(lambda: tree.stated(moves))
