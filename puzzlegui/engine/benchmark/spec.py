"""What a benchmark runs: its cases, and the limits of each."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from puzzlegui.core.board import Board
from puzzlegui.documents.boardfile import dump_board_line
from puzzlegui.engine.benchmark.published import Published
from puzzlegui.solvers.control import Limits, Request


@dataclass(frozen=True)
class Case:
    """One solver on one board with one seed.

    Attributes:
        key: the same wherever the same is run.
        number: its place in the order of the benchmark.
        group: cases of the same number are of the same board.
        title: of the board; its description where it has none.
        board: the text of its file, on one line; empty if the file could not be read.
        family: of the board.
        size: of the board, rows × columns.
        solver: the name of the method.
        seed: of the solver.
        file: where the board comes from, as it was given.
        all_solutions: all solutions are listed.
        moves: the most moves of a solution; None for those of the benchmark's limits.
        published: what a write-up tells of the same run, if there is one.
        error: why it cannot be run, as a sentence; empty if it can.
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
    published: Published | None = None
    error: str = ""

    def request(self, limits: Limits) -> Request:
        """Return what is asked of the solver.

        Args:
            limits: of the benchmark.
        """
        if self.moves is not None:
            limits = replace(limits, moves=self.moves)
        return Request(limits, self.seed, self.all_solutions)

    def order(self) -> dict[str, Any]:
        """Return what a process needs to run it; JSON can hold it."""
        return {
            "board": self.board, "solver": self.solver, "seed": self.seed, "moves": self.moves,
            "all": self.all_solutions,
        }  # fmt: skip


class PublishedMaximum(NamedTuple):
    """What a publication tells of a solver.

    Attributes:
        solver: its name.
        most: moves of the longest of its solutions.
        source: the publication.
    """

    solver: str
    most: int
    source: str


@dataclass(frozen=True)
class Spec:
    """A benchmark.

    Attributes:
        title: what it is called.
        solvers: their names.
        limits: of each run.
        boards: how many boards there are; two may be the same.
        runs: how many cases there are, those of a board that is there twice counted twice.
        cases: returns every case, in order.
        digest: tells two benchmarks apart.
        maxima: what publications tell of the solvers.
        isolated: each run has a process of its own, so that its memory can be measured.
        families: of the boards.
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


class BoardCases:
    """Makes the cases of one board after the other, numbered as they come."""

    def __init__(self) -> None:
        self._number = self._group = 0

    def failed(self, name: str, error: str) -> Iterator[Case]:
        """Yield the only case of a board that could not be read.

        Args:
            name: where it was to come from.
            error: why it could not be read, as a sentence.
        """
        yield self._case(f"-{name}", name, "", "", "", solver="", file=name, error=error)
        self._group += 1

    def of(
        self, board: Board, wishes: Iterable[Mapping[str, Any]], file: str = ""
    ) -> Iterator[Case]:
        """Yield the cases of a board.

        Args:
            board: the board.
            wishes: what distinguishes them, from ``solver`` on, as ``Case`` has it.
            file: where the board comes from.
        """
        puzzle = board.puzzle
        text = dump_board_line(puzzle)
        digest = hashlib.sha256(text.encode()).hexdigest()[:20]
        if board != puzzle:
            text = dump_board_line(board)
        title = board.title or board.describe()
        for wish in wishes:
            key = f"{digest}-{wish['solver']}-{wish.get('seed', 0)}"
            if wish.get("all_solutions"):
                key += "-all"
            if (most := wish.get("moves")) is not None:
                key += f"-{most}"
            yield self._case(key, title, text, board.family, board.size, file=file, **wish)
        self._group += 1

    def _case(self, key: str, title: str, board: str, family: str, size: str, **wish: Any) -> Case:
        self._number += 1
        return Case(key, self._number - 1, self._group, title, board, family, size, **wish)
