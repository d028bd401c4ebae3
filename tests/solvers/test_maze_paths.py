"""Shortest and longest paths in mazes, against the plain enumeration of all paths."""

import random
import threading
import time

import numpy as np
import pytest

from puzzlegui.core.board import Board
from puzzlegui.core.cells import Cell
from puzzlegui.core.solution import Status
from puzzlegui.documents.presets import load_preset
from puzzlegui.engine import run
from puzzlegui.engine.run import solve
from puzzlegui.families.creation import new_board
from puzzlegui.families.maze.board import MazeBoard
from puzzlegui.families.maze.kernels import paths as maze_paths
from puzzlegui.families.maze.solving import paths
from puzzlegui.solvers.control import CANCEL, Limits, Request
from tests.boards import SMALL, distances
from tests.solvers.uncompiled import uncompiled


def solved_paths(board: Board) -> list[tuple[Cell, ...]]:
    """Return the moves of every path that solves ``board``, by the rules alone."""
    return [path[1:] for path in distances(board) if board.is_solved(path)]


def mazes(count: int) -> list[MazeBoard]:
    """Return random mazes: both directions and sums, signed numbers, zeros, solved, unsolvable."""
    rng = random.Random(count)
    found = []
    for _ in range(count):
        rows, columns = rng.randint(2, 5), rng.randint(2, 4)
        lowest, highest = rng.choice([(1, 3), (-3, 3), (-2, 4), (0, 2), (-3, -1)])
        numbers = tuple(
            tuple(rng.randint(lowest, highest) for _ in range(columns)) for _ in range(rows)
        )
        cells = [(r, c) for r in range(rows) for c in range(columns)]
        start, target = rng.choice(cells), rng.choice(cells)
        board = MazeBoard(numbers, start, target)
        if rows * columns <= 12 and rng.random() < 0.5:
            board = board.with_fields(directions="all")
        if rng.random() < 0.7:
            sums = [board.total((start, *path)) for path in solved_paths(board)]
            total = rng.randint(-9, 15)
            board = board.with_fields(
                sum=rng.choice(sums) if sums and rng.random() < 0.6 else total
            )
        found.append(board)
    return found


def check(board: Board) -> None:
    """Compare both solvers with all paths."""
    solved = solved_paths(board)
    if not solved:
        for solver in ("optimal", "longest"):
            solution = solve(board, solver)
            assert solution.status is Status.UNSOLVABLE
            assert solution.note.startswith("Not solvable")
        return
    lengths = [len(path) for path in solved]
    best = solve(board, "optimal", Request(all_solutions=True))
    assert set(best.solutions or ()) == {path for path in solved if len(path) == min(lengths)}
    assert (best.count, best.optimal) == (lengths.count(min(lengths)), True)
    first = solve(board, "optimal")
    assert (first.length, first.lower_bound) == (min(lengths), min(lengths))
    last = solve(board, "longest")
    assert (last.length, last.longest, last.optimal) == (max(lengths), True, False)
    assert last.lower_bound <= min(lengths)


def check_small() -> None:
    for board in SMALL.values():
        if board.family == "maze" and board.rows < 5:
            check(board)


def test_small_boards() -> None:
    check_small()


def test_random_boards() -> None:
    boards = mazes(300)
    for board in boards:
        check(board)
    solvable = [board for board in boards if solved_paths(board)]
    assert 50 < len(solvable) < 250


def test_numbers_too_large_for_any_jump_can_stand_on_the_target() -> None:
    numbers = ((1, 10**12), (1, -(10**12)))
    for target in ((0, 1), (1, 1)):
        board = MazeBoard(numbers, (0, 0), target)
        first = solved_paths(board)[0]
        check(board.with_fields(sum=board.total(((0, 0), *first))))
        check(board.with_fields(sum=0))


@pytest.mark.parametrize("seed", range(6))
def test_all_of_8x8_within_seconds(seed: int) -> None:
    """Shortest by length, bound and sum; an unsolvable maze requires searching all paths."""
    rng = random.Random(seed)
    board = new_board("maze", 8, 8, seed).with_fields(sum=rng.randint(60, 160))
    solution = solve(board, "optimal", Request(Limits(seconds=60)))
    assert solution.status in (Status.SOLVED, Status.UNSOLVABLE)
    assert solution.optimal == solution.solved


