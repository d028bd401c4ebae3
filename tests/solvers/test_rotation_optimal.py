"""Iterative deepening on rotation boards, with goal tables small enough to leave it some work."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from puzzlegui.core.solution import Solution, replay
from puzzlegui.engine.run import solve
from puzzlegui.families.creation import new_board
from puzzlegui.families.rotation import tables
from puzzlegui.families.rotation.board import RotationBoard
from puzzlegui.families.rotation.solving import optimal as rotation
from puzzlegui.kernels import deepening as kernel
from puzzlegui.kernels import goal_table as table_kernel
from puzzlegui.solvers import table_store
from puzzlegui.solvers.control import STATES, Control, Limits, Request, SearchStopped
from puzzlegui.solvers.move_search import optimal
from puzzlegui.solvers.move_search.puzzle import EncodedPuzzle
from tests.boards import count_solutions, distances
from tests.solvers.cancelling import cancelled
from tests.solvers.uncompiled import uncompiled

KINDS = [
    (size, colours, turns)
    for size, colours in (((2, 3), 0), ((2, 4), 0), ((2, 4), 3), ((3, 3), 2), ((3, 3), 3))
    for turns in ("both", "clockwise", "counterclockwise")
]
LIMITED = Limits(states=1 << 40)
"""Limits under which databases are built at once, and no table of an earlier run is used."""


@pytest.fixture(autouse=True)
def _deepening_only(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Solve no board by a table of all distances."""
    monkeypatch.setattr(rotation, "_TABLE", 0)
    monkeypatch.setattr(rotation, "_COUNTING_TABLE", 0)
    optimal.clear_goal_table_cache()
    yield
    optimal.clear_goal_table_cache()


