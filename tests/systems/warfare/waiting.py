"""The one list of printed rules that can only be played on a table, and wait for it."""

WAITING = {
    "W410": "where avoiding skirmishers end up",
}
