"""Boards whose shortest solution has an exact number of moves, proved.

Where the whole graph of a board is small, it is searched from the goal and a board is drawn among
all those of the wanted distance; a wish that no board fulfils is refused with proof. Elsewhere the
goal is scrambled by random moves and the result solved with proof: from any board on a shortest
solution the rest of that solution is a shortest one, so the board that is as many moves from the
goal as wanted lies on the way.

The hardest board of a graph that can be searched as a whole is one of those farthest from the goal.
Elsewhere random walks go on from the hardest board so far, as long as they find harder ones whose
lengths can be proved.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from puzzlegui.core.board import Board
from puzzlegui.core.creation import scrambled
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.solution import Solution
from puzzlegui.engine.run import Run
from puzzlegui.making.rating import (
    Cancelled,
    Difficulty,
    RatedBoard,
    Watch,
    choose_length,
    hardest_found,
)
from puzzlegui.solvers.control import Limits, Request

if TYPE_CHECKING:
    from puzzlegui.making.whole_graph import WholeGraph

OPTIMAL = "optimal"
"""Name of the solver of each family that proves its solutions shortest."""

LARGEST_GRAPH = 4_000_000
"""Most arrangements of a graph that is searched as a whole, which takes a second or two."""
_PATIENCE = 30
"""Boards in a row that turn out no harder before the hardest found is good enough."""
_PROOF_STATES = 20_000_000
"""States of the search that proves the length of a board that may be the hardest."""
_WALK = 10
"""Most moves of a walk to such a board."""
_GROWTH = 20
"""Scrambles that turn out too easy are made longer by one move and a twentieth."""


class BoardMaker:
    """A source of boards with the goal of a given board and an exact difficulty.

    It keeps the distances of a small graph, so that only the first board takes time.
    """

    def __init__(
        self, board: Board, watch: Watch | None = None, largest_graph: int = LARGEST_GRAPH
    ) -> None:
        """Prepare boards that end as a board does.

        Args:
            board: a sound board with a start and a goal; its start does not matter.
            watch: called now and then; the methods raise Cancelled when it returns False.
            largest_graph: most arrangements of a graph that is searched as a whole.
        """
        self._largest_graph = largest_graph
        self._board = board.with_fields(start=board.grid("goal"))
        self._watch = watch
        self._tried = 0
        self._extra = 0
        """Moves by which scrambles are longer than the wanted solution."""
        self._graph = self._whole_graph()

    def make(self, wish: Difficulty, seed: int) -> RatedBoard:
        """Return a board of the wanted difficulty.

        Args:
            wish: the difficulty.
            seed: chooses among the boards there are.

        Raises:
            ImpossibleError: there is none.
            Cancelled: ``watch`` returned False.
        """
        if self._graph is not None:
            return self._graph.draw(wish, seed)
        rng = random.Random(seed)
        if wish.hardest:
            return self._hardest_found(rng)
        length = choose_length(range(wish.shortest, wish.longest + 1), seed)
        while True:
            made = self._from_scramble(length, rng, unique=wish.unique)
            if made is not None:
                return made

    def _whole_graph(self) -> WholeGraph | None:
        """Return the distances of all arrangements, None where there are too many."""
        from puzzlegui.engine.graph.exploration import MAX_ARRANGEMENTS  # as below
        from puzzlegui.making.whole_graph import WholeGraph  # loads numpy

        reachable = self._board.verdict().reachable
        if reachable is None or reachable > min(self._largest_graph, MAX_ARRANGEMENTS):
            return None
        with suppress(PuzzleError):  # there is not enough memory
            return WholeGraph(self._board, self._check)
        return None

    def _check(self) -> None:
        if self._watch is not None and not self._watch(self._tried):
            raise Cancelled

    def _hardest_found(self, rng: random.Random) -> RatedBoard:
        """Return the hardest board found by walks that go on from the hardest so far.

        Raises:
            Cancelled: ``watch`` returned False before any was found.
            NotFoundError: none was found.
        """
        best: RatedBoard | None = None
        longest = idle = 0
        request = Request(Limits(states=_PROOF_STATES))
        while idle < _PATIENCE:
            self._tried += 1
            idle += 1
            try:
                self._check()
                here = self._board if best is None else best.board
                board = scrambled(here, rng.randint(1, _WALK), rng, origin="start")
                assert board is not None  # not watched
                solution = self._wait(Run(board, OPTIMAL, request))
            except Cancelled:
                if best is None:
                    raise
                break
            length = len(solution.moves) if solution.optimal else 0
            if length > longest:
                longest, idle = length, 0
            if longest and length == longest:
                best = RatedBoard(board, tuple(solution.moves))
        return hardest_found(best)

    def _from_scramble(self, wanted: int, rng: random.Random, *, unique: bool) -> RatedBoard | None:
        """Return a board on the shortest solution of a scramble; None if that was too easy."""
        self._tried += 1
        self._check()
        scramble = wanted + self._extra
        board = scrambled(self._board, scramble, rng)
        assert board is not None  # not watched
        moves = self._shortest(board)
        if len(moves) < wanted:
            # Little by little: a scramble that is much longer is much harder to solve.
            self._extra += 1 + self._extra // _GROWTH
            return None
        surplus = len(moves) - wanted
        position, _, _ = board.play_all(moves[:surplus])
        return self._solved(board.from_position(position), unique, moves[surplus:])

    def _solved(self, board: Board, unique: bool, moves: tuple[Any, ...]) -> RatedBoard | None:
        """Return a board with its shortest solution; None if that is not unique but should be."""
        if not unique:
            return RatedBoard(board, moves)
        solutions: list[tuple[Any, ...]] = []

        def listed(number: int, moves: Sequence[Any]) -> None:
            solutions.append(tuple(moves))
            if number > 1:
                run.cancel()

        run = Run(board, OPTIMAL, Request(all_solutions=True), listed)
        self._wait(run)
        return RatedBoard(board, solutions[0], True) if len(solutions) == 1 else None

    def _shortest(self, board: Board) -> tuple[Any, ...]:
        """Return a shortest solution of a board, proved."""
        solution = self._wait(Run(board, OPTIMAL))
        if not solution.optimal:  # no memory is left
            raise PuzzleError(solution.note)
        return tuple(solution.moves)

    def _wait(self, run: Run) -> Solution:
        with run:
            return run.start().result(self._check)
