"""The 2D6 command-roll game: every procedure, the army book and the options, as one system.

A chapter adds its procedures to PROCEDURES here, and its example of facts to `examples/`.
"""

from pathlib import Path

from miniatures.army import ArmyBook
from miniatures.broken import BrokenInputError
from miniatures.systems import Procedure, System
from miniatures.systems.command_roll.army import Roster, described_units, sheet
from miniatures.systems.command_roll.army_findings import findings
from miniatures.systems.command_roll.options import Options
from miniatures.systems.command_roll.tables import DATA_VERSION
from miniatures.systems.command_roll.unit import Unit
from miniatures.systems.playing import GameRules


def _game() -> GameRules:
    raise BrokenInputError("the 2D6 command-roll game is not yet played on a table")


PROCEDURES: tuple[Procedure, ...] = ()

SYSTEM = System(
    name="command-roll",
    title="2D6 command-roll game",
    data_version=DATA_VERSION,
    options=Options,
    procedures={procedure.name: procedure for procedure in PROCEDURES},
    army=ArmyBook(Roster, Unit, sheet, findings, described_units),
    folder=Path(__file__).parent,
    game=_game,
)
