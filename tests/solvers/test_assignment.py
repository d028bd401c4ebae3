"""Assignment problem: least total cost, and stopping at once."""

import itertools
import threading
import time

import numpy as np
import pytest
from numpy.typing import NDArray

from puzzlegui.kernels import assignment
from puzzlegui.solvers.control import Control, Request, SearchStopped
from puzzlegui.solvers.tile_assignment import solve_assignment
from tests.solvers.uncompiled import uncompiled


def costs(size: int, most: int, seed: int) -> NDArray[np.int64]:
    return np.random.default_rng(seed).integers(0, most, (size, size))


@pytest.mark.parametrize("most", [2, 5, 1 << 40])
@pytest.mark.parametrize("size", range(1, 7))
def test_no_assignment_costs_less(size: int, most: int) -> None:
    for seed in range(10):
        cost = costs(size, most, seed)
        rows = solve_assignment(cost, Control(Request())).tolist()
        assert sorted(rows) == list(range(size))
        least = min(
            sum(int(cost[row, column]) for column, row in enumerate(order))
            for order in itertools.permutations(range(size))
        )
        assert sum(int(cost[row, column]) for column, row in enumerate(rows)) == least


def check_small() -> str:
    """Return assignments of small squares as text; called uncompiled as well."""
    boxes = [costs(size, 9, seed) for size in (1, 2, 5, 9) for seed in range(3)]
    return str([solve_assignment(cost, Control(Request())).tolist() for cost in boxes])


def test_the_same_uncompiled() -> None:
    code = "from tests.solvers.test_assignment import check_small; print(check_small())"
    assert uncompiled(code) == check_small()


def test_cancel_reaches_the_kernel() -> None:
    size = 2000
    control = Control(Request())
    ctl = control.kernel_array()
    cost = costs(size, 1 << 40, 1) + np.arange(size) * np.arange(size)[:, None] * (1 << 36)
    work = np.zeros((6, size + 1), np.int64)
    result: list[int] = []
    worker = threading.Thread(
        target=lambda: result.append(assignment.assign(cost, size, work, ctl))
    )
    worker.start()
    time.sleep(0.05)
    assert worker.is_alive()
    control.stop("cancelled")
    worker.join(20.0)
    assert result == [-1]
    with pytest.raises(SearchStopped):
        solve_assignment(cost, control)
