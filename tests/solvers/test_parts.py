"""Data structures and helpers of the searches."""

import random
from collections.abc import Sequence
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from puzzlegui.documents.presets import load_preset
from puzzlegui.engine import registry
from puzzlegui.families.maze.board import MazeBoard
from puzzlegui.solvers.control import Control, Request
from puzzlegui.solvers.enumeration import (
    MAX_LISTED,
    PathMoves,
    SolutionCollector,
    list_shortest_paths,
)
from puzzlegui.solvers.state_collections import ArrayHeap, PriorityQueue, Visited
from tests.boards import SMALL


@given(st.lists(st.integers(-5, 5)))
def test_heap_gives_the_largest_first(keys: list[int]) -> None:
    heap: ArrayHeap[int] = ArrayHeap()
    for index, key in enumerate(keys):
        heap.push(key, index)
    popped = [keys[heap.pop()] for _ in range(len(heap))]
    assert popped == sorted(keys, reverse=True)
    assert len(heap) == 0


def test_a_queue_orders_by_total_then_by_rest_then_as_entered() -> None:
    rng = random.Random(1)
    queue: PriorityQueue[int] = PriorityQueue(Control(Request()))
    waiting: list[tuple[int, int, int]] = []
    for number in range(2000):
        rest = rng.choice((0, 1, 5, 40, 3_000_000))
        total = rest + rng.choice((0, 1, 5, 40, 1 << 40))
        assert queue.push(total, rest, -number) == number
        waiting.append((total, rest, number))
        while waiting and rng.random() < 0.4:
            total, rest, first = min(waiting)
            waiting.remove((total, rest, first))
            assert queue.pop() == (total, rest, -first)
    assert len(queue) == len(waiting)


def test_visited_is_a_dictionary() -> None:
    rng = random.Random(1)
    visited: Visited[str, int] = Visited(Control(Request()))
    reference: dict[str, int] = {}
    for _ in range(5000):
        key, value = str(rng.randrange(2000)), rng.randrange(100)
        if rng.random() < 0.5:
            assert visited.add(key, value) == (key not in reference)
            reference.setdefault(key, value)
        else:
            visited[key] = reference[key] = value
    assert len(visited) == len(reference)
    assert set(visited) == set(reference)
    assert all(visited[key] == value for key, value in reference.items())
    assert visited.get("none") is None
    assert "none" not in visited


def test_spaces_follow_the_rules() -> None:
    for board in [*SMALL.values(), load_preset("graphs-20x20-reversed")]:
        space = registry.find_solver(board.family, "bfs").make_space(board)
        moves = [move for move, _ in space.successors(space.start)]
        solved = board.is_solved(board.initial())
        if not (isinstance(board, MazeBoard) and board.start == board.target):
            assert set(moves) == set(board.legal_moves(board.initial()))
        assert space.is_goal(space.start) == solved


def test_more_solutions_than_can_be_listed_are_counted() -> None:
    levels = 18  # two moves at each: 262 144
    steps: PathMoves = {level: [("a", level + 1), ("b", level + 1)] for level in range(levels)}
    goals: PathMoves = {levels: []}
    listed: list[Sequence[Any]] = []
    control = Control(Request(all_solutions=True), on_solution=listed.append)
    outcome = list_shortest_paths(0, goals | dict(sorted(steps.items(), reverse=True)), control)
    assert outcome.count == 2**levels
    assert len(listed) == MAX_LISTED
    assert listed[1] == ["a"] * (levels - 1) + ["b"]
    assert "are listed" in outcome.note
    listed.clear()
    listing = SolutionCollector(control, optimal=False)
    for number in range(MAX_LISTED + 5):
        assert not listing.add([number])
    assert listing.outcome().count == MAX_LISTED + 5
    assert "are listed" in listing.outcome().note
    assert len(listed) == MAX_LISTED
