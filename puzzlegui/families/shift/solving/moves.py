"""The moves of shift boards."""

from __future__ import annotations

from typing import NamedTuple


class Shift(NamedTuple):
    """One row or column goes one cell on; the cell going out comes in at the other side.

    Attributes:
        line: the row, or the column, from 0.
        vertical: a column is shifted, not a row.
        forward: to the right, or down.
    """

    line: int
    vertical: bool
    forward: bool
