"""What choices, checklists and cards say is read back as the action that was meant, in every system."""

import contextlib
from pathlib import Path
from typing import Any

import pytest

from miniatures.broken import BrokenInputError
from miniatures.dice import TableDice
from miniatures.game import import_lines
from miniatures.game_wording import event_words
from miniatures.saying import LOOK, Said, read_how, say
from miniatures.systems import load_system
from miniatures.systems.cards import LOST, MAY, MUST, NOTHING, urgency
from miniatures.systems.playing import Board, GameRules, Owed, SideLine, UnitLine, WingLine
from miniatures.tracker import FactsNeededError, Playing, open_game, propose, settle

RECORDED = sorted((Path(__file__).parent.parent / "examples").glob("*.jsonl"))


def rules(system: str) -> GameRules:
    game = load_system(system).game
    assert game is not None
    return game()


@pytest.mark.parametrize(
    ("system", "how", "said"),
    [
        ("warfare", 'shoot "Blue archers" "Red bills"', Said("shoot", {"unit": "Blue archers", "target": "Red bills"})),
        (
            "warfare",
            'shoot "Blue archers" TARGET --set distance=INCHES',
            Said("shoot", {"unit": "Blue archers"}, (), ("target",), ("distance",)),
        ),
        (
            "warfare",
            'shoot "TARGET" "B" --weapon longbow --set distance=9',
            Said("shoot", {"unit": "TARGET", "target": "B", "weapon": "longbow"}, ("distance=9",)),
        ),
        (
            "warfare",
            'move "Bills" all --towards "Bows"',
            Said("move", {"unit": "Bills", "inches": "all", "towards": "Bows"}),
        ),
        ("warfare", 'wheel "Bills" left 15', Said("wheel", {"unit": "Bills", "to": "left", "degrees": 15})),
        ("warfare", 'place "Bills" X Y FACING', Said("place", {"unit": "Bills"}, (), ("x", "y", "facing"))),
        ("warfare", 'place "Bills" -3.5 4', Said("place", {"unit": "Bills", "x": -3.5, "y": 4})),
        (
            "warfare",
            'correct "Bills" --not-routing --lost 3',
            Said("correct", {"unit": "Bills", "lost": 3, "routing": False}),
        ),
        (
            "warfare",
            'correct "Bills" --touches "A B" --touches C',
            Said("correct", {"unit": "Bills", "touches": ["A B"]}, (), ("touches",)),
        ),
        ("warfare", "next", Said("next", {})),
        (
            "command-roll",
            'order "Edward" "Bows" --brigade --set units.0.distance=CM',
            Said("order", {"character": "Edward", "unit": "Bows", "brigade": True}, (), (), ("units.0.distance",)),
        ),
        ("command-roll", 'ride "Edward" X,Y', Said("ride", {"commander": "Edward"}, (), ("to",))),
        ("command-roll", 'options "Bows"', Said(LOOK, {"unit": "Bows"})),
        ("tree-of-battles", 'respond "Bills" stand', Said("respond", {"target": "Bills", "answer": "stand"})),
    ],
)
def test_an_action_is_read_as_it_was_said(system: str, how: str, said: Said) -> None:
    assert read_how(rules(system), how) == said


@pytest.mark.parametrize("recording", RECORDED, ids=lambda path: path.stem)
def test_whatever_was_done_in_a_battle_is_said_and_read_back_the_same(recording: Path, tmp_path: Path) -> None:
    file = import_lines(recording.read_text(encoding="utf-8").split("\n"), tmp_path / "battle.game", recording.stem)
    actions = rules(file.header.system).actions()
    for event in file.events:
        action = actions.get(event.command)
        if action is None:
            continue
        said = read_how(rules(file.header.system), say(action, event.words))
        assert said.open_words == said.open_facts == ()
        assert action.words.model_validate(said.words) == action.words.model_validate(event.words)


def test_a_name_with_quotes_in_it_is_read_whole_where_it_is_known() -> None:
    names = ['Bob "the axe" and men', "Bob"]
    found = read_how(rules("warfare"), 'shoot "Bob "the axe" and men" "Bob"', names)
    assert found.words == {"unit": names[0], "target": "Bob"}


@pytest.mark.parametrize(
    ("how", "told"),
    [
        ("", "nothing is said"),
        ("shot X", 'did you mean "shoot"'),
        ('shoot "A" "B" "C"', '"C" is one word more'),
        ('move "A" all --toward "B"', 'did you mean "--towards"'),
        ('move "A" all --towards', "--towards"),
    ],
)
def test_what_cannot_be_read_is_told(how: str, told: str) -> None:
    with pytest.raises(BrokenInputError, match=told):
        read_how(rules("warfare"), how)


