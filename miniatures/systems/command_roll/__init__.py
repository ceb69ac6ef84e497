"""The 2D6 command-roll game."""
