"""A search that was run once and is remembered step by step: any step is reached at once."""

from __future__ import annotations

import threading
from array import array
from bisect import bisect_right
from typing import Any
from weakref import WeakSet

from puzzlegui.core.board import Board
from puzzlegui.core.solution import Solution
from puzzlegui.engine.watching.methods import ESTIMATE, method_of, watchable
from puzzlegui.engine.watching.store import Itself, Rows, States, size_of
from puzzlegui.solvers.control import Limits, Request
from puzzlegui.solvers.space import Space, State

MOST_STEPS = 1_200_000
"""Steps of a search that are remembered."""
_MOST_BYTES, _MOST_BYTES_OF_ALL, _LEAST_BYTES = 40 << 20, 96 << 20, 8 << 20
"""What a recording may take, and all that there are; and what one may take in any case."""
NONE = -1
"""Stands for no node and no step."""
_recordings: WeakSet[Recording] = WeakSet()
_lock = threading.Lock()


def _room() -> int:
    """Bytes that one more recording may take."""
    with _lock:
        there = list(_recordings)
    taken = sum(recording.size for recording in there)
    return max(_LEAST_BYTES, min(_MOST_BYTES, _MOST_BYTES_OF_ALL - taken))


class Recording:
    """One search on one board. A thread extends it while the search goes on; any other may read.

    What is met is a node of a tree, numbered as it is met; node 0 is the start. A node is a way to
    a position: where a better way to one is found, that is another node.

    Args:
        board: a sound board.
        solver: the name of a search that can be watched.
        steps: at most so many are remembered.
        max_moves: as for the solver.
        room: bytes that it may take; by default what other recordings leave.

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
        room: int | None = None,
    ) -> None:
        self.board = board
        self.solver = watchable(board, solver)
        self.method = method_of(self.solver)
        self.request = Request(Limits(moves=max_moves, states=steps))
        self.room = _room() if room is None else room
        self.space: Space
        self.states: States
        deep = self.method.deep
        self.found = self.method.marks or not deep
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
        self._replaced, self._replaced_nodes = array("i"), array("i")
        """For each node that became outdated the step at which it did; and these nodes."""

    def remember(self) -> None:
        """Begin to remember; what it takes counts from now on."""
        self.space = self.solver.make_space(self.board)
        self.states = States(self.space, found=self.found)
        with _lock:
            _recordings.add(self)

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
        """Return the lower bound on the number of moves that the search itself has shown by a step.

        No bound that the program knows from elsewhere counts. Iterative deepening has searched all
        paths shorter than its limit. A queue ordered by moves, or for A* by the sum of moves made
        and estimated, holds no path to the goal with fewer than the next position to be expanded.
        """
        if self.method.deep:
            return self.limits[self.round_of(step)] or 0
        after = min(step + 1, self.count - 1)
        if self.method.guide != ESTIMATE:
            return self.depths[self.steps[after]]
        return max(self.keys[self.steps[at]][0] for at in (step, after))

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
        return NONE if node == NONE else self.taken[node]

    def path(self, node: int) -> list[int]:
        """The nodes from the start to one, both included."""
        found = [node]
        while (node := self.before[node]) != NONE:
            found.append(node)
        return found[::-1]

    def moves(self, node: int) -> list[Any]:
        """The moves from the start to a node."""
        path = self.path(node)
        return [self.move(after) for after in path[1:]]

    def move(self, node: int) -> Any:
        """The move that leads to a node from the one before; None to a start."""
        before = self.before[node]
        if before == NONE:
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
