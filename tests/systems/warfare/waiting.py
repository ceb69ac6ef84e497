"""The one list of printed rules that can only be played on a table, and wait for it."""

WAITING = {}
