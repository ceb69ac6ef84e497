"""The Command phase of The Tree of Battles, as a simple captain sees it: who rides where, whom he steadies, and tests.

He knows what a player sees: the board, the map, the checklist and the choices. play_tewkesbury.py fights with it.
"""

import shlex
from collections.abc import Mapping
from math import dist

from captains import Battle, Near, nearest
from striking import FIGHTERS, TIRED, dps_of, order_of

from miniatures.systems.playing import UnitLine, WingLine

#: New orders, by turn. A herald brings them, where the leader has one beside him.
ORDERS = {
    1: ('order "Edmund Beaufort, Duke of Somerset" "Main battle" attack',),
    2: ('order "King Edward IV" "Rearward" attack',),
    3: ('order "King Edward IV" "Main battle" attack', 'order "John Courtenay, Earl of Devon" "Rearward" advance'),
}
#: So long the Queen's captains let the other side come, if they have the choice.
PATIENT = 2
#: Inches: who is so near the enemy leads from the front rank; so far a herald rides in a turn.
AT_HAND, RIDE = 4, 11.9


def command(battle: Battle) -> None:
    battle.do("initiative")
    chooses = next((one.unit for one in battle.board.owed if one.how.startswith("choose")), "")
    waits = chooses == battle.board.sides[1].name and battle.board.turn <= PATIENT
    battle.do("choose second" if waits else "choose first")
    for how in ORDERS.get(battle.board.turn, ()):
        battle.do(how)
    heralds(battle)
    for how in [one.how for one in battle.board.owed if one.how.startswith("listen")]:
        battle.do(how)
    near = nearest(battle, besides="routing")
    for side in battle.board.sides:
        for wing in side.wings:
            for leader in leaders(wing):
                lead(battle, side.name, wing, leader, near)
    tests(battle)


def leaders(wing: WingLine) -> list[str]:
    """The captains and marshals of a battle who are in play: the board tells their command points."""
    told = [one.partition(" (") for one in wing.leader.split("; ")]
    return [name for name, _, rest in told if "command point" in rest]


def host_of(wing: WingLine, leader: str) -> UnitLine | None:
    return next((unit for unit in wing.units if f"with {leader}" in unit.note and not unit.lost), None)


def heralds(battle: Battle) -> None:
    """Those with an order ride to him who is to hear it, as far as they come."""
    pieces = battle.playing.rules.scene(battle.playing.state).pieces
    at = {piece.name: piece.centre for piece in pieces}
    messengers = [piece.name for piece in pieces if piece.arm == "messenger"]
    for side in battle.board.sides:
        for wing in side.wings:
            host = next((host for name in leaders(wing) if (host := host_of(wing, name))), None)
            for rider in (name for name in messengers if host and f"{name} brings" in wing.order):
                assert host
                (x, y), (east, north) = at[rider], at[host.name]
                far = max(1.0, dist((x, y), (east, north)))
                on_the_way = [
                    f'lead "{rider}" {x + reach * (east - x) / far:.1f},{y + reach * (north - y) / far:.1f}'
                    for reach in (RIDE, 8, 4)
                ]
                battle.do_one_of([f'lead "{rider}" "{host.name}"', *on_the_way])


def lead(battle: Battle, side: str, wing: WingLine, leader: str, near: Mapping[str, Near]) -> None:
    """Control over those who are out of hand, then a place for himself, then he steadies who needs it most."""
    for how in battle.allowed(leader, "control"):
        battle.do(how)
    host = host_of(wing, leader)
    own = [unit for unit in wing.units if not unit.lost and "routing" not in unit.marks]
    own += [unit for _, unit in battle.standing(side) if unit.arm in FIGHTERS and "routing" not in unit.marks]
    if host not in own:
        battle.do_one_of(f'lead "{leader}" "{unit.name}"' for unit in own)
    elif host:
        worst = max(own, key=dps_of)
        fighters = [unit for unit in own if unit.arm in FIGHTERS]
        if dps_of(worst) > TIRED and not dps_of(host):
            battle.do(f'lead "{leader}" "{worst.name}"')
        elif host.arm not in FIGHTERS and dps_of(host) < TIRED:
            battle.do_one_of(f'lead "{leader}" "{unit.name}"' for unit in fighters)
        elif host.arm in FIGHTERS and near[host.name].gap < AT_HAND and order_of(wing) != "hold":
            battle.do(f'lead "{leader}" "{host.name}" --front')
    need = {unit.name: dps_of(unit) for _, unit in battle.standing(side)}
    while ways := battle.allowed(leader, "steady"):
        how = max(ways, key=lambda one: need[shlex.split(one)[2]])
        if not battle.do(how):
            return
        need[shlex.split(how)[2]] -= 1


def tests(battle: Battle) -> None:
    """Those that are owed; and pursuers are to stop when they tire, the chivalrous when they are to hold."""
    lines = {unit.name: (wing, unit) for wing, unit in battle.standing()}
    for one in [one for one in battle.board.owed if one.how.startswith("test ")]:
        wing, unit = lines[one.unit]
        if one.must or order_of(wing) == "hold" or dps_of(unit) >= TIRED - 1:
            battle.do(f'{one.how} --wants "act as wished"')
