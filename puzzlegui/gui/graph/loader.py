"""What a walk finds out in the worker: rings, distances to the goal, shortest ways."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, Signal

from puzzlegui.core.board import Board
from puzzlegui.documents.boardfile import dump_board_line
from puzzlegui.engine.graph.neighbourhood import (
    DistanceBounds,
    Neighbourhood,
    known_along,
    known_from,
)
from puzzlegui.engine.graph.paths import ShortestPaths
from puzzlegui.engine.graph.wired import read_rings, read_ways
from puzzlegui.engine.runner.pool import Order, Session
from puzzlegui.families.registry import family_of
from puzzlegui.gui.threads.worker import Job, TaskHandle, Worker
from puzzlegui.solvers.arcs import Vertex

_KEPT = 8
"""Pairs of arrangements whose ways are remembered."""

Ends = tuple[Vertex, Vertex]


class GraphLoader(QObject):
    """Looks at one arrangement at a time, and at the ways between two.

    Args:
        board: whose arrangements they are.
        worker: does what takes long.

    Attributes:
        arcs: the moves between them.
        around: the rings; None until they have been found.
        exact: all distances to the goal are known.
        known: what is known of the distances to the goal.

    Signals:
        changed: there is more to be shown.
        failed: a task ended with an exception.
    """

    changed = Signal()
    failed = Signal(object)

    def __init__(self, board: Board, worker: Worker) -> None:
        super().__init__(worker)
        self._worker = worker
        self.arcs = family_of(board).arcs(board)
        self.exact = self._tried = False
        self._board = dump_board_line(board)
        self._session = Session()
        self.around: Neighbourhood | None = None
        self.known: dict[Vertex, DistanceBounds] = {}
        self._ways: dict[Ends, ShortestPaths] = {}
        self._given_up: set[Ends] = set()
        self._given_up_exact = False
        self._pending: dict[str, tuple[Any, TaskHandle]] = {}

    @property
    def busy(self) -> bool:
        """Whether something is looked for."""
        return bool(self._pending)

    def look_at(self, vertex: Vertex) -> None:
        """Find what is around an arrangement."""

        def read(value: Any) -> object:
            around, known = read_rings(self.arcs, value), value["known"]
            if known is None:
                return around, None
            shown = (one.vertex for one in around.shown)
            return around, {
                vertex: DistanceBounds(*each) for vertex, each in zip(shown, known, strict=True)
            }

        def take(result: Any) -> None:
            self.around, known = result
            self.exact = known is not None  # not if the process that knew them had to be replaced
            self.known = known or {}

        for kind in ("ways", "distances"):  # it goes first
            self._withdraw(kind)
        self._begin("around", vertex, "look-around", {"vertex": vertex}, read, take)

    def look_for(self, ends: Ends) -> None:
        """Find the shortest ways between two arrangements, unless they are known, or given up."""
        if ends in self._ways or ends in self._given_up or self._is_pending("ways", ends):
            return

        def read(value: Any) -> object:
            found = read_ways(self.arcs, value)
            if found.levels:
                found.so_far, found.onwards  # noqa: B018 - counted here, and not in the window
            return found

        def take(result: Any) -> None:
            while len(self._ways) >= _KEPT:
                del self._ways[next(iter(self._ways))]
            self._ways[ends] = result

        self._begin("ways", ends, "find-ways", {"ends": ends}, read, take)

    def look_on(self) -> None:
        """Find the distances to the goal, if there is more to be known of them."""
        around = self.around
        if around is None or "around" in self._pending:
            return
        if self.exact:
            if around.centre not in self.known:
                self.look_at(around.centre)
        elif not self._tried and not self._given_up_exact:
            self._explore()
        else:
            ends = around.centre, self.arcs.goal
            ways = self._ways.get(ends)
            if ways is None:
                self.look_for(ends)
            else:
                self.known = dict(known_from(ways, around))

    def _explore(self) -> None:
        def take(value: Any) -> None:
            self.exact, self._tried = value["ready"], value["tried"]

        if "distances" not in self._pending:
            self._begin("distances", None, "find-distances", {}, lambda value: value, take)

    def ways(self, ends: Ends) -> ShortestPaths | None:
        """The shortest ways, None if they have not been found."""
        return self._ways.get(ends)

    def known_along(self, ways: ShortestPaths) -> dict[Vertex, DistanceBounds]:
        """What is known of the distances of the arrangements on some ways."""
        if ways.goal == self.arcs.goal:
            return {**self.known, **known_along(ways)}
        return self.known

    def is_looking_for(self, ends: Ends) -> bool:
        """Whether the ways between two arrangements are looked for."""
        return self._is_pending("ways", ends)

    def stop(self) -> None:
        """Look no further than for what is around."""
        for kind in ("distances", "ways"):
            if kind in self._pending:
                what, pending = self._pending.pop(kind)
                pending.withdraw()
                if kind == "ways":
                    self._given_up.add(what)
                else:
                    self._given_up_exact = True
        self.changed.emit()

    def close(self) -> None:
        """Free all of it."""
        for kind in list(self._pending):
            self._withdraw(kind)
        self._session.close()
        self._ways.clear()
        self.known, self.around = {}, None

    # --- what the process does ---

    def _begin(
        self, kind: str, what: Any, task: str, fields: dict[str, Any],
        read: Callable[[Any], object], take: Callable[[Any], object],
    ) -> None:  # fmt: skip
        """Have something done, in place of what was asked for of its kind before.

        Args:
            kind: of what is found out.
            what: is asked.
            task: of the process.
            fields: what it is told besides the board.
            read: makes what the process has found of what it sends; in the worker.
            take: takes that.
        """
        self._withdraw(kind)
        order = Order(task, {"board": self._board, **fields}, self._session)

        def done(result: object) -> None:
            del self._pending[kind]
            if isinstance(result, Exception):
                self.failed.emit(result)
                return
            take(result)
            self.changed.emit()

        job = Job(lambda _: read(order.execute()), "", lambda: order.stop(None))
        self._pending[kind] = what, self._worker.do(job, done)

    def _is_pending(self, kind: str, what: Any) -> bool:
        return kind in self._pending and self._pending[kind][0] == what

    def _withdraw(self, kind: str) -> None:
        if kind in self._pending:
            self._pending.pop(kind)[1].withdraw()