@pytest.fixture(scope="module", params=RECORDED, ids=lambda path: path.stem)
def playing(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Playing:
    path = tmp_path_factory.mktemp("said") / f"{request.param.stem}.game"
    with request.param.open(encoding="utf-8") as lines:
        import_lines(lines, path, request.param.name)
    return open_game(path)


def everybody(playing: Playing, state: Any) -> list[str]:
    """Units and leaders, by the cards' own word for who is with whom."""
    board = playing.rules.board(state)
    units = [unit.name for side in board.sides for wing in side.wings for unit in wing.units]
    return list(
        dict.fromkeys([*units, *(leader for name in units for leader in playing.rules.card(state, name).leaders)])
    )


def test_whatever_is_offered_in_a_recorded_battle_can_be_read_and_proposed(playing: Playing) -> None:
    """At some moments: the checklist, and what each unit may do."""
    read = 0
    for number in range(2, playing.file.head, playing.file.head // 6):
        state = playing.state_at(number)
        names = everybody(playing, state)
        hows = [one.how for one in playing.rules.board(state).owed]
        for name in names[number % 4 :: 4]:
            hows += [choice.how for choice in playing.rules.choices(state, name) if choice.how]
        for how in dict.fromkeys(hows):
            said = read_how(playing.rules, how, names)
            read += 1
            if said.action != LOOK and not said.open_words:
                with contextlib.suppress(FactsNeededError):
                    proposed = propose(playing, said.action, said.words, said.sets, state)
                    assert proposed.action.name == said.action
    assert read > 30


def test_each_tap_of_each_card_is_a_correction_that_can_be_made(playing: Playing) -> None:
    """None asks for dice or a word, none is refused but for want of room, and each says what it did."""
    tapped = 0
    for number in range(2, playing.file.head, playing.file.head // 6):
        state = playing.state_at(number)
        names = everybody(playing, state)
        for name in names:
            card = playing.rules.card(state, name)
            assert card.name == name
            for gauge in card.gauges:
                assert 0 <= gauge.value <= gauge.most
                assert not gauge.causes or sum(cause.number for cause in gauge.causes) == gauge.value
            for tap in card.taps:
                said = read_how(playing.rules, tap.how, names)
                assert (said.action, said.open_words, said.open_facts) == ("correct", (), ())
                done = settle(playing, propose(playing, said.action, said.words, said.sets, state), TableDice(()), "")
                assert done.conclusion is not None
                assert name in done.conclusion.says[0]
                tapped += 1
    assert tapped > 100


def test_a_card_of_nobody_names_the_nearest(playing: Playing) -> None:
    first = everybody(playing, playing.state)[0]
    with pytest.raises(BrokenInputError, match=f'did you mean "{first}"'):
        playing.rules.card(playing.state, f"{first}x")


def board(*owed: Owed) -> Board:
    names = ("Bows", "Bows of Kent", "Bills", "Gone")
    units = tuple(UnitLine(name, "foot", "4/4", "", "", 4, 4, 1, lost=name == "Gone") for name in names)
    return Board(1, "x", "x", (SideLine("York", "", (WingLine("Van", "", "", units),)),), owed, ())


@pytest.mark.parametrize(
    ("owed", "found"),
    [
        ((), [NOTHING, NOTHING, NOTHING, LOST]),
        ((Owed("Bows", "shoot", "W201", "", must=False),), [MAY, NOTHING, NOTHING, LOST]),
        (
            (Owed("Bows", "shoot", "W201", "", must=False), Owed("Bows", "test", "W505", "")),
            [MUST, NOTHING, NOTHING, LOST],
        ),
        ((Owed("Bows of Kent and Bills", "move", "C103", ""),), [NOTHING, MUST, MUST, LOST]),
        ((Owed("Bows of Kent, Bills and Bows", "move", "C103", ""),), [MUST, MUST, MUST, LOST]),
        ((Owed("both commanders", "roll", "W101", ""), Owed("Van", "order", "W103", "")), [NOTHING] * 3 + [LOST]),
    ],
)
def test_who_must_act_comes_first(owed: tuple[Owed, ...], found: list[int]) -> None:
    assert list(urgency(board(*owed)).values()) == found


def test_every_action_of_a_recorded_battle_is_read_back_from_its_words(playing: Playing) -> None:
    actions = playing.rules.actions()
    names = everybody(playing, playing.state)
    for event in playing.file.line[1:]:
        said = read_how(playing.rules, event_words(event._replace(dice=()), actions), names)
        words = actions[event.command].words
        assert (said.action, said.open_words) == (event.command, ())
        assert words.model_validate(said.words) == words.model_validate(event.words)
