"""Solver processes: their answers, stopping them, and the handling of their death."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace

import psutil
import pytest

from puzzlegui.core import language
from puzzlegui.core.board import Board
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.solution import LazyReplay, Solution, Status, replay
from puzzlegui.documents.boardfile import dump_solution
from puzzlegui.documents.presets import load_preset
from puzzlegui.engine import registry
from puzzlegui.engine.run import SolverFaultError, solve
from puzzlegui.engine.runner import client, remote_run, wire
from puzzlegui.engine.runner.client import Client, ProcessDiedError, TaskFailedError
from puzzlegui.engine.runner.pool import Pool, RemoteTask
from puzzlegui.engine.runner.remote_run import RemoteRun
from puzzlegui.families.creation import new_board
from puzzlegui.solvers.control import Limits, Request
from puzzlegui.solvers.solver import Solver

LONG = new_board("rotation", 20, 20, 1)
"""A board that is improved for minutes."""
ENDLESS = load_preset("graphs-20x20-reversed")
"""A board that breadth-first search does not solve."""
SOLVED = solve(load_preset("mystery-box"), "optimal")
"""A right solution."""
WRONG = dump_solution(replace(SOLVED, moves=SOLVED.moves[:-1], segments=()))
"""Message with a wrong one."""


_before: set[int] = set()
"""Processes of other tests, such as an idle client's."""


@pytest.fixture
def pool() -> Iterator[Pool]:
    _before.clear()
    _before.update(child.pid for child in children())
    found = Pool()
    yield found
    found.close()
    wait_for(lambda: not children())


def children() -> list[psutil.Process]:
    found = psutil.Process().children(recursive=True)
    return [child for child in found if child.pid not in _before and _is_alive(child)]


