"""What must always hold, whatever the units: tried on made-up fights."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from miniatures.answers import plain
from miniatures.dice import RandomDice, TableDice
from miniatures.systems import load_system
from miniatures.systems.warfare.melee_facts import MeleeFacts
from miniatures.systems.warfare.shooting import ShootingFacts
from tests.systems.warfare.units import melee_odds

WARFARE = load_system("warfare")
MELEE, SHOOTING = WARFARE.procedure("melee"), WARFARE.procedure("shooting")

kinds = st.sampled_from(["knight", "professional", "militia", "levy"])
grades = st.sampled_from(["none", "chivalric", "fanatic", "veteran", "retinue", "raw"])
armour = st.sampled_from(["none", "light", "heavy", "full"])
arms = st.lists(
    st.sampled_from(["pike", "bill", "spear", "lance", "horse", "longbow", "crossbow", "handgun", "bow", "pavise"]),
    min_size=1,
    max_size=3,
    unique=True,
)


@st.composite
def units(draw: Any, name: str, **more: Any) -> dict[str, Any]:
    figures = draw(st.integers(4, 24))
    described = {
        "name": name,
        "kind": draw(kinds),
        "morale": draw(grades),
        "figures": figures,
        "lost": draw(st.integers(0, figures - 1)),
        "leader": draw(st.booleans()),
        "ranks": draw(st.integers(1, 4)),
    } | {key: draw(strategy) for key, strategy in more.items()}
    if figures >= 8 and draw(st.booleans()):
        first = draw(st.integers(1, figures - 1))
        described["parts"] = [
            {"figures": first, "weapons": draw(arms), "protection": draw(armour)},
            {"figures": figures - first, "weapons": draw(arms), "protection": draw(armour)},
        ]
        return described
    return described | {"weapons": draw(arms), "protection": draw(armour)}


fighting = {
    "charging": st.booleans(),
    "first_melee": st.booleans(),
    "ground": st.booleans(),
    "uphill": st.booleans(),
    "behind": st.lists(st.sampled_from(["obstacle", "earthworks"]), max_size=2),
    "strikes": st.sampled_from(["front", "flank", "rear"]),
}

duels = st.builds(
    lambda one, two: MeleeFacts(attackers=[one], defenders=[two]), units("One", **fighting), units("Two", **fighting)
)
shots = st.builds(
    lambda firer, target, distance, cover: ShootingFacts(firer=firer, target=target, distance=distance, cover=cover),
    units("Firer"),
    units("Target"),
    st.floats(0, 60),
    st.sampled_from(["none", "soft", "medium", "hard"]),
)


@given(duels)
def test_the_chances_of_a_melee_sum_to_one_and_nobody_loses_more_than_there_are(facts: MeleeFacts) -> None:
    odds = MELEE.odds(facts)
    assert odds.chance(lambda _: True) == 1
    for outcome in odds.weights:
        for result, unit in zip(outcome.units, facts.units, strict=True):
            assert 0 <= result.casualties <= unit.left
            assert result.left == unit.left - result.casualties
            assert (result.state == "destroyed") == (result.left == 0)


@given(shots)
def test_the_chances_of_a_volley_sum_to_one_and_more_losses_are_never_likelier(facts: ShootingFacts) -> None:
    odds = SHOOTING.odds(facts)
    assert odds.chance(lambda _: True) == 1
    at_least = [odds.chance(lambda outcome, n=n: outcome.casualties >= n) for n in range(10)]
    assert at_least == sorted(at_least, reverse=True)


@given(duels, st.integers(0, 10_000))
@settings(max_examples=50)
def test_rolled_typed_and_counted_dice_agree(facts: MeleeFacts, seed: int) -> None:
    rolled = RandomDice(seed)
    outcome = MELEE.resolve(facts, rolled)
    typed = TableDice([face for throw in rolled.throws for face in throw.faces])
    assert MELEE.resolve(facts, typed) == outcome
    typed.all_used()
    assert MELEE.odds(facts).chance(lambda other: other == outcome) > 0


@given(
    units("Left", **fighting | {"strikes": st.just("front")}),
    units("Right", **fighting | {"strikes": st.just("flank")}),
    units("Foe", **fighting | {"strikes": st.just("front")}),
)
@settings(max_examples=15)
def test_the_order_of_units_in_a_file_changes_nothing(left: Any, right: Any, foe: Any) -> None:
    one = melee_odds(MeleeFacts(attackers=[left | {"leader": False}, right], defenders=[foe | {"leader": False}]))
    two = melee_odds(MeleeFacts(attackers=[right, left | {"leader": False}], defenders=[foe | {"leader": False}]))
    assert one.exact
    for here, there in ((0, 1), (1, 0), (2, 2)):
        assert one.marginal(lambda s, i=here: s.conditions[i]) == two.marginal(lambda s, i=there: s.conditions[i])


@given(duels)
def test_changing_sides_changes_nothing(facts: MeleeFacts) -> None:
    turned = MeleeFacts(attackers=facts.defenders, defenders=facts.attackers)
    one, two = melee_odds(facts), melee_odds(turned)
    for here, there in ((0, 1), (1, 0)):
        assert one.marginal(lambda s, i=here: s.conditions[i]) == two.marginal(lambda s, i=there: s.conditions[i])


@given(duels, shots)
def test_every_outcome_can_be_told_and_written_down(melee: MeleeFacts, volley: ShootingFacts) -> None:
    for procedure, facts in ((MELEE, melee), (SHOOTING, volley)):
        refusals = procedure.refusals(facts)
        assert all(refusal.rule and refusal.because and refusal.cure for refusal in refusals)
        for outcome in procedure.odds(facts).weights:
            assert all(sentence.endswith(".") for sentence in procedure.tell(outcome))
            assert isinstance(plain(outcome), dict)
