"""Proved shortest solutions of rotation boards, from a table or by iterative deepening."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from puzzlegui.core.board import Board
from puzzlegui.core.cells import compact_tour, flatten
from puzzlegui.core.language import tr
from puzzlegui.core.permutations import count_arrangements
from puzzlegui.core.solution import Segment, Status
from puzzlegui.families.rotation.board import BOTH, RotationBoard
from puzzlegui.families.rotation.solving.distance_table import shortest, table_and_cells
from puzzlegui.kernels import deepening as kernel
from puzzlegui.solvers.arrangements import Cells
from puzzlegui.solvers.control import Control, Outcome, SearchStopped
from puzzlegui.solvers.enumeration import PathMoves, list_shortest_paths
from puzzlegui.solvers.move_search.optimal import Heuristics, search
from puzzlegui.solvers.move_search.patterns import MAX_BYTES, PatternDatabases
from puzzlegui.solvers.move_search.puzzle import EncodedPuzzle

_TABLE = 500_000
"""Most arrangements for which a table of all distances is built."""
_COUNTING_TABLE = 100_000_000
"""The same if all solutions are counted, which may be millions."""


def solve(board: Board, control: Control) -> Outcome:
    """Find a shortest solution, or all.

    Small boards are solved by a table of all distances, others by iterative deepening.
    """
    assert isinstance(board, RotationBoard)
    count = count_arrangements(flatten(board.start))
    all_solutions = control.request.all_solutions
    if count <= (_COUNTING_TABLE if all_solutions else _TABLE):
        control.reserve(count / (1 << 20))
        control.phase = tr("table of all arrangements")
        if all_solutions:
            return _all_solutions(board, control)
        moves = shortest(board.start, board.goal, board.turns, control, control.raise_lower_bound)
        return Outcome(
            Status.SOLVED, moves, optimal=True, segments=[Segment("from table", 0, len(moves))]
        )
    puzzle = EncodedPuzzle(board)
    return search(board, puzzle, lambda: heuristics(board, puzzle), control)


def _all_solutions(board: RotationBoard, control: Control) -> Outcome:
    table, cells = table_and_cells(board)
    level = {cells.tobytes(): cells}
    forward: PathMoves = {}
    distance = table.distance(cells, control, control.raise_lower_bound)
    if distance > control.max_moves:  # before any solution is listed
        raise SearchStopped("moves")
    for _ in range(distance):
        following: dict[bytes, Cells] = {}
        for key, here in level.items():
            control.check()
            steps = [(turn, after) for turn, after in table.steps(here)]
            forward[key] = [(turn, after.tobytes()) for turn, after in steps]
            following.update((after.tobytes(), after) for _, after in steps)
        level = following
    goals: PathMoves = {key: [] for key in level}
    return list_shortest_paths(cells.tobytes(), goals | dict(reversed(forward.items())), control)


# --- what the search is told ---


def heuristics(board: RotationBoard, puzzle: EncodedPuzzle) -> Heuristics:
    """Return the bounds of a board."""
    rows, columns, cells = board.rows, board.columns, np.arange(puzzle.cells)
    mirror = cells + columns - 1 - 2 * (cells % columns)
    patterns = PatternDatabases(
        puzzle, f"rotation-{rows}x{columns}-{board.turns}", pattern_groups(rows, columns),
        None if board.turns == BOTH else mirror,
    )  # fmt: skip
    return Heuristics(crossings(board, puzzle), patterns)


def crossings(board: RotationBoard, puzzle: EncodedPuzzle) -> kernel.Distances:
    """Return bounds by the rows and columns that values have to cross.

    A turn takes two values across a line between rows, one each way, and two across a line between
    columns. With equal values that is an optimal assignment, which on a line is a difference of two
    counts.
    """
    rows, columns, n = board.rows, board.columns, puzzle.cells
    crossed = np.empty((len(puzzle.moves), 6), np.int32)
    cells = np.arange(n)
    for move, targets, ways in zip(puzzle.moves, puzzle.targets, crossed, strict=True):
        ways[0], ways[1] = move.row, rows - 1 + move.column
        steps = targets - cells
        ways[2:] = [np.flatnonzero(steps == step)[0] for step in (columns, -columns, 1, -1)]
    sides = np.array(
        [cells // columns <= line for line in range(rows - 1)]
        + [cells % columns <= line for line in range(columns - 1)],
        np.uint8,
    )
    wanted = np.zeros((puzzle.values, len(sides)), np.int32)
    np.add.at(wanted, puzzle.goal, sides.T)
    moves = (np.arange(2 * n * max(rows, columns), dtype=np.int32) + 1) // 2
    return kernel.Distances(
        np.zeros((0, n), np.int64), moves, moves, False, np.zeros((0, 0), np.uint8), 0,
        crossed, sides, wanted, rows - 1,
    )  # fmt: skip


def pattern_groups(rows: int, columns: int) -> list[list[int]]:
    """Partition the values of a board into compact regions for pattern databases.

    A tour is cut into equal parts, as large as the size of the databases allows.
    """
    n = rows * columns
    tour = compact_tour(rows, columns)
    for parts in range(1, n + 1):
        groups = _parts(tour, parts)
        if sum(n ** len(group) for group in groups) <= MAX_BYTES:
            break
    return groups


def _parts(tour: list[int], parts: int) -> list[list[int]]:
    size, larger = divmod(len(tour), parts)
    cuts = [0]
    for number in range(parts):
        cuts.append(cuts[-1] + size + (number < larger))
    return [tour[a:b] for a, b in pairwise(cuts)]
