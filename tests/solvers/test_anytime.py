"""``macro`` in every family: valid at once, better and better, never below the bound."""

import random
import time
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from puzzlegui.core.board import Board
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.solution import Status, replay
from puzzlegui.engine import registry, run
from puzzlegui.engine.memory import memory_mib
from puzzlegui.engine.registry import SOLVERS
from puzzlegui.engine.run import solve
from puzzlegui.families.creation import new_board, solved_board
from puzzlegui.solvers.anytime_search import AnytimeSearch
from puzzlegui.solvers.control import Control, Limits, Outcome, Request
from puzzlegui.solvers.neighbourhoods import Moves
from tests.boards import largest_board
from tests.solvers.anytime import check, states

FAMILIES = [solver.family for solver in SOLVERS if solver.name == "macro"]

each_family = pytest.mark.parametrize("family", FAMILIES)


@pytest.mark.examples(2)
@pytest.mark.parametrize(
    "board",
    [
        *(
            new_board("rotation", *size, 3, colours=colours, turns=turns)
            for size, colours in (((2, 5), 0), ((3, 4), 0), ((4, 4), 3))
            for turns in ("both", "clockwise", "counterclockwise")
        ),
        *(
            new_board("sliding", *size, 3, colours=colours)
            for size, colours in (((3, 4), 0), ((2, 6), 0), ((4, 4), 0), ((4, 4), 6))
        ),
    ],
    ids=lambda board: board.describe(),
)
def test_never_shorter_than_the_optimum(board: Board) -> None:
    optimum = solve(board, "optimal").length
    for number in (500, 50_000):
        solution = solve(board, "macro", states(number))
        check(solution)
        assert (solution.length or 0) >= (optimum or 0)
        assert solution.lower_bound <= (optimum or 0)


@pytest.mark.examples(1)
@pytest.mark.parametrize(
    "board",
    [
        *(
            new_board(family, rows, columns, 1, colours=colours)
            for family in FAMILIES
            for rows, columns, colours in (
                (30, 30, 0), (30, 30, 2), (30, 2, 4), (2, 30, 0), (30, 3, 0), (3, 30, 4),
            )
            # The first solution of a large one takes most of a second of processor time.
            if family != "permutation"
        ),
        new_board("rotation", 30, 30, 1, turns="clockwise"),
        new_board("rotation", 2, 30, 1, turns="counterclockwise"),
    ],
    ids=lambda board: board.describe(),
)  # fmt: skip
def test_large_boards_within_the_time(board: Board) -> None:
    solution = solve(board, "auto", Request(Limits(seconds=1.0)))
    assert solution.solver == "macro"
    assert solution.chosen.startswith("Short solution by macro moves (macro)")
    assert "time limit" in solution.note or solution.optimal
    check(solution)


@each_family
@pytest.mark.examples(2)
def test_the_same_answer_for_the_same_seed_and_states(family: str) -> None:
    board = new_board(family, 7, 6, 4, colours=9)
    one, other = (solve(board, "macro", states(60_000, seed=5)) for _ in range(2))
    assert (one.moves, one.states, one.segments) == (other.moves, other.states, other.segments)
    assert one.states == 60_000
    assert "state limit" in one.note
    different = solve(board, "macro", states(60_000, seed=6))
    assert different.moves != one.moves


@pytest.mark.examples(1)
@each_family
def test_it_gets_better_and_says_so(family: str) -> None:
    board = new_board(family, 12, 12, 1)
    with run.start(board, "macro") as handle:
        deadline = time.monotonic() + 20
        while len(handle.stats.improvements) < 5 and time.monotonic() < deadline:
            time.sleep(0.01)
        stats = handle.stats
        assert stats.phase
        assert stats.lower_bound == board.lower_bound()
        handle.cancel()
        solution = handle.result()
    check(solution)
    seconds, lengths = zip(*handle.stats.improvements, strict=True)
    assert list(seconds) == sorted(seconds)
    assert list(lengths) == sorted(set(lengths), reverse=True)
    assert solution.length == lengths[-1]


