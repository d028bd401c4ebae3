"""A search that is run once and remembered step by step, so that any step is reached at once."""

from __future__ import annotations

import heapq
import threading
from array import array
from bisect import bisect_right
from typing import Any
from weakref import WeakSet

from puzzlegui.core.board import Board
from puzzlegui.core.solution import Solution
from puzzlegui.engine.run import Run
from puzzlegui.engine.watching.methods import method_of, watchable
from puzzlegui.engine.watching.store import Itself, Rows, States, size_of
from puzzlegui.solvers.control import Limits, Request, Stopped
from puzzlegui.solvers.space import Space, State

MOST_STEPS = 1_200_000
"""Steps of a search that are remembered."""
_MOST_NODES = 400_000
"""Different positions that are remembered where the search remembers as many."""
_MOST_BYTES, _MOST_BYTES_OF_ALL, _LEAST_BYTES = 40 << 20, 96 << 20, 8 << 20
"""What a recording may take, and all that there are; and what one may take in any case."""
_WEIGHED = 1024
"""Nodes after which it is looked again how much all take."""
_NONE = -1
_REST = 4_000
"""Nodes that were never taken up whose order is remembered."""
_recordings: WeakSet[Recording] = WeakSet()
_lock = threading.Lock()


def _size_of_all() -> int:
    """Bytes that all recordings of this process take."""
    with _lock:
        there = list(_recordings)
    return sum(recording.size for recording in there)


