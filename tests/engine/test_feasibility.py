"""Warnings about a solver before it starts, against brute force and against its actual cost."""

from __future__ import annotations

from functools import cache

import pytest

from puzzlegui import kernels
from puzzlegui.core.board import Board
from puzzlegui.documents.presets import PRESETS, load_preset
from puzzlegui.engine.feasibility import feasibility_warning
from puzzlegui.engine.registry import SOLVERS, choose_solver, find_solver
from puzzlegui.engine.run import solve
from puzzlegui.families.creation import new_board, solved_board
from puzzlegui.families.registry import FAMILIES
from puzzlegui.solvers.control import Limits, Request
from puzzlegui.solvers.cost_estimate import capped_power
from puzzlegui.solvers.solver import Solver
from tests.boards import SMALL, distances, largest_board

NO_LIMITS = Limits(memory_mib=4096)
EXACT = ("bfs", "dijkstra", "iddfs", "astar", "optimal")
"""What is hopeless on large boards of the families that have it."""

each_solver = pytest.mark.parametrize(
    "solver", SOLVERS, ids=lambda solver: f"{solver.family}-{solver.name}"
)


@cache
def large(family: str) -> Board:
    return largest_board(family)


def small_boards(family: str) -> list[Board]:
    return [board for board in SMALL.values() if board.family == family]


@each_solver
def test_nothing_is_said_on_small_boards_where_it_ends(solver: Solver) -> None:
    for board in small_boards(solver.family):
        assert feasibility_warning(board, solver, NO_LIMITS) is None


@each_solver
def test_large_boards(solver: Solver) -> None:
    board = large(solver.family)
    said = feasibility_warning(board, solver, NO_LIMITS)
    tiles = board.goal_picture() is not None
    hopeless = tiles and solver.name in (*EXACT, "dfs", "stack", "best-first")
    assert (said is not None) == hopeless
    if said is not None:
        assert said.text.startswith(
            f"{solver.name} is unlikely to finish: it would have to search "
        )
        assert "× 10" in said.text
        assert said.alternative == "macro"
        assert (
            feasibility_warning(board, find_solver(solver.family, said.alternative), NO_LIMITS)
            is None
        )


@each_solver
def test_a_limit_is_an_end(solver: Solver) -> None:
    board = large(solver.family)
    assert feasibility_warning(board, solver, Limits(seconds=5.0)) is None
    assert feasibility_warning(board, solver, Limits(states=5)) is None


@each_solver
def test_what_is_answered_at_once(solver: Solver) -> None:
    solved = solved_board(solver.family, 6, 6)
    assert feasibility_warning(solved, solver, NO_LIMITS) is None
    if solver.family == "sliding":
        assert feasibility_warning(load_preset("fifteen-loyd"), solver, NO_LIMITS) is None


def test_with_a_sum_that_no_path_has() -> None:
    board = new_board("maze", 12, 12, 1).with_fields(sum=10**9 + 1)
    said = feasibility_warning(board, find_solver("maze", "bfs"), NO_LIMITS)
    assert said is not None
    assert said.alternative == "optimal"


def test_few_moves_are_found_on_any_board() -> None:
    for family in ("rotation", "sliding", "shift"):
        board = new_board(family, 10, 10, 1, moves=2)
        assert feasibility_warning(board, find_solver(family, "bfs"), NO_LIMITS) is None


@pytest.mark.parametrize("family", FAMILIES)
def test_what_auto_chooses_can_come_to_an_end(family: str) -> None:
    boards = [new_board(family, size, size, 1) for size in (3, 4, 5)]
    boards.append(large(family))
    boards += [board for name in PRESETS if (board := load_preset(name)).family == family]
    for board in boards:
        assert (
            feasibility_warning(board, choose_solver(board, "auto", Request()).solver, NO_LIMITS)
            is None
        )


@each_solver
def test_the_most_is_no_less_than_brute_force_counts(solver: Solver) -> None:
    for board in small_boards(solver.family):
        effort = None if solver.cost_estimator is None else solver.cost_estimator(board)
        if effort is None or effort.max_positions is None:
            continue
        reached = len(distances(board))
        assert reached <= effort.max_positions <= 2 * reached or not board.verdict().solvable
        assert effort.expected <= effort.max_positions


@pytest.mark.parametrize("family", ["rotation", "sliding", "shift"])
def test_a_search_of_all_positions_does_not_end_much_sooner_than_said(family: str) -> None:
    """The search expands about as many positions as expected, never more than the maximum."""
    board = new_board(family, 2, 4, 2)
    solver = find_solver(family, "bfs")
    assert solver.cost_estimator is not None
    effort = solver.cost_estimator(board)
    assert effort is not None
    assert effort.max_positions is not None
    solution = solve(board, "bfs")
    assert solution.states <= effort.max_positions
    assert effort.expected <= 100 * solution.states


@pytest.mark.parametrize(
    ("text", "board", "name"),
    [
        ("up to 3.7 × 10⁴¹ arrangements (5.9 × 10³⁴ GB of memory)", ("rotation", 6, 6), "bfs"),
        ("move sequences or more (36 years or more)", ("rotation", 4, 4), "iddfs"),
    ],
)
def test_the_words(text: str, board: tuple[str, int, int], name: str) -> None:
    family, rows, columns = board
    said = feasibility_warning(
        new_board(family, rows, columns, 1), find_solver(family, name), NO_LIMITS
    )
    assert said is not None
    assert text in said.text


def test_powers_of_thousands_of_digits() -> None:
    assert capped_power(2, 10) == 1024
    assert capped_power(10, 500) == 10**500
    assert capped_power(1682, 4449) == 10**3000


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("mystery-box", "about ten seconds"),
        ("graphs-4x4-two-colours", "about ten seconds"),
        ("twiddle-4x4", "a minute or more"),
        ("fifteen-book", "a minute or more"),
        ("shift-20x20", "a minute or more"),
    ],
)
def test_auto_expects_more_time_where_kernels_are_not_compiled(
    name: str, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = load_preset(name)
    compiled = choose_solver(board, "auto", Request())
    monkeypatch.setattr(kernels, "UNCOMPILED_REASON", "headers")
    plain = choose_solver(board, "auto", Request())
    assert plain.solver == compiled.solver
    assert plain.reason == (
        f"Using {plain.solver.name}. The solvers are not compiled: expect {words}."
    )
    assert words not in compiled.reason


def test_mazes_take_no_longer_where_kernels_are_not_compiled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    board = load_preset("schonbrunn-hard")
    compiled = choose_solver(board, "auto", Request())
    monkeypatch.setattr(kernels, "UNCOMPILED_REASON", "headers")
    assert choose_solver(board, "auto", Request()) == compiled


def test_a_long_search_is_doubted_earlier_where_kernels_are_not_compiled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    board = new_board("rotation", 5, 5, 1)
    optimal = find_solver("rotation", "optimal")
    assert optimal.cost_estimator is not None
    compiled = optimal.cost_estimator(board)
    monkeypatch.setattr(kernels, "UNCOMPILED_REASON", "headers")
    plain = optimal.cost_estimator(board)
    assert compiled is not None
    assert plain is not None
    assert plain.expected == compiled.expected
    assert plain.seconds > 100 * compiled.seconds > 0