@each_family
def test_it_stops_when_the_bound_is_reached(family: str) -> None:
    board = new_board(family, 12, 12, 1, moves=3)
    solution = solve(board, "macro")
    assert solution.optimal
    assert solution.seconds < 8
    assert solve(solved_board(family, 12, 12), "macro").moves == ()


@each_family
def test_no_longer_than_allowed(family: str) -> None:
    limits = Limits(moves=5, states=5000)
    solution = solve(new_board(family, 6, 6, 1), "macro", Request(limits))
    assert solution.status is Status.LIMIT
    assert not solution.moves


@each_family
def test_memory_is_asked_for(family: str) -> None:
    limit = int(memory_mib()) + 1
    board = largest_board(family)
    solution = solve(board, "macro", Request(Limits(memory_mib=limit)))
    assert f"memory limit of {limit} MiB" in solution.note


@each_family
@pytest.mark.parametrize("size", [(2, 20), (5, 5), (30, 30)])
def test_auto_chooses_it_for_large_boards(family: str, size: tuple[int, int]) -> None:
    board = largest_board(family) if size == (30, 30) else new_board(family, *size, 1)
    assert registry.choose_solver(board, "auto", Request()).solver.name == "macro"
    every = registry.choose_solver(board, "auto", Request(all_solutions=True))
    assert every.solver.name == "optimal"


def padded(board: Board, moves: Sequence[Any], seed: int) -> tuple[Any, ...]:
    """Return the moves with detours that no clean-up removes at once: loops there and back."""
    rng = random.Random(seed)
    found: list[Any] = []
    position = board.initial()
    for move in [*moves, None]:
        if rng.random() < 0.3 or move is None:
            position = _wander(board, position, found, rng)
        if move is not None:
            found.append(move)
            position = board.play(position, move)
    return tuple(found)


def _wander(board: Board, position: Any, found: list[Any], rng: random.Random) -> Any:
    """Return random moves, and the way back that a solver finds."""
    away = position
    for _ in range(4):
        move = rng.choice(board.legal_moves(away))
        found.append(move)
        away = board.play(away, move)
    back = solve(board.from_position(away).with_fields(goal=position), "optimal")
    found += back.moves
    return position


@each_family
@pytest.mark.parametrize("colours", [0, 3])
def test_a_padded_solution_of_a_small_board_gets_as_short_as_can_be(
    family: str, colours: int
) -> None:
    board = new_board(family, 2, 4, 5, colours=colours)
    best = solve(board, "optimal")
    given = padded(board, best.moves, 1)
    assert replay(board, given).correct
    assert len(given) > len(best.moves)
    shorter = solve(board, "auto", Request(initial_solution=given))
    check(shorter)
    assert shorter.solver == "macro"
    assert (shorter.length, shorter.optimal) == (best.length, True)


@pytest.mark.examples(1)
@each_family
@pytest.mark.parametrize("colours", [0, 9])
def test_a_solution_is_made_shorter_and_never_longer(family: str, colours: int) -> None:
    board = new_board(family, 7, 6, 4, colours=colours)
    first = solve(board, "macro", states(2000))
    given = padded(board, first.moves[:40], 2) + first.moves[40:]
    assert replay(board, given).correct
    limit = 80_000 if family == "permutation" else 40_000  # its beams take more states
    for start in (given, first.moves):
        one, other = (
            solve(board, "auto", Request(Limits(states=limit), seed=3, initial_solution=start))
            for _ in range(2)
        )
        check(one)
        assert (one.moves, one.states, one.segments) == (other.moves, other.states, other.segments)
        assert (one.length or 0) < len(start)
    again = solve(board, "auto", Request(Limits(states=0), initial_solution=one.moves))
    assert again.moves == one.moves


