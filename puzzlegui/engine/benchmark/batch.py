"""Some cases of a benchmark, run one after the other, wherever that may be."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from puzzlegui.core.errors import PuzzleError
from puzzlegui.documents.boardfile import parse_board
from puzzlegui.engine import run as runs
from puzzlegui.engine.benchmark.rows import Row, figures_of, with_figures
from puzzlegui.engine.benchmark.spec import Case
from puzzlegui.engine.runner.call import Call
from puzzlegui.solvers.control import Limits

_PATIENCE = 2.0
"""So many times as long as it should may a batch take before the rest of it is given back."""


@dataclass(frozen=True)
class Batch:
    """Cases that are given to a worker together.

    Attributes:
        number: of the batch.
        cases: what is run.
        tries: how often it was begun without an end.
    """

    number: int
    cases: Sequence[Case]
    tries: int = 0

    def order(self, limits: Limits, seconds: float) -> dict[str, Any]:
        """What a worker is told, and how long it should take; JSON can hold it."""
        return {
            "number": self.number,
            "seconds": seconds,
            "limits": asdict(limits),
            "cases": [case.order() for case in self.cases],
        }

    def rows(self, answer: Sequence[Mapping[str, Any]]) -> list[Row]:
        """Return the rows that a worker's answer tells of; it may lack the last ones."""
        told = zip(self.cases, answer, strict=False)
        return [with_figures(Row(case), figures) for case, figures in told]

    def failed(self, reason: str) -> list[Row]:
        """Return the rows of cases that have none, because whoever ran them was lost."""
        return [Row(case).failed(reason) for case in self.cases]


def batch(call: Call) -> list[dict[str, Any]]:
    """Run a batch for a client; returns as ``run_batch`` does."""
    return run_batch(call.order)


def run_batch(order: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the figures of a batch's rows; each solution has been replayed, as always.

    Where they take much longer than they should, those of the first cases alone.
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
        all_solutions=fields["all"], moves=fields["moves"],
    )  # fmt: skip
    try:
        solution = runs.solve(parse_board(case.board), case.solver, case.request(limits))
    except (PuzzleError, runs.SolverFaultError) as error:
        return {"error": str(error)}
    return figures_of(solution)
