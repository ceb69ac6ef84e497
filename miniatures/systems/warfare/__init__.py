"""15mm Warfare: every procedure, the army book and the options, as one system."""

from pathlib import Path

from miniatures.army import ArmyBook
from miniatures.systems import SYSTEMS, Procedure, Procedures, System
from miniatures.systems.playing import GameRules
from miniatures.systems.warfare.army import Roster, described_units, sheet
from miniatures.systems.warfare.army_findings import findings
from miniatures.systems.warfare.catalogue import catalogue, plain_roster
from miniatures.systems.warfare.options import Options
from miniatures.systems.warfare.tables import DATA_VERSION
from miniatures.systems.warfare.unit import Unit


def _procedures() -> tuple[Procedure, ...]:
    from miniatures.systems.warfare.procedures import PROCEDURES

    return PROCEDURES


def _game() -> GameRules:
    from miniatures.systems.warfare.game import GAME

    return GAME


SYSTEM = System(
    name="warfare",
    title=SYSTEMS["warfare"].title,
    data_version=DATA_VERSION,
    options=Options,
    procedures=Procedures(_procedures),
    army=ArmyBook(
        Roster,
        Unit,
        sheet,
        findings,
        described_units,
        catalogue,
        groups="wings",
        plain=plain_roster,
        names_one_of=("commander", lambda roster: [leader.name for leader in roster.leaders]),
    ),
    folder=Path(__file__).parent,
    game=_game,
)
