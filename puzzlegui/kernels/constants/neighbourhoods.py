"""Constants of the neighbourhood search and its callers."""

ALL = 12
"""Moves of a board up to which all may replace a part of a solution."""
MOST_MOVES = 40
"""Most moves that may, of a larger board."""
SCAN = 400
"""Most moves of a solution among which a part is looked for."""