class Recording:
    """One search on one board. A thread runs it by ``execute``; any other may read meanwhile.

    What is met is a node of a tree, numbered as it is met; node 0 is the start. A node is a way to
    a position: where a better way to one is found, that is another node.

    Args:
        board: a sound board.
        solver: the name of a search that can be watched.
        steps: at most so many are remembered.
        max_moves: as for the solver.

    Raises:
        PuzzleError: the board has no such search.

    Attributes:
        solver: the search.
        method: what is known of it.
        space: what it searches; it is there with the first step.
        states: of each node; likewise.
        before: of each node the one that it was met from; -1 for a start.
        depths: of each node the moves made.
        taken: of each node the step at which it was taken up; -1 for one that waits.
        outdated: of each node the step from which a better way to its position was known; -1. Not
            of a search along a path.
        keys: of each node what decides when its turn comes; empty if nothing does. On a path, how
            many neighbours of the one before were visited earlier.
        steps: of each step the node that was taken up.
        rounds: the steps at which the search began, once more each time the limit was raised.
        limits: of each round the limit of moves, None without one.
        goals: the nodes that solve the board.
        rest: of the nodes that were never taken up those that would have been next; empty as long
            as the search goes on.
        solution: what the search came to, None as long as it goes on.
    """

    def __init__(
        self,
        board: Board,
        solver: str,
        steps: int = MOST_STEPS,
        max_moves: int | None = None,
    ) -> None:
        self.board = board
        self.solver = watchable(board, solver)
        self.method = method_of(self.solver)
        request = Request(Limits(moves=max_moves, states=steps))
        self._run = Run(board, solver, request, observer=self)
        self.space: Space
        self.states: States
        deep = self.method.deep
        self._found = self.method.marks or not deep
        """Nodes are looked for by their states; the search itself remembers as many then."""
        self.before, self.depths = array("i"), array("i")
        # A node on a path is taken up as soon as it is met.
        self.taken: array[int] | Itself = Itself() if deep else array("i")
        self.steps: array[int] | Itself = Itself() if deep else array("i")
        self.outdated = array("i")
        self.keys = Rows()
        self.rounds = array("i")
        self.limits: list[int | None] = []
        self.goals: list[int] = []
        self.rest = array("i")
        self.solution: Solution | None = None
        self._ends = array("i")
        """Of each step the number of nodes before the next one; not of a search along a path."""
        self._bounds, self._bounds_from = array("i"), array("i")
        """Each bound that was proved, and the step from which it was known."""
        self._path: list[int] = []
        self._tried: list[int] = []
        """Of each node on the path how many of its neighbours have been visited from it."""
        self._replaced = array("i")
        """For each node that became outdated the step at which it did."""

    # --- running it ---

    def execute(self) -> Solution:
        """Search; gives what the solver would give with a limit of states."""
        solution = self._run.execute()
        if not self.method.deep:
            waiting = (node for node, at in enumerate(self.taken) if at == _NONE)
            # To sort all of them would keep the window from being drawn.
            rest = heapq.nsmallest(_REST, waiting, key=self.keys.__getitem__)
            self.rest = array("i", rest)
        self.solution = solution
        return solution

    def cancel(self) -> None:
        """End the search; what is remembered so far can be watched."""
        self._run.cancel()

    def release(self) -> None:
        """Free what is not needed to watch it."""
        self._run.release()
        self._path, self._tried = [], []

    # --- what the search tells ---

    def begin(self, space: Space, limit: int | None = None) -> None:
        """See ``Observer``."""
        if not self.rounds:
            self.space, self.states = space, States(space, found=self._found)
            with _lock:
                _recordings.add(self)
        self.rounds.append(len(self.steps))
        self.limits.append(limit)
        self._path.clear()
        self._tried.clear()

    def meet(self, state: State, before: State, key: tuple[int, ...] = ()) -> None:
        """See ``Observer``."""
        known = self.states.find(state)
        if known != _NONE:
            self.outdated[known] = len(self.steps) - 1
            self._replaced.append(len(self.steps) - 1)
        parent = self.steps[-1] if state != before else _NONE
        self._add(state, parent, key)

    def take(self, state: State) -> None:
        """See ``Observer``."""
        if self.steps:
            self._ends.append(len(self.states))
        self._step(self.states.find(state))

    def visit(self, state: State, depth: int) -> None:
        """See ``Observer``."""
        del self._path[depth:], self._tried[depth:]
        earlier = self._tried[-1] if depth else 0
        node = self._add(state, self._path[-1] if depth else _NONE, (earlier,))
        if depth:
            self._tried[-1] += 1
        self._path.append(node)
        self._tried.append(0)
        self._step(node)

    def _add(self, state: State, before: int, key: tuple[int, ...]) -> int:
        node = len(self.before)
        if not node % _WEIGHED:
            self._weigh()
        if self._found and node >= _MOST_NODES:
            raise Stopped("states")
        self.keys.append(key)
        self.depths.append(0 if before == _NONE else self.depths[before] + 1)
        self.taken.append(node if self.method.deep else _NONE)
        if not self.method.deep:
            self.outdated.append(_NONE)
        self.before.append(before)
        self.states.append(state)  # at last: whoever reads meanwhile counts these
        if self.space.is_goal(state):
            self.goals.append(node)
        return node

    def _weigh(self) -> None:
        """End the search if it takes too much to remember it."""
        if self.size > _MOST_BYTES or (
            self.size > _LEAST_BYTES and _size_of_all() > _MOST_BYTES_OF_ALL
        ):
            raise Stopped("states")

    def _step(self, node: int) -> None:
        """A node is taken up."""
        self.taken[node] = len(self.steps)
        bound = self._run.bound
        if not self._bounds or bound != self._bounds[-1]:
            self._bounds_from.append(len(self.steps))
            self._bounds.append(bound)
        self.steps.append(node)

    # --- what can be asked, of steps that are there ---

    @property
    def count(self) -> int:
        """How many steps there are, so far."""
        return len(self.steps)

    def first_met(self, step: int) -> int:
        """The first node that a step has met, if it has met any."""
        if self.method.deep:
            return self.steps[step]
        return self._ends[step - 1] if step else 1

    @property
    def size(self) -> int:
        """Bytes that it takes, but for what the search itself needs."""
        kept = (
            self.states, self.keys, self.before, self.depths, self.taken, self.steps,
            self.outdated, self._ends, self._replaced,
        )  # fmt: skip
        return sum(map(size_of, kept))

    def bound(self, step: int) -> int:
        """The bound that had been proved at a step."""
        return self._bounds[bisect_right(self._bounds_from, step) - 1]

    def met(self, step: int) -> int:
        """How many nodes there are once a step is done."""
        if self.method.deep:
            return step + 1
        return self._ends[step] if step < len(self._ends) else len(self.states)

    def waiting(self, step: int) -> int:
        """How many nodes wait once a step is done; not of a search along a path."""
        return self.met(step) - (step + 1) - bisect_right(self._replaced, step)

    def round_of(self, step: int) -> int:
        """The round that a step belongs to, from 0."""
        return bisect_right(self.rounds, step) - 1

    def known_since(self, state: State) -> int:
        """The step at which a depth-first search that marks visited a state first; -1 for none."""
        node = self.states.find(state)
        return _NONE if node == _NONE else self.taken[node]

    def path(self, node: int) -> list[int]:
        """The nodes from the start to one, both included."""
        found = [node]
        while (node := self.before[node]) != _NONE:
            found.append(node)
        return found[::-1]

    def moves(self, node: int) -> list[Any]:
        """The moves from the start to a node."""
        path = self.path(node)
        return [self.move(after) for after in path[1:]]

    def move(self, node: int) -> Any:
        """The move that leads to a node from the one before; None to a start."""
        before = self.before[node]
        if before == _NONE:
            return None
        state, successors = self.states[node], self.space.successors(self.states[before])
        return next(move for move, after in successors if after == state)

    def position(self, node: int) -> Any:
        """The position of the board at a node."""
        position = self.space.position(self.states[node])
        if position is not None:
            return position
        found, _, error = self.board.play_all(self.moves(node))
        assert error is None
        return found
