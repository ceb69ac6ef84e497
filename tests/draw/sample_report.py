"""A made-up battle report with everything in it, hostile names included."""

from miniatures.draw.report_model import (
    DiceTally,
    Happening,
    Report,
    SideSummary,
    TurningPoint,
    TurnReport,
    UnitSummary,
)
from miniatures.draw.table import svg
from tests.draw.samples import LANCASTER, YORK, towton


def _units(names: tuple[tuple[str, str, int], ...]) -> tuple[UnitSummary, ...]:
    ends = ("fought to the end", "routed off the table", "fell back to the camp", "held the ridge")
    return tuple(
        UnitSummary(name, bases * 4, (place * 3) % (bases * 4), ends[place % 4])
        for place, (name, _, bases) in enumerate(names)
    )


def _happenings(first: int) -> tuple[Happening, ...]:
    return (
        Happening(first, "Orders", ("King Edward sends a messenger to Fauconberg: hold.",)),
        Happening(
            first + 1,
            "Shooting",
            (
                "Fauconberg's fish-hook archers shoot at the Portcullis men at arms: 3 casualties.",
                "8 dice +1 = 3 (W215)",
            ),
            dice="4 5 1 6 2 2 3 6",
            odds="3 or more: 31%",
        ),
        Happening(
            first + 2,
            "Shooting",
            ('Kentish "longbowmen" <shoot> & miss.',),
            dice="1 1 2 1",
            odds="no casualty: 4%",
            overruled="out of range by half an inch; both agreed to let it stand",
        ),
        Happening(first + 3, "Melee", ("The redcoats charge the prickers.",), dice="6 6", undone=True),
        Happening(
            first + 3,
            "Melee",
            ("The Ragged Staff redcoats drive back the Redesdale prickers, who lose 4 figures and rout.",),
            dice="5 6",
            odds="this well or better: 8%",
        ),
    )


def report() -> Report:
    scene = towton()
    losses = ((12, 18), (20, 31), (38, 24), (15, 60))
    turns = tuple(
        TurnReport(
            number,
            headline,
            svg(scene._replace(title=f"Towton, turn {number}")),
            _happenings(number * 10),
            (("York", losses[number - 1][0]), ("Lancaster", losses[number - 1][1])),
        )
        for number, headline in enumerate(
            ("Arrows in the snow", "Lancaster comes down the slope", "The wood", "Norfolk & the rout"), 1
        )
    )
    return Report(
        "The Battle of Towton",
        "Palm Sunday, 29 March 1461, fought again on a Thursday evening",
        "15mm Warfare",
        (
            SideSummary("York", "Towton: York", 1500, 420, 296, 85, _units(YORK)),
            SideSummary("Lancaster", "Towton: Lancaster", 1500, 910, 301, 133, _units(LANCASTER)),
        ),
        turns,
        (
            TurningPoint(2, 21, "The first volley breaks the Portcullis men at arms.", "31% likely", "York 48% to 61%"),
            TurningPoint(4, 43, "The prickers rout through their own line.", "8% likely", "York 61% to 88%"),
        ),
        "York holds the field after 4 turns; Lancaster is demoralised.",
        ("Snow: no shooting beyond 12 inches into the wind.", "Two rulings were overruled by agreement."),
        (DiceTally("York", (14, 11, 19, 15, 21, 24)), DiceTally("Lancaster", (22, 17, 18, 16, 12, 9))),
    )
