"""All arrangements of a board with their distances to the goal, to draw boards from."""

from __future__ import annotations

import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from puzzlegui.core.board import Board
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.formatting import quantity
from puzzlegui.core.language import tr
from puzzlegui.engine.graph.exploration import Exploration
from puzzlegui.engine.graph.level_counts import GOAL, LevelCounts
from puzzlegui.making.rating import Difficulty, ImpossibleError, RatedBoard, choose_length

_CHUNK = 1 << 16
_CHECK_SECONDS = 0.05


class WholeGraph:
    """Distances to the goal, and on request the number of shortest solutions, of every board."""

    def __init__(self, board: Board, check: Callable[[], None]) -> None:
        """Search the whole graph, breadth first from the goal.

        Args:
            board: a sound board whose graph fits into memory.
            check: called now and then; raises what is to end it.

        Raises:
            PuzzleError: there is not enough memory.
        """
        self._check = check
        self._exploration = Exploration(board, GOAL)
        explored = self._explore()
        if not explored.complete:
            raise PuzzleError(explored.reason)
        self._counts = explored.counts
        self._unique: dict[int, NDArray[np.int64]] | None = None

    def _explore(self) -> LevelCounts:
        """Explore the graph in another thread, until it is complete or ``check`` raises."""
        with ThreadPoolExecutor(1, "graph") as pool:
            exploring = pool.submit(self._exploration.execute)
            try:
                while True:
                    self._check()
                    with suppress(TimeoutError):
                        return exploring.result(_CHECK_SECONDS)
            finally:
                self._exploration.cancel()

    def draw(self, wish: Difficulty, seed: int) -> RatedBoard:
        """Return a board of the wanted difficulty: each depth as likely, then each board.

        Raises:
            ImpossibleError: there is none, which is proved.
        """
        hardest = len(self._counts) - 1
        if wish.hardest:
            length = max(1, hardest)  # a solved board is none
            note = tr("No board with this goal takes more moves.")
            return replace(self.draw(Difficulty(length, length), seed), note=note)
        depths = list(range(wish.shortest, min(wish.longest, hardest) + 1))
        if not depths:
            text = tr("no such board: the hardest with this goal takes {moves}")
            raise ImpossibleError(text.format(moves=quantity(hardest, "move")))
        if wish.unique:
            depths = [depth for depth in depths if len(self._unique_at(depth))]
            if not depths:
                text = tr("no board with this goal and that length has a single shortest solution")
                raise ImpossibleError(text)
        depth = choose_length(depths, seed)
        vertices = self._unique_at(depth) if wish.unique else self._at(depth)
        vertex = int(vertices[random.Random(seed).randrange(len(vertices))])
        graph = self._exploration.graph
        board = graph.board_from(graph.position(vertex))
        return RatedBoard(board, self._descend(vertex), True if wish.unique else None)

    def _at(self, depth: int) -> NDArray[np.int64]:
        return np.flatnonzero(self._exploration.distances == depth)

    def _descend(self, vertex: int) -> tuple[Any, ...]:
        """Return a shortest solution of a vertex, each move nearer to the goal."""
        moves: list[Any] = []
        distance = self._exploration.distance
        while depth := distance(vertex):
            move, vertex = next(
                (move, there)
                for move, there in self._exploration.graph.successors(vertex)
                if distance(there) == depth - 1
            )
            moves.append(move)
        return tuple(moves)

    def _unique_at(self, depth: int) -> NDArray[np.int64]:
        """Return the vertices at a depth that have a single shortest solution."""
        if self._unique is None:
            self._unique = self._find_unique()
        return self._unique[depth]

    def _find_unique(self) -> dict[int, NDArray[np.int64]]:
        """Count the shortest solutions of every vertex, level by level, up to two."""
        distances = self._exploration.distances
        solutions = np.zeros(len(distances), np.uint8)
        unique = {}
        for depth in range(len(self._counts)):
            vertices = self._at(depth)
            for first in range(0, len(vertices), _CHUNK):
                self._check()
                part = vertices[first : first + _CHUNK]
                there = self._exploration.graph.neighbours(part, backward=False)
                nearer = (there >= 0) & (distances[there] == depth - 1)
                total = np.where(nearer, solutions[there], 0).sum(axis=0)
                solutions[part] = np.minimum(total, 2) if depth else 1
            unique[depth] = vertices[solutions[vertices] == 1]
        return unique
