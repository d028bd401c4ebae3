"""Shortest solutions of permutation boards, proved."""

from __future__ import annotations

import numpy as np

from puzzlegui.core.board import Board
from puzzlegui.core.language import tr
from puzzlegui.core.solution import Status
from puzzlegui.families.permutation.board import PermutationBoard
from puzzlegui.families.permutation.solving.bidirectional import Side
from puzzlegui.families.permutation.solving.deepening import IterativeDeepening
from puzzlegui.families.permutation.solving.encoded import EncodedBoard, Values
from puzzlegui.solvers.control import Control, Outcome, SearchStopped
from puzzlegui.solvers.enumeration import PathMoves, list_shortest_paths

_MOST = 150_000_000
"""Most bytes of the positions on each side."""


def solve(board: Board, control: Control) -> Outcome:
    """Find a shortest solution of a board, or all.

    Breadth-first searches from both ends meet, or leave the middle to iterative deepening.
    """
    assert isinstance(board, PermutationBoard)
    control.raise_lower_bound(board.lower_bound())
    if board.verdict().solvable is False:
        return Outcome(Status.UNSOLVABLE, note=tr("The moves generate no such permutation."))
    return _Search(EncodedBoard(board), control).solve()


def path_to(board: EncodedBoard, front: Side, position: Values) -> list[int]:
    """Return a shortest path from the start to a position of the levels around it."""
    found: list[int] = []
    for depth in range(front.depth_of(position) - 1, -1, -1):
        for move in range(len(board.moves)):
            before = board.undo(position, move)
            if front.depth_of(before) == depth:
                found.append(move)
                position = before
                break
    return found[::-1]


def path_from(board: EncodedBoard, back: Side, position: Values) -> list[int]:
    """Return a shortest path to the goal from a position of the levels around it."""
    found: list[int] = []
    for depth in range(back.depth_of(position) - 1, -1, -1):
        for move in range(len(board.moves)):
            after = board.apply(position, move)
            if back.depth_of(after) == depth:
                found.append(move)
                position = after
                break
    return found


def path_through(board: EncodedBoard, front: Side, back: Side, position: Values) -> list[int]:
    """Return a shortest path through a position that ``Side.probe`` has found."""
    moves = range(len(board.moves))
    if front.depth_of(position) >= 0:
        after = next(
            (move, there)
            for move in moves
            if back.depth_of(there := board.apply(position, move)) == back.depth
        )
        return [*path_to(board, front, position), after[0], *path_from(board, back, after[1])]
    before = next(
        (move, there)
        for move in moves
        if front.depth_of(there := board.undo(position, move)) == front.depth
    )
    return [*path_to(board, front, before[1]), before[0], *path_from(board, back, position)]


class _Search:
    def __init__(self, board: EncodedBoard, control: Control) -> None:
        self._board, self._control = board, control
        self._front = Side(board, board.start, backward=False)
        self._back = Side(board, board.goal, backward=True)
        self._most = _MOST // (2 * board.cells + 16)

    def solve(self) -> Outcome:
        board, control = self._board, self._control
        if np.array_equal(board.start, board.goal):
            return self._finish(np.array([board.start]), 0)
        control.phase = tr("levels around start and goal")
        front, back = self._front, self._back
        while True:
            side, other = (front, back) if front.size <= back.size else (back, front)
            length = front.depth + back.depth + 1
            control.depth = length
            control.raise_lower_bound(length)
            if length > control.max_moves:
                raise SearchStopped("moves")
            if self._board.parity in (-1, length % 2) and not control.request.all_solutions:
                middle = side.probe(other, control)
                if middle is not None:
                    return self._outcome(path_through(self._board, front, back, middle))
            if not side.grow(control, self._most):
                side, other = other, side
                if not side.grow(control, self._most):
                    break
            if side.complete:
                return Outcome(Status.UNSOLVABLE, note=tr("All positions were searched."))
            found = side.meetings(other, control)
            if len(found):
                return self._finish(side.rows(found), front.depth)
        control.phase = tr("iterative deepening")
        moves, position = IterativeDeepening(board, front, back, control).path_to_rim()
        begin = path_to(board, front, position[0])
        return self._outcome([*begin, *moves, *path_from(board, back, position[1])])

    def _outcome(self, moves: list[int]) -> Outcome:
        """Return the outcome of a shortest solution, or list all of its length."""
        self._control.raise_lower_bound(len(moves))
        if self._control.request.all_solutions:
            raise SearchStopped("moves")
        return Outcome(Status.SOLVED, [self._board.moves[move] for move in moves], optimal=True)

    def _finish(self, meetings: Values, depth: int) -> Outcome:
        """Return the solution through the first of the positions at a depth, or all solutions."""
        control = self._control
        if not control.request.all_solutions:
            return self._outcome(
                [
                    *path_to(self._board, self._front, meetings[0]),
                    *path_from(self._board, self._back, meetings[0]),
                ]
            )
        steps = self._steps(meetings, depth)
        length = depth + self._back.depth_of(meetings[0])
        control.raise_lower_bound(length)
        return list_shortest_paths(self._board.start.tobytes(), steps, control)

    def _steps(self, meetings: Values, depth: int) -> PathMoves:
        """Return the steps of all shortest solutions, goals first."""
        board, control = self._board, self._control
        layers: list[PathMoves] = []
        level = {row.tobytes(): row for row in meetings}
        for number in range(depth - 1, -1, -1):
            before: dict[bytes, Values] = {}
            for row in level.values():
                control.check()
                for targets in board.all_targets:
                    origin = row[targets]
                    if self._front.depth_of(origin) == number:
                        before[origin.tobytes()] = origin
            layers.insert(0, self._layer(before, set(level)))
            level = before
        level = {row.tobytes(): row for row in meetings}
        rest = self._back.depth_of(meetings[0])
        for number in range(rest - 1, -1, -1):
            further: dict[bytes, Values] = {}
            for row in level.values():
                control.check()
                for targets in board.all_targets:
                    after = np.empty_like(row)
                    after[targets] = row
                    if self._back.depth_of(after) == number:
                        further[after.tobytes()] = after
            layers.append(self._layer(level, set(further)))
            level = further
        steps: PathMoves = {key: [] for key in level}
        for layer in reversed(layers):
            steps |= layer
        return steps

    def _layer(self, level: dict[bytes, Values], following: set[bytes]) -> PathMoves:
        """Return the moves from the positions of a level to those of the next."""
        board = self._board
        found: PathMoves = {}
        for key, row in level.items():
            self._control.check()
            found[key] = []
            for move, targets in zip(board.all_moves, board.all_targets, strict=True):
                after = np.empty_like(row)
                after[targets] = row
                if after.tobytes() in following:
                    found[key].append((move, after.tobytes()))
        return found
