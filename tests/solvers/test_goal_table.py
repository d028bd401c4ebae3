"""Goal tables, symmetries and bounds of shift boards, against brute force."""

import numpy as np
import pytest

from puzzlegui.core.cells import Grid, flatten
from puzzlegui.families.shift.board import ShiftBoard
from puzzlegui.families.shift.solving.optimal import heuristics, lower_bound
from puzzlegui.kernels import goal_table as kernel
from puzzlegui.solvers.control import PROGRESS, Control, Request, SearchStopped
from puzzlegui.solvers.move_search.goal_table import GoalTable
from puzzlegui.solvers.move_search.puzzle import EncodedPuzzle
from puzzlegui.solvers.move_search.symmetries import symmetries
from tests.families.shift_bruteforce import COUNTS, GOALS, Cells, distances, starts
from tests.solvers.cancelling import cancelled

_MOST = 1 << 30


def board_of(rows: int, columns: int, start: Cells, goal: Cells) -> ShiftBoard:
    """Return a board with cells row by row."""

    def grid(cells: Cells) -> Grid:
        return tuple(cells[row * columns : (row + 1) * columns] for row in range(rows))

    return ShiftBoard(grid(start), grid(goal))


def table_around(
    rows: int, columns: int, goal: Cells, *, symmetric: bool = True
) -> tuple[GoalTable, EncodedPuzzle]:
    """Return a table that holds only the goal."""
    board = board_of(rows, columns, goal, goal)
    puzzle = EncodedPuzzle(board)
    views = heuristics(board, puzzle).views if symmetric else ()
    moves = puzzle.kernel_moves(backward=True)
    return GoalTable(moves, len(puzzle.moves), puzzle.goal, symmetries(puzzle.goal, views)), puzzle


def grow_fully(table: GoalTable, control: Control) -> None:
    while table.counts[-1] and table.grow(control, _MOST):
        pass


@pytest.mark.parametrize(("size", "counts"), COUNTS.items())
def test_levels_represent_the_known_counts(size: tuple[int, int], counts: list[int]) -> None:
    for symmetric in (False, True):
        table, _ = table_around(*size, tuple(range(size[0] * size[1])), symmetric=symmetric)
        grow_fully(table, Control(Request()))
        assert table.represented == [*counts, 0]
        assert symmetric or table.counts == table.represented
        assert len(table.rows) == 0


@pytest.mark.parametrize(("rows", "columns", "goal"), GOALS)
def test_distances_equal_brute_force(rows: int, columns: int, goal: Cells) -> None:
    table, puzzle = table_around(rows, columns, goal)
    grow_fully(table, Control(Request()))
    known = distances(rows, columns, goal)
    assert sum(table.represented) == len(known)
    for cells in starts(rows, columns, goal, min(len(known), 100) - 2):
        position = np.array(cells, np.uint16)
        found = table.distances(puzzle.kernel_moves(), len(puzzle.moves), position)
        assert found[0] == known[cells]
        after = [tuple(puzzle.apply(position, move)) for move in range(len(puzzle.moves))]
        assert found[1:].tolist() == [known[cells] for cells in after]


@pytest.mark.parametrize(
    ("rows", "columns", "goal", "count"),
    [
        (4, 4, tuple(range(16)), 128),
        (3, 4, tuple(range(12)), 48),
        (3, 3, tuple(range(9)), 72),
        (2, 2, (0, 1, 2, 3), 8),
        (2, 3, (0, 1, 2, 3, 4, 5), 12),
        (4, 4, (0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3), 64),
        (2, 3, (0, 0, 1, 1, 2, 0), 1),
    ],
)
def test_torus_has_as_many_symmetries(rows: int, columns: int, goal: Cells, count: int) -> None:
    board = board_of(rows, columns, goal, goal)
    puzzle = EncodedPuzzle(board)
    assert symmetries(puzzle.goal, heuristics(board, puzzle).views).order == count


@pytest.mark.parametrize(("rows", "columns", "goal"), GOALS)
def test_bounds_are_never_above_the_distance(rows: int, columns: int, goal: Cells) -> None:
    known = distances(rows, columns, goal)
    target = np.array(goal, np.uint16)
    for start in starts(rows, columns, goal, min(len(known), 300) - 2):
        bound = lower_bound(rows, columns, np.array(start, np.uint16), target)
        assert known[start] >= bound >= board_of(rows, columns, start, goal).lower_bound()
        assert bound > 0 or start == goal or len(set(goal)) < len(goal)


def test_both_bounds_are_the_same_for_different_values() -> None:
    rng = np.random.default_rng(1)
    for rows, columns in ((3, 4), (5, 5), (2, 7)):
        target = np.arange(rows * columns, dtype=np.uint16)
        for _ in range(20):
            cells = rng.permutation(target)
            board = board_of(rows, columns, tuple(cells.tolist()), tuple(target.tolist()))
            assert lower_bound(rows, columns, cells, target) == board.lower_bound()
            assert EncodedPuzzle(board).start.tolist() == list(flatten(board.start))


def test_bloom_filter_has_the_bits_of_all_neighbours_and_no_other() -> None:
    table, puzzle = table_around(2, 3, tuple(range(6)), symmetric=False)
    table.grow(Control(Request()), _MOST)
    bits = set()
    for position in table.rows[:, :-1]:
        for move in range(len(puzzle.moves)):
            after = puzzle.undo(position, move)
            key = int(np.bitwise_xor.reduce(puzzle.zobrist[after, np.arange(6)]))
            bits.add(key % (8 << 10))
    bloom_filter = np.zeros(1 << 10, np.uint8)
    ctl = Control(Request()).kernel_array()
    scratch = kernel.Positions(np.empty((3, 6), np.uint16))
    filtered = table.kernel.with_filter(bloom_filter)
    moves = puzzle.kernel_moves(backward=True)
    assert kernel.fill_bloom_filter(moves, filtered, table.rows, scratch, ctl) == 1
    assert set(np.flatnonzero(np.unpackbits(bloom_filter, bitorder="little")).tolist()) == bits


def test_cancelled_table_can_grow_on() -> None:
    table, _ = table_around(2, 4, tuple(range(8)))
    control = Control(Request())
    for _ in range(3):
        table.grow(control, _MOST)
    control.stop("cancelled")
    with pytest.raises(SearchStopped):
        table.grow(control, _MOST)
    grow_fully(table, Control(Request()))
    assert table.represented == [*COUNTS[2, 4], 0]


def test_cancel_reaches_the_kernel() -> None:
    table, puzzle = table_around(4, 4, tuple(range(16)))
    for _ in range(5):
        table.grow(Control(Request()), _MOST)
    rows = np.repeat(table.rows, 1000, axis=0)
    scratch, found = kernel.Positions(np.empty((3, 16), np.uint16)), np.zeros(2, np.int64)
    filtered = table.kernel.with_filter(np.zeros(1 << 20, np.uint8))
    moves = puzzle.kernel_moves(backward=True)
    for call in (
        lambda ctl: kernel.grow(moves, table.kernel, rows, 6, scratch, rows[:0], found, ctl),
        lambda ctl: kernel.fill_bloom_filter(moves, filtered, rows, scratch, ctl),
    ):
        ctl = Control(Request()).kernel_array()
        result, seconds = cancelled(lambda: call(ctl), ctl, lambda: bool(ctl[PROGRESS]))
        assert (result, seconds < 1) == (-1, True)
