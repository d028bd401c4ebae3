"""Shortest and longest paths in a maze that visit no cell twice, with or without a target sum.

Deciding whether a path with a target sum exists and finding a longest path are NP-hard. The search
is a branch and bound (Land and Doig 1960) in a compiled kernel, which explains the pruning.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from puzzlegui.core.board import Board
from puzzlegui.core.cells import Cell, cell_name, cells_of
from puzzlegui.core.language import tr
from puzzlegui.core.solution import Status
from puzzlegui.families.maze.board import MazeBoard
from puzzlegui.families.maze.kernels import paths as kernel
from puzzlegui.families.maze.space import space_of
from puzzlegui.families.maze.sums import possible_sums
from puzzlegui.solvers.control import MAX_STATES, UNLIMITED, Control, Outcome, SearchStopped
from puzzlegui.solvers.enumeration import SolutionCollector
from puzzlegui.solvers.search import bfs

Ints = NDArray[np.int64]

_MOST_WORDS = 1 << 24
"""Most words of 8 bytes in the table of walks."""

_EASY = 10_000
"""States of an iteration from which paths of any length are searched for too."""


def shortest(board: Board, control: Control) -> Outcome:
    """Find a shortest path, or all.

    Without a target sum by breadth-first search. With a sum, the number of jumps is raised step by
    step; after each step the same number of states is spent on paths of any length, each shorter
    than the last, so that there is an early solution and an upper bound.
    """
    assert isinstance(board, MazeBoard)
    if board.sum is None:
        return bfs(board, control, space_of)
    paths, any_length = _PathTable(board, control), _PathTable(board, control)
    most = min(paths.longest, control.max_moves)
    background: _PathSearch | None = None
    best: list[Cell] | None = None
    listing = SolutionCollector(control, optimal=True)
    if not paths.possible:
        return _unsolvable(board)
    if board.start == board.target:
        control.count_expansion()
        listing.add([])
        return listing.outcome()
    for length in range(1, most + 1):
        control.raise_lower_bound(length)
        begun = control.states
        search = paths.of_length(length)
        while (path := search.next()) is not None:
            if listing.add(path):
                return listing.outcome()
        if listing.count:
            return listing.outcome()
        budget = control.states - begun
        if budget > _EASY and not control.request.all_solutions:
            background = background or any_length.of_any_length(most)
            until = control.states + budget
            while (path := background.next(until - control.states)) is not None:
                best = path
                background.high = len(path) - 1
                _report(path, control, tr("There may be shorter paths."))
            if best is not None and (background.exhausted or len(best) == length + 1):
                return Outcome(Status.SOLVED, best, optimal=True)
            if background.exhausted:
                break
    if most < paths.longest:
        control.raise_lower_bound(most + 1)
        raise SearchStopped("moves")
    return _unsolvable(board)


def longest(board: Board, control: Control) -> Outcome:
    """Find a longest path; every improvement is reported at once."""
    assert isinstance(board, MazeBoard)
    paths = _PathTable(board, control)
    most = min(paths.longest, control.max_moves)
    if not paths.possible:
        return _unsolvable(board)
    if board.start == board.target:
        control.count_expansion()
        return Outcome(Status.SOLVED, longest=True)
    search = paths.of_any_length(most)
    best: list[Cell] | None = None
    while (path := search.next()) is not None:
        best = path
        search.low = len(path) + 1
        _report(path, control, tr("There may be longer paths."))
    if best is not None:
        return Outcome(Status.SOLVED, best, longest=most == paths.longest)
    if most < paths.longest:
        raise SearchStopped("moves")
    return _unsolvable(board)


def _report(path: list[Cell], control: Control, note: str) -> None:
    outcome = Outcome(Status.SOLVED, path, note=note)
    control.report_solution(len(path), lambda _: outcome)


def _unsolvable(board: MazeBoard) -> Outcome:
    assert board.sum is not None  # otherwise the board's verdict is exact
    text = tr("Not solvable: no path to {target} has the sum {sum}.")
    reason = text.format(target=cell_name(board.target), sum=str(board.sum))
    return Outcome(
        Status.UNSOLVABLE,
        note=f"{reason} {possible_sums(board).sentence(board.sum)}".rstrip(),
    )


class _PathTable:
    """The numbered cells of possible paths, and the table of walks among them.

    Attributes:
        longest: upper bound on the number of jumps.
        possible: false if the target sum exceeds the sum of all positive or all negative numbers.
    """

    def __init__(self, board: MazeBoard, control: Control) -> None:
        self._control = control
        jumps = {cell: board.jumps(cell) for cell in cells_of(board.numbers)}
        jumps[board.target] = []
        jumps = {c: [to for to in onward if to != board.start] for c, onward in jumps.items()}
        back: dict[Cell, list[Cell]] = {cell: [] for cell in jumps}
        for cell, onward in jumps.items():
            for to in onward:
                back[to].append(cell)
        ends = {board.start, board.target}
        useful = _reachable(board.start, jumps) & _reachable(board.target, back) | ends
        self._cells = sorted(useful)
        numbers = {cell: i for i, cell in enumerate(self._cells)}
        self.longest = len(self._cells) - 1
        self._start, target = numbers[board.start], numbers[board.target]
        rows = [
            _sparse_rows([[numbers[to] for to in leads[c] if to in useful] for c in self._cells])
            for leads in (jumps, back)
        ]
        # The numbers on start and target are part of every path.
        counts = board.sum is not None
        between = [0 if c in ends or not counts else board.numbers[c[0]][c[1]] for c in self._cells]
        lowest = sum(number for number in between if number < 0)
        highest = sum(number for number in between if number > 0)
        weights = np.array(between, np.int64)
        values, kinds = np.unique(weights, return_inverse=True)
        self._graph = kernel.JumpGraph(*rows[0], *rows[1], target, weights, kinds, values, lowest)
        self._wanted = 0 if board.sum is None else board.sum - board.total(sorted(ends))
        self.possible = lowest <= self._wanted <= highest
        self._words = (highest - lowest + 64) // 64
        self._known = 0
        self._table = self._new_table(2)

    # --- the table of walks ---

    def _new_table(self, levels: int) -> NDArray[np.uint64]:
        self._control.reserve(levels * len(self._cells) * self._words / (1 << 17))
        table = np.zeros((levels, len(self._cells), self._words), np.uint64)
        table[0] = ~np.uint64(0)  # stands for levels not computed
        return table

    def _next_level(self, *, together: bool) -> bool:
        """Compute the walks of a further jump and return whether any is new.

        Args:
            together: include the walks of fewer jumps.
        """
        level = self._known + 1
        if (level + 1) * len(self._cells) * self._words > _MOST_WORDS:
            return False
        if level == len(self._table):
            larger = self._new_table(2 * level)
            larger[:level] = self._table
            self._table = larger
        self._control.check()
        self._known = level
        return kernel.extend(self._table, level, self._graph, together)

    # --- searching ---

    def of_length(self, length: int) -> _PathSearch:
        """Return a search for paths of ``length`` jumps; shorter paths must not exist.

        Call it with each length in turn, from 1.
        """
        self._next_level(together=False)
        return self._search(length, length)

    def of_any_length(self, most: int) -> _PathSearch:
        """Return a search for paths of any length up to ``most`` jumps."""
        while self._next_level(together=True):
            pass
        if (self._known + 2) * len(self._cells) * self._words <= _MOST_WORDS:
            self._table[0] = self._table[self._known]  # more jumps add nothing
        return self._search(0, most)

    def _search(self, low: int, high: int) -> _PathSearch:
        scratch = np.zeros((6, len(self._cells) + 1), np.int64)
        scratch[0, 0] = self._start
        table = self._table[: self._known + 1]
        ctl = self._control.kernel_array()
        search = kernel.PathSearch(self._graph, table, ctl, self._wanted, *scratch)
        return _PathSearch(self._control, self._cells, low, high, search, scratch[0])


class _PathSearch:
    """A search for paths, in depth-first order, that can be interrupted and resumed.

    Attributes:
        low: fewest jumps of a path.
        high: most jumps of a path.
        exhausted: true if there are no more paths.
    """

    def __init__(
        self,
        control: Control,
        cells: list[Cell],
        low: int,
        high: int,
        search: kernel.PathSearch,
        path: Ints,
    ) -> None:
        self.low, self.high = low, high
        self.exhausted = False
        self._control = control
        self._cells = cells
        self._search, self._path = search, path

    def next(self, budget: int = UNLIMITED) -> list[Cell] | None:
        """Return the next path; None if there is none within ``budget`` states.

        Raises:
            SearchStopped: the run was cancelled or a limit reached.
        """
        if self.exhausted:
            return None
        ctl = self._control.kernel_array()
        ctl[MAX_STATES] = min(ctl[MAX_STATES], budget)
        jumps = self._search.next(self.low, self.high)
        self._control.collect_kernel_counts()
        self.exhausted = jumps == 0
        return [self._cells[i] for i in self._path[1 : jumps + 1]] if jumps > 0 else None


def _reachable(cell: Cell, jumps: dict[Cell, list[Cell]]) -> set[Cell]:
    reached = {cell}
    waiting = [cell]
    while waiting:
        for to in jumps[waiting.pop()]:
            if to not in reached:
                reached.add(to)
                waiting.append(to)
    return reached


def _sparse_rows(lists: list[list[int]]) -> tuple[Ints, Ints]:
    """Return lists as compressed sparse rows: start of each list, and concatenated lists."""
    begins = np.cumsum([0, *map(len, lists)])
    return begins, np.array([i for row in lists for i in row], np.int64)
