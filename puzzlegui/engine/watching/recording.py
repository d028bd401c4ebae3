"""Recording of a search, which gives access to any of its steps."""

from __future__ import annotations

import threading
from array import array
from bisect import bisect_right
from typing import Any
from weakref import WeakSet

from puzzlegui.core.board import Board
from puzzlegui.core.solution import Solution
from puzzlegui.engine.watching.methods import ESTIMATE, find_watchable, method_of
from puzzlegui.engine.watching.store import IdentitySequence, IntegerRows, StateStore, size_in_bytes
from puzzlegui.solvers.control import Limits, Request
from puzzlegui.solvers.space import Move, Space, State

MAX_STEPS = 1_200_000
"""Greatest number of recorded steps."""
_MOST_BYTES, _MOST_BYTES_OF_ALL, _LEAST_BYTES = 40 << 20, 96 << 20, 8 << 20
"""Greatest size of a recording, and of all recordings; and the size granted to a recording in
any case."""
_KEPT = 8
"""Positions whose successors are kept: large boards have many, and a step asks for them often."""
NONE = -1
"""Marks the absence of a node or step."""
_recordings: WeakSet[Recording] = WeakSet()
_lock = threading.Lock()


def _room() -> int:
    """Return the number of bytes available to another recording."""
    with _lock:
        there = list(_recordings)
    taken = sum(recording.size for recording in there)
    return max(_LEAST_BYTES, min(_MOST_BYTES, _MOST_BYTES_OF_ALL - taken))


