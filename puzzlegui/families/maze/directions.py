"""Directions of the jumps of mazes."""

from __future__ import annotations

STRAIGHT, ALL = "straight", "all"
_STRAIGHT = ((-1, 0), (1, 0), (0, -1), (0, 1))

DIRECTIONS = {STRAIGHT: _STRAIGHT, ALL: (*_STRAIGHT, (-1, -1), (-1, 1), (1, -1), (1, 1))}
"""Steps down and right in the order in which they are tried: up, down, left, right, diagonals."""
