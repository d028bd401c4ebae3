"""Pattern databases of sliding boards: groups, ranks, entries, and which ones are stored."""

import threading
import time

import numpy as np
import pytest

from puzzlegui.core.cells import flatten
from puzzlegui.engine.run import solve
from puzzlegui.families.creation import new_board
from puzzlegui.families.sliding.board import SlidingBoard, ordered_goal
from puzzlegui.families.sliding.kernels import pattern as sliding_pattern
from puzzlegui.families.sliding.solving import bounds, patterns
from puzzlegui.families.sliding.solving.geometry import NormalForm, normalize
from puzzlegui.solvers import table_store
from puzzlegui.solvers.control import CANCEL, MAX_STATES, SLOTS, Control, Limits, Request
from tests.boards import distances, grid


def test_normal_is_one_geometry_for_all_its_images() -> None:
    for rows, columns, kinds in ((4, 4, 3), (3, 4, 4), (4, 3, 4), (5, 5, 6), (2, 7, 4)):
        found = {normalize(rows, columns, gap)[0] for gap in range(rows * columns)}
        assert len(found) == kinds
        for gap in range(rows * columns):
            geometry, image = normalize(rows, columns, gap)
            assert sorted(image) == list(range(rows * columns))
            assert image[gap] == geometry.gap
            assert geometry.rows <= geometry.columns


def test_groups_are_a_partition() -> None:
    for rows in range(2, 6):
        for columns in range(rows, 32 // rows + 1):
            for gap in {normalize(rows, columns, cell)[0].gap for cell in range(rows * columns)}:
                geometry = NormalForm(rows, columns, gap)
                for plan in (patterns.quick_plan(geometry), patterns.main_plan(geometry)):
                    tiles = sorted(tile for group in plan.groups for tile in group)
                    assert tiles == [c for c in range(rows * columns) if c != gap]
                    assert sum(plan.sizes) < 50_000_000
                assert sum(patterns.large_plan(geometry).sizes) <= 700_000_000


def test_ranks_are_numbers_without_gaps() -> None:
    """Ranks of all patterns of a multiset, and back."""
    goal = (0, 0, 1, 2, 1, 3)
    plan = patterns.DatabasePlan(NormalForm(2, 3, 5), "", ((0, 1, 2),), goal)
    first, radix = plan.ranking((0, 1, 2))
    size = plan.size((0, 1, 2))
    assert size == 15 * 6 * 2
    places = np.empty((1, 5), np.int64)
    seen = set()
    for number in range(size):
        sliding_pattern.unrank(number, first, radix, patterns.binomial(6), places)
        assert places[0, 0] < places[0, 1]
        assert places[0, 2] < places[0, 3]
        seen.add(tuple(places[0].tolist()))
        assert sliding_pattern.rank(places, first, radix, patterns.binomial(6)) == number
    assert len(seen) == size


def test_a_table_of_all_tiles_is_the_distance() -> None:
    goal = ordered_goal(2, 3)
    board = SlidingBoard(goal, goal)
    plan = patterns.DatabasePlan(NormalForm(2, 3, 5), "", ((0, 1, 2, 3, 4),), (0, 1, 2, 3, 4, 5))
    table = plan.build(Control(Request()))["tables"]
    first, radix = plan.ranking(plan.groups[0])
    for position, distance in distances(board).items():
        cells = flatten(position)
        places = np.array([[cells.index(tile) for tile in range(1, 6)]])
        number = sliding_pattern.rank(places, first, radix, patterns.binomial(6))
        assert table[number] == distance


def four_by_four(text: str) -> SlidingBoard:
    return SlidingBoard(grid(text), ordered_goal(4, 4))


def test_main_databases_take_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """Quick databases first; the main ones are used once they exist, also from the folder."""
    monkeypatch.setattr(patterns, "_MAIN", 1 << 12)
    monkeypatch.setattr(patterns, "_QUICK", 1 << 8)
    monkeypatch.setattr(bounds, "_AT_ONCE", 100)
    board = four_by_four("1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15")
    geometry = normalize(4, 4, 15)[0]
    goal = tuple(range(16))
    best = bounds.BoundProvider(geometry, goal, Control(Request()))
    deadline = time.monotonic() + 20
    quick = best.bound
    while best.bound is quick and time.monotonic() < deadline:
        best.refresh(0)
        time.sleep(0.01)
    assert best.bound is not quick
    assert [(t.name, t.state) for t in table_store.list_tables()] == [
        ("sliding-4x4-D4", table_store.READY)
    ]
    assert solve(board, "optimal").length == 1
    table_store.stop_and_clear()
    again = bounds.BoundProvider(geometry, goal, Control(Request()))
    assert table_store.get_cached("sliding-4x4-D4-quick") is None
    assert isinstance(again.bound, bounds.DirectDatabases)
    path = table_store.folder() / "sliding-4x4-D4.table"
    path.write_bytes(path.read_bytes()[:-1])
    table_store.stop_and_clear()
    assert solve(board, "optimal", Request(Limits(states=100))).length == 1
    assert [t.state for t in table_store.list_tables()] == [table_store.READY]


def test_offered_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patterns, "_DEFAULT_BOARDS", ((2, 4),))
    monkeypatch.setattr(patterns, "_LARGE", 3000)
    plans = patterns.all_plans()
    names = [plan.name for plan in plans]
    assert names == ["sliding-2x4-D2", "sliding-2x4-D2-large"]
    for plan in plans:
        patterns.build(plan.name, Control(Request()))
    listed = {table.name: table.size for table in table_store.list_tables()}
    assert sorted(listed) == sorted(names)
    assert all(listed[plan.name] >= sum(plan.sizes) for plan in plans)
    with pytest.raises(KeyError):
        patterns.build("sliding-9x9-A1", Control(Request()))
    board = new_board("sliding", 2, 4, 1)
    assert solve(board, "optimal").length == distances(board)[board.grid("goal")]


