"""The 2D6 command-roll game: every procedure, the army book and the options, as one system.

Each chapter lists its own procedures; their examples of facts stand in `examples/`.
"""

from pathlib import Path

from miniatures.army import ArmyBook
from miniatures.systems import SYSTEMS, Procedure, Procedures, System
from miniatures.systems.command_roll.army import Roster, described_units, sheet
from miniatures.systems.command_roll.army_findings import findings
from miniatures.systems.command_roll.catalogue import catalogue
from miniatures.systems.command_roll.options import Options
from miniatures.systems.command_roll.tables import DATA_VERSION
from miniatures.systems.command_roll.unit import Unit
from miniatures.systems.playing import GameRules


def _procedures() -> tuple[Procedure, ...]:
    from miniatures.systems.command_roll import combat_procedures, command_procedures, shooting_procedures

    return (*command_procedures.PROCEDURES, *shooting_procedures.PROCEDURES, *combat_procedures.PROCEDURES)


def _game() -> GameRules:
    from miniatures.systems.command_roll.game import GAME

    return GAME


SYSTEM = System(
    name="command-roll",
    title=SYSTEMS["command-roll"].title,
    data_version=DATA_VERSION,
    options=Options,
    procedures=Procedures(_procedures),
    army=ArmyBook(Roster, Unit, sheet, findings, described_units, catalogue),
    folder=Path(__file__).parent,
    game=_game,
)
