"""What the table has against a move: others in the way, ground, enemies touched, the edge, and how far it is."""

from typing import TYPE_CHECKING

from miniatures.measuring import within
from miniatures.ruling import Refusal
from miniatures.systems.command_roll.game.describing import plural
from miniatures.systems.command_roll.game.pieces import UnitNow
from miniatures.systems.command_roll.movement import MoveFacts, move_sum
from miniatures.systems.playing import Spent

if TYPE_CHECKING:
    from miniatures.systems.command_roll.game.measured import Measured

Way = list[tuple[UnitNow, UnitNow]]


def stands_against(table: "Measured", way: Way, besides: tuple[str, ...] = ()) -> list[Refusal]:
    """What the table has against a move: others in the way, ground, enemies touched, the edge."""
    from miniatures.measuring import CONTACT
    from miniatures.space.footprint import distance
    from miniatures.systems.command_roll.game.measured import footprint
    from miniatures.systems.command_roll.game.travel import barred_ground, in_the_way

    found: list[Refusal] = []
    moving = [before.id for before, _ in way]
    for name in in_the_way(table, way, besides):
        enemy = table.units[name].side != way[0][0].side
        cure = "charge them, or go round" if enemy else "go round; bows may pass through bills (pass)"
        words = f"{name} {plural(table.units[name], 'stands', 'stand')} in the way"
        found.append(Refusal("C131" if enemy else "C508", words, cure))
    if barred_ground(table, way):
        found.append(Refusal("C77", "the way leads over impassable ground", "go round"))
    for _, after in way:
        body = footprint(after, table.state.options)
        if not table.ground.inside(body.polygon):
            found.append(Refusal("C78", f"{after.id} would leave the table", "go less far"))
        elif not found and not table.free(after, body, moving):
            found.append(Refusal("C78", f"{after.id} would stand on others, or where nobody can stand", "go less far"))
        for enemy_body in table.enemies(after.side):
            if distance(body, enemy_body) <= CONTACT:
                words = f"{after.id} would touch {enemy_body.id}, and that is a charge"
                found.append(Refusal("C131", words, f'stop short, or charge "{after.id}" "{enemy_body.id}"'))
    return found


def spent(facts: MoveFacts) -> Spent:
    """Centimetres of the farthest corner, of those that the move has."""
    return Spent(facts.distance or 0.0, move_sum(facts).total)


def too_far(facts: MoveFacts) -> list[Refusal]:
    reach = move_sum(facts).total
    if facts.distance is None or within(facts.distance, reach):
        return []
    words = f"the farthest corner would go {round(facts.distance, 2):g} cm, and the move is {reach:g}"
    return [Refusal("C15", words, f"go {reach:g} cm at most; all goes as far as it can")]
