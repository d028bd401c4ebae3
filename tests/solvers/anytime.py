"""Helpers of the tests of anytime solvers, which find a solution at once and then shorter ones."""

from itertools import pairwise

from puzzlegui.core.solution import Solution, Status, replay
from puzzlegui.solvers.control import Limits, Request


def states(number: int, seed: int = 0) -> Request:
    """Return a request with a limit of states."""
    return Request(Limits(states=number), seed=seed)


def check(solution: Solution) -> None:
    """Check that a solution is right, no shorter than its bound, and covered by its segments."""
    assert solution.status is Status.SOLVED
    assert replay(solution.board, solution.moves).correct
    assert len(solution.moves) >= solution.lower_bound
    assert solution.segments[0].start == 0
    assert solution.segments[-1].stop == len(solution.moves)
    for one, other in pairwise(solution.segments):
        assert one.start < one.stop == other.start
