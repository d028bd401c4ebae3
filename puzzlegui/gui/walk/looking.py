"""What a walk finds out in the worker: rings, distances to the goal, shortest ways."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, Signal

from puzzlegui.core.board import Board
from puzzlegui.core.language import tr
from puzzlegui.engine.exploring.goaldistances import GoalDistances
from puzzlegui.engine.exploring.neighbourhood import (
    Known,
    Neighbourhood,
    known_along,
    known_from,
    neighbourhood,
)
from puzzlegui.engine.exploring.ways import Ways, shortest_ways
from puzzlegui.export.settings import CancelledError
from puzzlegui.families.registry import family_of
from puzzlegui.gui.common.worker import Pending, Worker
from puzzlegui.gui.walk.task import Task
from puzzlegui.solvers.arcs import Vertex
from puzzlegui.solvers.control import Work

_KEPT = 8
"""Pairs of arrangements whose ways are remembered."""

Ends = tuple[Vertex, Vertex]


class Looking(QObject):
    """Looks at one arrangement at a time, and at the ways between two.

    Args:
        board: whose arrangements they are.
        worker: does what takes long.

    Attributes:
        arcs: the moves between them.
        around: the rings; None until they have been found.
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
        self._exact = GoalDistances(self.arcs)
        self.around: Neighbourhood | None = None
        self.known: dict[Vertex, Known] = {}
        self._ways: dict[Ends, Ways] = {}
        self._given_up: set[Ends] = set()
        self._given_up_exact = False
        self._pending: dict[str, tuple[Any, Pending]] = {}

    @property
    def busy(self) -> bool:
        """Whether something is looked for."""
        return bool(self._pending)

    @property
    def exact(self) -> bool:
        """Whether all distances to the goal are known."""
        return self._exact.ready

    def look_at(self, vertex: Vertex) -> None:
        """Find what is around an arrangement."""
        exact = self._exact

        def do(work: Work) -> object:
            found = neighbourhood(self.arcs, vertex, work)
            shown = found.shown if exact.ready else ()
            return found, {one.vertex: exact.known(one.vertex) for one in shown}

        def take(result: Any) -> None:
            self.around, self.known = result

        for kind in ("ways", "distances"):  # it goes first
            self._withdraw(kind)
        self._begin("around", vertex, Task(do, ""), take)

    def look_for(self, ends: Ends) -> None:
        """Find the shortest ways between two arrangements, unless they are known, or given up."""
        if ends in self._ways or ends in self._given_up or self._is_pending("ways", ends):
            return

        def do(work: Work) -> object:
            found = shortest_ways(self.arcs, *ends, work)
            if found.levels:
                found.so_far, found.onwards  # noqa: B018 - counted here, and not in the window
            return found

        def take(result: Any) -> None:
            while len(self._ways) >= _KEPT:
                del self._ways[next(iter(self._ways))]
            self._ways[ends] = result

        self._begin("ways", ends, Task(do, ""), take)

    def look_on(self) -> None:
        """Find the distances to the goal, if there is more to be known of them."""
        around = self.around
        if around is None or "around" in self._pending:
            return
        if self._exact.ready:
            if around.centre not in self.known:
                self.look_at(around.centre)
        elif not self._exact.tried and not self._given_up_exact:
            self._explore()
        else:
            ends = around.centre, self.arcs.goal
            ways = self._ways.get(ends)
            if ways is None:
                self.look_for(ends)
            else:
                self.known = dict(known_from(ways, around))

    def _explore(self) -> None:
        exact = self._exact

        def do(_work: Work) -> object:
            exact.prepare()
            return exact.ready

        if "distances" not in self._pending:
            task = Task(do, tr("Finding distances to the goal…"), exact.cancel)
            self._begin("distances", None, task, lambda _: None)

    def ways(self, ends: Ends) -> Ways | None:
        """The shortest ways, None if they have not been found."""
        return self._ways.get(ends)

    def known_along(self, ways: Ways) -> dict[Vertex, Known]:
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
        self._ways.clear()
        self._exact = GoalDistances(self.arcs)
        self.known, self.around = {}, None

    # --- tasks ---

    def _begin(self, kind: str, what: Any, task: Task, take: Callable[[Any], object]) -> None:
        """Have something done, in place of what was asked for of its kind before."""
        self._withdraw(kind)

        def done(result: object) -> None:
            del self._pending[kind]
            if isinstance(result, Exception):
                if not isinstance(result, CancelledError):
                    self.failed.emit(result)
                return
            take(result)
            self.changed.emit()

        self._pending[kind] = what, self._worker.do(task, done)

    def _is_pending(self, kind: str, what: Any) -> bool:
        return kind in self._pending and self._pending[kind][0] == what

    def _withdraw(self, kind: str) -> None:
        if kind in self._pending:
            self._pending.pop(kind)[1].withdraw()
