"""``auto`` returns moves whatever the time limit, and names the solver that found them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from puzzlegui.core.board import Board
from puzzlegui.core.solution import Status, replay
from puzzlegui.engine import registry
from puzzlegui.engine.run import Run, solve
from puzzlegui.families.creation import new_board
from puzzlegui.families.registry import FAMILIES, family_of
from puzzlegui.families.rotation.board import RotationBoard
from puzzlegui.solvers.control import Control, Limits, Outcome, Request
from puzzlegui.solvers.solver import Solver, SolverFunction
from tests.boards import grid

A_DAY = Request(Limits(seconds=86_400))
BOARDS = [
    new_board(family, rows, columns, 3, **wishes)
    for family in FAMILIES
    if family != "maze"  # its best path so far is kept by the solver itself
    for rows, columns, wishes in (
        (4, 4, {}), (2, 8, {}), (8, 2, {}), (3, 5, {}), (6, 4, {"colours": 2}),
    )
] + [
    new_board("rotation", rows, columns, 3, turns=turns)
    for turns in ("clockwise", "counterclockwise")
    for rows, columns in ((4, 4), (2, 5))
]  # fmt: skip
QUICK = [board for board in BOARDS if family_of(board).choose(board, A_DAY).solver.name != "macro"]
"""Boards that are solved long before the limit; ``macro`` may shorten solutions until then."""


def _load_of(name: str, function: SolverFunction) -> Callable[[Solver], SolverFunction]:
    load = Solver.load
    return lambda solver: function if solver.name == name else load(solver)


def _time_is_up(_board: Board, control: Control) -> Outcome:
    control.stop("seconds")
    control.check()
    raise AssertionError


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the time limit stop ``optimal`` as soon as it begins."""
    monkeypatch.setattr(Solver, "load", _load_of("optimal", _time_is_up))


@pytest.mark.examples(6)
@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize("board", QUICK, ids=lambda board: board.describe())
def test_a_quick_solution_is_the_answer_when_time_is_up(board: Board) -> None:
    choice = family_of(board).choose(board, A_DAY)
    solution = solve(board, registry.AUTO, A_DAY)
    assert solution.status is Status.SOLVED
    assert replay(board, solution.moves).correct
    if choice.fallback is None:
        assert solution.solver == choice.solver.name
        return
    assert (choice.solver.name, solution.solver) == ("optimal", choice.fallback.name)
    assert "time limit" in solution.note
    assert solution.optimal == (len(solution.moves) <= solution.lower_bound)
    assert solution.segments[-1].stop == len(solution.moves)


@pytest.mark.usefixtures("hurried")
def test_without_a_time_limit_the_chosen_solver_is_the_only_one() -> None:
    solution = solve(BOARDS[0], registry.AUTO)
    assert (solution.status, solution.solver) == (Status.LIMIT, "optimal")


@pytest.mark.usefixtures("hurried")
def test_a_quick_solution_that_is_too_long_does_not_count() -> None:
    limits = Limits(moves=3, seconds=86_400)
    solution = solve(BOARDS[0], registry.AUTO, Request(limits))
    assert (solution.status, solution.moves) == (Status.LIMIT, ())


@pytest.mark.usefixtures("hurried")
def test_an_unsolvable_board_stays_unsolvable() -> None:
    board = RotationBoard(grid("2 1/3 4"), grid("1 2/3 4"))
    assert solve(board, registry.AUTO, A_DAY).status is Status.UNSOLVABLE


@pytest.mark.parametrize("family", ["rotation", "sliding", "shift"])
def test_the_answer_is_that_of_the_chosen_solver_if_it_ends(family: str) -> None:
    board = new_board(family, 3, 3, 5)
    hurried, patient = (solve(board, registry.AUTO, request) for request in (A_DAY, Request()))
    assert hurried.solver == patient.solver == "optimal"
    assert hurried.moves == patient.moves
    assert (hurried.optimal, hurried.lower_bound) == (True, patient.lower_bound)
    assert (hurried.states, hurried.note) == (patient.states, patient.note)


def test_cancelling_stops_the_quick_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    board = BOARDS[0]
    quick = family_of(board).choose(board, A_DAY).fallback
    assert quick is not None

    def cancelled(_board: Board, control: Control) -> Outcome:
        run.cancel()
        control.check()
        raise AssertionError

    monkeypatch.setattr(Solver, "load", _load_of(quick.name, cancelled))
    run = Run(board, registry.AUTO, A_DAY)
    assert run.execute().status is Status.CANCELLED
    run.release()
