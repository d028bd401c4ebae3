"""What every kernel must do: stop at once, work uncompiled, agree with brute force."""

import ast
import itertools
import threading
import time
from pathlib import Path

import numpy as np
import pytest

from puzzlegui.core.generate import new_board
from puzzlegui.core.rotation import RotationBoard
from puzzlegui.solvers import kernels
from puzzlegui.solvers.control import CANCEL, MAX_STATES, SLOTS, Control, Limits, Request, Stopped
from puzzlegui.solvers.kernels import rotation_table
from puzzlegui.solvers.rotation.table import number_rests, table_and_cells
from tests.boards import SMALL, distances
from tests.solvers.uncompiled import uncompiled

FOLDER = Path(kernels.__file__).parent


@pytest.mark.parametrize("name", kernels.NAMES)
def test_a_kernel_imports_nothing_that_needs_the_interpreter(name: str) -> None:
    tree = ast.parse((FOLDER / f"{name}.py").read_text())
    imported = {
        alias.name if isinstance(node, ast.Import) else str(node.module)
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    }
    allowed = ("cython.cimports.puzzlegui.solvers.kernels.", "cython.cimports.libc.")
    assert all(n in {"__future__", "cython"} or n.startswith(allowed) for n in imported)


def test_uncompiled() -> None:
    """The same sources as plain Python, on tiny boards."""
    code = (
        "from tests.solvers.test_kernels import check_small_tables; check_small_tables();"
        "from tests.solvers.test_deepening import check_small; check_small();"
        "from tests.solvers.test_maze_paths import check_small; check_small();"
        "from tests.solvers.test_sliding_optimal import check_small as sliding; sliding();"
    )
    uncompiled(code)


# --- rotation_table ---


def test_rank_is_the_place_in_lexicographic_order() -> None:
    for values in ((0, 1, 2, 3), (0, 0, 1, 1, 2), (0, 0, 0), (0, 1, 1, 1, 1, 2)):
        ordered = sorted(set(itertools.permutations(values)))
        ahead, strides = number_rests(np.bincount(values).astype(np.int64))
        cells = np.empty(len(values), np.int64)
        before, rests = np.empty((2, len(values) + 1), np.int64)
        for number, expected in enumerate(ordered):
            rotation_table.unrank(number, ahead, strides, cells, before, rests)
            assert tuple(cells.tolist()) == expected
            assert rotation_table.rank(cells, ahead, strides) == number


def check_small_tables() -> None:
    for board in SMALL.values():
        if not isinstance(board, RotationBoard):
            continue
        table, cells = table_and_cells(board)
        expected = distances(board).get(board.goal, -1)
        assert table.distance(cells, Control(Request())) == expected


def test_distances_are_brute_force() -> None:
    check_small_tables()


@pytest.fixture
def large_table() -> tuple[object, ...]:
    """The arguments of ``expand`` for 60 million arrangements."""
    board = new_board("rotation", 4, 4, 1, colours=4)
    assert isinstance(board, RotationBoard)
    table, _ = table_and_cells(board)
    ctl = np.zeros(SLOTS, np.int64)
    ctl[MAX_STATES] = 1 << 62
    return table.kernel_arguments(ctl)


def test_cancel_reaches_the_kernel(large_table: tuple[object, ...]) -> None:
    ctl = large_table[-1]
    assert isinstance(ctl, np.ndarray)
    result: list[int] = []
    worker = threading.Thread(target=lambda: result.append(rotation_table.expand(*large_table)))
    worker.start()
    deadline = time.monotonic() + 20
    while ctl[1] == 0 and time.monotonic() < deadline:
        time.sleep(0.001)
    assert worker.is_alive()
    ctl[CANCEL] = 1
    worker.join(1.0)
    assert not worker.is_alive()
    assert result == [-1]


def test_the_limit_of_states_does_not_depend_on_what_was_asked_before() -> None:
    board = new_board("rotation", 3, 3, 2)
    assert isinstance(board, RotationBoard)
    for _ in range(2):  # the second time the table is there
        table, cells = table_and_cells(board)
        control = Control(Request(Limits(states=2000)))
        with pytest.raises(Stopped, match="states"):
            table.distance(cells, control, control.prove)
        assert (control.states, control.bound) == (2000, 5)
        whole = Control(Request())
        assert table.distance(cells, whole) == 8
        assert whole.states == 1 + 8 + 52 + 328 + 1996 + 11336 + 51582 + 130042


def test_a_cancelled_table_can_be_gone_on_with() -> None:
    board = new_board("rotation", 2, 4, 3)
    assert isinstance(board, RotationBoard)
    table, cells = table_and_cells(board)
    ctl = np.zeros(SLOTS, np.int64)
    ctl[MAX_STATES] = 1 << 62
    assert (
        rotation_table.expand(*table.kernel_arguments(ctl)) == 1
    )  # as if cancelled right after it
    assert table.distance(cells, Control(Request())) == distances(board)[board.goal]