@each_family
def test_what_is_given_must_solve_the_board(family: str) -> None:
    board = new_board(family, 7, 6, 4)
    with pytest.raises(PuzzleError, match="the given moves are not a solution"):
        solve(board, "auto", Request(initial_solution=()))
    with pytest.raises(PuzzleError, match="cannot improve a given solution; use macro"):
        solve(board, "optimal", Request(initial_solution=()))


@each_family
def test_a_solution_that_is_short_already_stays(family: str) -> None:
    board = new_board(family, 12, 12, 1, moves=3)
    best = solve(board, "macro")
    shorter = solve(board, "auto", Request(Limits(states=3000), initial_solution=best.moves))
    assert shorter.moves == best.moves
    solved = solved_board(family, 12, 12)
    assert solve(solved, "auto", Request(initial_solution=())).moves == ()


def test_families_without_such_a_solver_say_so() -> None:
    board = new_board("maze", 5, 5, 1)
    with pytest.raises(PuzzleError, match="no solver for maze boards can improve a given solution"):
        solve(board, "auto", Request(initial_solution=()))


@each_family
def test_the_best_so_far_can_be_had_at_any_time(family: str) -> None:
    board = new_board(family, 12, 12, 1)
    with run.start(board, "macro") as handle:
        deadline = time.monotonic() + 20
        while handle.best_so_far() is None and time.monotonic() < deadline:
            time.sleep(0.01)
        solution = handle.best_so_far()
        assert solution is not None
        assert not handle.done
        handle.cancel()
        last = handle.result()
    check(solution)
    assert len(last.moves) <= len(solution.moves)
    assert not solution.note


@pytest.mark.thorough
@each_family
def test_macro_goes_on_with_beams_that_fit_into_memory(family: str) -> None:
    board = new_board(family, 10, 10, 1)
    limits = Limits(states=1_000_000, memory_mib=int(memory_mib()) + 40)
    solution = solve(board, "macro", Request(limits))
    check(solution)
    assert "state limit" in solution.note


class _Attempts(AnytimeSearch):
    """Attempts that begin and end with given lengths, each of 100 states."""

    def __init__(self, control: Control, lengths: Sequence[tuple[int, int]]) -> None:
        super().__init__(control)
        self._lengths = iter(lengths)
        self.totals: list[float] = []

    def _search_from_scratch(self) -> None:
        begun, self._ended = next(self._lengths)
        self.totals.append(self._budget.total_states(0))
        self._report(np.zeros(begun, np.int16))

    def _start_from(self, solution: Sequence[Any]) -> None:
        raise NotImplementedError

    def _search_neighbourhoods(self) -> bool:
        self._control.states += 100
        self._report(np.zeros(self._ended, np.int16))
        return self._budget.begin_attempt()

    def _outcome(self, moves: Moves, _ending: str) -> Outcome:
        return Outcome(Status.SOLVED, moves.tolist())


def test_the_best_of_several_attempts_is_the_answer() -> None:
    control = Control(states(410))
    lengths = [(30, 20), (25, 22), (28, 15), (17, 16), (1, 1)]
    search = _Attempts(control, lengths)
    assert len(search.solve().moves) == 15
    assert search.totals == [410, 310, 210, 110]  # what is left at last is too little
    assert [length for _, length in control.improvements] == [30, 20, 15]


def test_long_run_goes_on_with_its_trial_if_beams_find_no_shorter_solution(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    control = Control(Request(Limits(seconds=1000)))
    now = [control.start_time]
    monkeypatch.setattr("time.perf_counter", lambda: now[0])

    class Timed(_Attempts):
        def _search_neighbourhoods(self) -> bool:
            now[0] += 100
            return super()._search_neighbourhoods()

    search = Timed(control, [(30, 20), (25, 18), *[(28, 27)] * 8])
    assert len(search.solve().moves) == 18
    assert [length for _, length in control.improvements] == [30, 20, 18]
