"""Conventions in which others write slides: moves of the gap, and numbers of tiles."""

from __future__ import annotations

import re
from collections.abc import Iterator

from puzzlegui.core.board import Board, MoveConvention
from puzzlegui.core.errors import IllegalMoveError, MoveTextError
from puzzlegui.core.language import gettext_noop, tr
from puzzlegui.core.movetext import TokenRun, converted, parse_tokens

_OPPOSITE = {"U": "D", "D": "U", "L": "R", "R": "L"}
_SOURCES = {"U": (1, 0), "D": (-1, 0), "L": (0, 1), "R": (0, -1)}
"""Cell of the tile that slides, in rows and columns from the gap."""
_TILE = re.compile(r"(?:(?:slide|move)\s+)?(?:tile\s+)?(\d{1,19})(?!\w)", re.IGNORECASE)
_NUMBER = re.compile(r"\d++")
_COUNT = re.compile(r"\s*+(\d{1,7})[ \t\r]*+\n")
_WORD = re.compile(r"#[^\n]*+|([^\s,;#]++)")


def _read_gap_moves(board: Board, text: str) -> Iterator[TokenRun]:
    """Parse moves of the gap, which moves the opposite way."""
    return converted(board.read_moves(text), _OPPOSITE.__getitem__)


class Slider:
    """Slides tiles on a copy of the start of a board.

    Args:
        board: a sliding board.
    """

    def __init__(self, board: Board) -> None:
        gap = board.gap
        assert gap is not None
        start = board.grid("start")
        self._gap = gap
        self._cells = [list(row) for row in start]
        self._place = next((r, row.index(gap)) for r, row in enumerate(start) if gap in row)

    def slide(self, move: str) -> int:
        """Make a legal move; return the number of the tile that slides."""
        down, right = _SOURCES[move]
        r, c = self._place
        return self._exchange(r + down, c + right)

    def slide_tile(self, tile: int) -> str:
        """Slide the tile with a number; return the move.

        Raises:
            IllegalMoveError: not exactly one such tile is beside the gap.
        """
        r, c = self._place
        cells = self._cells
        beside = [
            (move, r + down, c + right)
            for move, (down, right) in _SOURCES.items()
            if 0 <= r + down < len(cells)
            and 0 <= c + right < len(cells[0])
            and cells[r + down][c + right] == tile
        ]
        if not beside:
            raise IllegalMoveError(tr("tile {tile} is not beside the gap").format(tile=str(tile)))
        if len(beside) > 1:
            text = tr("several tiles {tile} are beside the gap")
            raise IllegalMoveError(text.format(tile=str(tile)))
        ((move, row, column),) = beside
        self._exchange(row, column)
        return move

    def _exchange(self, row: int, column: int) -> int:
        """Exchange the gap with the tile in a cell, and return the tile."""
        r, c = self._place
        tile = self._cells[row][column]
        self._cells[r][c], self._cells[row][column] = tile, self._gap
        self._place = row, column
        return tile


def _read_tiles(board: Board, text: str) -> Iterator[TokenRun]:
    """Parse the numbers of the tiles that move, in order."""
    expected = tr("the number of a tile, as in 11")
    return converted(parse_tokens(text, _TILE, expected, _tile_of), Slider(board).slide_tile)


def _tile_of(word: re.Match[str]) -> tuple[int]:
    return (int(word[1]),)


def _read_counted_tiles(board: Board, text: str) -> Iterator[TokenRun]:
    """Parse a line with the number of moves, then the numbers of the tiles."""
    count = _COUNT.match(text)
    if count is None or int(count[1]) != sum(
        1 for word in _WORD.finditer(text, count.end()) if word[1]
    ):
        raise MoveTextError(tr("the first line is not the number of moves"), text, 0)
    return _read_tiles(board, " " * count.end(1) + text[count.end(1) :])


CONVENTIONS = (
    MoveConvention(gettext_noop("Read as moves of the gap."), _read_gap_moves),
    MoveConvention(gettext_noop("Read as numbers of tiles."), _read_tiles),
    MoveConvention(
        gettext_noop("Read as numbers of tiles, after a line with their count."),
        _read_counted_tiles,
    ),
)
