"""The moves of a shift board."""

from __future__ import annotations

from typing import NamedTuple


class Shift(NamedTuple):
    """One line shifted by one cell; what goes out comes in at the other side.

    Attributes:
        line: the number of the row, or of the column, from 0.
        vertical: whether it is a column.
        forward: right, or down.
    """

    line: int
    vertical: bool
    forward: bool
