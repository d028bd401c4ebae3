"""Random requests to solvers, and errors in their results according to brute force."""

from __future__ import annotations

import json
import math
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

from puzzlegui.core.solution import LONGEST
from puzzlegui.engine.run_messages import search_failed
from puzzlegui.solvers.control import Limits, Request
from puzzlegui.solvers.enumeration import MAX_LISTED
from puzzlegui.solvers.solver import Solver
from tests.solvers.bruteforce import LISTED, SHALLOW, Case

SEED = pytest.StashKey[int]()
"""Where the tests find the number that boards and questions are drawn by."""
COMPARED = pytest.StashKey[Counter[str]]()
"""Where they note how many boards each solver was compared on."""


@dataclass(frozen=True)
class Asked:
    """A request to a solver.

    Attributes:
        request: limits, and whether all solutions are requested.
        cancel: seconds after which the run is cancelled; None if it is not.
    """

    request: Request = field(default_factory=Request)
    cancel: float | None = None

    @property
    def cut(self) -> bool:
        """True if the solver may have to stop early."""
        return self.request.limits.states is not None or self.cancel is not None


_STATES = (1, 2, 5, 20, 100, 1000, 5000)


def ask(case: Case, solver: Solver, rng: random.Random) -> Asked:
    """Return a random request that any solver answers soon."""
    every = bool(solver.lists) and rng.random() < 0.4
    if every:
        count = case.count(solver.lists, None)
        every = count is not None and count <= LISTED
    near = rng.randint(0, 6) if case.best is None else case.best + rng.randint(-2, 2)
    moves = max(0, near) if rng.random() < 0.4 else None
    deep = min(number for number in (moves, case.best, math.inf) if number is not None)
    if every and moves is not None:
        deep = max(deep, moves)
    easy = case.small and (solver.lists != "within" or deep <= SHALLOW)
    easy = easy or (solver.optimal and deep <= SHALLOW // 2)
    states = None if easy and rng.random() < 0.7 else rng.choice(_STATES)
    cancel = rng.choice([0, 0.001, 0.01]) if rng.random() < 0.04 else None
    limits = Limits(moves=moves, states=states)
    return Asked(Request(limits, seed=rng.randrange(3), all_solutions=every), cancel)


def faults(case: Case, solver: Solver, asked: Asked, answer: dict[str, Any]) -> Iterator[str]:
    """Yield the errors in a solver's result, a solution file.

    Args:
        case: the board with its solutions by brute force.
        solver: the solver.
        asked: the request.
        answer: fields of the solution file.
    """
    status, best, bound = answer["status"], case.best, answer["lower_bound"]
    if bound < 0 or (best is not None and bound > best):
        yield f"at least {bound} moves, it says; {best} suffice"
    if search_failed() in answer.get("note", ""):
        yield "it raised an error after its last solution"
    if (answer["length"] is None) != (status != "solved"):
        yield f"status {status} with length {answer['length']}"
    match status:
        case "solved":
            yield from _faults_of_solution(case, solver, asked, answer)
        case "unsolvable":
            if best is not None:
                yield f"not solvable, it says; {best} moves solve it"
        case "limit":
            yield from _faults_of_limit(case, solver, asked, answer)
        case "cancelled":
            if asked.cancel is None:
                yield "it was not cancelled"
        case _:
            yield f"status {status}"
    if status != "solved" and (answer["moves"] or answer["optimal"] or answer.get("solutions")):
        yield f"status {status} with moves"


def _faults_of_solution(
    case: Case, solver: Solver, asked: Asked, answer: dict[str, Any]
) -> Iterator[str]:
    moves, length = answer["moves"], answer["length"]
    most = asked.request.limits.moves
    if case.best is None:
        yield "solved, it says; nothing solves it"
        return
    if not case.solves(moves):
        yield "the moves do not solve it"
    if length != len(moves) - case.first:
        yield f"length {length}, but {len(moves)} entries"
    if most is not None and length > most:
        yield f"{length} moves, but {most} were allowed"
    ends = [0, *(segment["to"] for segment in answer["segments"])]
    if [segment["from"] for segment in answer["segments"]] != ends[:-1] or ends[-1] != len(moves):
        yield "the segments do not cover the moves"
    yield from _faults_of_claims(case, solver, asked, answer)
    if asked.request.all_solutions:
        yield from _faults_of_list(case, solver, asked, answer)
    elif "solutions" in answer or "count" in answer:
        yield "it was not asked for all solutions"


def _faults_of_claims(
    case: Case, solver: Solver, asked: Asked, answer: dict[str, Any]
) -> Iterator[str]:
    length, optimal = answer["length"], answer["optimal"]
    most = asked.request.limits.moves
    if solver.name == LONGEST:
        if optimal:
            yield "it says that no solution is shorter"
        optimal = answer["longest"]
        if optimal and length != case.longest():
            yield f"proved longest, it says; there is one of {case.longest()} moves"
        if not asked.cut and length != case.longest(most):
            yield f"{length} moves; there is one of {case.longest(most)} within the limit"
        if not (optimal or asked.cut) and most is None:
            yield "it did not prove what it found"
        return
    if optimal and length != case.best:
        yield f"proved shortest, it says; {case.best} moves suffice"
    if optimal != (length == answer["lower_bound"]):
        yield f"{length} moves, at least {answer['lower_bound']}, but optimal is {optimal}"
    if solver.optimal and not (optimal or asked.cut):
        yield "it did not prove what it found"


def _faults_of_list(
    case: Case, solver: Solver, asked: Asked, answer: dict[str, Any]
) -> Iterator[str]:
    solutions, count = answer["solutions"], answer["count"]
    most = asked.request.limits.moves
    expected = case.count(solver.lists, most)
    if solutions[0] != answer["moves"]:
        yield "the first solution is not the one given"
    # How many there are may be known before the last of them is listed.
    listed = min(count, MAX_LISTED)
    if len(solutions) > listed or (len(solutions) < listed and not asked.cut):
        yield f"{len(solutions)} solutions listed, {count} counted"
    if len(set(map(tuple, solutions))) != len(solutions):
        yield "a solution is listed twice"
    if not all(case.solves(moves) for moves in solutions):
        yield "a listed solution does not solve it"
    if expected is not None and (count > expected or (count < expected and not asked.cut)):
        yield f"{count} solutions, it says; there are {expected}"
    lengths = [len(moves) - case.first for moves in solutions]
    if solver.lists == "shortest" or (solver.lists == "within" and most is None):
        if set(lengths) != {case.best}:
            yield "not all listed solutions are shortest"
    elif most is not None and max(lengths) > most:
        yield f"a listed solution has more than {most} moves"
    if solver.lists == "within" and lengths != sorted(lengths):
        yield "the listed solutions are not in the order of their lengths"


def _faults_of_limit(
    case: Case, solver: Solver, asked: Asked, answer: dict[str, Any]
) -> Iterator[str]:
    most = asked.request.limits.moves
    if asked.cut:
        return
    if most is None:
        yield "it stopped at a limit where there is none"
        return
    thorough = solver.optimal or case.lengths is not None
    if thorough and case.best is not None and case.best <= most:
        yield f"nothing found within {most} moves; {case.best} suffice"
    if solver.optimal and answer["lower_bound"] <= most:
        yield f"up to {most} moves it searched all, but at least {answer['lower_bound']}, it says"


def message(case: Case, asked: Asked, answer: dict[str, Any] | None, wrong: list[str]) -> str:
    """Describe the errors with everything needed to reproduce them."""
    return "\n".join(
        [
            *(f"- {what}" for what in wrong),
            f"the truth: shortest {case.best}, longest {case.longest()}",
            f"asked: {asked}",
            f"board: {json.dumps(case.fields)}",
            f"answer: {json.dumps(answer and {k: v for k, v in answer.items() if k != 'board'})}",
        ]
    )
