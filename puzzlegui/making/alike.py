"""Recognition of puzzles that are the same but for a turn, a reflection or the choice of values."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from puzzlegui.core.board import Board
from puzzlegui.core.cells import HOLE, flatten


def canonical_key(board: Board) -> Hashable:
    """Return a key that two boards share if and only if they are the same puzzle.

    Boards are the same puzzle if one becomes the other by turning or reflecting it and, where
    values are tiles, by exchanging values for others one to one. Names and order of moves, and
    which of two inverse moves a board defines, do not matter.
    """
    return min(map(_key, _symmetric(board.puzzle)))


def _symmetric(board: Board) -> Iterator[Board]:
    """Yield the eight boards that arise by turning and reflecting a board."""
    for turned in range(4):
        yield board
        yield board.reflected()
        if turned < 3:
            board = board.turned()


def _key(board: Board) -> tuple[str, ...]:
    """Return size, rules and tiles as text, tiles numbered as they come in the grids."""
    names: dict[int, int] = {} if board.gap is None else {board.gap: -1}
    if board.allows_holes:
        names[HOLE] = -1
    tiles = [
        [names.setdefault(value, len(names)) for value in flatten(board.grid(name))]
        for name in (board.grid_fields if board.has_tiles else ())
    ]
    return board.family, board.size, str(board.rules()), str(tiles)