def _is_alive(process: psutil.Process) -> bool:
    try:
        return bool(process.status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False


def wait_for(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def in_thread(run: RemoteRun) -> tuple[threading.Thread, list[Solution]]:
    """Execute a run in a thread that adds its result to a list."""
    found: list[Solution] = []
    thread = threading.Thread(target=lambda: found.append(run.execute()))
    thread.start()
    return thread, found


def timeless(solution: Solution) -> Solution:
    return replace(solution, seconds=0.0)


@pytest.mark.examples(4)
@pytest.mark.parametrize("solver", registry.SOLVERS, ids=lambda s: f"{s.family}-{s.name}")
def test_the_same_result_as_here(solver: Solver, pool: Pool) -> None:
    board = new_board(solver.family, 3, 3, 1)
    request = Request(Limits(states=2000), seed=3)
    there = RemoteRun(board, solver.name, request, pool).execute()
    assert timeless(there) == timeless(solve(board, solver.name, request))


@pytest.mark.parametrize(
    ("preset", "solver"), [("mystery-box", "optimal"), ("schonbrunn", "dfs"), ("eight-cpp", "bfs")]
)
def test_all_solutions_come_over(preset: str, solver: str, pool: Pool) -> None:
    board, request = load_preset(preset), Request(all_solutions=True)
    there = RemoteRun(board, solver, request, pool).execute()
    assert timeless(there) == timeless(solve(board, solver, request))
    assert len(there.solutions or ()) == there.count


def test_a_solution_is_improved(pool: Pool) -> None:
    board = new_board("sliding", 6, 6, 1)
    given = solve(board, "macro", Request(Limits(states=20_000))).moves
    request = Request(Limits(states=200_000), initial_solution=given)
    there = RemoteRun(board, "auto", request, pool).execute()
    assert timeless(there) == timeless(solve(board, "auto", request))


def test_better_solutions_are_told_with_their_moves(pool: Pool) -> None:
    run = RemoteRun(LONG, "macro", Request(), pool)
    heard: list[tuple[Solution, LazyReplay]] = []
    run.on_improvement = lambda solution, walk: heard.append((solution, walk))
    thread, results = in_thread(run)
    wait_for(lambda: len(heard) > 1)
    assert run.stats.states > 0
    assert run.stats.improvements
    begun = time.perf_counter()
    run.cancel()
    thread.join()
    assert time.perf_counter() - begun < 5
    assert len(heard[1][0].moves) < len(heard[0][0].moves)
    for solution, walk in heard:
        assert replay(LONG, solution.moves).correct
        assert LONG.is_solved(walk[len(solution.moves)])
    (result,) = results
    assert result.solved
    assert len(result.moves) <= len(heard[-1][0].moves)
    assert run.positions is not None
    assert run.positions.moves == result.moves


def test_a_run_that_was_cancelled_before_it_began_is_not_done(pool: Pool) -> None:
    run = RemoteRun(ENDLESS, "bfs", Request(), pool)
    run.cancel()
    assert run.execute().status is Status.CANCELLED


@pytest.mark.thorough
def test_many_starts_and_stops_in_a_row(pool: Pool) -> None:
    """A run stopped at any time ends, and so does the next."""
    for number in range(40):
        run = RemoteRun(ENDLESS, ("bfs", "macro")[number % 2], Request(), pool)
        thread, results = in_thread(run)
        time.sleep(0.003 * number)
        run.cancel(seconds=20)
        thread.join(60)
        assert results[0].status in {Status.CANCELLED, Status.SOLVED}
        assert len(children()) <= 1


def deaf(monkeypatch: pytest.MonkeyPatch, code: str = "pass") -> None:
    """Make a process that sends a message and then answers nothing."""
    code = f"import sys, time; sys.stdin.readline(); {code}; time.sleep(600)"
    monkeypatch.setattr(client, "program_command", lambda: [sys.executable, "-c", code])


def test_a_process_that_does_not_stop_is_killed(
    pool: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    deaf(monkeypatch)
    run = RemoteRun(ENDLESS, "bfs", Request(), pool)
    thread, results = in_thread(run)
    wait_for(lambda: bool(children()))
    run.cancel()
    thread.join(20)
    assert results[0].status is Status.CANCELLED
    assert not results[0].note
    wait_for(lambda: not children())


def test_a_process_that_does_not_heed_the_time_limit_is_killed(
    pool: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    deaf(monkeypatch)
    monkeypatch.setattr(remote_run, "_START", 0.1)
    result = RemoteRun(ENDLESS, "bfs", Request(Limits(seconds=0.1)), pool).execute()
    assert result.status is Status.LIMIT
    assert result.note == "The time limit was reached."


def test_remote_run_does_not_count_the_start_of_its_process(
    pool: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer: dict[str, object] = {
        "solution": dump_solution(SOLVED), "attempts": [], "count": None,
    }  # fmt: skip
    result = json.dumps({"order": 1, "memory": 3.0, "result": answer})
    deaf(monkeypatch, f"time.sleep(1.3); print({result!r}, flush=True)")
    request = Request(Limits(seconds=0.1))
    assert RemoteRun(SOLVED.board, "auto", request, pool).execute().moves == SOLVED.moves


def test_a_process_that_is_killed_leaves_what_it_has_told(pool: Pool) -> None:
    run = RemoteRun(LONG, "macro", Request(), pool)
    heard: list[Solution] = []
    run.on_improvement = lambda solution, _walk: heard.append(solution)
    thread, results = in_thread(run)
    wait_for(lambda: bool(heard))
    for child in children():
        child.kill()
    thread.join(20)
    (result,) = results
    assert result.solved
    assert result.moves == heard[-1].moves
    assert "memory ran out" in result.note
    assert RemoteRun(load_preset("mystery-box"), "auto", None, pool).execute().optimal


def test_dead_process_without_a_solution_raises(pool: Pool) -> None:
    run = RemoteRun(ENDLESS, "bfs", Request(), pool)

    def crash() -> None:
        wait_for(lambda: run.stats.states > 0)
        for child in children():
            child.send_signal(signal.SIGSEGV if os.name == "posix" else signal.SIGTERM)

    thread = threading.Thread(target=crash)
    thread.start()
    with pytest.raises(ProcessDiedError, match="stopped unexpectedly"):
        run.execute()
    thread.join()


@pytest.mark.examples(4)
@pytest.mark.parametrize(
    "said",
    [
        "nonsense", "[]", '{"order": 1', '{"order": 1, "figures": {}}',
        '{"order": 1, "figures": 5}',
        '{"order": 1, "better": "{}"}', '{"order": 1, "listed": [["X9"]]}',
        '{"order": 1, "result": 5}',
        '{"order": 1, "result": {"solution": "", "attempts": [], "count": null}}',
    ],
)  # fmt: skip
def test_a_damaged_message_is_a_sentence(
    said: str, pool: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    deaf(monkeypatch, f"print({said!r}, flush=True)")
    with pytest.raises((PuzzleError, SolverFaultError)) as error:
        RemoteRun(load_preset("mystery-box"), "auto", None, pool).execute()
    assert str(error.value)
    assert not isinstance(error.value, ProcessDiedError)


@pytest.mark.parametrize(
    "then",
    [
        "nonsense",
        '{"order": 1, "figures": 5}',
        '{"order": 1, "fault": "KeyError"}',
        json.dumps({"order": 1, "better": WRONG}),
        json.dumps({"order": 1, "result": {"solution": WRONG, "attempts": [], "count": None}}),
    ],
)
def test_remote_run_keeps_the_last_right_solution(
    then: str, pool: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = json.dumps({"order": 1, "better": dump_solution(SOLVED)})
    deaf(monkeypatch, f"print({right!r}); print({then!r}, flush=True)")
    run = RemoteRun(SOLVED.board, "auto", None, pool)
    solution = run.execute()
    assert solution.moves == SOLVED.moves
    assert solution.note
    assert run.positions is not None


def test_a_message_about_an_order_that_is_over_is_ignored(
    pool: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    late, answer = '{"order": 0, "result": 5}', '{"order": 1, "memory": 3.0, "result": 6}'
    deaf(monkeypatch, f"print({late!r}); print({answer!r}, flush=True)")
    assert RemoteTask("load", {}, pool).execute() == 6


def test_a_line_that_is_too_long_is_damaged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wire, "MAX_LINE_BYTES", 20)
    assert wire.decode(b'{"order": 1}\n') == {"order": 1}
    for line in (b'{"order": 1, "x": "1234567"}\n', b'{"order": 1}', b"5\n", b"\xff\n"):
        with pytest.raises(wire.WireError):
            wire.decode(line)


@pytest.mark.thorough
def test_an_order_of_another_version_is_refused() -> None:
    there = Client()
    try:
        with pytest.raises(PuzzleError, match="version"):
            there.execute("load", {"version": 0})
        assert there.execute("load", {}) is None
    finally:
        there.close()


def test_a_fault_of_a_task_is_logged(caplog: pytest.LogCaptureFixture, pool: Pool) -> None:
    with pytest.raises(TaskFailedError, match="KeyError"):
        RemoteTask("solve", {}, pool).execute()
    assert "Traceback" in caplog.text
    assert RemoteTask("load", {}, pool).execute() is None
    assert len(children()) == 1


def test_a_wrong_solution_is_not_taken(pool: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    def told(board: Board) -> str:
        from puzzlegui.documents.boardfile import dump_solution

        right = solve(board)
        wrong = replace(right, moves=right.moves[:-1], segments=())
        result: dict[str, object] = {
            "solution": dump_solution(wrong),
            "attempts": [],
            "count": None,
        }
        return json.dumps({"order": 1, "result": result})

    board = load_preset("eight-cpp")
    deaf(monkeypatch, f"print({told(board)!r}, flush=True)")
    with pytest.raises(RuntimeError, match="wrong solution"):
        RemoteRun(board, "optimal", None, pool).execute()


@pytest.mark.thorough
def test_texts_come_in_the_language_that_is_used(pool: Pool) -> None:
    language.set_language("de")
    try:
        there = RemoteRun(load_preset("two-by-three"), "optimal", None, pool).execute()
        assert there.note == solve(load_preset("two-by-three"), "optimal").note
    finally:
        language.set_language(language.SOURCE)


def test_a_process_is_used_again_unless_it_holds_much(
    pool: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    RemoteTask("load", {}, pool).execute()
    (first,) = children()
    RemoteTask("load", {}, pool).execute()
    assert children() == [first]
    monkeypatch.setattr("puzzlegui.engine.runner.pool._LARGE_MIB", 1.0)
    RemoteTask("load", {}, pool).execute()
    wait_for(lambda: not children())


@pytest.mark.thorough
def test_a_spare_is_kept_warm(pool: Pool) -> None:
    pool.keep_warm()
    wait_for(lambda: bool(pool._idle))
    (spare,) = children()
    spare.kill()
    spare.wait(10)
    run = RemoteRun(load_preset("mystery-box"), "auto", None, pool)
    assert run.execute().solved
    assert len(children()) == 1


def test_a_program_that_cannot_be_started_is_a_sentence(
    pool: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client, "program_command", lambda: ["/nowhere/at/all"])
    with pytest.raises(PuzzleError, match="Could not start the process"):
        RemoteTask("load", {}, pool).execute()


ORPHAN = """
import sys, threading
from puzzlegui.documents.presets import load_preset
from puzzlegui.engine.runner.pool import Pool
from puzzlegui.engine.runner.remote_run import RemoteRun
run = RemoteRun(load_preset("graphs-20x20-reversed"), "bfs", None, Pool())
run.on_stats = lambda: print("told", flush=True)
run.execute()
"""


@pytest.mark.skipif(os.name != "posix", reason="kill -9")
@pytest.mark.thorough
def test_a_process_ends_with_its_parent_however_that_ends() -> None:
    command = [sys.executable, "-c", ORPHAN]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        parent.stdout.readline()
        (child,) = psutil.Process(parent.pid).children()
        parent.kill()
    assert child.wait(20) is not None or not child.is_running()
