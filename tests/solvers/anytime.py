"""Shared by the tests of solvers that give a solution at once and then shorter ones."""

from itertools import pairwise

from puzzlegui.core.solution import Solution, Status, replay
from puzzlegui.solvers.control import Limits, Request


def states(number: int, seed: int = 0) -> Request:
    """A request with a limit of states."""
    return Request(Limits(states=number), seed=seed)


def check(solution: Solution) -> None:
    """It is right, no shorter than its bound, and its segments cover it."""
    assert solution.status is Status.SOLVED
    assert replay(solution.board, solution.moves).correct
    assert len(solution.moves) >= solution.lower_bound
    assert solution.segments[0].start == 0
    assert solution.segments[-1].stop == len(solution.moves)
    for one, other in pairwise(solution.segments):
        assert one.start < one.stop == other.start
