"""Anytime solver of permutation boards: a solution from short words, then shorter ones.

The first solution comes from a chain of stabilisers with words (``words``), or on large boards
from 3-cycles (``threecycles``). Then stretches of it are replaced by shortest ones, found by
searches from both ends.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np

from puzzlegui.core.board import Board
from puzzlegui.core.cells import flatten
from puzzlegui.core.language import tr
from puzzlegui.core.solution import Status
from puzzlegui.families.permutation.board import PermutationBoard
from puzzlegui.families.permutation.giants import PuzzleGroup
from puzzlegui.families.permutation.group import Permutation, TooLargeError, permutation
from puzzlegui.families.permutation.solving import optimal
from puzzlegui.families.permutation.solving.bidirectional import (
    Side,
    move_between,
    path_through,
)
from puzzlegui.families.permutation.solving.encoded import EncodedBoard, Values
from puzzlegui.families.permutation.solving.threecycles import NoCyclesError, ThreeCycles
from puzzlegui.families.permutation.solving.words import Word, WordTable
from puzzlegui.families.permutation.verdict import element_between, puzzle_group
from puzzlegui.solvers.anytime import Budget
from puzzlegui.solvers.control import Control, Outcome, SearchStopped

_MIB = 16
"""Memory for the words and positions of a run, in MiB."""
_SMALL = 100_000
"""Arrangements of boards that are left to the solver of shortest solutions."""
_WORD_CELLS = 36
"""Most cells of boards that a chain with words solves."""
_LEAST, _LONGEST = 4, 16
"""Fewest and most moves of a stretch."""
_POSITIONS = 20_000
"""Most positions on each side of the search for a shorter stretch."""
_LIMITED_PATIENCE = 10
"""Factor by which a run with limits is more patient."""
_SHORT, _FEW_POSITIONS = 8, 4000
"""The same under a limit of states."""
_PATIENCE = 3
"""Stretches tried in vain for each move, after which a run without limits ends."""


def solve(board: Board, control: Control) -> Outcome:
    """Find a solution and shorten it until time or states run out."""
    assert isinstance(board, PermutationBoard)
    verdict = board.verdict()
    if verdict.solvable is False or (verdict.reachable or _SMALL + 1) <= _SMALL:
        return optimal.solve(board, control)
    return _Macro(board, control).solve()


class _Macro:
    def __init__(self, board: PermutationBoard, control: Control) -> None:
        self._board, self._control = board, control
        self._encoded = EncodedBoard(board)
        self._budget = Budget(control)
        self._rng = random.Random(control.request.seed)
        self._best: list[int] = []
        limited = control.request.limits.states is not None
        self._positions_each = _FEW_POSITIONS if limited else _POSITIONS
        self._longest = _SHORT if limited else _LONGEST

    def solve(self) -> Outcome:
        """Return a solution.

        Raises:
            SearchStopped: the run was cancelled or a limit reached, or no solution was found.
        """
        control = self._control
        control.raise_lower_bound(self._board.lower_bound())
        control.reserve(_MIB)
        initial = control.request.initial_solution
        if initial is None:
            control.phase = tr("first solution")
            moves = self._first_solution()
        else:
            effects = {row.tobytes(): t for t, row in enumerate(self._encoded.targets)}
            numbers = {
                move: effects[row.tobytes()]
                for move, row in zip(
                    self._encoded.all_moves, self._encoded.all_targets, strict=True
                )
            }
            moves = [numbers[move] for move in initial]
        self._report(moves)
        control.phase = tr("shortening parts of the solution")
        self._shorten()
        assert control.best_outcome is not None
        return control.best_outcome(False)

    def _report(self, moves: list[int]) -> None:
        moves = self._without_loops(self._cancelled(moves))
        if self._best and len(moves) >= len(self._best):
            return
        if len(moves) > self._control.max_moves:
            self._best = moves
            return
        self._best = best = moves
        named = [self._encoded.moves[move] for move in best]
        optimal_ = len(best) <= self._control.lower_bound
        self._control.report_solution(
            len(best), lambda _stopped: Outcome(Status.SOLVED, named, optimal=optimal_)
        )

    # --- the first solution ---

    def _first_solution(self) -> list[int]:
        encoded = self._encoded
        start, goal = flatten(self._board.start), flatten(self._board.goal)
        cells = self._board.cells
        group = puzzle_group(cells, tuple(self._board.table.steps.values()))
        element = None
        if group is not None:
            element = element_between(
                group, [start[cell] for cell in cells], [goal[cell] for cell in cells]
            )
        if group is None or element is None:
            raise SearchStopped("moves")
        generators, numbers = self._generators()
        try:
            word = self._word(group, generators, element)
        except (TooLargeError, NoCyclesError):
            raise SearchStopped("moves") from None
        found: list[int] = []
        for t in word:
            move = numbers[t if t >= 0 else ~t]
            if t >= 0:
                found.append(move)
            elif encoded.inverse[move] >= 0:
                found.append(encoded.inverse[move])
            else:
                found += [move] * (self._order(move) - 1)
        return found

    def _generators(self) -> tuple[list[Permutation], list[int]]:
        """Return a move of each pair of inverses as a permutation, with its number."""
        numbers = [t for t, other in enumerate(self._encoded.inverse) if other < 0 or t <= other]
        return [permutation(self._encoded.targets[t].tolist()) for t in numbers], numbers

    def _word(
        self, group: PuzzleGroup, generators: Sequence[Permutation], element: Permutation
    ) -> Word:
        if group.points > _WORD_CELLS and group.large:
            try:
                return ThreeCycles(group, generators, self._control).word(element)
            except NoCyclesError:
                pass
        return WordTable(group.points, generators, self._control).word(element)

    def _order(self, move: int) -> int:
        """Return how often a move is repeated until it does nothing."""
        targets = self._encoded.targets[move]
        power, count = targets, 1
        while not np.array_equal(power, np.arange(len(targets))):
            power, count = targets[power], count + 1
        return count

    # --- shorter solutions ---

    def _positions(self, moves: list[int]) -> list[Values]:
        found = [self._encoded.start]
        for move in moves:
            found.append(self._encoded.apply(found[-1], move))
        return found

    def _cancelled(self, moves: list[int]) -> list[int]:
        """Remove pairs of inverses between which all moves commute with them."""
        inverse, apart = self._encoded.inverse, self._encoded.apart
        kept: list[int] = []
        for move in moves:
            at = len(kept) - 1
            while at >= 0 and kept[at] != inverse[move] and apart[move, kept[at]]:
                at -= 1
            if at >= 0 and kept[at] == inverse[move]:
                del kept[at]
            else:
                kept.append(move)
        return kept

    def _without_loops(self, moves: list[int]) -> list[int]:
        """Remove the moves between equal positions."""
        kept: list[int] = []
        keys = [self._encoded.start.tobytes()]
        place = {keys[0]: 0}
        position = self._encoded.start
        for move in moves:
            position = self._encoded.apply(position, move)
            key = position.tobytes()
            if (at := place.get(key)) is not None:
                for gone in keys[at + 1 :]:
                    del place[gone]
                del keys[at + 1 :], kept[at:]
            else:
                kept.append(move)
                keys.append(key)
                place[key] = len(kept)
        return kept

    def _shorten(self) -> None:
        """Replace stretches by shortest ones until the budget is spent or nothing helps."""
        control, budget = self._control, self._budget
        idle = 0
        while len(self._best) > max(control.lower_bound, 1):
            control.check()
            if not budget.is_limited and budget.used_fraction >= 1:
                return
            before = len(self._best)
            length = min(before, self._rng.randint(_LEAST + 1, self._longest))
            self._shorten_at(self._rng.randrange(max(1, before - length + 1)), length)
            idle = 0 if len(self._best) < before else idle + 1
            patience = _PATIENCE * (_LIMITED_PATIENCE if budget.is_limited else 1)
            if idle > patience * max(before, 20):
                return

    def _shorten_at(self, at: int, length: int) -> None:
        moves = self._best
        stretch = moves[at : at + length]
        if len(stretch) < _LEAST:
            return
        n = self._encoded.cells
        tiles = np.arange(n, dtype=np.uint16)
        if self._encoded.distinct:
            goal = tiles
        else:  # the values, as they stand at the end of the stretch
            goal = self._encoded.start
            for move in moves[: at + len(stretch)]:
                goal = self._encoded.apply(goal, move)
        start = goal
        for move in reversed(stretch):
            start = self._encoded.undo(start, move)
        found = self._between(start, goal, len(stretch) - 1)
        if found is not None:
            self._report([*moves[:at], *found, *moves[at + len(stretch) :]])

    def _between(self, start: Values, goal: Values, most: int) -> list[int] | None:
        """Return a path of at most so many moves between two positions, if one is found soon."""
        if np.array_equal(start, goal):
            return []
        found: list[int] | None = None
        encoded, context = self._encoded, self._control
        front = Side(encoded, start, backward=False)
        back = Side(encoded, goal, backward=True)
        while front.depth + back.depth < most and found is None:
            side = front if front.size <= back.size else back
            middle = move_between(front, back, context)
            if middle is not None:
                found = path_through(encoded, front, back, middle[0], [middle[1]])
            elif not side.grow(context, self._positions_each) or side.complete:
                break
        return found
