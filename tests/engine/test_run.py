import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from typing import Any

import pytest

from puzzlegui.core.board import Board
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.solution import Replay, Replayer, Status
from puzzlegui.documents.presets import load_preset
from puzzlegui.engine import registry, run, solvability
from puzzlegui.engine.memory import memory_mib
from puzzlegui.engine.registry import SOLVERS
from puzzlegui.families.creation import new_board
from puzzlegui.families.rotation.solving import distance_table
from puzzlegui.solvers.control import Control, Limits, Outcome, Request, SearchStopped
from puzzlegui.solvers.enumeration import SolutionCollector, list_solutions
from puzzlegui.solvers.solver import Solver

LONG: dict[str, Board] = {
    "rotation": new_board("rotation", 4, 4, 1),
    "sliding": new_board("sliding", 5, 5, 1),
    "shift": new_board("shift", 5, 5, 1),
    "permutation": load_preset("twiddle-5x5-3"),
    "maze": new_board("maze", 12, 12, 1).with_fields(sum=10**9 + 1),
}
"""Boards that keep every search busy for minutes."""

ENDLESS = [
    pytest.param(solver, id=f"{solver.family}-{solver.name}")
    for solver in SOLVERS
    if solver.name not in ("peel", "macro", "exchange", "exchange-short", "optimal", "longest")
]


@pytest.mark.parametrize("solver", ENDLESS)
def test_cancel(solver: Solver) -> None:
    with run.start(LONG[solver.family], solver.name) as handle:
        deadline = time.monotonic() + 10
        while handle.stats.states < 100 and time.monotonic() < deadline:
            time.sleep(0.001)
        stats = handle.stats
        assert stats.solver == solver.name
        assert stats.states >= 100
        assert stats.memory_mib > 1
        assert not handle.done
        handle.cancel()
        solution = handle.result()
    assert solution.status is Status.CANCELLED
    assert solution.outcome().startswith("Cancelled.")
    assert not solution.moves


@pytest.mark.examples(5)
@pytest.mark.parametrize("solver", ENDLESS)
def test_time_limit(solver: Solver) -> None:
    request = Request(Limits(seconds=0.2))
    solution = run.start(LONG[solver.family], solver.name, request).result()
    assert solution.status is Status.LIMIT
    assert "time limit" in solution.note
    assert solution.seconds >= 0.2


@pytest.mark.parametrize("solver", ENDLESS)
def test_memory_limit(solver: Solver) -> None:
    request = Request(Limits(memory_mib=1))
    solution = run.solve(LONG[solver.family], solver.name, request)
    assert solution.status is Status.LIMIT
    assert "memory limit of 1 MiB" in solution.note


def test_memory_is_asked_for_before_it_is_taken() -> None:
    limit = int(memory_mib()) + 5
    board = new_board("rotation", 4, 4, 1, colours=4)  # whose table takes 60 MiB
    request = Request(Limits(memory_mib=limit), all_solutions=True)
    solution = run.solve(board, "optimal", request)
    assert solution.status is Status.LIMIT
    assert f"memory limit of {limit} MiB" in solution.note
    assert solution.states == 0


def test_leaving_the_block_cancels() -> None:
    with run.start(LONG["rotation"], "bfs") as handle:
        pass
    assert handle.result().status is Status.CANCELLED


def test_result_calls_back_while_waiting() -> None:
    calls: list[int] = []
    handle = run.start(LONG["rotation"], "bfs", Request(Limits(seconds=0.3)))
    handle.result(lambda: calls.append(handle.stats.states))
    assert len(calls) > 3
    assert calls == sorted(calls)


@pytest.mark.parametrize("moves", [("R",), ("D",), ("nonsense",)])
def test_a_wrong_solution_is_never_shown(
    monkeypatch: pytest.MonkeyPatch, moves: tuple[Any, ...]
) -> None:
    board = load_preset("eight-cpp")
    outcome = Outcome(Status.SOLVED, moves)
    monkeypatch.setattr(Solver, "load", lambda _self: lambda _board, _control: outcome)
    with pytest.raises((run.SolverFaultError, KeyError)):
        run.solve(board, "bfs")
    with pytest.raises((run.SolverFaultError, KeyError)):
        run.start(board, "bfs").result()


def test_what_was_found_before_a_limit_is_kept() -> None:
    request = Request(Limits(moves=40, states=2_000_000), all_solutions=True)
    solution = run.solve(load_preset("mystery-box"), "iddfs", request)
    assert solution.status is Status.SOLVED
    assert solution.count
    assert "state limit" in solution.note
    assert "may be more" in solution.note


