"""New permutation boards: square blocks, crossing rings, a ring with a flip, or any cells."""

from __future__ import annotations

from collections.abc import Callable

from puzzlegui.core.cells import Cell
from puzzlegui.core.creation import BoardSpec, Parameter, check_size, tile_creation_methods
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.goals import goal_grid
from puzzlegui.core.language import tr
from puzzlegui.families.permutation import blocks
from puzzlegui.families.permutation.board import PermutationBoard
from puzzlegui.families.permutation.moves import Cycle, Definitions

_BLOCKS = "blocks"
LAYOUT = Parameter(
    "layout", "La&yout", "kind of the cells and moves (default: blocks)",
    choices=(
        (_BLOCKS, "turning blocks"), ("rings", "two crossing rings"),
        ("flip", "a ring and a flip of four"), ("swap", "a swap: draw your own moves"),
    ),
    tip="Cells and moves of the puzzle",
    choice_tips=(
        (_BLOCKS, "Square blocks of cells turn, as in Twiddle"),
        ("rings", "Two rings of cells turn and share two cells, as in Hungarian Rings"),
        ("flip", "A ring turns, and four of its cells are reversed, as in Top Spin"),
        ("swap", "All cells and a single swap, which your own moves replace"),
    ),
)  # fmt: skip


def _ring(top: int, left: int, bottom: int, right: int) -> Cycle:
    """Return the border of a rectangle, clockwise from its top left cell."""
    return (
        *((top, column) for column in range(left, right)),
        *((row, right) for row in range(top, bottom)),
        *((bottom, column) for column in range(right, left, -1)),
        *((row, left) for row in range(bottom, top, -1)),
    )


def _rings(rows: int, columns: int) -> Definitions:
    """Return the turns of two rings that cross, from opposite corners of the board."""
    if min(rows, columns) < 3:
        raise PuzzleError(tr("two crossing rings need at least 3 rows and 3 columns"))
    left = _ring(0, 0, rows - 2, columns - 2)
    return ("L", (left,)), ("R", (_ring(1, 1, rows - 1, columns - 1),))


def _flip(rows: int, columns: int) -> Definitions:
    """Return the turn of a ring, and the reversal of four cells in its top row, as in Top Spin."""
    if columns < 4:
        raise PuzzleError(tr("a flip of four cells needs at least 4 columns"))
    left = (columns - 4) // 2
    pairs = ((0, left), (0, left + 3)), ((0, left + 1), (0, left + 2))
    return ("R", (_ring(0, 0, rows - 1, columns - 1),)), ("F", pairs)


def _swap(_rows: int, _columns: int) -> Definitions:
    return (("A", (((0, 0), (0, 1)),)),)


_LAYOUTS: dict[str, Callable[[int, int], Definitions]] = {
    "rings": _rings, "flip": _flip, "swap": _swap,
}  # fmt: skip
_WHOLE = ("swap",)
"""Layouts that have all cells; others have the cells that moves carry."""


def ordered(wanted: BoardSpec) -> PermutationBoard:
    """Return a solved board with its values in order; raises PuzzleError."""
    layout = wanted.parameters.get("layout") or _BLOCKS
    if layout == _BLOCKS:
        return blocks.ordered(wanted)
    if wanted.parameters.get("block"):
        raise PuzzleError(tr("the size of blocks is for turning blocks only"))
    check_size(wanted)
    rows, columns = wanted.rows, wanted.columns
    moves = _LAYOUTS[layout](rows, columns)
    cells: set[Cell] = {cell for _, cycles in moves for cycle in cycles for cell in cycle}
    whole = {(r, c) for r in range(rows) for c in range(columns)}
    holes = frozenset() if layout in _WHOLE else frozenset(whole - cells)
    goal = goal_grid(wanted, holes=holes)
    board = PermutationBoard(goal, goal, moves)
    board.check()
    return board


STARTS = tile_creation_methods(ordered)
