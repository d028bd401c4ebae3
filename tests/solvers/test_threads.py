"""Searches in several threads: the number of threads is a limit, and never changes what is true."""

import math
from itertools import islice

import numpy as np
import pytest
from numpy.typing import NDArray

from puzzlegui.engine.graph.exploration import Exploration
from puzzlegui.engine.run import solve
from puzzlegui.families.creation import new_board
from puzzlegui.solvers.control import Control, Limits, Request, SearchContext
from puzzlegui.solvers.neighbourhoods import (
    Moves,
    NeighbourhoodSearch,
    Values,
    worker_count,
    worker_seeds,
)
from tests.solvers.anytime import check

FAMILIES = ("rotation", "sliding", "shift")


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("size", [6, 13])
@pytest.mark.parametrize("colours", [0, 4])
@pytest.mark.examples(2)
def test_the_same_answer_for_the_same_states(family: str, size: int, colours: int) -> None:
    board = new_board(family, size, size, 4, colours=colours)
    one, two, five = (
        solve(board, "macro", Request(Limits(states=300_000, threads=threads)))
        for threads in (1, 2, 5)
    )
    assert one.moves == two.moves == five.moves
    check(one)


@pytest.mark.thorough
@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("size", [5, 14])
@pytest.mark.parametrize("threads", [1, 3, 9])
def test_any_number_of_threads_finds_a_solution(family: str, size: int, threads: int) -> None:
    board = new_board(family, size, size, 3)
    check(solve(board, "macro", Request(Limits(seconds=1.0, threads=threads))))


@pytest.mark.parametrize(
    ("family", "size", "moves"),
    [("rotation", (3, 3), 20), ("sliding", (4, 4), 40), ("shift", (4, 4), 7)],
)
def test_a_shortest_solution_is_as_short_by_any_number_of_threads(
    family: str, size: tuple[int, int], moves: int
) -> None:
    board = new_board(family, *size, 5, moves=moves)
    found = [
        solve(board, "optimal", Request(Limits(threads=threads), all_solutions=True))
        for threads in (1, 2, 5)
    ]
    assert all(solution.optimal for solution in found)
    assert len({(solution.length, solution.count) for solution in found}) == 1


class Idle:
    """A worker that changes nothing, and checks where its part starts."""

    tried = 1
    widening_mib = 0.0

    def improve(
        self, moves: Moves, values: Values, _states_left: int, _ctl: NDArray[np.int64]
    ) -> Moves:
        assert values[0] == moves[0]
        return moves.copy()

    def widen(self) -> None:
        """Do nothing."""


@pytest.mark.parametrize("count", [1, 2, 3, 7])
@pytest.mark.parametrize("length", [50, 250, 750, 5000])
def test_parts_are_joined_in_order(count: int, length: int) -> None:
    search = NeighbourhoodSearch(
        [Idle() for _ in range(count)],
        lambda moves: moves,
        lambda before: np.array([len(before)], np.int16),
        Control(Request(Limits(threads=count))),
    )
    moves = np.arange(length, dtype=np.int16)
    for found in islice(search.improve(moves), 3):
        assert found.tolist() == moves.tolist()


@pytest.mark.thorough
def test_levels_of_a_graph() -> None:
    board = new_board("rotation", 2, 5, 1)
    counts = [Exploration(board, limits=Limits(threads=n)).execute().counts for n in (1, 2, 5)]
    assert counts[0] == counts[1] == counts[2]
    assert sum(counts[0]) == math.factorial(10)


def test_workers_fit_into_memory() -> None:
    def count(free: float, **limits: int) -> int:
        return worker_count(SearchContext(Request(Limits(**limits)), lambda: free), 10.0)

    assert count(1000, threads=4) == 4
    assert count(35, threads=4) == 3
    assert count(1000, threads=4, states=5) == 2
    assert len({seed for start in range(9) for seed in worker_seeds(start, 3)}) == 27
