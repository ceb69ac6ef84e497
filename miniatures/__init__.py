"""Miniatures: an assistant for playing the Wars of the Roses with figures, dice and a tape measure."""

__version__ = "0.4.0"
