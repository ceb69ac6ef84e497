"""The one list of printed rules that can only be played on a table, and wait for it."""

WAITING = {
    "W103": "orders travel by messenger",
    "W301": "the sides move in turn",
    "W401": "contact is measured",
    "W410": "where avoiding skirmishers end up",
    "W547": "pursuit moves with the routers",
    "W610": "where routers run to",
    "W611": "losing contact is measured",
    "W613": "the order of the phase",
    "W615": "pursuers close to contact",
}
