"""Batches: runs of a benchmark that a worker executes in sequence."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from puzzlegui.core.errors import PuzzleError, as_sentence
from puzzlegui.documents.boardfile import parse_board
from puzzlegui.engine import run as runs
from puzzlegui.engine.benchmark.rows import Row, figures_of, with_figures
from puzzlegui.engine.benchmark.spec import Case
from puzzlegui.engine.runner.task_context import TaskContext
from puzzlegui.solvers.control import Limits

_PATIENCE = 2.0
"""Multiple of its target time after which the rest of a batch is returned."""


@dataclass(frozen=True)
class Batch:
    """Runs given to a worker together.

    Attributes:
        number: number of the batch.
        cases: the runs.
        attempts: number of earlier attempts whose worker was lost.
    """

    number: int
    cases: Sequence[Case]
    attempts: int = 0

    def order(self, limits: Limits, seconds: float) -> dict[str, Any]:
        """Return the fields of the worker's task, with the target time, as JSON data."""
        return {
            "number": self.number,
            "seconds": seconds,
            "limits": asdict(limits),
            "cases": [case.order() for case in self.cases],
        }

    def rows(self, answer: Sequence[Mapping[str, Any]]) -> list[Row]:
        """Return the rows in a worker's answer, which may lack the last ones."""
        pairs = zip(self.cases, answer, strict=False)
        return [with_figures(Row(case), figures) for case, figures in pairs]

    def failed(self, reason: str) -> list[Row]:
        """Return rows of failed runs, since their worker was lost."""
        return [Row(case).failed(reason) for case in self.cases]


def batch(call: TaskContext) -> list[dict[str, Any]]:
    """Run a batch for a client; return its figures as ``run_batch`` does."""
    return run_batch(call.fields)


def run_batch(order: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Run a batch and return its rows' figures; each solution has been replayed.

    If the runs take much longer than the target time, only the first ones are run.
    """
    limits = Limits(**order["limits"])
    until = time.monotonic() + _PATIENCE * order["seconds"]
    found = []
    for fields in order["cases"]:
        found.append(_figures(fields, limits))
        if time.monotonic() > until:
            break
    return found


def _figures(fields: Mapping[str, Any], limits: Limits) -> dict[str, Any]:
    case = Case(
        "", 0, 0, "", fields["board"], "", "", fields["solver"], fields["seed"],
        all_solutions=fields["all"], moves=fields["moves"], metric=fields["metric"],
    )  # fmt: skip
    try:
        solution = runs.solve(parse_board(case.board), case.solver, case.request(limits))
    except (PuzzleError, runs.SolverFaultError) as error:
        return {"error": as_sentence(error)}
    return figures_of(solution)
