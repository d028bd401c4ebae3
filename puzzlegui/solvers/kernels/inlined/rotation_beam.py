"""Numbers of the beam over rotation boards."""

from __future__ import annotations

SHIFT = 36
OFFSET = 1 << 24
"""A score stands above so many bits, and is not negative with so much added."""

SOLVED = 1 << 23
"""How much better a solved state is."""

CHARGE = 1 << 20
"""What a counter-clockwise turn costs where it is only thought of, if it stands for three others:
it is not thought of then."""

FOUND = 6
FRESH = 72
"""The sizes of a successor in ``Successors.found`` and ``Successors.fresh``."""

PATIENCE = 24
"""Turns after which ``settle`` gives up if none of them brought the tiles nearer."""

MOST_COST = 8000
"""The most that a distance costs in ``settle``."""
