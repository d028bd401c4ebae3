"""Some runs of a study, one after the other, wherever that may be."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from puzzlegui.core.errors import PuzzleError
from puzzlegui.documents.boardfile import parse_board
from puzzlegui.engine import run as runs
from puzzlegui.engine.runner.call import Call
from puzzlegui.engine.studies.spec import Case
from puzzlegui.solvers.control import Limits, Request

_PATIENCE = 2.0
"""So many times as long as it should may a batch take before the rest of it is given back."""
ERROR = "error"
"""The status of a row that says why there is no result."""


@dataclass(frozen=True)
class Batch:
    """Runs that are given to a worker together.

    Attributes:
        number: of the batch.
        cases: the runs.
        tries: how often it was begun without an end.
    """

    number: int
    cases: tuple[Case, ...]
    tries: int = 0

    def order(self, limits: Limits, seconds: float) -> dict[str, Any]:
        """What a worker is told, and how long it should take; JSON can hold it."""
        return {
            "number": self.number,
            "seconds": seconds,
            "limits": asdict(limits),
            "cases": [asdict(case) for case in self.cases],
        }


def study(call: Call) -> list[dict[str, Any]]:
    """Run a batch for a client; returns its rows."""
    return run_batch(call.order)


def run_batch(order: dict[str, Any]) -> list[dict[str, Any]]:
    """The rows of a batch's runs; each solution has been replayed, as always.

    Where they take much longer than they should, those of the first runs alone.
    """
    limits = Limits(**order["limits"])
    until = time.monotonic() + _PATIENCE * order["seconds"]
    rows = []
    for case in order["cases"]:
        rows.append(_row(Case(**case), limits))
        if time.monotonic() > until:
            break
    return rows


def _row(case: Case, limits: Limits) -> dict[str, Any]:
    row = _named(case)
    try:
        solution = runs.solve(parse_board(case.board), case.solver, Request(limits, seed=case.seed))
    except (PuzzleError, runs.SolverFaultError) as error:
        return row | {"status": ERROR, "error": str(error)}
    return row | {
        "status": str(solution.status.value),
        "length": solution.length,
        "optimal": int(solution.optimal),
        "lower_bound": solution.lower_bound,
        "states": solution.states,
        "seconds": round(solution.seconds, 6),
    }


def failed(cases: Sequence[Case], reason: str) -> list[dict[str, Any]]:
    """The rows of runs that have none, because whoever ran them was lost."""
    return [_named(case) | {"status": ERROR, "error": reason} for case in cases]


def _named(case: Case) -> dict[str, Any]:
    return {
        "key": case.key, "board": case.title, "family": case.family, "size": case.size,
        "solver": case.solver, "seed": case.seed,
    }  # fmt: skip
