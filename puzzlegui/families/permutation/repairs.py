"""Repairs of permutation boards."""

from __future__ import annotations

from collections.abc import Iterator

from puzzlegui.core.board import Board
from puzzlegui.core.cells import HOLE, cells_of
from puzzlegui.core.edits import with_cells, without_hole
from puzzlegui.core.language import tr
from puzzlegui.core.repair import (
    Repair,
    nearest_start_repair,
    solvability_repairs,
    start_repair,
    value_repairs,
)
from puzzlegui.families.permutation.board import PermutationBoard
from puzzlegui.families.permutation.moves import MAX_DEFINED, definition_problems
from puzzlegui.families.permutation.nearest import nearest_start

_LEAST_CELLS = 2


def repairs(board: Board) -> Iterator[Repair]:
    """Suggest cells, the cells of the start for the goal, other moves or values, or a start."""
    assert isinstance(board, PermutationBoard)
    if not board.problems():
        verdict = board.verdict()
        yield from solvability_repairs(board)
        if verdict.solvable is False and not verdict.repair:
            listed = nearest_start_repair(board)
            yield from _nearest_start(board) if listed is None else [listed]
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


def _nearest_start(board: PermutationBoard) -> Iterator[Repair]:
    """Suggest a start near to the board's, if it has more arrangements than can be listed."""
    group = board.group
    if group is None:
        return
    places = [divmod(cell, board.columns) for cell in board.cells]
    start, goal = ([grid[r][c] for r, c in places] for grid in (board.start, board.goal))
    values = nearest_start(group, start, goal)
    changed = dict(zip(places, values, strict=True))
    yield start_repair(board, with_cells(board.start, changed))
