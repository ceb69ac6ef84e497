"""Routers before pursuers who run on, and routers who are struck: hacked, and running on."""

import pytest

from tests.systems.tree_of_battles.game.tables import battle, stands, touch

MEN = "4 heavy infantry"


@pytest.mark.rules("T206", "T207", "T96")
def test_a_pursuer_who_runs_on_hacks_the_routers_that_it_reaches() -> None:
    game = battle(
        [stands(MEN, "Ours", 24, 24, grade="C", conduct="pursuing", array="disarray", runs=1)],
        [stands(MEN, "Theirs", 24, 33, 0, grade="C", conduct="routing", array="disarray", broken=True, runs=1)],
        step="first tactical",
    )
    # 9 inches less its depth; 5 and 5 reach them: a die a stand, two of four are casualties
    said = game.do("run", unit="Ours", dice=[6, 6, 4, 5, 3, 1])
    assert "Theirs are caught: the free hack takes 2 stands (T207)." in said
    assert (game.unit("Theirs").left, game.unit("Theirs").broken) == (2, True)
    assert not game.state.contacts
    game.undo()
    game.do("run", unit="Ours", dice=[1, 1])  # 4 inches fall short
    assert game.unit("Theirs").left == 4
    assert game.unit("Ours").y == pytest.approx(28)


@pytest.mark.rules("T205", "T87")
def test_routers_who_ran_before_they_were_struck_run_on_after_it() -> None:
    game = battle(
        [stands(MEN, "Ours", 24, 24, grade="B")],
        [
            stands(
                MEN,
                "Theirs",
                24,
                24,
                grade="C",
                conduct="routing",
                array="disarray",
                broken=True,
                runs=1,
                last_move={"kind": "rout", "inches": 6, "turn": 1},
            )
        ],
        step="combat",
        contacts=[touch("Ours", "Theirs", since=0)],
    )
    game.do("fight", unit="Ours", dice=[1] * (9 + 8))  # 4 x 2 and B grade; 4 x 2
    assert game.owed() == ['flee "Theirs"']
