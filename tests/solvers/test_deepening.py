"""Iterative deepening on rotation boards, with perimeters small enough to leave it some work."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from puzzlegui.core.cells import flatten
from puzzlegui.core.solution import replay
from puzzlegui.documents.presets import load_preset
from puzzlegui.engine.run import solve
from puzzlegui.families.creation import new_board
from puzzlegui.families.rotation.board import RotationBoard
from puzzlegui.families.rotation.kernels import ida as rotation_ida
from puzzlegui.families.rotation.kernels.constants.ida import UNKNOWN
from puzzlegui.families.rotation.solving import bounds
from puzzlegui.families.rotation.solving.bounds import pattern_groups, zobrist_keys
from puzzlegui.families.rotation.solving.deepening import IterativeDeepening
from puzzlegui.families.rotation.solving.geometry import geometry
from puzzlegui.solvers import table_store
from puzzlegui.solvers.control import PROGRESS, STATES, Control, Limits, Request, SearchStopped
from tests.boards import count_solutions, distances
from tests.solvers.cancelling import cancelled
from tests.solvers.uncompiled import uncompiled

KINDS = [
    (size, colours, turns)
    for size, colours in (((2, 3), 0), ((2, 4), 0), ((2, 4), 3), ((3, 3), 2), ((3, 3), 3))
    for turns in ("both", "clockwise", "counterclockwise")
]


@pytest.fixture(params=[1, 30, 300, 8_000_000])
def tries(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    """Return radii of the perimeter: only the goal, some turns, everything."""
    monkeypatch.setattr(bounds, "_TRIES", request.param)
    monkeypatch.setattr(bounds, "_QUICK_TRIES", min(bounds._QUICK_TRIES, request.param))
    return int(request.param)


@pytest.mark.examples(4)
@pytest.mark.parametrize(("size", "colours", "turns"), KINDS)
def test_brute_force(size: tuple[int, int], colours: int, turns: str, tries: int) -> None:
    for seed in range(3):
        board = new_board("rotation", *size, seed, colours=colours, turns=turns)
        assert isinstance(board, RotationBoard)
        best = distances(board)[board.goal]
        one, count = IterativeDeepening(board, Control(Request())).solve(all_solutions=False)
        found = list(one)
        assert (len(found), count) == (1, 1)
        assert len(found[0]) == best
        assert replay(board, found[0]).correct
        if best <= 8 and (best <= 5 or tries > 30):
            all_of_them, count = IterativeDeepening(board, Control(Request())).solve(
                all_solutions=True
            )
            every = list(all_of_them)
            assert count == len(every) == count_solutions(board, best)
            assert len({tuple(moves) for moves in every}) == count
            assert {len(moves) for moves in every} == {best}


def check_small() -> str:
    """Return results for a few tiny boards as text; called uncompiled as well."""
    bounds._TRIES = 30
    lines: list[object] = []
    for colours, turns in ((0, "both"), (2, "both"), (2, "clockwise")):
        board = new_board("rotation", 2, 3, 1, colours=colours, turns=turns)
        assert isinstance(board, RotationBoard)
        for every in (False, True):
            control = Control(Request())
            search = IterativeDeepening(board, control)
            listed, count = search.solve(all_solutions=every)
            found = list(listed)
            assert len(found[0]) == distances(board)[board.goal]
            lines.append((found, count, control.states, search.bounds.shells))
            solved = RotationBoard(board.goal, board.goal, turns)
            there, count = IterativeDeepening(solved, control).solve(all_solutions=every)
            lines.append((list(there), count))
    for kind in (np.uint8, np.uint16):
        ctl, bloom_filter = Control(Request()).kernel_array(), np.zeros(8, np.uint8)
        shell, turns_back, zobrist = small_shell(kind)
        rotation_ida.fill_bloom_filter(bloom_filter, shell, len(shell), turns_back, zobrist, ctl)
        lines.append(bloom_filter.tolist())
    return str(lines)


def small_shell(kind: Any) -> tuple[NDArray[Any], NDArray[np.int64], NDArray[np.uint64]]:
    """Return three positions of a 2×3 board, its inverse turns, and Zobrist keys."""
    shell = np.array([[0, 1, 2, 3, 4, 5], [5, 4, 3, 2, 1, 0], [3, 0, 2, 4, 1, 5]], kind)
    return shell, geometry(2, 3, "both").backward, zobrist_keys(6, 6)


def test_the_same_uncompiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "_TRIES", 30)
    code = "from tests.solvers.test_deepening import check_small; print(check_small())"
    assert uncompiled(code) == check_small()


def test_the_bloom_filter_has_the_bits_of_all_neighbours_and_no_other() -> None:
    shell, turns, zobrist = small_shell(np.uint8)
    bits = set()
    for cells in shell:
        for cycle in turns:
            after = cells.copy()
            after[np.roll(cycle, -1)] = cells[cycle]
            key = int(np.bitwise_xor.reduce(zobrist[np.arange(6), after]))
            bits.add(key % (8 << 10))
    bloom_filter = np.zeros(1 << 10, np.uint8)
    ctl = Control(Request()).kernel_array()
    assert rotation_ida.fill_bloom_filter(bloom_filter, shell, len(shell), turns, zobrist, ctl) == 1
    assert set(np.flatnonzero(np.unpackbits(bloom_filter, bitorder="little")).tolist()) == bits


@pytest.mark.parametrize("turns", ["both", "clockwise"])
def test_the_shells_are_the_counts_per_depth(turns: str) -> None:
    nine = load_preset("mystery-box").grid("goal")
    values = np.array(flatten(nine)) - 1
    made = bounds.BoundProvider(3, 3, turns, values, Control(Request())).load_or_build()
    shells = tuple(made["shells"].tolist())
    expected = {
        "both": (1, 8, 52, 328, 1996, 11336, 51582, 130042, 125929, 39706, 1880, 20),
        "clockwise": (1, 4, 16, 64, 250, 960, 3553, 12324, 37308, 84234, 116769, 82197, 23529,
                      1656, 14, 1),
    }[turns]  # fmt: skip
    assert shells[: len(expected)] == expected


@pytest.mark.examples(2)
def test_4x4(tries: int) -> None:
    """Lengths known from another program, for seeds whose boards are quickly proved."""
    if tries < 300:
        return
    board = new_board("rotation", 4, 4, 112)
    # Under a limit of states all tables are made first, and then serve the other.
    solutions = [solve(board, "optimal", Request(Limits(states=10**9))), solve(board, "optimal")]
    for solution in solutions:
        assert (solution.length, solution.optimal) == (11, True)
    assert solutions[0].moves == solutions[1].moves
    assert solutions[0].states == solutions[1].states


@pytest.mark.thorough
def test_a_limit_leaves_the_proved_bound() -> None:
    board = new_board("rotation", 5, 5, 1)
    solution = solve(board, "optimal", Request(Limits(states=100_000)))
    assert solution.states == 100_000
    assert board.lower_bound() <= solution.lower_bound < 40
    again = solve(board, "optimal", Request(Limits(states=100_000)))
    assert again.lower_bound == solution.lower_bound


@pytest.mark.thorough
def test_large_boards_are_searched_too() -> None:
    board = new_board("rotation", 30, 30, 1, moves=3)
    assert (solve(board, "optimal").length or 9) <= 3
    board = new_board("rotation", 6, 6, 1, moves=6)
    solution = solve(board, "optimal")
    assert solution.optimal
    assert (solution.length or 9) <= 6


def test_pattern_groups_are_a_partition() -> None:
    for rows in range(2, 6):
        for columns in range(2, 26 // rows + 1):
            groups = pattern_groups(rows, columns)
            n = rows * columns
            assert sorted(cell for group in groups for cell in group) == list(range(n))
            assert sum(n ** len(group) for group in groups) <= 20_000_000
    assert [len(group) for group in pattern_groups(4, 4)] == [6, 5, 5]


@pytest.mark.thorough
def test_tables_are_kept_and_damaged_ones_built_again() -> None:
    board = new_board("rotation", 2, 4, 1)
    assert isinstance(board, RotationBoard)

    def found() -> list[object]:
        table_store.stop_and_clear()
        bounds.prepare(2, 4, "both", Control(Request()))
        return list(IterativeDeepening(board, Control(Request())).solve(all_solutions=False)[0])

    first = found()
    (table,) = table_store.list_tables()
    assert (table.name, table.state) == ("rotation-2x4-both", table_store.READY)
    path = table_store.folder() / "rotation-2x4-both.table"
    assert path.stat().st_size == table.size
    content = path.read_bytes()
    for damaged in (content[:-1], content[:300] + b"x" + content[301:], b"", b"{}\n" + content):
        path.write_bytes(damaged)
        assert next(iter(table_store.list_tables())).state == table_store.DAMAGED
        assert found() == first
        assert path.read_bytes() == content
    assert table_store.remove_all() == 1
    assert list(table_store.list_tables()) == []
    assert found() == first


def test_where_nothing_can_be_kept() -> None:
    table_store.set_cache_folder(Path("/dev/null/no"))
    board = new_board("rotation", 2, 4, 2)
    assert solve(board, "optimal").optimal
    assert list(table_store.list_tables()) == []


def test_the_answer_does_not_depend_on_the_tables_at_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """No table, all from the start, or all in the middle of the search."""
    board = new_board("rotation", 3, 4, 5, moves=10)
    assert isinstance(board, RotationBoard)
    monkeypatch.setattr(bounds, "_QUICK_TRIES", 2000)
    monkeypatch.setattr(table_store, "build_in_background", lambda _name, _make: None)
    found = []
    for every in (False, True):
        without = IterativeDeepening(board, Control(Request())).solve(all_solutions=every)
        found.append((list(without[0]), without[1]))
    bounds.prepare(3, 4, "both", Control(Request()))
    made = table_store.get_cached("rotation-3x4-both")
    assert made is not None
    for every, expected in zip((False, True), found, strict=True):
        whole = IterativeDeepening(board, Control(Request())).solve(all_solutions=every)
        assert (list(whole[0]), whole[1]) == expected
        # They become ready at the third look, when the search is at work.
        looks = iter([None, None])
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(table_store, "load", lambda _name: None)
            patch.setattr(table_store, "get_cached", lambda _name, looks=looks: next(looks, made))
            patch.setattr(table_store, "is_being_built", lambda _name: True)
            search = IterativeDeepening(board, Control(Request()))
            small = search.bounds.radius
            late = search.solve(all_solutions=every)
            assert search.bounds.radius > small
            assert (list(late[0]), late[1]) == expected


def test_a_damaged_table_does_not_keep_a_search_from_beginning(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wanted: list[str] = []
    monkeypatch.setattr(table_store, "build_in_background", lambda name, _make: wanted.append(name))
    table_store.save("rotation-2x4-both", {"keys": np.zeros(3)})
    path = table_store.folder() / "rotation-2x4-both.table"
    path.write_bytes(path.read_bytes()[:-1])
    board = new_board("rotation", 2, 4, 1)
    assert isinstance(board, RotationBoard)
    search = IterativeDeepening(board, Control(Request()))
    assert (wanted, search.bounds.groups) == (["rotation-2x4-both"], 0)


def test_tables_that_become_ready_between_two_looks_are_not_missed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A table is put into the cache before its build is reported as finished."""
    tables = bounds.BoundProvider(2, 4, "both", np.arange(8), Control(Request()))
    monkeypatch.setattr(table_store, "build_in_background", lambda _name, _make: None)
    tables.best_available()

    def ends_now(_name: str) -> bool:
        tables.build(Control(Request()))
        return False

    monkeypatch.setattr(table_store, "is_being_built", ends_now)
    better = tables.take_better()
    assert better is not None
    assert better.groups > 0