def test_longest_is_worded_as_such() -> None:
    solution = solve(load_preset("schonbrunn"), "longest")
    assert (solution.length, solution.lower_bound) == (19, 1)
    assert solution.outcome() == "Solved in 19 moves, proved longest."


def test_longest_within_a_limit_of_moves() -> None:
    board = load_preset("schonbrunn")
    cut = solve(board, "longest", Request(Limits(moves=13)))
    assert (cut.length, cut.longest) == (13, False)
    none = solve(board, "longest", Request(Limits(moves=10)))
    assert none.status is Status.LIMIT
    assert solve(board, "longest", Request(Limits(moves=30))).longest


LARGE = new_board("maze", 16, 16, 1)


def test_longest_has_a_path_at_any_time() -> None:
    whole = solve(LARGE, "longest", Request(Limits(states=200_000)))
    assert whole.status is Status.SOLVED
    assert not whole.longest
    assert "state limit" in whole.note
    assert "may be longer" in whole.note
    again = solve(LARGE, "longest", Request(Limits(states=200_000)))
    assert (again.moves, again.states) == (whole.moves, whole.states)
    shorter = solve(LARGE, "longest", Request(Limits(states=2_000)))
    assert len(shorter.moves) <= len(whole.moves)


@pytest.mark.thorough
def test_optimal_has_a_path_before_it_has_proved_it() -> None:
    board = new_board("maze", 16, 16, 1).with_fields(sum=617)
    solution = solve(board, "optimal", Request(Limits(states=1_000_000)))
    assert solution.status is Status.SOLVED
    assert not solution.optimal
    assert 40 < solution.lower_bound < len(solution.moves)
    assert "may be shorter" in solution.note
    again = solve(board, "optimal", Request(Limits(states=1_000_000)))
    assert (again.moves, again.lower_bound) == (solution.moves, solution.lower_bound)


def test_the_search_in_the_background_changes_no_length(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a search for paths of any length from the first state on, the results stay the same."""
    monkeypatch.setattr(paths, "_EASY", -1)
    for board in mazes(100):
        lengths = [len(path) for path in solved_paths(board)]
        solution = solve(board, "optimal")
        assert solution.solved == bool(lengths)
        assert solution.length == min(lengths, default=None)
        assert solution.optimal == solution.solved


@pytest.mark.parametrize("solver", ["optimal", "longest"])
def test_it_can_be_cancelled(solver: str) -> None:
    board = LARGE.with_fields(sum=841)
    with run.start(board, solver) as handle:
        deadline = time.monotonic() + 20
        while handle.stats.states < 10_000 and time.monotonic() < deadline:
            time.sleep(0.001)
        assert not handle.done
        handle.cancel()
        solution = handle.result()
    assert solution.status in (Status.CANCELLED, Status.SOLVED)
    assert not solution.optimal
    assert not solution.longest


def test_cancel_reaches_the_kernel() -> None:
    """The kernel itself, with only even numbers and an odd target sum."""
    n = 40
    everywhere = [[other for other in range(n) if other != cell] for cell in range(n)]
    ends = np.cumsum([0, *map(len, everywhere)])
    cells = np.array([to for row in everywhere for to in row])
    table = np.full((2, n, 1), ~np.uint64(0))
    weights = np.full(n, 2)
    kinds = np.zeros(n, np.int64)
    graph = maze_paths.JumpGraph(ends, cells, ends, cells, n - 1, weights, kinds, weights[:1], 0)
    ctl = np.zeros(8, np.int64)
    ctl[4] = 1 << 62
    search = maze_paths.PathSearch(graph, table, ctl, 41, *np.zeros((6, n + 1), np.int64))
    result: list[int] = []
    worker = threading.Thread(target=lambda: result.append(search.next(1, n)))
    worker.start()
    deadline = time.monotonic() + 20
    while ctl[1] == 0 and time.monotonic() < deadline:
        time.sleep(0.001)
    assert worker.is_alive()
    ctl[CANCEL] = 1
    worker.join(1.0)
    assert not worker.is_alive()
    assert result == [-1]


def record_small() -> str:
    """Return the results of the solvers in tiny mazes as text; called uncompiled as well."""
    found = []
    for board in mazes(30):
        for solver in ("optimal", "longest"):
            solution = solve(board, solver, Request(Limits(states=300)))
            found.append((solution.status.name, solution.moves, solution.states))
    return str(found)


def test_the_same_uncompiled() -> None:
    code = "from tests.solvers.test_maze_paths import record_small; print(record_small())"
    assert uncompiled(code) == record_small()
