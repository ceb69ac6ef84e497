"""What holds for every combat: the stands are those that arithmetic says, and nothing hangs on how the table lies."""

import math
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as some

from miniatures.dice import RandomDice
from miniatures.tracker import perform, propose
from tests.systems.command_roll.game.sound import sound
from tests.systems.command_roll.game.tables import Game, battle, stands, touch

QUICK = settings(
    max_examples=25,
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
    phases=(Phase.explicit, Phase.generate),  # shrinking a failure would take longer than reading it
)
NAMES = (("A", "B"), ("P", "Q"))
TOUCH, OFF, WIDE = 0.05, 0.5, 4.0

#: Half centimetres: where the first unit of a side stands, and the gap to the second.
rows = some.tuples(some.integers(-16, 16), some.integers(0, 8))


def middles(row: tuple[int, int]) -> tuple[float, float]:
    first, gap = row
    return 60 + first / 2, 60 + first / 2 + 2 * WIDE + gap / 2


def ends(middle: float) -> list[float]:
    """The left edges of the two stands of a line."""
    return [middle - WIDE, middle]


def shared(one: float, other: float) -> float:
    """How much two stands that begin there overlap, side by side; less than nothing is a gap."""
    return WIDE - abs(one - other)


def laid(ours: tuple[int, int], theirs: tuple[int, int], degrees: float = 0.0, **said: Any) -> Game | None:
    """Both rows front to front on one line, all who touch in contact; None where nobody touches."""
    turn = math.radians(degrees)
    places = {}
    for names, row, facing in ((NAMES[0], ours, 0.0), (NAMES[1], theirs, 180.0)):
        for name, middle in zip(names, middles(row), strict=True):
            right = middle - 60
            where = (60 + right * math.cos(turn), 60 - right * math.sin(turn), (facing + degrees) % 360)
            places[name] = stands("Shire Bill", name, *where)
    touching = [
        touch(name, other)
        for name, middle in zip(NAMES[0], middles(ours), strict=True)
        for other, at in zip(NAMES[1], middles(theirs), strict=True)
        if any(shared(one, two) >= -TOUCH for one in ends(middle) for two in ends(at))
    ]
    if not touching:
        return None
    return battle(
        [places[name] for name in NAMES[0]],
        [places[name] for name in NAMES[1]],
        contacts=touching,
        step="combat",
        commanders={"Edward": (10, 10), "Warwick": (110, 110)},
        **said,
    )


def expected(own: tuple[int, int], enemy: tuple[int, int]) -> tuple[dict[str, int], int]:
    """Stands of each unit of a row that touch an enemy, and all that support beside one that fights to its front."""
    fronts = {name: ends(middle) for name, middle in zip("12", middles(own), strict=True)}
    foes = [edge for middle in middles(enemy) for edge in ends(middle)]
    fighting = {name: [any(shared(e, f) >= -TOUCH for f in foes) for e in edges] for name, edges in fronts.items()}
    to_front = [e for edges in fronts.values() for e in edges if any(shared(e, f) > TOUCH for f in foes)]
    idle = [e for name, edges in fronts.items() for e, fights in zip(edges, fighting[name], strict=True) if not fights]
    support = sum(any(abs(shared(e, f)) <= TOUCH for f in to_front) for e in idle)
    return {name: sum(found) for name, found in fighting.items()}, support


@pytest.mark.rules("C132", "C161", "C311")
@QUICK
@given(rows, rows)
def test_who_fights_and_who_supports_is_what_the_edges_of_their_stands_say(
    ours: tuple[int, int], theirs: tuple[int, int]
) -> None:
    game = laid(ours, theirs)
    if game is None:
        return
    found: dict[str, int] = {}
    support = [0, 0]
    for name in dict.fromkeys(name for one in game.state.contacts for name in (one.first, one.second)):
        facts = game.facts("fight", unit=name)
        for pair in facts["contacts"]:
            for word in ("attacker", "defender"):
                if pair[word] == name:
                    found[name] = found.get(name, 0) + pair[f"{word}_stands"]
    whole = {one.first: game.facts("fight", unit=one.first) for one in game.state.contacts}
    counted = {str(facts): facts for facts in whole.values()}.values()  # each combat once
    for facts in counted:
        for side, (own, other) in enumerate((("attackers", "attackers_support"), ("defenders", "defenders_support"))):
            support[side] += sum(one.get("supporting", 0) for one in (*facts[own], *facts.get(other, ())))
    for side, (own, enemy) in enumerate(((ours, theirs), (theirs, ours))):
        fighting, beside = expected(own, enemy)
        assert {name: found.get(name, 0) for name in NAMES[side]} == dict(
            zip(NAMES[side], fighting.values(), strict=True)
        )
        if len(counted) == 1:  # a stand between two combats supports in both
            assert support[side] == beside


def plain(value: Any) -> Any:
    """Facts with their measures rounded to a millimetre."""
    if isinstance(value, dict):
        return {key: plain(one) for key, one in value.items()}
    if isinstance(value, list):
        return [plain(one) for one in value]
    return round(value, 1) if isinstance(value, float) else value


@QUICK
@given(rows, rows, some.integers(1, 359))
def test_a_table_may_be_turned(ours: tuple[int, int], theirs: tuple[int, int], degrees: int) -> None:
    straight, turned = laid(ours, theirs, size=(300, 300)), laid(ours, theirs, degrees, size=(300, 300))
    if straight is None or turned is None:
        return
    name = straight.state.contacts[0].first
    ways = [game.facts("fight", unit=name) for game in (straight, turned)]
    for facts in ways:  # the edge of the table is elsewhere
        for one in (*facts["attackers"], *facts["defenders"]):
            one.pop("behind", None)
            one.pop("way_back", None)
    assert plain(ways[0]) == plain(ways[1])


@QUICK
@given(rows, rows, some.integers(0, 10**6), some.lists(some.integers(0, 5), min_size=12, max_size=12))
def test_a_phase_of_combat_comes_to_its_end_and_leaves_everything_sound(
    ours: tuple[int, int], theirs: tuple[int, int], seed: int, picks: list[int]
) -> None:
    game = laid(ours, theirs)
    if game is None:
        return
    for number, pick in enumerate([*picks, *([0] * 40)]):
        owed = [one for one in game.playing.rules.board(game.state).owed if one.must or number < len(picks)]
        if not owed:
            break
        action, _, rest = owed[pick % len(owed)].how.partition(" ")
        before = game.playing.file.state
        done = perform(
            game.playing, propose(game.playing, action, {"unit": rest.strip('"')}), RandomDice(f"{seed} {number}")
        )
        assert done.event is not None or action in ("pursue", "advance"), done.refusals
        if done.event is not None:
            sound(game.playing, before)
    assert game.refused("next") == set()
