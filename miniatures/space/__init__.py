"""The table in plain numbers: footprints, arcs, sight, contact, wheels and paths, terrain. It knows no rules."""
