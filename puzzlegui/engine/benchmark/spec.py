"""Specification of a benchmark: its runs and their limits."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

from puzzlegui.core.board import Board
from puzzlegui.documents.boardfile import dump_board_line
from puzzlegui.engine.benchmark.reference_results import ReferenceResult
from puzzlegui.solvers.control import Limits, Request


@dataclass(frozen=True)
class Case:
    """A solver on a board with a seed.

    Attributes:
        key: identifies equal runs in any benchmark.
        number: index of the run in the benchmark.
        group: index of its board.
        title: title of the board, or its description if it has none.
        board: text of the board's file, on one line; empty if the file could not be read.
        family: family of the board.
        size: size of the board, rows × columns.
        solver: name of the method.
        seed: seed of the solver.
        file: source of the board, as given by the user.
        all_solutions: list all solutions.
        moves: greatest number of moves of a solution; None for that of the benchmark's limits.
        metric: metric in which moves are counted; empty for the usual.
        reference: result of the same run in a write-up, if there is any.
        error: sentence on why it cannot be run; empty if it can.
    """

    key: str
    number: int
    group: int
    title: str
    board: str
    family: str
    size: str
    solver: str
    seed: int = 0
    file: str = ""
    all_solutions: bool = False
    moves: int | None = None
    metric: str = ""
    reference: ReferenceResult | None = None
    error: str = ""

    def request(self, limits: Limits) -> Request:
        """Return the solver's request.

        Args:
            limits: limits of the benchmark.
        """
        if self.moves is not None:
            limits = replace(limits, moves=self.moves)
        return Request(limits, self.seed, self.all_solutions, metric=self.metric)

    def order(self) -> dict[str, Any]:
        """Return the fields of the task that runs it, as JSON data."""
        return {
            "board": self.board, "solver": self.solver, "seed": self.seed, "moves": self.moves,
            "metric": self.metric,
            "all": self.all_solutions,
        }  # fmt: skip


class PublishedMaximum(NamedTuple):
    """Greatest solution length of a solver in a publication.

    Attributes:
        solver: name of the solver.
        most: number of moves of its longest solution.
        source: the publication.
    """

    solver: str
    most: int
    source: str


@dataclass(frozen=True)
class BenchmarkSpec:
    """Specification of a benchmark.

    Attributes:
        title: title of the benchmark.
        solvers: names of the solvers.
        limits: limits of each run.
        boards: number of boards; two may be equal.
        runs: number of runs, with those of repeated boards counted each time.
        cases: returns every run, in order.
        digest: distinguishes benchmarks.
        maxima: published results of the solvers.
        isolated: each run has a process of its own, so that its memory can be measured.
        families: families of the boards.
        inputs: files with boards that the specification names.
        notes: sentences on what was guessed and ignored in them.
    """

    title: str
    solvers: Sequence[str]
    limits: Limits
    boards: int
    runs: int
    cases: Callable[[], Iterator[Case]] = field(repr=False)
    digest: str
    maxima: Sequence[PublishedMaximum] = ()
    isolated: bool = False
    families: Sequence[str] = ()
    inputs: Sequence[Path] = ()
    notes: Sequence[str] = ()


class BoardCases:
    """Generator of the runs of successive boards, numbered in order."""

    def __init__(self) -> None:
        self._number = self._group = 0

    def failed_case(self, name: str, error: str) -> Iterator[Case]:
        """Yield the only run of a board that could not be read.

        Args:
            name: source of the board.
            error: sentence on why it could not be read.
        """
        yield self._case(f"-{name}", name, "", "", "", solver="", file=name, error=error)
        self._group += 1

    def cases_of(
        self, board: Board, variants: Iterable[Mapping[str, Any]], file: str = ""
    ) -> Iterator[Case]:
        """Yield the runs of a board.

        Args:
            board: the board.
            variants: fields of each ``Case`` that distinguish it, from ``solver`` on.
            file: source of the board.
        """
        puzzle = board.puzzle
        text = dump_board_line(puzzle)
        digest = hashlib.sha256(text.encode()).hexdigest()[:20]
        if board != puzzle:
            text = dump_board_line(board)
        title = board.title or board.describe()
        for variant in variants:
            key = f"{digest}-{variant['solver']}-{variant.get('seed', 0)}"
            if variant.get("all_solutions"):
                key += "-all"
            if metric := variant.get("metric"):
                key += f"-{metric}"
            if (most := variant.get("moves")) is not None:
                key += f"-{most}"
            yield self._case(key, title, text, board.family, board.size, file=file, **variant)
        self._group += 1

    def _case(
        self, key: str, title: str, board: str, family: str, size: str, **variant: Any
    ) -> Case:
        self._number += 1
        return Case(key, self._number - 1, self._group, title, board, family, size, **variant)
