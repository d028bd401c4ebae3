"""Proved shortest solutions of shift boards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from puzzlegui.core.board import Board
from puzzlegui.core.cells import flatten, value_numbers
from puzzlegui.core.language import tr
from puzzlegui.core.permutations import is_odd_permutation
from puzzlegui.core.solution import Status
from puzzlegui.families.shift.board import Shift, ShiftBoard
from puzzlegui.families.shift.kernels.constants.ida import UNKNOWN
from puzzlegui.families.shift.solving.bounds import lower_bound
from puzzlegui.families.shift.solving.deepening import IterativeDeepening, Paths
from puzzlegui.families.shift.solving.geometry import Geometry, Values, geometry
from puzzlegui.families.shift.solving.perimeter import PerimeterSnapshot, perimeter
from puzzlegui.solvers.control import Control, Outcome, SearchStopped
from puzzlegui.solvers.enumeration import PathMoves, list_shortest_paths

Layer = dict[bytes, dict[int, bytes]]
"""Positions at a given distance from the start, each with its shifts and their results."""


def solve(board: Board, control: Control) -> Outcome:
    """Find a shortest solution of a board, or all; see ``shortest``."""
    assert isinstance(board, ShiftBoard)
    start, goal = flatten(board.start), flatten(board.goal)
    return shortest(board.rows, board.columns, start, goal, control)


def shortest(
    rows: int, columns: int, start: Sequence[int], goal: Sequence[int], control: Control
) -> Outcome:
    """Find a shortest solution, or all.

    First a perimeter of up to some millions of positions around the goal is grown level by level.
    If the start lies outside, iterative deepening searches for a path to it (see ``deepening``).

    Args:
        rows: of the board.
        columns: of the board.
        start: the values of the cells, row by row.
        goal: likewise.
        control: the control of the run.

    Raises:
        ValueError: start and goal do not have the same values.
        SearchStopped: the run was cancelled or a limit reached.
    """
    if len(start) != rows * columns or Counter(start) != Counter(goal):
        raise ValueError("start and goal must have the same values, one for each cell")
    numbers = value_numbers(goal)
    pattern = tuple(numbers[value] for value in goal)
    cells = np.array([numbers[value] for value in start], np.uint16)
    target = np.array(pattern, np.uint16)
    if (
        rows % 2
        and columns % 2
        and len(numbers) == len(goal)
        and is_odd_permutation(cells.tolist())
    ):
        return Outcome(Status.UNSOLVABLE, note=tr("Every shift is an even permutation."))
    control.raise_lower_bound(lower_bound(rows, columns, cells, target))
    control.phase = tr("positions around the goal")
    around = perimeter(rows, columns, pattern)
    distance = around.find_distance(cells, control, control.raise_lower_bound)
    control.phase = ""
    if distance == UNKNOWN and around.complete:
        return Outcome(Status.UNSOLVABLE, note=tr("All positions were searched."))
    board, known = geometry(rows, columns), around.snapshot
    ways = np.empty((1, 0), np.int16)
    if distance == UNKNOWN:
        ways = IterativeDeepening(
            rows, columns, cells, target, around, control
        ).paths_to_perimeter()
        distance = ways.shape[1] + known.radius
    control.raise_lower_bound(distance)
    if distance > control.max_moves:
        raise SearchStopped("moves")
    if control.request.all_solutions:
        return list_shortest_paths(
            cells.tobytes(), _steps(cells, ways, board, known, control), control
        )
    moves = [board.moves[t] for t in ways[0].tolist()]
    return Outcome(Status.SOLVED, _finish(cells, moves, board, known), optimal=True)


def _finish(
    cells: Values, moves: list[Shift], board: Geometry, known: PerimeterSnapshot
) -> list[Shift]:
    """Extend a path to the perimeter by a shortest path to the goal."""
    moves = list(moves)
    for move in moves:
        cells = board.shifted(cells, move)
    for distance in range(known.distance(cells) - 1, -1, -1):
        after = known.distances_after(cells, board.kernel_pruned, len(board.moves))
        moves.append(board.moves[int(np.argmax(after == distance))])
        cells = board.shifted(cells, moves[-1])
    return moves


def _steps(
    cells: Values, ways: Paths, board: Geometry, known: PerimeterSnapshot, control: Control
) -> PathMoves:
    """Return the steps of all shortest solutions, given all paths to the perimeter."""
    layers: list[Layer] = [{} for _ in range(ways.shape[1])]
    line, before = [cells], [-1] * ways.shape[1]  # paths often share a prefix
    rim: dict[bytes, Values] = {}
    for way in ways.tolist():
        control.check()
        same = next((i for i, t in enumerate(way) if t != before[i]), 0)
        del line[same + 1 :]
        for layer, t in zip(layers[same:], way[same:], strict=True):
            line.append(board.shifted(line[-1], board.moves[t]))
            layer.setdefault(line[-2].tobytes(), {})[t] = line[-1].tobytes()
        rim[line[-1].tobytes()] = line[-1]
        before = way
    for distance in range(known.distance(line[-1]) - 1, -1, -1):
        layer, following = {}, {}
        for key, here in rim.items():
            control.check()
            distances = known.distances_after(here, board.kernel_moves, len(board.moves))
            layer[key] = {}
            for t in np.flatnonzero(distances == distance).tolist():
                there = board.shifted(here, board.moves[t])
                layer[key][t] = there.tobytes()
                following[there.tobytes()] = there
        layers.append(layer)
        rim = following
    steps: PathMoves = {key: [] for key in rim}
    for layer in reversed(layers):
        for key, after in layer.items():
            steps[key] = [(board.moves[t], after[t]) for t in sorted(after)]
    return steps
