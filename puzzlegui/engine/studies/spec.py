"""What a study is to run."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import NamedTuple

from puzzlegui.core.board import Board
from puzzlegui.documents.boardfile import dump_board_line
from puzzlegui.engine import registry
from puzzlegui.solvers.control import Limits


@dataclass(frozen=True)
class Case:
    """One run of a study.

    Attributes:
        key: makes it unique, in this study and in every other with the same limits.
        title: of the board.
        board: the text of its file, on one line.
        family: of the board.
        size: of the board, rows × columns.
        solver: the name.
        seed: of the solver.
    """

    key: str
    title: str
    board: str
    family: str
    size: str
    solver: str
    seed: int


class Figure(NamedTuple):
    """What somebody else tells of a solver.

    Attributes:
        solver: its name.
        most: moves of the longest of its solutions.
        source: who tells it.
    """

    solver: str
    most: int
    source: str


class Source(NamedTuple):
    """What makes boards.

    Attributes:
        families: how many boards of each it makes.
        boards: makes them.
    """

    families: Mapping[str, int]
    boards: Callable[[], Iterator[Board]]


@dataclass(frozen=True)
class Spec:
    """A study.

    Attributes:
        title: what it is called.
        solvers: their names.
        seeds: of the solvers; each runs with each.
        limits: of each run.
        sources: what makes the boards, one after the other.
        figures: what others tell of the solvers.
        digest: tells two studies apart.
    """

    title: str
    solvers: tuple[str, ...]
    seeds: Sequence[int]
    limits: Limits
    sources: tuple[Source, ...] = field(repr=False)
    figures: tuple[Figure, ...]
    digest: str

    @property
    def boards(self) -> int:
        """How many boards there are; two may be the same."""
        return sum(sum(source.families.values()) for source in self.sources)

    @property
    def runs(self) -> int:
        """How many runs there are, those of a board that is there twice counted twice."""
        pairs = sum(
            count * len(self._solvers_of(family))
            for source in self.sources
            for family, count in source.families.items()
        )
        return pairs * len(self.seeds)

    def _solvers_of(self, family: str) -> list[str]:
        """Those of its solvers that a family has."""
        own = {registry.AUTO, *(solver.name for solver in registry.solvers_of(family))}
        return [solver for solver in self.solvers if solver in own]

    def cases(self) -> Iterator[Case]:
        """Every run, in order; solvers that the family of a board has not are left out."""
        for source in self.sources:
            solvers = {family: self._solvers_of(family) for family in source.families}
            for board in source.boards():
                text = dump_board_line(board.puzzle)
                digest = hashlib.sha256(text.encode()).hexdigest()[:20]
                for solver, seed in product(solvers[board.family], self.seeds):
                    yield Case(
                        f"{digest}-{solver}-{seed}", board.title, text,
                        board.family, board.size, solver, seed,
                    )  # fmt: skip