@pytest.mark.parametrize("fits", [True, False])
def test_large_databases_are_indexed_directly_if_they_fit(
    fits: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(patterns, "_LARGE", 3000)
    monkeypatch.setattr(patterns, "_DIRECT", 1 << 30 if fits else 1000)
    monkeypatch.setattr(bounds, "_HARD", 0)
    monkeypatch.setattr(patterns, "_DEFAULT_BOARDS", ((2, 4),))
    geometry = normalize(2, 4, 7)[0]
    patterns.build(patterns.large_plan(geometry).name, Control(Request()))
    best = bounds.BoundProvider(geometry, tuple(range(8)), Control(Request()))
    small = best.bound
    deadline = time.monotonic() + 20
    while best.bound is small and time.monotonic() < deadline:
        best.refresh(1)
        time.sleep(0.01)
    kind = bounds.DirectDatabases if fits else bounds.RankedDatabases
    assert best.bound is not small
    assert isinstance(best.bound, kind)


def test_cancel_reaches_the_builder() -> None:
    plan = patterns.main_plan(normalize(4, 4, 15)[0])
    group = plan.groups[0]
    size = plan.size(group)
    ctl = np.zeros(SLOTS, np.int64)
    ctl[MAX_STATES] = 1 << 62
    result: list[int] = []
    builder = sliding_pattern.DatabaseBuilder(
        np.array([group]), 15, *plan.ranking(group), patterns.binomial(16),
        plan.geometry.neighbours(), 4, np.empty((2, len(group)), np.int64),
    )  # fmt: skip
    arrays = np.full(size, 255, np.uint8), np.zeros(size, np.uint16), np.zeros(size, np.uint16)
    worker = threading.Thread(target=lambda: result.append(builder.build(*arrays, ctl)))
    worker.start()
    deadline = time.monotonic() + 20
    while ctl[5] == 0 and time.monotonic() < deadline:
        time.sleep(0.001)
    ctl[CANCEL] = 1
    worker.join(1.0)
    assert result == [-1]
