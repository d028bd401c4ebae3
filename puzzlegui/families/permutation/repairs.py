"""Repairs of permutation boards."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from puzzlegui.core.board import Board
from puzzlegui.core.cells import HOLE, cells_of
from puzzlegui.core.edits import with_cells, without_hole
from puzzlegui.core.language import tr
from puzzlegui.core.repair import (
    Repair,
    nearest_start_repair,
    solvability_repairs,
    value_repairs,
)
from puzzlegui.families.permutation.board import PermutationBoard
from puzzlegui.families.permutation.moves import MAX_DEFINED, definition_problems

_LEAST_CELLS = 2


def repairs(board: Board) -> Iterator[Repair]:
    """Suggest cells, the cells of the start for the goal, other moves or values, or a start."""
    assert isinstance(board, PermutationBoard)
    if not board.problems():
        verdict = board.verdict()
        yield from solvability_repairs(board)
        if verdict.solvable is False and not verdict.repair:
            yield nearest_start_repair(board) or _replaced_start(board)
        return
    if len(board.cells) < _LEAST_CELLS:
        filled: Board = board
        for cell in sorted(board.holes)[: _LEAST_CELLS - len(board.cells)]:
            filled = without_hole(filled, cell)
        yield Repair(tr("Put cells back"), filled)
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
    moves = tuple(move for move in board.moves[:MAX_DEFINED] if move[0] not in wrong)
    if moves:
        yield Repair(tr("Remove the moves that have problems"), board.with_fields(moves=moves))
    elif len(board.cells) >= _LEAST_CELLS:
        swapped = tuple(divmod(number, board.columns) for number in board.cells[:_LEAST_CELLS])
        yield Repair(tr("Define a single move"), board.with_fields(moves=(("A", (swapped,)),)))
    yield from value_repairs(board)


def _replaced_start(board: PermutationBoard) -> Repair:
    sentence = tr("Replace the start by one that the goal can be reached from")
    return Repair(sentence, board.with_fields(start=board.random_start(Random(0))))