def test_wrong_requests() -> None:
    with pytest.raises(PuzzleError, match="there is no solver 'magic' for rotation boards"):
        run.start(LONG["rotation"], "magic")
    with pytest.raises(PuzzleError, match="there is no solver 'dfs' for rotation boards"):
        run.start(LONG["rotation"], "dfs")
    with pytest.raises(PuzzleError, match="peel finds only one solution; to list all, use"):
        run.start(LONG["rotation"], "peel", Request(all_solutions=True))
    with pytest.raises(PuzzleError, match="peel needs a board of at least 3×3; this one is 2×5"):
        run.start(new_board("rotation", 2, 5, 1), "peel")


def test_auto_lists_all_where_it_is_asked_to() -> None:
    for board in (new_board("rotation", 6, 6, 1), load_preset("eight-cpp")):
        choice = registry.choose_solver(board, "auto", Request(all_solutions=True))
        assert choice.solver.lists


def test_deciding_a_maze_with_a_sum() -> None:
    for name, total, solvable in (
        ("schonbrunn-hard", 0, True),
        ("schonbrunn-hard", 1_000, False),
    ):
        board = load_preset(name).with_fields(sum=total)
        verdict = board.verdict()
        assert verdict.solvable is None
        solution = run.solve(board, solvability.SOLVER, solvability.decision_request(60))
        decided = solvability.complete_verdict(verdict, solution)
        assert decided.solvable is solvable
        assert decided.reason.startswith("Solvable" if solvable else "Not solvable")
    board = new_board("maze", 12, 12, 1).with_fields(sum=401)
    stopped = run.solve(board, solvability.SOLVER, Request(Limits(states=5), stop_at_first=True))
    assert solvability.complete_verdict(board.verdict(), stopped).solvable is None


def test_runs_side_by_side_share_a_table() -> None:
    """Two windows may solve boards of the same kind at the same time."""
    boards = [new_board("rotation", 3, 3, seed) for seed in range(8)]
    expected = [len(run.solve(board, "optimal").moves) for board in boards]
    for _ in range(5):
        distance_table._table.cache_clear()
        with ThreadPoolExecutor(len(boards)) as pool:
            found = list(pool.map(lambda board: len(run.solve(board, "optimal").moves), boards))
        assert found == expected


EVERY = Request(all_solutions=True)
BOX = load_preset("mystery-box")
RIGHT = BOX.parse_moves("B1 B2 A2 B2 A1 A2 A1 A2 B1 A2")


@pytest.fixture
def replays(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, Sequence[Any]]]:
    """Record the thread in which each list of moves is replayed, and the list."""
    found: list[tuple[str, Sequence[Any]]] = []
    play = Replayer.replay

    def noted(self: Replayer, moves: Sequence[Any]) -> Replay:
        found.append((threading.current_thread().name, tuple(moves)))
        return play(self, moves)

    monkeypatch.setattr(Replayer, "replay", noted)
    return found


def pulled(control: Control, reached: Callable[[int], None]) -> Outcome:
    """List all solutions at once, as from a table."""

    def solutions() -> Any:
        for number in range(10):
            reached(number)
            yield RIGHT

    return list_solutions(solutions(), 10, control)


def pushed(control: Control, reached: Callable[[int], None]) -> Outcome:
    """Report solutions in turn, as a search that never checks whether it is to stop."""
    listing = SolutionCollector(control, optimal=True)
    for number in range(10):
        reached(number)
        listing.add(RIGHT)
    return listing.outcome()


@pytest.mark.parametrize("way", [pulled, pushed])
@pytest.mark.parametrize("reason", ["seconds", "memory", "cancelled"])
def test_replaying_ends_when_the_run_is_to_stop(
    monkeypatch: pytest.MonkeyPatch,
    replays: list[tuple[str, Sequence[Any]]],
    way: Callable[..., Outcome],
    reason: str,
) -> None:
    def solver(_board: Board, control: Control) -> Outcome:
        return way(control, lambda number: control.stop(reason) if number == 4 else None)

    monkeypatch.setattr(Solver, "load", lambda _self: solver)
    solution = run.solve(BOX, "bfs", EVERY)
    assert solution.status is Status.SOLVED
    assert solution.solutions == (RIGHT,) * 4
    assert len(replays) == 4 + 1  # and the answer, once more
    if way is pulled:
        assert solution.count == 10
        assert "The first 4 of 10 solutions are listed." in solution.note
    else:
        assert solution.count == 4
        assert "There may be more solutions." in solution.note


