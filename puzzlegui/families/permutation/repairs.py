"""Repairs of permutation boards."""

from __future__ import annotations

from collections.abc import Iterator

from puzzlegui.core.board import Board
from puzzlegui.core.cells import HOLE, cells_of
from puzzlegui.core.edits import with_cells
from puzzlegui.core.language import tr
from puzzlegui.core.repair import Repair, solvability_repairs, value_repairs
from puzzlegui.families.permutation.board import PermutationBoard
from puzzlegui.families.permutation.moves import MAX_DEFINED, definition_problems


def repairs(board: Board) -> Iterator[Repair]:
    """Suggest the cells of the start for the goal, fewer moves, the same values, or a swap."""
    assert isinstance(board, PermutationBoard)
    if not board.problems():
        yield from solvability_repairs(board)
        return
    if (len(board.goal), len(board.goal[0])) == (board.rows, board.columns):
        fill = max(board.values, default=0) + 1
        cells = {
            (r, c): HOLE if board.start[r][c] == HOLE else fill
            for r, c in cells_of(board.start)
            if (board.start[r][c] == HOLE) != (board.goal[r][c] == HOLE)
        }
        goal = with_cells(board.goal, cells)
        yield Repair(tr("Give the goal the same cells as the start"), board.with_fields(goal=goal))
    size = board.rows, board.columns, board.holes
    wrong = {problem.path[0] for problem in definition_problems(*size, board.moves) if problem.path}
    moves = tuple(move for move in board.moves if move[0] not in wrong)[:MAX_DEFINED]
    yield Repair(tr("Remove the moves that have problems"), board.with_fields(moves=moves))
    yield from value_repairs(board)
