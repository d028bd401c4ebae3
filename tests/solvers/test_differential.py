"""Every solver of every family against brute force, on new boards each time."""

import json
import random
import threading
import time
from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest

from puzzlegui.core.board import Board
from puzzlegui.core.solution import Solution, Status
from puzzlegui.documents.boardfile import dump_solution, parse_board
from puzzlegui.engine import registry
from puzzlegui.engine.run import Run
from puzzlegui.families.registry import FAMILIES
from puzzlegui.solvers.control import Control, Outcome, Request
from puzzlegui.solvers.solver import Solver, SolverFunction
from tests.effort import scaled
from tests.solvers import differential, randomboards
from tests.solvers.bruteforce import Arranged, Case, StateSpace
from tests.solvers.differential import Asked

ENTRIES = [
    (family, name)
    for family in FAMILIES
    for name in (registry.AUTO, *(solver.name for solver in registry.solvers_of(family)))
]
_BOARDS_OF_A_GOAL = 10
_AT_LEAST = 20
"""Boards, however long they take: the first may wait for a kernel to be compiled."""


@pytest.fixture(scope="module", autouse=True)
def _free_memory() -> Iterator[None]:
    yield
    randomboards.cases.cache_clear()


@pytest.mark.scaled
@pytest.mark.parametrize(("family", "name"), ENTRIES)
def test_against_brute_force(family: str, name: str, request: pytest.FixtureRequest) -> None:
    assert family in randomboards.FAMILIES, f"tests.solvers.randomboards makes no {family} boards"
    seed = request.config.stash[differential.SEED]
    seconds = request.config.getoption("--differential-seconds") or scaled(40) / 10
    for wrong in _compared(family, name, seed, seconds / len(ENTRIES)):
        request.config.stash[differential.COMPARED][f"{family} {name}"] += 1
        if wrong:
            again = f"--differential-seed {seed} --differential-seconds {seconds}"
            pytest.fail(f"{name} is wrong, with {again}:\n{wrong}", pytrace=False)


def _compared(family: str, name: str, seed: int, seconds: float) -> Iterator[str]:
    """Return the errors of a solver on a series of boards, see ``_wrong``."""
    spent = 0.0
    compared = 0
    for number in count():
        rng = random.Random(f"{seed} {family} {name} {number}")
        case = randomboards.cases(family, seed, number // _BOARDS_OF_A_GOAL)(rng)
        board = parse_board(json.dumps(case.fields))
        if name != registry.AUTO and registry.find_solver(family, name).unsupported_reason(board):
            continue
        begun = time.perf_counter()
        yield _wrong(case, board, name, rng)
        compared += 1
        if compared > _AT_LEAST:
            spent += time.perf_counter() - begun
            if spent >= seconds:
                return


def _wrong(case: Case, board: Board, name: str, rng: random.Random) -> str:
    """Return the errors of a solver on a board, empty if there are none."""
    asked = differential.ask(case, registry.choose_solver(board, name, Request()).solver, rng)
    answer = None
    try:
        run = Run(board, name, asked.request)
        answer = json.loads(dump_solution(_execute(run, asked)))
        wrong = list(differential.faults(case, run.choice.solver, asked, answer))
    except Exception as error:  # noqa: BLE001 - whatever it is, the board is wanted
        wrong = [repr(error)]
    return differential.message(case, asked, answer, wrong) if wrong else ""


def _execute(run: Run, asked: Asked) -> Solution:
    """Return the solution of a run, cancelled if the request says so."""
    canceller = threading.Timer(asked.cancel or 0, run.cancel)
    if asked.cancel is not None:
        canceller.start()
    try:
        return run.execute()
    finally:
        run.release()
        if asked.cancel is not None:
            canceller.join()


def _says_unsolvable(_board: Board, _control: Control) -> Outcome:
    return Outcome(Status.UNSOLVABLE)


_load = Solver.load  # before a test replaces it


def _proves_too_much(board: Board, control: Control) -> Outcome:
    control.raise_lower_bound(99)
    return _load(registry.find_solver(board.family, "bfs"))(board, control)


def _breaks(_board: Board, _control: Control) -> Outcome:
    raise KeyError("a tile")


@pytest.mark.parametrize(("mistaken", "what"), [
    (_says_unsolvable, "not solvable, it says"),
    (_proves_too_much, "at least 99 moves, it says"),
    (_breaks, "KeyError"),
])  # fmt: skip
@pytest.mark.parametrize("family", FAMILIES)
def test_a_mistaken_solver_is_shown_with_its_board(
    family: str, mistaken: SolverFunction, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Solver, "load", lambda _self: mistaken)
    text = next(filter(None, _compared(family, registry.AUTO, 1, 60)))
    assert what in text
    board = next(line for line in text.splitlines() if line.startswith("board: "))
    assert parse_board(board.removeprefix("board: ")).family == family


@pytest.mark.parametrize("change", [
    {"lower_bound": 3},
    {"lower_bound": 1},
    {"optimal": False},
    {"length": 3},
    {"moves": ["A1"]},
    {"moves": ["A1", "A1'", "A1", "B1"], "length": 4, "segments": [{"from": 0, "to": 4}]},
    {"segments": [{"from": 0, "to": 1}]},
    {"count": 1},
    {"status": "cancelled", "moves": [], "length": None, "optimal": False},
    {"status": "unsolvable", "moves": [], "length": None, "optimal": False},
    {"status": "limit", "moves": [], "length": None, "optimal": False},
    {"status": "limit"},
])  # fmt: skip
def test_every_kind_of_mistake_is_noticed(change: dict[str, Any]) -> None:
    rules = randomboards.turns(2, 3, "both")
    space = StateSpace({}, 3, rules, (1, 2, 3, 4, 5, 6), 10)
    case = Arranged(space, (3, 2, 6, 1, 4, 5))
    answer = {
        "status": "solved", "moves": ["A1", "B1"], "length": 2, "lower_bound": 2, "optimal": True,
        "segments": [{"from": 0, "to": 2}],
    }  # fmt: skip
    solver = registry.find_solver("rotation", "bfs")
    assert not list(differential.faults(case, solver, Asked(), answer))
    assert list(differential.faults(case, solver, Asked(), answer | change))
