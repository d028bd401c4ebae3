"""The loader of neighbourhoods, distances and shortest paths, which works in the background."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, Signal

from puzzlegui.core.board import Board
from puzzlegui.documents.boardfile import dump_board_line
from puzzlegui.engine.graph.neighbourhood import (
    DistanceBounds,
    Neighbourhood,
    bounds_around,
    bounds_on_paths,
)
from puzzlegui.engine.graph.paths import ShortestPaths
from puzzlegui.engine.graph.serialization import read_paths, read_rings
from puzzlegui.engine.runner.pool import DedicatedClient, RemoteTask
from puzzlegui.families.registry import family_of
from puzzlegui.gui.threads.worker import Job, TaskHandle, Worker
from puzzlegui.solvers.transitions import Vertex

_MAX_CACHED = 8
"""Number of pairs of arrangements whose paths are cached."""

Ends = tuple[Vertex, Vertex]


class GraphLoader(QObject):
    """Loads the neighbourhood of an arrangement and the shortest paths between two.

    Args:
        board: board whose state graph is loaded.
        worker: worker for long tasks.

    Attributes:
        transitions: moves between arrangements.
        neighbourhood: rings around the current arrangement; None until loaded.
        exact: True if all distances to the goal are known.
        distances: known bounds of distances to the goal.

    Signals:
        changed: results arrived, or loading was stopped.
        failed: a task ended with an exception.
    """

    changed = Signal()
    failed = Signal(object)

    def __init__(self, board: Board, worker: Worker) -> None:
        super().__init__(worker)
        self._worker = worker
        self.transitions = family_of(board).transitions(board)
        self.exact = self._tried = False
        self._board = dump_board_line(board)
        self._session = DedicatedClient()
        self.neighbourhood: Neighbourhood | None = None
        self.distances: dict[Vertex, DistanceBounds] = {}
        self._paths: dict[Ends, ShortestPaths] = {}
        self._cancelled_paths: set[Ends] = set()
        self._cancelled_exploring = False
        self._pending: dict[str, tuple[Any, TaskHandle]] = {}

    @property
    def busy(self) -> bool:
        """True while anything is being loaded."""
        return bool(self._pending)

    def load_neighbourhood(self, vertex: Vertex) -> None:
        """Load the rings around an arrangement."""

        def read(value: Any) -> object:
            around, known = read_rings(self.transitions, value), value["known"]
            if known is None:
                return around, None
            shown = (neighbour.vertex for neighbour in around.members)
            return around, {
                vertex: DistanceBounds(*each) for vertex, each in zip(shown, known, strict=True)
            }

        def take(result: Any) -> None:
            self.neighbourhood, known = result
            self.exact = known is not None  # False if the process with the distances was replaced
            self.distances = known or {}

        for kind in ("ways", "distances"):  # the neighbourhood has priority
            self._withdraw(kind)
        self._begin("around", vertex, "look-around", {"vertex": vertex}, read, take)

    def load_paths(self, ends: Ends) -> None:
        """Load the shortest paths between two arrangements, unless loaded or cancelled before."""
        if ends in self._paths or ends in self._cancelled_paths or self._is_pending("ways", ends):
            return

        def read(value: Any) -> object:
            found = read_paths(self.transitions, value)
            if found.levels:
                found.paths_from_start, found.paths_to_goal  # noqa: B018 - counts in the worker instead of the GUI thread
            return found

        def take(result: Any) -> None:
            while len(self._paths) >= _MAX_CACHED:
                del self._paths[next(iter(self._paths))]
            self._paths[ends] = result

        self._begin("ways", ends, "find-ways", {"ends": ends}, read, take)

    def load_distances(self) -> None:
        """Load more distances to the goal, if possible."""
        around = self.neighbourhood
        if around is None or "around" in self._pending:
            return
        if self.exact:
            if around.centre not in self.distances:
                self.load_neighbourhood(around.centre)
        elif not self._tried and not self._cancelled_exploring:
            self._explore()
        else:
            ends = around.centre, self.transitions.goal
            ways = self._paths.get(ends)
            if ways is None:
                self.load_paths(ends)
            else:
                self.distances = dict(bounds_around(ways, around))

    def _explore(self) -> None:
        def take(value: Any) -> None:
            self.exact, self._tried = value["ready"], value["tried"]

        if "distances" not in self._pending:
            self._begin("distances", None, "find-distances", {}, lambda value: value, take)

    def paths(self, ends: Ends) -> ShortestPaths | None:
        """Return the shortest paths, or None if not loaded."""
        return self._paths.get(ends)

    def distances_along(self, ways: ShortestPaths) -> dict[Vertex, DistanceBounds]:
        """Return the known bounds of the distances of the arrangements on paths."""
        if ways.goal == self.transitions.goal:
            return {**self.distances, **bounds_on_paths(ways)}
        return self.distances

    def is_loading_paths(self, ends: Ends) -> bool:
        """Return True while the paths between two arrangements are being loaded."""
        return self._is_pending("ways", ends)

    def stop(self) -> None:
        """Stop loading everything but the neighbourhood."""
        for kind in ("distances", "ways"):
            if kind in self._pending:
                what, pending = self._pending.pop(kind)
                pending.cancel()
                self._cancel(kind, what)
        self.changed.emit()

    def _cancel(self, kind: str, what: Any) -> None:
        """Do not start a task again by itself."""
        if kind == "ways":
            self._cancelled_paths.add(what)
        elif kind == "distances":
            self._cancelled_exploring = True

    def allow_all(self) -> None:
        """Allow to load again what was stopped or has failed."""
        self._cancelled_paths.clear()
        self._cancelled_exploring = False

    def close(self) -> None:
        """Stop loading and free all results."""
        for kind in list(self._pending):
            self._withdraw(kind)
        self._session.close()
        self._paths.clear()
        self.distances, self.neighbourhood = {}, None
        self.setParent(None)  # else the worker would keep it as long as the window

    # --- tasks of the process ---

    def _begin(
        self, kind: str, what: Any, task: str, fields: dict[str, Any],
        read: Callable[[Any], object], take: Callable[[Any], object],
    ) -> None:  # fmt: skip
        """Start a task, replacing the pending task of the same kind.

        Args:
            kind: kind of result.
            what: subject of the task, for comparison.
            task: name of the task in the process.
            fields: arguments besides the board.
            read: converts the answer of the process; called in the worker.
            take: stores the result; called in the GUI thread.
        """
        self._withdraw(kind)
        order = RemoteTask(task, {"board": self._board, **fields}, self._session)

        def done(result: object) -> None:
            del self._pending[kind]
            if isinstance(result, Exception):
                self._cancel(kind, what)  # until it is asked for again
                self.changed.emit()
                self.failed.emit(result)
                return
            take(result)
            self.changed.emit()

        job = Job(lambda _: read(order.execute()), "", lambda: order.stop(None))
        self._pending[kind] = what, self._worker.submit(job, done)

    def _is_pending(self, kind: str, what: Any) -> bool:
        return kind in self._pending and self._pending[kind][0] == what

    def _withdraw(self, kind: str) -> None:
        if kind in self._pending:
            self._pending.pop(kind)[1].cancel()
