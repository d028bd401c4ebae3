"""Collecting, counting and listing several solutions of one board."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from puzzlegui.core.board import group_digits
from puzzlegui.core.solution import Status
from puzzlegui.solvers.control import Control, Outcome

MAX_LISTED = 100_000
"""Solutions listed when all are asked for; beyond that they are only counted."""

Steps = dict[Any, list[tuple[Any, Any]]]
"""For each state on a shortest path, goals first, the moves along such paths and their ends."""


class Listing:
    """Solutions as a search finds them, the first being the answer.

    Args:
        control: where each becomes known, so that a search that is stopped keeps them.
        optimal: the first one added is proved shortest.
    """

    def __init__(self, control: Control, *, optimal: bool) -> None:
        self.every = control.request.all_solutions
        self.count = 0
        self.shortest = 0
        self._control = control
        self._optimal = optimal
        self._listed: list[list[Any]] = []

    def add(self, moves: list[Any]) -> bool:
        """Note a solution; whether it is enough."""
        self.shortest = min(self.shortest, len(moves)) if self.count else len(moves)
        self.count += 1
        if len(self._listed) < MAX_LISTED:
            self._listed.append(moves)
        self._control.found(self.shortest, self.outcome)
        return not self.every

    def outcome(self, stopped: bool = False) -> Outcome:
        """What is known so far; ``stopped``: the search did not come to its end."""
        more = stopped and self.every
        return Outcome(
            Status.SOLVED,
            self._listed[0],
            optimal=self._optimal,
            solutions=self._listed if self.every else None,
            count=self.count if self.every else None,
            note="There may be more solutions." if more else listing_note(self.count),
        )


def listing_note(count: int) -> str:
    """What to say if not all of ``count`` solutions are listed."""
    if count <= MAX_LISTED:
        return ""
    return f"The first {group_digits(MAX_LISTED)} of {group_digits(count)} solutions are listed."


def all_paths(start: Any, steps: Steps) -> Outcome:
    """All shortest solutions, in the family's order of moves, from the steps they consist of."""
    ways: dict[Any, int] = {}
    for state, onwards in steps.items():
        ways[state] = sum(ways[after] for _, after in onwards) if onwards else 1
    count = ways[start]
    solutions = list(_list_paths(start, steps, min(count, MAX_LISTED)))
    return Outcome(
        Status.SOLVED,
        solutions[0],
        optimal=True,
        solutions=solutions,
        count=count,
        note=listing_note(count),
    )


def _list_paths(start: Any, steps: Steps, most: int) -> Iterator[list[Any]]:
    if not steps[start]:
        yield []
        return
    moves: list[Any] = []
    branches = [iter(steps[start])]
    while branches and most:
        for move, state in branches[-1]:
            if steps[state]:
                moves.append(move)
                branches.append(iter(steps[state]))
            else:
                yield [*moves, move]
                most -= 1
            break
        else:
            branches.pop()
            if moves:
                moves.pop()
