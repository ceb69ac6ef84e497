"""The Tree of Battles: every procedure, the army book and the options, as one system.

Each chapter lists its own procedures in its `*_procedures.py`; their examples of facts stand in `examples/`.
"""

from pathlib import Path

from miniatures.army import ArmyBook
from miniatures.systems import SYSTEMS, Procedure, Procedures, System
from miniatures.systems.playing import GameRules
from miniatures.systems.tree_of_battles.army import Roster, described_units, sheet
from miniatures.systems.tree_of_battles.army_findings import findings
from miniatures.systems.tree_of_battles.catalogue import catalogue
from miniatures.systems.tree_of_battles.options import Options
from miniatures.systems.tree_of_battles.tables import DATA_VERSION
from miniatures.systems.tree_of_battles.unit import Contingent


def _procedures() -> tuple[Procedure, ...]:
    from miniatures.systems.tree_of_battles import (
        ahead_procedures,
        combat_procedures,
        command_procedures,
        shooting_procedures,
    )

    return (
        *command_procedures.PROCEDURES,
        *shooting_procedures.PROCEDURES,
        *combat_procedures.PROCEDURES,
        *ahead_procedures.PROCEDURES,
    )


def _game() -> GameRules:
    from miniatures.systems.tree_of_battles.game import GAME

    return GAME


SYSTEM = System(
    name="tree-of-battles",
    title=SYSTEMS["tree-of-battles"].title,
    data_version=DATA_VERSION,
    options=Options,
    procedures=Procedures(_procedures),
    army=ArmyBook(Roster, Contingent, sheet, findings, described_units, catalogue),
    folder=Path(__file__).parent,
    game=_game,
)