@pytest.mark.examples(1)
@pytest.mark.parametrize("step", ["build_pattern", "grow", "search"])
def test_cancel_while(step: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each kernel notices a stop, and nothing incomplete is stored."""
    board = new_board("rotation", 4, 4, 3)
    assert isinstance(board, RotationBoard)
    control = Control(Request(Limits(states=10**9)))  # so that no table is made in the background
    original = getattr(rotation_ida, step)

    def stopped(*arguments: object) -> object:
        control.stop("cancelled")
        return original(*arguments)

    monkeypatch.setattr(rotation_ida, step, stopped)
    with pytest.raises(SearchStopped, match="cancelled"):
        IterativeDeepening(board, control).solve(all_solutions=False)
    assert [t.state for t in table_store.list_tables()] == (
        [] if step != "search" else [table_store.READY]
    )


SOON = 0.5
"""Seconds within which a kernel stops on a busy machine; it looks far more often."""


def test_cancel_reaches_the_pattern_databases() -> None:
    n, k = 15, 6
    turns = geometry(3, 5, "both")
    targets = np.tile(np.arange(n), (len(turns.moves), 1))
    for turn, cycle in enumerate(turns.backward):
        targets[turn, cycle] = np.roll(cycle, -1)
    table = np.full(n**k, UNKNOWN, np.uint8)
    weights, homes = n ** np.arange(k - 1, -1, -1), np.arange(k)
    ctl = Control(Request()).kernel_array()
    scratch = np.empty(k, np.int64)
    result, seconds = cancelled(
        lambda: rotation_ida.build_pattern(table, homes, weights, targets, scratch, ctl),
        ctl,
        lambda: bool((table == 4).any()),
    )
    assert (result, seconds < SOON) == (-1, True)


@pytest.mark.parametrize("kind", [np.uint8, np.uint16])
def test_cancel_reaches_the_perimeter_and_its_bloom_filter(kind: Any) -> None:
    rng = np.random.default_rng(1)
    shell = rng.permuted(np.tile(np.arange(16), (1_000_000, 1)), axis=1).astype(kind)
    turns, zobrist = geometry(4, 4, "both").backward, zobrist_keys(16, 16)
    keys, near = np.zeros(1 << 24, np.uint32), np.zeros(1 << 24, np.uint8)
    bloom_filter, next_shell = np.zeros(1 << 20, np.uint8), np.empty((0, 16), kind)
    for call in (
        lambda ctl: rotation_ida.grow(
            keys, near, shell, len(shell), next_shell, turns, zobrist, 1, ctl
        ),
        lambda ctl: rotation_ida.fill_bloom_filter(
            bloom_filter, shell, len(shell), turns, zobrist, ctl
        ),
    ):
        ctl = Control(Request()).kernel_array()
        result, seconds = cancelled(lambda: call(ctl), ctl, lambda: bool(ctl[PROGRESS]))  # noqa: B023
        assert (result, seconds < SOON) == (-1, True)


def test_cancel_reaches_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "_TRIES", 30)
    board = new_board("rotation", 5, 5, 1, colours=5)
    assert isinstance(board, RotationBoard)
    control = Control(Request())
    search, length = IterativeDeepening(board, control), 40
    ctl, out = control.kernel_array(), np.empty((1, length), np.int16)
    _, _, workspace = search._workspace(length)
    result, seconds = cancelled(
        lambda: rotation_ida.search(
            search._position(search.start.copy()), 0, length, search._moves(all_solutions=True),
            search.bounds.perimeter, search.bounds.databases, workspace, out, True, ctl,
        ),
        ctl,
        lambda: bool(ctl[STATES]),
    )  # fmt: skip
    assert (result, seconds < SOON) == (-1, True)


def test_values_are_numbered_by_the_goal() -> None:
    board = new_board("rotation", 2, 4, 3, colours=3)
    assert isinstance(board, RotationBoard)
    search = IterativeDeepening(board, Control(Request()))
    assert sorted(search.start.tolist()) == sorted(value - 1 for value in flatten(board.goal))
