"""The precomputed tables of rotation solvers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from puzzlegui.core.language import tr
from puzzlegui.families.family import Table
from puzzlegui.families.rotation.board import BOTH, CLOCKWISE, RotationBoard
from puzzlegui.families.rotation.solving.optimal import heuristics
from puzzlegui.solvers.control import Control, SearchStopped
from puzzlegui.solvers.move_search.puzzle import EncodedPuzzle

_BOARDS = ((4, 4, BOTH), (4, 4, CLOCKWISE), (3, 5, BOTH), (3, 5, CLOCKWISE), (4, 5, BOTH))
"""Rows, columns and turns of the boards whose tables can be built in advance."""


def tables() -> Sequence[Table]:
    """Return all tables."""
    return [
        Table(
            f"rotation-{rows}x{columns}-{turns}",
            tr("rotation {rows}×{columns}, turns {turns}: optimal").format(
                rows=str(rows), columns=str(columns), turns=turns
            ),
            partial(build, rows, columns, turns),
            automatic=True,
        )
        for rows, columns, turns in _BOARDS
    ]


def build(rows: int, columns: int, turns: str, control: Control) -> None:
    """Build and store the pattern databases of a kind of board, unless they exist.

    Raises:
        SearchStopped: the run was cancelled, or there is too little memory.
    """
    grid = tuple(tuple(range(row * columns, (row + 1) * columns)) for row in range(rows))
    board = RotationBoard(grid, grid, turns)
    patterns = heuristics(board, EncodedPuzzle(board)).patterns
    assert patterns is not None
    if patterns.load() is None and patterns.build(control) is None:
        raise SearchStopped("memory")
