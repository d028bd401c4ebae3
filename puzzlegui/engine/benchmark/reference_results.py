"""Table of the results in the write-ups, each with the run that reproduces it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from puzzlegui.core.language import gettext_noop, tr


@dataclass(frozen=True)
class ReferenceResult:
    """Result of a run in a write-up, or one checked independently.

    Attributes:
        text: the result as it is shown.
        length: number of moves of the solution.
        states: number of expanded states.
        count: number of solutions.
        exact: our result must be equal; otherwise it must not be longer.
    """

    text: str
    length: int | None = None
    states: int | None = None
    count: int | None = None
    exact: bool = True

    def differences(self, length: int | None, states: int | None, count: int | None) -> list[str]:
        """Describe each difference from our result."""
        found = []
        for name, expected, ours in (
            ("moves", self.length, length), ("states", self.states, states),
            ("solutions", self.count, count),
        ):  # fmt: skip
            if expected is None or ours == expected:
                continue
            if ours is None or self.exact or ours > expected:
                text = tr("{name}: {ours} instead of {told}")
                found.append(text.format(name=name, ours=str(ours), told=str(expected)))
        return found


@dataclass(frozen=True)
class ReferenceRun:
    """A run that reproduces a result of a write-up.

    Attributes:
        preset: name of the board.
        solver: the method.
        reference: result of the write-up.
        all_solutions: list all solutions.
        moves: limit of moves.
    """

    preset: str
    solver: str
    reference: ReferenceResult
    all_solutions: bool = False
    moves: int | None = None


@dataclass(frozen=True)
class ReferenceTable:
    """The runs that reproduce the results of a write-up.

    Attributes:
        key: key of the write-up, as in ``engine.sources``.
        sentence: summary of its results.
        runs: the runs.
    """

    key: str
    sentence: str
    runs: Sequence[ReferenceRun]


# fmt: off
TABLES: tuple[ReferenceTable, ...] = (
    ReferenceTable("S1", gettext_noop("Five solutions of 10 turns, and none shorter."), (
        ReferenceRun("mystery-box", "iddfs",
                   ReferenceResult(gettext_noop("5 solutions of 10 turns"), 10, count=5),
                   all_solutions=True, moves=10),
        ReferenceRun("mystery-box", "bfs",
                   ReferenceResult(gettext_noop("5 solutions of 10 turns"), 10, count=5),
                   all_solutions=True),
        ReferenceRun("mystery-box", "dijkstra",
                   ReferenceResult(gettext_noop("5 solutions of 10 turns"), 10, count=5),
                   all_solutions=True),
        ReferenceRun("mystery-box", "optimal",
                   ReferenceResult(gettext_noop("5 solutions of 10 turns"), 10, count=5),
                   all_solutions=True),
    )),
    ReferenceTable("S2", gettext_noop("Depth-first search finds a path of 17 cells. There are 28 "
                                      "paths in all; the shortest has 12."), (
        ReferenceRun("schonbrunn", "dfs",
                   ReferenceResult(gettext_noop("17 cells: 16 jumps"), 16)),
        ReferenceRun("schonbrunn", "dfs",
                   ReferenceResult(gettext_noop("28 paths"), count=28), all_solutions=True),
        ReferenceRun("schonbrunn", "bfs",
                   ReferenceResult(gettext_noop("12 cells: 11 jumps, checked"), 11)),
        ReferenceRun("schonbrunn", "optimal",
                   ReferenceResult(gettext_noop("12 cells: 11 jumps, checked"), 11)),
        ReferenceRun("schonbrunn-hard", "dfs",
                   ReferenceResult(gettext_noop("not solved; 4 paths, checked"), count=4),
                   all_solutions=True),
        ReferenceRun("schonbrunn-hard", "optimal",
                   ReferenceResult(gettext_noop("18 cells: 17 jumps, checked"), 17)),
    )),
    ReferenceTable("S3", gettext_noop("Iterative deepening finds 18 moves in 39.5 s."), (
        ReferenceRun("fifteen-book", "iddfs", ReferenceResult(gettext_noop("18 moves in 39.5 s"),
            18)),
        ReferenceRun("fifteen-book", "bfs", ReferenceResult(gettext_noop("18 moves, checked"), 18)),
        ReferenceRun("fifteen-book", "astar", ReferenceResult(gettext_noop("18 moves, checked"),
            18)),
        ReferenceRun("fifteen-book", "optimal", ReferenceResult(gettext_noop("18 moves, checked"),
            18)),
    )),
    ReferenceTable("S4",
                   gettext_noop("Three methods on two boards: two by swaps, one by peeling."), (
        ReferenceRun("graphs-20x20-reversed", "exchange",
                   ReferenceResult(gettext_noop("133,592 turns, method 3"), 133_592, exact=False)),
        ReferenceRun("graphs-20x20-reversed", "exchange-short",
                   ReferenceResult(gettext_noop("13,208 turns, method 4"), 13_208, exact=False)),
        ReferenceRun("graphs-20x20-reversed", "peel",
                   ReferenceResult(gettext_noop("7,126 turns, method 5"), 7126, exact=False)),
        ReferenceRun("graphs-4x4-two-colours", "exchange",
                   ReferenceResult(gettext_noop("530 turns, method 3"), 530, exact=False)),
        ReferenceRun("graphs-4x4-two-colours", "peel",
                   ReferenceResult(gettext_noop("20 turns; 17 with Dijkstra, method 5"), 17,
                   exact=False)),
        ReferenceRun("graphs-4x4-two-colours", "dijkstra",
            ReferenceResult(gettext_noop("9 turns, checked"), 9)),
        ReferenceRun("graphs-4x4-two-colours", "optimal",
            ReferenceResult(gettext_noop("9 turns, checked"), 9)),
    )),
    ReferenceTable("S5",
                   gettext_noop("Depth-first search, a stack and a priority queue on the same "
                           "8-puzzle."), (
        ReferenceRun("eight-cpp", "dfs",
                   ReferenceResult(gettext_noop("overflowed; 96,096 moves, 146,454 states, "
                                                "checked"),
                           96_096, 146_454)),
        ReferenceRun("eight-cpp", "stack",
                   ReferenceResult(gettext_noop("80,229 states; 63,178 moves, checked"), 63_178,
                   80_229)),
        ReferenceRun("eight-cpp", "best-first",
                   ReferenceResult(gettext_noop("470 states; 50 moves, checked"), 50, 470)),
        ReferenceRun("eight-cpp", "bfs", ReferenceResult(gettext_noop("16 moves, checked"), 16)),
        ReferenceRun("eight-cpp", "astar", ReferenceResult(gettext_noop("16 moves, checked"), 16)),
        ReferenceRun("eight-cpp", "optimal", ReferenceResult(gettext_noop("16 moves, checked"),
            16)),
    )),
)
# fmt: on
"""Tables of all write-ups."""


def table_of(key: str) -> ReferenceTable:
    """Return the table of a source; raises KeyError if there is none."""
    return {table.key: table for table in TABLES}[key]
