"""Combat: the odds, against twins that know nothing of our code, and against dice thrown one by one."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from miniatures.dice import DiceNeededError, RandomDice, TableDice
from tests.systems.command_roll.combats import COMBAT, bill, bow, combat_odds, fight
from tests.systems.command_roll.units import described

Chances = dict[Any, Fraction]


def unsaved(dice: int, armour: int | None) -> Chances:
    """Hits on 4+ that armour does not save, attack by attack: every face with every face of its save."""
    good = sum(a >= 4 and (armour is None or s < armour) for a, s in product(range(1, 7), repeat=2))
    chances: Chances = {0: Fraction(1)}
    for _ in range(dice):
        more: Chances = {}
        for number, chance in chances.items():
            more[number] = more.get(number, Fraction(0)) + chance * Fraction(36 - good, 36)
            more[number + 1] = more.get(number + 1, Fraction(0)) + chance * Fraction(good, 36)
        chances = more
    return chances


def add(chances: Chances, key: Any, chance: Fraction) -> None:
    chances[key] = chances.get(key, Fraction(0)) + chance


def test_one_round_agrees_with_counting_every_face() -> None:
    # A stand of peasants, two dice, against one of confused pike, two dice and armour 6+, with a stand in support.
    facts = fight(
        described("Peasants", "Peasants", stands=1),
        described("Pike", "Pike", stands=1, confused=True),
        defenders_support=[described("Pike", "Second", stands=1)],
    )
    expected: Chances = {}
    for a, b, s, t, c, d in product(range(1, 7), repeat=6):
        pikes = (a >= 4 and s < 6) + (b >= 4 and t < 6)
        peasants = (c >= 4) + (d >= 4)
        balance = pikes - peasants - 1
        winner = "draw" if balance == 0 else "attackers" if balance > 0 else "defenders"
        add(expected, (winner, abs(balance)), Fraction(1, 6**6))
    assert combat_odds(facts).marginal(lambda outcome: (outcome.winner, outcome.margin)) == expected


def every_path(facts: Any, faces: tuple[int, ...] = ()) -> Chances:
    """The combat resolved with every face of every die, typed in one throw after the other."""
    found: Chances = {}
    try:
        outcome = COMBAT.resolve(facts, TableDice(faces))
    except DiceNeededError as needed:
        for more in product(range(1, 7), repeat=needed.count):
            for key, chance in every_path(facts, faces + more).items():
                add(found, key, chance / 6**needed.count)
        return found
    return {outcome._replace(earlier=(), scores=()): Fraction(1)}


def test_the_odds_are_those_of_the_dice_that_players_throw() -> None:
    # One die each, because both are confused; a save, and a die for the friends behind.
    own = described("Shire Bow", "Own", stands=1, confused=True, hits=2)
    enemy = described("Pike", "Enemy", stands=1, hits=2, behind="friends", outflanked=1, confused=True)
    facts = fight(own, enemy, attackers_pursue=True)
    assert combat_odds(facts).marginal(lambda outcome: outcome) == every_path(facts)
    loser = described("Shire Bow", "Loser", stands=1, outflanked=1, behind="friends", way_back=0.5)
    facts = fight(described("Shire Bow", "Pursuer", stands=1, outflanked=1), loser, attackers_pursue=True)
    assert combat_odds(facts).marginal(lambda outcome: outcome) == every_path(facts)


def twin_of_a_pursuit(first: tuple[int, int], own: tuple[int, int | None], enemy: tuple[int, int | None]) -> Chances:
    """Two units of two stands, each stand with so many attacks and 3 hits. The attackers pursue once.

    The keys are: winner, margin, rounds, and the stands left on each side. Both move 10 cm on foot.
    """
    found: Chances = {}
    for (hits, one), (back, two) in product(unsaved(first[0], enemy[1]).items(), unsaved(first[1], own[1]).items()):
        given, taken = min(hits, 6), min(back, 6)
        winner, margin = judged(given - taken, 6 - taken, 6 - given)
        if winner != "attackers" or given == 6:
            add(found, (winner, margin, 1, stands(taken), stands(given)), one * two)
            continue
        pursuing = stands(taken) * (own[0] + 1 + margin // 3)
        standing = stands(given) * enemy[0]
        for (more, three), (less, four) in product(
            unsaved(pursuing, enemy[1]).items(), unsaved(standing, own[1]).items()
        ):
            given_now, taken_now = min(more, 6 - given), min(less, 6 - taken)
            last = judged(given_now - taken_now, 6 - taken - taken_now, 6 - given - given_now)
            left = (stands(taken + taken_now), stands(given + given_now))
            add(found, (*last, 2, *left), one * two * three * four)
    return found


def stands(hits: int) -> int:
    return 2 - hits // 3


def judged(balance: int, own_left: int, enemy_left: int) -> tuple[str, int]:
    if not own_left and not enemy_left:
        return "draw", 0
    if not enemy_left:
        return "attackers", max(0, balance)
    if not own_left:
        return "defenders", max(0, -balance)
    return ("draw", 0) if not balance else ("attackers" if balance > 0 else "defenders", abs(balance))


@pytest.mark.parametrize(
    ("attacker", "defender", "twin"),
    [
        (bill(charging=True), bow(), lambda: twin_of_a_pursuit((8, 4), (3, 6), (2, None))),
        (
            described("men at arms", "Knights", charging=True),
            bill(),
            lambda: twin_of_a_pursuit((10, 6), (4, 5), (3, 6)),
        ),
    ],
    ids=["bill on bow", "men at arms on bill"],
)
@pytest.mark.rules("C302", "C303", "C35", "C70")
def test_a_charge_with_its_pursuit_agrees_with_its_twin(
    attacker: Any, defender: Any, twin: Callable[[], Chances]
) -> None:
    odds = combat_odds(fight(attacker, defender, attackers_pursue=True))
    found = odds.marginal(lambda o: (o.winner, o.margin, o.rounds, o.units[0].left, o.units[1].left))
    assert found == twin()


def test_a_linked_combat_agrees_with_its_twin() -> None:
    # Bill on bow and bow on bow, linked by a corner; one total for each side. Six and four dice against four and four.
    contacts = [
        {"attacker": "Bill", "defender": "Left", "attacker_stands": 2, "defender_stands": 2},
        {"attacker": "Bow", "defender": "Right", "attacker_stands": 2, "defender_stands": 2},
        {"attacker": "Bill", "defender": "Right", "attacker_stands": 0, "defender_stands": 0},
    ]
    facts = fight([bill(), bow()], [bow("Left"), bow("Right")], contacts=contacts)
    parts = [unsaved(6, None), unsaved(4, None), unsaved(4, 6), unsaved(4, None)]
    expected: Chances = {}
    for (left, a), (right, b), (bills, c), (bows, d) in product(*(part.items() for part in parts)):
        margin = left + right - bills - bows
        gone = left == 6
        state = "destroyed" if gone else "falls back" if not margin else "retreats" if margin > 0 else "stands"
        add(expected, (margin, state, stands(bills)), a * b * c * d)
    found = combat_odds(facts).marginal(
        lambda o: (o.margin if o.winner == "attackers" else -o.margin, o.units[2].state, o.units[0].left)
    )
    assert found == expected


def test_random_games_go_as_the_odds_say() -> None:
    lord = described("Lord", "Hastings")
    facts = fight(
        [bill(charging=True, joined=[lord]), bill("Second", charging=True)],
        bill("Enemy", behind="friends", way_back=2, outflanked=1),
        attackers_pursue=True,
        defenders_pursue=True,
        rounds=3,
    )
    odds, games, dice = combat_odds(facts), 1500, RandomDice(7)
    played = [COMBAT.resolve(facts, dice) for _ in range(games)]
    for asked in (
        lambda o: o.winner == "attackers",
        lambda o: o.rounds > 1,
        lambda o: o.units[2].stands_lost > 1,
        lambda o: o.units[0].stands_lost > 0,
        lambda o: o.units[2].state == "retreats",
    ):
        assert abs(float(odds.chance(asked)) - sum(map(asked, played)) / games) < 0.04
