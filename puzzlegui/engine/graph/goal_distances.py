"""Exact distances to a board's goal, if its graph is small or has been explored."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzlegui.core.errors import PuzzleError
from puzzlegui.engine.graph.level_counts import GOAL, LevelCounts
from puzzlegui.engine.graph.neighbourhood import DistanceBounds
from puzzlegui.solvers import table_store
from puzzlegui.solvers.transitions import Transitions, Vertex

if TYPE_CHECKING:
    from puzzlegui.engine.graph.exploration import Exploration

MAX_UNASKED = 4_000_000
"""Greatest size of a graph that is explored unasked, which takes about a second."""


class GoalDistances:
    """Distances of all arrangements to the goal, if they can be computed at once.

    One thread calls ``prepare``, and later ``bounds``; any other may call ``cancel``.

    Attributes:
        ready: the distances are known.
        is_final: another call of ``prepare`` would not change anything.
    """

    def __init__(self, arcs: Transitions) -> None:
        self.ready = self.is_final = False
        self._arcs = arcs
        self._exploration: Exploration | None = None

    def prepare(self) -> None:
        """Explore the graph if it is small enough, or load its stored distances."""
        from puzzlegui.engine.graph import exploration  # loads numpy

        board = self._arcs.board.puzzle
        self.is_final = True
        reachable = board.verdict().reachable
        if reachable is None or reachable > exploration.MAX_ARRANGEMENTS:
            return
        try:
            found = exploration.Exploration(board, GOAL)
        except PuzzleError:  # not enough memory
            return
        large = found.graph.size > MAX_UNASKED
        if large and not table_store.exists(found.table_name):
            return

        def stop_if_slow(explored: LevelCounts) -> None:
            if large and not explored.complete:  # continuing would take long
                found.cancel()

        self._exploration = found
        explored = found.execute(stop_if_slow)
        self.ready = explored.complete
        self.is_final = self.ready or large

    def cancel(self) -> None:
        """Ask ``prepare`` to end soon."""
        if self._exploration is not None:
            self._exploration.cancel()

    def bounds(self, vertex: Vertex) -> DistanceBounds:
        """Return the distance of an arrangement, once the distances are ready."""
        assert self._exploration is not None
        moves = self._exploration.distance(self._exploration.graph.vertex_number(vertex))
        return DistanceBounds(unreachable=True) if moves is None else DistanceBounds(moves, moves)