@pytest.mark.thorough
@pytest.mark.examples(1)
@pytest.mark.parametrize(
    ("board", "solver"),
    [
        (BOX, "bfs"), (BOX, "iddfs"), (BOX, "dijkstra"), (BOX, "optimal"),
        (new_board("rotation", 4, 4, 1, moves=5), "optimal"),
        (load_preset("eight-cpp"), "optimal"), (load_preset("eight-cpp"), "astar"),
        (load_preset("schonbrunn"), "dfs"), (load_preset("schonbrunn-hard"), "optimal"),
    ],
)  # fmt: skip
def test_all_are_replayed_in_the_thread_that_solves(
    replays: list[tuple[str, Sequence[Any]]], board: Board, solver: str
) -> None:
    told: list[tuple[int, Sequence[Any]]] = []
    handle = run.start(board, solver, EVERY, lambda *listed: told.append(listed))
    solution = handle.result()
    assert solution.solutions
    assert {thread for thread, _ in replays} == {f"solve-{solver}"}
    assert {*solution.solutions} <= {moves for _, moves in replays}
    assert told == [*enumerate(solution.solutions, 1)]


def test_a_wrong_solution_is_never_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    def solver(_board: Board, control: Control) -> Outcome:
        return list_solutions([RIGHT[:-1], RIGHT], 2, control)

    monkeypatch.setattr(Solver, "load", lambda _self: solver)
    with pytest.raises(run.SolverFaultError, match="the goal is not reached"):
        run.solve(BOX, "bfs", EVERY)


def test_listing_keeps_solutions_before_a_wrong_one(monkeypatch: pytest.MonkeyPatch) -> None:
    def solver(_board: Board, control: Control) -> Outcome:
        return list_solutions([RIGHT, RIGHT[:-1]], 2, control)

    monkeypatch.setattr(Solver, "load", lambda _self: solver)
    solution = run.solve(BOX, "bfs", EVERY)
    assert solution.solutions == (RIGHT,)
    assert "An error ended the search" in solution.note


def report(control: Control, moves: Sequence[Any]) -> Outcome:
    """Report a solution as a solver does, and return its outcome."""
    outcome = Outcome(Status.SOLVED, moves, optimal=True, lower_bound=len(moves))
    control.report_solution(len(moves), lambda _: outcome)
    return outcome


def return_a_wrong_result(_control: Control) -> Outcome:
    return Outcome(Status.SOLVED, RIGHT[:-1], optimal=True)


def return_a_wrong_improvement(control: Control) -> Outcome:
    return report(control, RIGHT[:-1])


def return_after_wrong_improvements(control: Control) -> Outcome:
    return [report(control, RIGHT[:-1]) for _ in range(1000)][-1]


def report_moves_that_do_not_exist(control: Control) -> Outcome:
    return report(control, ("nonsense",))


def report_a_solution_that_cannot_be_made(control: Control) -> Outcome:
    control.report_solution(1, lambda _: Outcome(Status.SOLVED, RIGHT[len(RIGHT)]))
    raise SearchStopped("states")


def stop_after_a_wrong_improvement(control: Control) -> Outcome:
    report(control, RIGHT[:-1])
    raise SearchStopped("states")


def raise_an_error(control: Control) -> Outcome:
    control.raise_lower_bound(99)
    raise IndexError


def call_a_move_that_does_not_exist(_control: Control) -> Outcome:
    return Outcome(Status.SOLVED, ("nonsense",))


@pytest.mark.parametrize(
    "end",
    [
        return_a_wrong_result, return_a_wrong_improvement, return_after_wrong_improvements,
        stop_after_a_wrong_improvement, raise_an_error, call_a_move_that_does_not_exist,
        report_moves_that_do_not_exist, report_a_solution_that_cannot_be_made,
    ],
)  # fmt: skip
def test_run_keeps_the_last_right_solution(
    end: Callable[[Control], Outcome],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    def solver(_board: Board, control: Control) -> Outcome:
        report(control, RIGHT)
        return end(control)

    monkeypatch.setattr(Solver, "load", lambda _self: solver)
    solution = run.solve(BOX, "bfs")
    assert solution.moves == RIGHT
    assert "An error ended the search" in solution.note
    assert not solution.optimal
    assert solution.lower_bound == BOX.lower_bound()
    assert "bfs failed" in caplog.text


def test_run_survives_an_error_of_the_fallback(monkeypatch: pytest.MonkeyPatch) -> None:
    def solver(_board: Board, control: Control) -> Outcome:
        if control.request.stop_at_first:
            raise IndexError
        return report(control, RIGHT)

    monkeypatch.setattr(Solver, "load", lambda _self: solver)
    assert run.solve(BOX, "auto", Request(Limits(seconds=5))).moves == RIGHT


def test_the_time_limit_holds_where_the_watchdog_gets_no_processor(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def endless(_board: Board, control: Control) -> Outcome:
        while True:
            control.check()
            time.sleep(0.001)

    monkeypatch.setattr(run, "enforce_limits", lambda *_: nullcontext())
    monkeypatch.setattr(Solver, "load", lambda _self: endless)
    solution = run.start(BOX, "bfs", Request(Limits(seconds=0.05))).result()
    assert solution.status is Status.LIMIT
    assert "time limit" in solution.note