class Recording:
    """Recording of a search on a board. A thread extends it during the search; others may read.

    Generated positions are nodes of a tree, numbered in the order of generation; node 0 is the
    start. A node stands for a path to a position: a better path to it is another node.

    Args:
        board: a valid board.
        solver: name of a search that can be watched.
        steps: greatest number of recorded steps.
        max_moves: greatest number of moves, as for the solver.
        max_bytes: greatest size; by default what other recordings leave.

    Raises:
        PuzzleError: the board has no such search.

    Attributes:
        solver: the search.
        method: description of the search.
        space: the searched space; set with the first step.
        states: state of each node; set with the first step.
        parent: parent of each node; -1 for a start.
        depths: number of moves made to each node.
        expanded_at: step at which each node was expanded; -1 if it was not.
        superseded_at: step at which each node was superseded by a cheaper path, or -1. Unused by
            depth-first searches.
        keys: priority of each node in the frontier; empty if there is none. In a depth-first search
            the number of siblings visited earlier.
        steps: node expanded at each step.
        round_starts: steps at which the search began, once for each move limit.
        limits: move limit of each round, None without a limit.
        goals: nodes that solve the board.
        remaining_open: nodes never expanded, in the order of the frontier; empty until the search
            ends.
        solution: result of the search, None until it ends.
    """

    def __init__(
        self,
        board: Board,
        solver: str,
        steps: int = MAX_STEPS,
        max_moves: int | None = None,
        max_bytes: int | None = None,
    ) -> None:
        self.board = board
        self.solver = find_watchable(board, solver)
        self.method = method_of(self.solver)
        self.request = Request(Limits(moves=max_moves, states=steps))
        self.max_bytes = _room() if max_bytes is None else max_bytes
        self.space: Space
        self.states: StateStore
        deep = self.method.depth_first
        self.has_state_index = self.method.marks_visited or not deep
        """Nodes are indexed by their states; the search itself then stores as many."""
        self.before, self.depths = array("i"), array("i")
        # A depth-first search expands a node as soon as it is generated.
        self.expanded_at: array[int] | IdentitySequence = IdentitySequence() if deep else array("i")
        self.steps: array[int] | IdentitySequence = IdentitySequence() if deep else array("i")
        self.superseded_at = array("i")
        self.keys = IntegerRows()
        self.round_starts = array("i")
        self.limits: list[int | None] = []
        self.goals: list[int] = []
        self.remaining_open = array("i")
        self.solution: Solution | None = None
        self._ends = array("i")
        """Number of nodes before the next step, for each step; unused by depth-first searches."""
        self._replaced, self._replaced_nodes = array("i"), array("i")
        """Steps at which nodes were superseded, and these nodes."""
        self._successors: dict[int, list[tuple[Move, State]]] = {}

    def start_recording(self) -> None:
        """Start recording; the size counts from now on."""
        self.space = self.solver.make_space(self.board)
        self.states = StateStore(self.space, indexed=self.has_state_index)
        with _lock:
            _recordings.add(self)

    # --- queries of recorded steps ---

    @property
    def count(self) -> int:
        """Number of recorded steps so far."""
        return len(self.steps)

    def first_generated(self, step: int) -> int:
        """Return the first node that a step generated, if it generated any."""
        if self.method.depth_first:
            return self.steps[step]
        return self._ends[step - 1] if step else 1

    @property
    def size(self) -> int:
        """Size in bytes, without the memory of the search itself."""
        kept = (
            self.states, self.keys, self.before, self.depths, self.expanded_at, self.steps,
            self.superseded_at, self._ends, self._replaced,
        )  # fmt: skip
        return sum(map(size_in_bytes, kept))

    def lower_bound(self, step: int) -> int:
        """Return the lower bound on the number of moves that the search itself has shown by a step.

        No bound that the program knows from elsewhere counts. Iterative deepening has searched all
        paths shorter than its limit. A queue ordered by moves, or for A* by the sum of moves made
        and estimated, holds no path to the goal with fewer than the next position to be expanded.
        """
        if self.method.depth_first:
            return self.limits[self.round_of(step)] or 0
        after = min(step + 1, self.count - 1)
        if self.method.guide != ESTIMATE:
            return self.depths[self.steps[after]]
        return max(self.keys[self.steps[at]][0] for at in (step, after))

    def generated(self, step: int) -> int:
        """Return the number of nodes after a step."""
        if self.method.depth_first:
            return step + 1
        return self._ends[step] if step < len(self._ends) else len(self.states)

    def open_count(self, step: int) -> int:
        """Return the size of the frontier after a step; not for depth-first searches."""
        return self.generated(step) - (step + 1) - bisect_right(self._replaced, step)

    def round_of(self, step: int) -> int:
        """Return the round of a step, from 0."""
        return bisect_right(self.round_starts, step) - 1

    def first_visit(self, state: State) -> int:
        """Return the step at which a marking depth-first search first visited a state, or -1."""
        node = self.states.find(state)
        return NONE if node == NONE else self.expanded_at[node]

    def path(self, node: int) -> list[int]:
        """Return the nodes from the start to a node, both included."""
        found = [node]
        while (node := self.before[node]) != NONE:
            found.append(node)
        return found[::-1]

    def moves(self, node: int) -> list[Any]:
        """Return the moves from the start to a node."""
        path = self.path(node)
        return [self.move(after) for after in path[1:]]

    def move(self, node: int) -> Any:
        """Return the move from a node's parent to the node; None for a start."""
        parent = self.before[node]
        if parent == NONE:
            return None
        return self.move_to(self.states[node], parent)

    def move_to(self, state: State, parent: int) -> Move:
        """Return the move that leads from a node to the state of a successor."""
        return next(move for move, after in self.successors(parent) if after == state)

    def successors(self, node: int) -> list[tuple[Move, State]]:
        """Return the moves from a node, each with the resulting state."""
        found = self._successors.get(node)
        if found is None:
            if len(self._successors) == _KEPT:
                del self._successors[next(iter(self._successors))]
            found = list(self.space.successors(self.states[node]))
            self._successors[node] = found
        return found

    def position(self, node: int) -> Any:
        """Return the board's position at a node."""
        position = self.space.position(self.states[node])
        if position is not None:
            return position
        found, _, error = self.board.play_all(self.moves(node))
        assert error is None
        return found
