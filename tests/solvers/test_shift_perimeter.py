"""Perimeter and bounds of shift boards, against brute force."""

import numpy as np
import pytest

from puzzlegui.families.shift.kernels import ida as kernel
from puzzlegui.families.shift.kernels.constants.ida import UNKNOWN
from puzzlegui.families.shift.solving import perimeter as perimeters
from puzzlegui.families.shift.solving.bounds import distance_tables, lower_bound
from puzzlegui.families.shift.solving.geometry import geometry, symmetries
from puzzlegui.families.shift.solving.perimeter import GrowingPerimeter
from puzzlegui.solvers.control import (
    CANCEL,
    MAX_STATES,
    PROGRESS,
    SLOTS,
    STATES,
    Control,
    Request,
    SearchStopped,
)
from tests.families.shift_bruteforce import COUNTS, GOALS, Cells, distances, scrambled, starts
from tests.solvers.cancelling import cancelled


@pytest.mark.parametrize(("size", "counts"), COUNTS.items())
def test_counts_by_distance(size: tuple[int, int], counts: list[int]) -> None:
    around = GrowingPerimeter(*size, tuple(range(size[0] * size[1])))
    around.grow_fully(Control(Request()))
    assert around.counts == counts
    assert around.complete


@pytest.mark.parametrize("bits", [64, 0])
@pytest.mark.parametrize(("rows", "columns", "goal"), GOALS)
def test_distances(
    rows: int, columns: int, goal: Cells, bits: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(perimeters, "_KEY_BITS", bits)
    around = GrowingPerimeter(rows, columns, goal)
    around.grow_fully(Control(Request()))
    known = distances(rows, columns, goal)
    assert sum(around.counts) == len(known)
    for cells in starts(rows, columns, goal, min(len(known), 100) - 2):
        assert around.snapshot.distance(np.array(cells, np.uint16)) == known[cells]


@pytest.mark.thorough
def test_all_distances_on_3x3() -> None:
    goal = tuple(range(9))
    around = GrowingPerimeter(3, 3, goal)
    around.grow_fully(Control(Request()))
    known = distances(3, 3, goal)
    for cells in starts(3, 3, goal, 1000):
        assert around.snapshot.distance(np.array(cells, np.uint16)) == known[cells]
    swapped = np.array([1, 0, *range(2, 9)], np.uint16)
    assert around.snapshot.distance(swapped) == UNKNOWN


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
def test_as_many_symmetries(rows: int, columns: int, goal: Cells, count: int) -> None:
    found = symmetries(rows, columns, goal)
    assert found.group.order == len(found.sources) == count


# --- bounds ---


@pytest.mark.parametrize(("rows", "columns", "goal"), GOALS)
def test_bounds_are_never_above_the_truth(rows: int, columns: int, goal: Cells) -> None:
    known = distances(rows, columns, goal)
    target = np.array(goal, np.uint16)
    for start in starts(rows, columns, goal, min(len(known), 300) - 2):
        cells = np.array(start, np.uint16)
        bound = lower_bound(rows, columns, cells, target)
        assert known[start] >= bound
        assert bound >= kernel.lower_bound(cells, distance_tables(rows, columns, target))
        assert bound > 0 or start == goal or len(set(goal)) < len(goal)


def test_of_different_values_both_bounds_are_the_same() -> None:
    rng = np.random.default_rng(1)
    for rows, columns in ((3, 4), (5, 5), (2, 7)):
        target = np.arange(rows * columns, dtype=np.uint16)
        for _ in range(20):
            cells = rng.permutation(target)
            bound = lower_bound(rows, columns, cells, target)
            assert bound == kernel.lower_bound(cells, distance_tables(rows, columns, target))


# --- cancelling ---


def test_a_cancelled_perimeter_can_be_gone_on_with() -> None:
    goal = tuple(range(8))
    around = GrowingPerimeter(2, 4, goal)
    control = Control(Request())
    for _ in range(3):
        around._grow(control, 0)
    control.stop("cancelled")
    with pytest.raises(SearchStopped):
        around.grow_fully(control)
    around.grow_fully(Control(Request()))
    assert around.counts == COUNTS[2, 4]


def test_cancel_reaches_the_kernel() -> None:
    around = GrowingPerimeter(4, 4, tuple(range(16)))
    for _ in range(5):
        around._grow(Control(Request()), 0)
    ctl = np.zeros(SLOTS, np.int64)
    ctl[MAX_STATES] = 1 << 62
    known, board = around.snapshot, geometry(4, 4)
    shell = np.repeat(around._shell[: around._stored[-1]], 1000, axis=0)
    image, tally = np.empty(16, np.uint16), np.zeros(1, np.int64)
    result, seconds = cancelled(
        lambda: kernel.grow(
            shell, len(shell), shell[:0], board.kernel_pruned, known.symmetries,
            known.perimeter, image, tally, ctl,
        ),
        ctl,
        lambda: bool(ctl[PROGRESS]),
    )  # fmt: skip
    assert (result, seconds < 1) == (-1, True)
    ctl[CANCEL] = 0
    start = np.array(scrambled(4, 4, 1)[0], np.uint16)
    path, repeats, across, down = np.empty((4, 30), np.int64)
    workspace = kernel.SearchWorkspace(path, repeats, across, down, image)
    result, seconds = cancelled(
        lambda: kernel.search(
            start, 0, 26, board.kernel_moves, known.symmetries, known.perimeter,
            distance_tables(4, 4, np.arange(16, dtype=np.uint16)), workspace,
            np.empty((1, 30), np.int16), ctl,
        ),
        ctl,
        lambda: bool(ctl[STATES]),
    )  # fmt: skip
    assert (result, seconds < 1) == (-1, True)
