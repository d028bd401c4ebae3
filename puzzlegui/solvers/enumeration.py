"""Collection, counting and enumeration of several solutions of a board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from puzzlegui.core.formatting import group_digits
from puzzlegui.core.language import tr
from puzzlegui.core.solution import Status
from puzzlegui.solvers.control import Control, Outcome
from puzzlegui.solvers.space import Space, State
from puzzlegui.solvers.state_collections import Visited

MAX_LISTED = 100_000
"""Greatest number of listed solutions; further ones are only counted."""

PathMoves = dict[Any, list[tuple[Any, Any]]]
"""For each state on a shortest path, goals first, the moves along such paths and their results."""


class Parents:
    """For each generated state, the states from which it was reached on shortest paths.

    Most states have a single parent, which is kept without a tuple around it to halve the memory.

    Args:
        control: frees the memory once the result of the search has been returned.
        start: the state without parents.

    Attributes:
        first: for each state the parent found first, None for the start.
    """

    def __init__(self, control: Control, start: State) -> None:
        self.first_parent: Visited[State, State] = Visited(control)
        self._all: Visited[State, tuple[State, ...]] = Visited(control)
        self.first_parent[start] = None

    def parents_of(self, state: State) -> tuple[State, ...]:
        """Return the parents of a state, in the order in which they were found."""
        if several := self._all.get(state):
            return several
        first = self.first_parent[state]
        return () if first is None else (first,)

    def merge(self, found: Visited[State, tuple[State, ...]]) -> None:
        """Take over the parents of states whose first parent is known.

        Args:
            found: parents of each state; cleared.
        """
        for state in found:
            if len(parents := found[state]) > 1:
                self._all[state] = parents
        found.clear()

    def add(self, state: State, parent: State) -> None:
        """Add a further parent unless it was added last, by another move."""
        known = self._all.get(state) or (self.first_parent[state],)
        if known[-1] != parent:
            self._all[state] = (*known, parent)

    def replace(self, state: State, parent: State) -> None:
        """Replace the parents of a state that was reached in fewer moves."""
        self.first_parent[state] = parent
        self._all[state] = ()


class SolutionCollector:
    """Collector of solutions as a search finds them; the first is the answer.

    Args:
        control: receives each solution, so that they are kept if the search is stopped.
        optimal: the first solution is proved shortest.
        total: number of solutions, if it is known beforehand.
    """

    def __init__(self, control: Control, *, optimal: bool, total: int | None = None) -> None:
        self.all_solutions = control.request.all_solutions
        self.count = 0
        self.shortest_length = 0
        self._control = control
        self._optimal = optimal
        self._total = total
        self._first: Sequence[Any] = ()

    def add(self, moves: Sequence[Any]) -> bool:
        """Add a solution; return True if no more are requested.

        Raises:
            SearchStopped: the run was cancelled or a limit reached, and this is not the first
                solution.
        """
        if self.count:
            self._control.check()
        else:
            self._first = moves
        self.shortest_length = min(self.shortest_length, len(moves)) if self.count else len(moves)
        if self.all_solutions and self.count < MAX_LISTED:
            self._control.on_solution(moves)
        self.count += 1
        self._control.report_solution(self.shortest_length, self.outcome)
        return not self.all_solutions

    def outcome(self, stopped: bool = False) -> Outcome:
        """Return the outcome so far; ``stopped`` is True if the search did not finish."""
        count = self.count if self._total is None else self._total
        more = stopped and self.all_solutions and self._total is None
        return Outcome(
            Status.SOLVED,
            self._first,
            optimal=self._optimal,
            count=count if self.all_solutions else None,
            note=tr("There may be more solutions.")
            if more
            else truncation_note(min(self.count, MAX_LISTED), count),
        )


def truncation_note(listed: int, count: int) -> str:
    """Return a note if not all of ``count`` solutions are listed; else an empty string."""
    if listed == count:
        return ""
    return tr("The first {listed} of {count} solutions are listed.").format(
        listed=group_digits(listed), count=group_digits(count)
    )


def list_solutions(solutions: Iterable[Sequence[Any]], count: int, control: Control) -> Outcome:
    """List shortest solutions until a limit is reached, and return the outcome.

    Args:
        solutions: generates each solution when it is listed, since there may be many.
        count: number of solutions.
        control: control of the run.

    Raises:
        SearchStopped: the run was cancelled or a limit reached.
    """
    listing = SolutionCollector(control, optimal=True, total=count)
    for moves in islice(solutions, MAX_LISTED):
        if listing.add(moves):
            break
    return listing.outcome()


def trace_shortest_paths(
    goals: list[State], space: Space, parents: Parents, control: Control
) -> PathMoves:
    """Return the states on shortest paths, goals first, each with its moves along them."""
    steps: PathMoves = {goal: [] for goal in goals}
    level = list(goals)
    while level:
        before = dict.fromkeys(parent for state in level for parent in parents.parents_of(state))
        reached = set(level)
        for state in before:
            control.check()
            steps[state] = [(m, after) for m, after in space.successors(state) if after in reached]
        level = list(before)
    return steps


def list_shortest_paths(start: Any, steps: PathMoves, control: Control) -> Outcome:
    """List all shortest solutions, in the family's order of moves.

    Raises:
        SearchStopped: the run was cancelled or a limit reached.
    """
    counts: dict[Any, int] = {}
    for state, onwards in steps.items():
        control.check()
        counts[state] = sum(counts[after] for _, after in onwards) if onwards else 1
    return list_solutions(_list_paths(start, steps), counts[start], control)


def _list_paths(start: Any, steps: PathMoves) -> Iterator[list[Any]]:
    if not steps[start]:
        yield []
        return
    moves: list[Any] = []
    branches = [iter(steps[start])]
    while branches:
        for move, state in branches[-1]:
            if steps[state]:
                moves.append(move)
                branches.append(iter(steps[state]))
            else:
                yield [*moves, move]
            break
        else:
            branches.pop()
            if moves:
                moves.pop()
