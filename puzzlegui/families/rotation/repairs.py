"""Repairs of rotation boards."""

from __future__ import annotations

from collections.abc import Iterator

from puzzlegui.core.board import Board
from puzzlegui.core.repair import Repair, nearest_start_repair, tile_repairs


def repairs(board: Board) -> Iterator[Repair]:
    """Suggest repairs of a board."""
    yield from tile_repairs(board)
    if not board.problems() and board.verdict().solvable is False:
        nearest = nearest_start_repair(board)
        assert nearest is not None  # only tiny boards are unsolvable
        yield nearest
