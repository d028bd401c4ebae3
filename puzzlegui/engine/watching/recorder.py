"""Recorder of a search that runs in this process."""

from __future__ import annotations

import heapq
from array import array
from base64 import b64encode
from typing import Any, NamedTuple

from puzzlegui.core.board import Board
from puzzlegui.core.solution import Solution
from puzzlegui.engine.run import Run
from puzzlegui.engine.watching.recording import MAX_STEPS, NONE, Recording
from puzzlegui.solvers.control import SearchStopped
from puzzlegui.solvers.space import Space, State

_MOST_NODES = 400_000
"""Greatest number of nodes if the search itself stores as many."""
_WEIGHED = 1024
"""Number of nodes after which the size is checked again."""
_REST = 4_000
"""Number of unexpanded nodes whose order is recorded."""


class Recorder(Recording):
    """Recording made in this process; ``execute`` runs the search."""

    def __init__(
        self,
        board: Board,
        solver: str,
        steps: int = MAX_STEPS,
        max_moves: int | None = None,
        max_bytes: int | None = None,
    ) -> None:
        super().__init__(board, solver, steps, max_moves, max_bytes)
        self._run = Run(board, solver, self.request, observer=self)
        self._path: list[int] = []
        self._tried_counts: list[int] = []
        """For each node on the path, the number of neighbours visited from it."""
        self._sent = SentLengths()

    # --- run ---

    def execute(self) -> Solution:
        """Run the search; return the solver's result with a limit of states."""
        solution = self._run.execute()
        if not self.method.depth_first:
            waiting = (node for node, at in enumerate(self.expanded_at) if at == NONE)
            rest = heapq.nsmallest(_REST, waiting, key=self.keys.__getitem__)
            self.remaining_open = array("i", rest)
        self.solution = solution
        return solution

    def cancel(self) -> None:
        """End the search; what has been recorded can be watched."""
        self._run.cancel()

    def release(self) -> None:
        """Free what is not needed to watch the recording."""
        self._run.release()
        self._path, self._tried_counts = [], []

    # --- implementation of Observer ---

    def on_start(self, space: Space, limit: int | None = None) -> None:
        """See ``Observer``."""
        if not self.round_starts:
            self.start_recording()
            self.space = space
        self.round_starts.append(len(self.steps))
        self.limits.append(limit)
        self._path.clear()
        self._tried_counts.clear()

    def on_generate(self, state: State, parent: State, key: tuple[int, ...] = ()) -> None:
        """See ``Observer``."""
        known = self.states.find(state)
        if known != NONE:
            self.superseded_at[known] = len(self.steps) - 1
            self._replaced_nodes.append(known)
            self._replaced.append(len(self.steps) - 1)
        node = self.steps[-1] if state != parent else NONE
        self._add(state, node, key)

    def on_expand(self, state: State) -> None:
        """See ``Observer``."""
        if self.steps:
            self._ends.append(len(self.states))
        self._add_step(self.states.find(state))

    def on_visit(self, state: State, depth: int) -> None:
        """See ``Observer``."""
        del self._path[depth:], self._tried_counts[depth:]
        earlier = self._tried_counts[-1] if depth else 0
        node = self._add(state, self._path[-1] if depth else NONE, (earlier,))
        if depth:
            self._tried_counts[-1] += 1
        self._path.append(node)
        self._tried_counts.append(0)
        self._add_step(node)

    def _add(self, state: State, before: int, key: tuple[int, ...]) -> int:
        node = len(self.before)
        if not node % _WEIGHED:
            self._check_size()
        if self.has_state_index and node >= _MOST_NODES:
            raise SearchStopped("states")
        self.keys.append(key)
        self.depths.append(0 if before == NONE else self.depths[before] + 1)
        self.expanded_at.append(node if self.method.depth_first else NONE)
        if not self.method.depth_first:
            self.superseded_at.append(NONE)
        self.before.append(before)
        self.states.append(state)  # last, since readers rely on their number
        if self.space.is_goal(state):
            self.goals.append(node)
        return node

    def _check_size(self) -> None:
        """Stop the search if the recording becomes too large."""
        if self.size > self.max_bytes:
            raise SearchStopped("states")

    def _add_step(self, node: int) -> None:
        """Record the expansion of a node."""
        self.expanded_at[node] = len(self.steps)
        self.steps.append(node)

    # --- transfer to another process ---

    def block(self) -> dict[str, Any]:
        """Return the data added since the last call, for ``RemoteRecording``.

        The search may go on in another thread: what is counted first is complete in what is counted
        later.
        """
        before = self._sent
        if not self.round_starts:
            return {}
        now = self._sent = SentLengths(
            replaced=len(self._replaced), rounds=len(self.limits),
            goals=len(self.goals), ends=len(self._ends), steps=len(self.steps),
            nodes=len(self.states),
        )  # fmt: skip
        nodes = slice(before.nodes, now.nodes)
        found: dict[str, Any] = {
            "states": _text(self.states.packed(nodes)), "keys": _text(self.keys.packed(nodes)),
            "width": self.keys.length, "nodes": now.nodes,
            "before": _text(self.before[nodes]), "depths": _text(self.depths[nodes]),
            "replaced": _text(self._replaced[before.replaced : now.replaced]),
            "replaced_nodes": _text(self._replaced_nodes[before.replaced : now.replaced]),
            "rounds": _text(self.round_starts[before.rounds : now.rounds]),
            "limits": self.limits[before.rounds : now.rounds],
            "goals": self.goals[before.goals : now.goals],
            "ends": _text(self._ends[before.ends : now.ends]),
        }  # fmt: skip
        if not self.method.depth_first:
            steps = self.steps[before.steps : now.steps]
            assert isinstance(steps, array)
            found["steps"] = _text(steps)
        return found


def _text(numbers: array[int] | bytes) -> str:
    return b64encode(numbers).decode()


class SentLengths(NamedTuple):
    """Numbers of entries already sent."""

    replaced: int = 0
    rounds: int = 0
    goals: int = 0
    ends: int = 0
    steps: int = 0
    nodes: int = 0