@pytest.fixture(params=[1, 2000, 20_000, 150_000_000])
def most(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    """Return sizes of the goal table: only the goal, some turns, everything."""
    monkeypatch.setattr(optimal, "_MOST", request.param)
    return int(request.param)


def _every(board: RotationBoard, request: Request) -> Solution:
    return solve(board, "optimal", Request(request.limits, all_solutions=True))


@pytest.mark.examples(4)
@pytest.mark.parametrize(("size", "colours", "turns"), KINDS)
@pytest.mark.parametrize("databases", [1, 1 << 40])
def test_lengths_and_counts_equal_brute_force(
    size: tuple[int, int], colours: int, turns: str, databases: int, most: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setattr(optimal, "_WORTH_DATABASES", databases)
    for seed in range(3):
        board = new_board("rotation", *size, seed, colours=colours, turns=turns)
        assert isinstance(board, RotationBoard)
        best = distances(board)[board.goal]
        request = Request(LIMITED)
        found = solve(board, "optimal", request)
        assert (found.length, found.optimal) == (best, True)
        assert replay(board, found.moves).correct
        if best <= 8 and (best <= 5 or most > 2000):
            every = _every(board, request)
            assert every.solutions is not None
            assert every.count == len(set(every.solutions)) == count_solutions(board, best)
            assert {len(moves) for moves in every.solutions} == {best}
            assert every.moves == found.moves


def check_small() -> str:
    """Return results for a few tiny boards as text; called uncompiled as well."""
    rotation._TABLE = rotation._COUNTING_TABLE = 0
    optimal._MOST, optimal._WORTH_FILTER = 6000, 0
    optimal.clear_goal_table_cache()
    lines: list[object] = []
    for colours, turns in ((0, "both"), (2, "both"), (2, "clockwise")):
        board = new_board("rotation", 2, 3, 1, colours=colours, turns=turns)
        assert isinstance(board, RotationBoard)
        for every in (False, True):
            found = solve(board, "optimal", Request(LIMITED, all_solutions=every))
            assert found.length == distances(board)[board.goal]
            lines.append((found.moves, found.solutions, found.states))
            solved = RotationBoard(board.goal, board.goal, turns)
            lines.append(solve(solved, "optimal", Request(LIMITED, all_solutions=every)).count)
    return str(lines)


def test_results_are_the_same_uncompiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(optimal, "_MOST", 6000)  # which check_small changes, too
    monkeypatch.setattr(optimal, "_WORTH_FILTER", 0)
    code = "from tests.solvers.test_rotation_optimal import check_small; print(check_small())"
    assert uncompiled(code) == check_small()


@pytest.mark.examples(2)
def test_4x4_board_has_its_known_length(most: int) -> None:
    """The length is known from another program."""
    if most < 20_000:
        return
    board = new_board("rotation", 4, 4, 112)
    # Under a limit of states all databases are made first, and then serve the other.
    solutions = [solve(board, "optimal", Request(LIMITED)), solve(board, "optimal")]
    for solution in solutions:
        assert (solution.length, solution.optimal) == (11, True)
    assert solutions[0].moves == solutions[1].moves


def test_bloom_filter_changes_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(optimal, "_MOST", 20_000)
    boards = [new_board("rotation", 3, 4, seed, colours=4, moves=8) for seed in range(3)]
    boards += [new_board("rotation", 3, 4, 1, moves=9, turns="clockwise")]
    for every in (False, True):
        answers = []
        for worth in (0, 1 << 60):
            monkeypatch.setattr(optimal, "_WORTH_FILTER", worth)
            found = [
                solve(board, "optimal", Request(LIMITED, all_solutions=every)) for board in boards
            ]
            answers.append([(each.moves, each.count) for each in found])
        assert answers[0] == answers[1]


@pytest.mark.thorough
def test_limit_of_states_leaves_the_proved_bound() -> None:
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


# --- pattern databases ---


def test_pattern_groups_are_a_partition() -> None:
    for rows in range(2, 6):
        for columns in range(2, 26 // rows + 1):
            groups = rotation.pattern_groups(rows, columns)
            n = rows * columns
            assert sorted(cell for group in groups for cell in group) == list(range(n))
            assert sum(n ** len(group) for group in groups) <= 20_000_000
    assert [len(group) for group in rotation.pattern_groups(4, 4)] == [6, 5, 5]


@pytest.mark.thorough
def test_tables_are_kept_and_damaged_ones_built_again() -> None:
    board = new_board("rotation", 2, 4, 1)

    def found() -> list[object]:
        table_store.stop_and_clear()
        tables.build(2, 4, "both", Control(Request()))
        return list(solve(board, "optimal").moves)

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


def test_search_needs_no_place_for_tables() -> None:
    table_store.set_cache_folder(Path("/dev/null/no"))
    board = new_board("rotation", 2, 4, 2)
    assert solve(board, "optimal", Request(LIMITED)).optimal
    assert list(table_store.list_tables()) == []


@pytest.mark.parametrize("turns", ["both", "clockwise"])
def test_answer_does_not_depend_on_the_databases_at_hand(
    turns: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No databases, all from the start, or all in the middle of the search."""
    board = new_board("rotation", 3, 4, 5, moves=10, turns=turns)
    monkeypatch.setattr(optimal, "_MOST", 20_000)
    monkeypatch.setattr(optimal, "_WORTH_DATABASES", 1)
    monkeypatch.setattr(table_store, "build_in_background", lambda _name, _make: None)
    requests = [Request(all_solutions=every) for every in (False, True)]

    def answers() -> list[object]:
        found = [solve(board, "optimal", request) for request in requests]
        return [(each.moves, each.count) for each in found]

    without = answers()
    tables.build(3, 4, turns, Control(Request()))
    made = table_store.get_cached(f"rotation-3x4-{turns}")
    assert made is not None
    assert answers() == without
    # They become ready when the search is at work.
    looks = iter([None] * 20)
    monkeypatch.setattr(table_store, "load", lambda _name: None)
    monkeypatch.setattr(table_store, "get_cached", lambda _name: next(looks, made))
    monkeypatch.setattr(table_store, "is_being_built", lambda _name: True)
    assert answers() == without


# --- stopping ---


@pytest.mark.examples(1)
@pytest.mark.parametrize("step", ["build_pattern", "grow", "search"])
def test_each_kernel_notices_a_stop(step: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each kernel notices a stop, and nothing incomplete is stored."""
    board = new_board("rotation", 4, 4, 3)
    assert isinstance(board, RotationBoard)
    control = Control(Request(LIMITED))  # so that no table is made in the background
    module = table_kernel if step == "grow" else kernel
    original = getattr(module, step)

    def stopped(*arguments: object) -> object:
        control.stop("cancelled")
        return original(*arguments)

    monkeypatch.setattr(module, step, stopped)
    with pytest.raises(SearchStopped, match="cancelled"):
        rotation.solve(board, control)
    assert list(table_store.list_tables()) == []


SOON = 0.5
"""Seconds within which a kernel stops on a busy machine; it looks far more often."""


def test_cancel_reaches_the_search() -> None:
    board = new_board("rotation", 5, 5, 1, colours=5)
    assert isinstance(board, RotationBoard)
    puzzle = EncodedPuzzle(board)
    control = Control(Request(all_solutions=True))
    search = optimal.OptimalSearch(puzzle, rotation.heuristics(board, puzzle), control)
    ctl, out, work = control.kernel_array(), np.empty((1, 41), np.int32), search._workspace(40)
    result, seconds = cancelled(
        lambda: kernel.search(
            puzzle.kernel_moves(every_order=True), search._goal(), search._front.table.rows,
            search._front.table.kernel, 40, True, work, out, ctl,
        ),
        ctl,
        lambda: bool(ctl[STATES]),
    )  # fmt: skip
    assert (result, seconds < SOON) == (-1, True)
