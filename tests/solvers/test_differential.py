"""Every solver of every family against brute force, on new boards each time."""

import json
import random
import threading
import time
from collections.abc import Iterator

import pytest

from puzzlegui.core.board import Board
from puzzlegui.core.boardfile import dump_solution, parse_board
from puzzlegui.core.families import FAMILIES
from puzzlegui.core.solution import Solution
from puzzlegui.solvers import registry
from puzzlegui.solvers.control import Request
from puzzlegui.solvers.run import Run
from tests.solvers import differential
from tests.solvers.differential import Asked, Case

ENTRIES = [
    (family, name)
    for family in FAMILIES
    for name in (registry.AUTO, *(solver.name for solver in registry.solvers_of(family)))
]
_BOARDS_OF_A_GOAL = 10
_AT_LEAST = 3
"""Boards, however little time there is."""


@pytest.fixture(scope="module", autouse=True)
def _free_memory() -> Iterator[None]:
    yield
    differential.cases.cache_clear()


@pytest.mark.parametrize(("family", "name"), ENTRIES)
def test_against_brute_force(family: str, name: str, request: pytest.FixtureRequest) -> None:
    assert family in differential.FAMILIES, f"tests.solvers.differential makes no {family} boards"
    seed = request.config.stash[differential.SEED]
    share = request.config.getoption("--differential-seconds") / len(ENTRIES)
    compared = request.config.stash[differential.COMPARED]
    begun = len(compared)
    spent = 0.0
    number = 0
    while spent < share or len(compared) < begun + _AT_LEAST:
        rng = random.Random(f"{seed} {family} {name} {number}")
        case = differential.cases(family, seed, number // _BOARDS_OF_A_GOAL)(rng)
        number += 1
        board = parse_board(json.dumps(case.fields))
        if name != registry.AUTO and registry.find(family, name).objection(board, Request()):
            continue
        started = time.perf_counter()
        wrong = _wrong(case, board, name, rng)
        if len(compared) >= begun + _AT_LEAST:  # the first may wait for a kernel to be compiled
            spent += time.perf_counter() - started
        compared.append(f"{family} {name}")
        if wrong:
            pytest.fail(f"{name}, with --differential-seed {seed}:\n{wrong}", pytrace=False)


def _wrong(case: Case, board: Board, name: str, rng: random.Random) -> str:
    """What is wrong with what a solver makes of a board, empty if nothing is."""
    asked = differential.ask(case, registry.choose(board, name, Request()).solver, rng)
    answer = None
    try:
        run = Run(board, name, asked.request)
        answer = json.loads(dump_solution(_execute(run, asked)))
        wrong = list(differential.faults(case, run.choice.solver, asked, answer))
    except Exception as error:  # noqa: BLE001 - whatever it is, the board is wanted
        wrong = [repr(error)]
    return differential.message(case, asked, answer, wrong) if wrong else ""


def _execute(run: Run, asked: Asked) -> Solution:
    """The solution of a run that is cancelled if that is asked."""
    canceller = threading.Timer(asked.cancel or 0, run.cancel)
    if asked.cancel is not None:
        canceller.start()
    try:
        return run.execute()
    finally:
        run.release()
        if asked.cancel is not None:
            canceller.join()
