"""The one list of printed rules that can only be played on a table, and wait for it."""

WAITING = {
    "W103": "orders travel by messenger",
    "W301": "the sides move in turn",
    "W410": "where avoiding skirmishers end up",
}
