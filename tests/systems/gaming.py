"""A battle of any system being played in a test, and how one is written down to begin with."""

import shutil
import tempfile
import weakref
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Self

from hypothesis import HealthCheck, Phase, settings

from miniatures.dice import TableDice
from miniatures.game import Event, GameFile, Header
from miniatures.replaying import replayed
from miniatures.systems import load_system
from miniatures.systems.playing import Setup
from miniatures.tracker import Performed, Playing, Proposed, open_game, perform, propose

#: Memory where there is some: a battle of a test need not outlive the test.
_SHARED = Path("/dev/shm")


class AnyGame:
    """What tests do with a game, whatever its rules."""

    def __init__(self, playing: Playing, folder: Path) -> None:
        self.playing = playing
        self.last: Performed | None = None
        self._swept = weakref.finalize(self, shutil.rmtree, folder, ignore_errors=True)

    def proposed(self, action: str, /, sets: Iterable[str] = (), **words: Any) -> Proposed:
        return propose(self.playing, action, words, sets)

    def facts(self, action: str, /, sets: Iterable[str] = (), **words: Any) -> dict[str, Any]:
        """What an action measures."""
        return dict(self.proposed(action, sets, **words).plan.measured)

    def _perform(
        self, action: str, words: Mapping[str, Any], sets: Iterable[str], dice: Sequence[int], overrule: str | None
    ) -> Performed:
        thrown = TableDice(dice)
        self.last = perform(self.playing, propose(self.playing, action, words, sets), thrown, overrule)
        needed = self.last.resolved.needed if self.last.resolved else None
        assert needed is None, f"{action}: dice needed: {needed}"
        if self.last.event:
            thrown.all_used()
        return self.last

    def do(
        self,
        action: str,
        /,
        dice: Sequence[int] = (),
        sets: Iterable[str] = (),
        overrule: str | None = None,
        **words: Any,
    ) -> tuple[str, ...]:
        """Carry an action out, and what it says. Nothing may stand against it unless it is overruled."""
        done = self._perform(action, words, sets, dice, overrule)
        assert done.event is not None, f"{action} {words}: {[(one.rule, one.because) for one in done.refusals]}"
        return tuple(done.event.says)

    def refused(self, action: str, /, sets: Iterable[str] = (), **words: Any) -> set[str]:
        """The rules that stand against an action, which leaves the game as it was; empty if nothing does."""
        before = self.playing.file.head, self.playing.file.state
        proposed = propose(self.playing, action, words, sets)
        own = proposed.procedure.refusals(proposed.facts) if proposed.procedure else ()
        rules = {one.rule for one in (*proposed.against, *own)}
        if rules:
            done = self._perform(action, words, sets, (), None)
            assert done.event is None
            assert {one.rule for one in done.refusals} == rules
            assert (self.playing.file.head, self.playing.file.state) == before
        return rules

    def on(self, step: str = "") -> Self:
        """The next step, or on until that step; nothing may be owed on the way."""
        self.do("next")
        while step and self.playing.state.step != step:
            self.do("next")
        return self

    def undo(self) -> None:
        self.playing.file.undo()

    def redo(self) -> None:
        self.playing.file.redo()


def written(system: str, setup: Setup, rosters: Sequence[Any], options: Mapping[str, Any], changes: Any) -> Path:
    """The file of a new game that begins with these changes, in a folder of its own."""
    header = Header(
        program="test",
        system=system,
        data_version=load_system(system).data_version,
        name="battle",
        created="2026-01-01T00:00:00+00:00",
        options=options,
        rosters=tuple(rosters),
        table=setup.table.model_dump(mode="json", exclude_defaults=True) if setup.table else None,
    )
    folder = Path(tempfile.mkdtemp(dir=_SHARED if _SHARED.is_dir() else None))
    path = folder / "battle.game"
    GameFile.create(path, header, Event(number=1, at=header.created, kind="command", command="new", changes=changes))
    return path


def opened(path: Path) -> tuple[Playing, Path]:
    return open_game(path), path.parent


def random_games(examples: int) -> settings:
    """For properties of whole random games, which are slow: a game has no smaller one to shrink to."""
    return settings(
        max_examples=examples,
        deadline=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
        phases=(Phase.explicit, Phase.generate),
    )


def undone_and_done_again(playing: Playing, before: Mapping[str, Any]) -> None:
    """The last action can be taken back, and comes back as it was."""
    after = playing.file.state
    playing.file.undo()
    assert playing.file.state == before
    playing.file.redo()
    assert playing.file.state == after


def differing(game: AnyGame) -> list[str]:
    """The actions that come out otherwise when the game is replayed; its setup was laid out by hand."""
    again = replayed(game.playing)
    assert again.state.data == game.playing.state.data
    return [f"{event.number} {event.command}: {why}" for event, why in again.differs if event.command != "new"]
