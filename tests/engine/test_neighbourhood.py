"""Neighbourhoods of an arrangement and shortest paths between two, against brute force."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from puzzlegui.core.board import Board
from puzzlegui.documents.presets import load_preset
from puzzlegui.engine.graph import exploration, goal_distances
from puzzlegui.engine.graph import paths as paths_module
from puzzlegui.engine.graph.goal_distances import GoalDistances
from puzzlegui.engine.graph.neighbourhood import (
    AS_FAR,
    FARTHER,
    NEARER,
    NO_NEARER,
    DistanceBounds,
    bounds_around,
    compare_distances,
    find_neighbourhood,
    max_shown,
)
from puzzlegui.engine.graph.paths import ShortestPaths, find_shortest_paths
from puzzlegui.families.creation import new_board
from puzzlegui.families.registry import FAMILIES, family_of
from puzzlegui.solvers import table_store
from puzzlegui.solvers.control import Request, SearchContext, SearchStopped
from puzzlegui.solvers.transitions import Transitions, Vertex
from tests.boards import SMALL, largest_board

BOARDS = {name: board.puzzle for name, board in SMALL.items()}


@pytest.fixture(autouse=True)
def _own_tables(tmp_path: Path) -> Iterator[None]:
    table_store.set_cache_folder(tmp_path / "cache")
    yield
    table_store.set_cache_folder(None)


def arcs_of(board: Board) -> Transitions:
    return family_of(board).transitions(board)


def work() -> SearchContext:
    return SearchContext(Request())


def moves_from(board: Board, vertex: Vertex) -> list[tuple[Any, Vertex]]:
    """Return the moves by the rules alone, ignoring a walker's earlier cells."""
    position = tuple(vertex)
    return [
        (move, after[-1:] if board.family == "maze" else after)
        for move in board.legal_moves(position)
        for after in [board.play(position, move)]
    ]


@cache
def distances(board: Board, begin: Vertex) -> dict[Vertex, int]:
    found = {begin: 0}
    level = [begin]
    while level:
        deeper = []
        for vertex in level:
            for _, there in moves_from(board, vertex):
                if there not in found:
                    found[there] = found[vertex] + 1
                    deeper.append(there)
        level = deeper
    return found


def to_goal(board: Board, vertices: list[Vertex], goal: Vertex) -> dict[Vertex, int]:
    """Compute the distances to the goal, along the moves."""
    back: dict[Vertex, list[Vertex]] = {}
    for vertex in vertices:
        for _, there in moves_from(board, vertex):
            back.setdefault(there, []).append(vertex)
    found = {goal: 0}
    level = [goal]
    while level:
        level = [one for vertex in level for one in back.get(vertex, []) if one not in found]
        level = list(dict.fromkeys(level))
        found |= dict.fromkeys(level, max(found.values()) + 1)
    return found


@pytest.mark.parametrize("name", BOARDS)
def test_rings_are_those_of_brute_force(name: str) -> None:
    board = BOARDS[name]
    arcs = arcs_of(board)
    known = distances(board, board.initial())
    counts = Counter(known.values())
    rng = random.Random(5)
    for most in (1, 7, 40, 10_000):
        around = find_neighbourhood(arcs, board.initial(), work(), most)
        assert around.centre == board.initial()
        shown = around.members
        assert len({one.vertex for one in shown}) == len(shown)
        assert all(known[one.vertex] == one.distance for one in shown)
        for before, ring in zip(around.rings, around.rings[1:], strict=False):
            for one in ring:
                assert (one.move, one.vertex) in moves_from(board, before[one.parent].vertex)
        assert around.direct_count == counts[1]
        if around.is_complete:
            assert [len(ring) for ring in around.rings] == [
                counts[distance] for distance in range(len(around.rings))
            ]
            following = counts[len(around.rings)]
            assert (
                around.hidden_count == following
                if around.is_hidden_count_exact
                else around.hidden_count <= following
            )
            last = not following or len(around.rings) == 7
            assert last or len(shown) - 1 + following > most
        else:
            assert len(shown) - 1 == most < counts[1]
    other = rng.choice(sorted(known))
    assert find_neighbourhood(arcs, other, work()).rings[0][0].vertex == other


@pytest.mark.parametrize("name", BOARDS)
def test_predecessors_are_those_whose_moves_lead_there(name: str) -> None:
    board = BOARDS[name]
    arcs = arcs_of(board)
    known = sorted(distances(board, board.initial()))
    for vertex in known[:: max(1, len(known) // 20)]:
        for before in arcs.predecessors(vertex):
            assert vertex in [there for _, there in moves_from(board, before)]
        for move, there in arcs.successors(vertex):
            assert (move, there) in moves_from(board, vertex)
            assert vertex in arcs.predecessors(there)


@pytest.mark.parametrize("name", BOARDS)
def test_marks_are_those_of_brute_force(name: str) -> None:
    board = BOARDS[name]
    arcs = arcs_of(board)
    goal = arcs.goal
    vertices = sorted(distances(board, board.initial()))
    truth = to_goal(board, vertices, goal) if goal in vertices else {}
    exact = GoalDistances(arcs)
    exact.prepare()
    assert exact.ready
    for centre in vertices[:: max(1, len(vertices) // 4)]:
        around = find_neighbourhood(arcs, centre, work(), 30)
        ways = find_shortest_paths(arcs, centre, goal, work())
        proved = bounds_around(ways, around)
        for one in around.members:
            moves = truth.get(one.vertex)
            known = exact.bounds(one.vertex)
            assert (known.exact, known.unreachable) == (moves, moves is None)
            said = compare_distances(known, exact.bounds(centre))
            if moves is not None and centre in truth:
                expected = {-1: NEARER, 0: AS_FAR, 1: FARTHER}
                assert said == expected[(moves > truth[centre]) - (moves < truth[centre])]
            less = proved.get(one.vertex, DistanceBounds())
            assert less.exact in (None, moves)
            assert moves is None or less.lower_bound <= moves
            assert not (less.unreachable and moves is not None)
            weaker = compare_distances(less, proved[centre])
            assert weaker in ("", said) or (weaker == NO_NEARER and said in (AS_FAR, FARTHER))
            if one.distance == 1 and centre in truth:  # all that is nearer is known to be
                assert (weaker == NEARER) == (said == NEARER)


@pytest.mark.examples(12)
@pytest.mark.parametrize("name", BOARDS)
def test_ways_are_all_shortest_ones(name: str) -> None:
    board = BOARDS[name]
    arcs = arcs_of(board)
    start = board.initial()
    known = distances(board, start)
    rng = random.Random(3)
    targets = [*rng.sample(sorted(known), min(3, len(known))), start]
    for goal in targets:
        ways = find_shortest_paths(arcs, start, goal, work())
        assert ways.length == ways.lower_bound == known[goal]
        count = {start: 1}
        for vertex in sorted(known, key=known.__getitem__):
            for _, there in moves_from(board, vertex):
                if known[there] == known[vertex] + 1:
                    count[there] = count.get(there, 0) + count[vertex]
        assert ways.count == ways.paths_from_start[goal] == count[goal]
        for moves in _every_way(ways, 200):
            vertex = start
            for move in moves:
                vertex = dict(moves_from(board, vertex))[move]
            assert vertex == goal
        listed = _every_way(ways, 200)
        assert len(set(map(str, listed))) == min(200, ways.count) or ways.count > 200


def _every_way(ways: ShortestPaths, most: int) -> list[list[Any]]:
    found: list[list[Any]] = [[]]
    ends = [ways.start]
    for _ in range(ways.length or 0):
        grown = [
            ([*moves, move], there)
            for moves, end in zip(found, ends, strict=True)
            for move, there in ways.arcs[end]
        ][:most]
        found, ends = [moves for moves, _ in grown], [end for _, end in grown]
    return found


def test_a_larger_graph_is_taken_from_disk_if_it_is_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exploration, "_WORTH_KEEPING", 0.0)
    monkeypatch.setattr(goal_distances, "MAX_UNASKED", 10)
    board = load_preset("graphs-3x3-colours")

    def prepared() -> GoalDistances:
        found = GoalDistances(arcs_of(board))
        found.prepare()
        assert found.is_final
        return found

    assert not prepared().ready
    part = exploration.Exploration(board.puzzle, "goal")
    part.execute(lambda told: part.cancel() if len(told.counts) == 4 else None)
    assert not prepared().ready
    exploration.Exploration(board.puzzle, "goal").execute()
    found = prepared()
    assert found.ready
    assert found.bounds(board.initial()) == DistanceBounds(7, 7)


def test_no_way_is_said_only_where_it_is_proved() -> None:
    board = load_preset("fifteen-loyd")
    arcs = arcs_of(board)
    ways = find_shortest_paths(arcs, board.initial(), arcs.goal, work())
    assert ways.unreachable
    assert ways.reason == board.verdict().reason
    far = load_preset("fifteen-book")
    ways = find_shortest_paths(arcs_of(far), far.initial(), arcs_of(far).goal, work(), 3000)
    assert not ways.unreachable
    assert ways.length is None
    assert far.lower_bound() <= ways.lower_bound
    assert "3,000 arrangements" in ways.reason
    around = find_neighbourhood(arcs_of(far), far.initial(), work(), 20)
    proved = bounds_around(ways, around)
    assert {compare_distances(known, proved[far.initial()]) for known in proved.values()} == {""}


def test_a_dead_end_of_a_maze_has_no_way() -> None:
    board = next(
        maze
        for seed in range(99)
        for maze in [new_board("maze", 4, 4, seed)]
        if len(distances(maze, maze.initial())) < 12
    )
    arcs = arcs_of(board)
    known = distances(board, board.initial())
    away = next(((r, c),) for r in range(4) for c in range(4) if ((r, c),) not in known)
    ways = find_shortest_paths(arcs, board.initial(), away, work())
    assert ways.unreachable
    assert ways.reason


@pytest.mark.parametrize("family", FAMILIES)
def test_large_boards_have_rings_that_are_cut(family: str) -> None:
    board = largest_board(family)
    around = find_neighbourhood(arcs_of(board), board.initial(), work())
    true = len({there for _, there in moves_from(board, board.initial())})
    assert around.direct_count == true
    most = max_shown(board)
    assert len(around.members) <= 1 + most
    if true > most:
        assert not around.is_complete
        assert len(around.rings[1]) == most
    distances_ = GoalDistances(arcs_of(board))
    distances_.prepare()
    assert distances_.is_final
    assert distances_.ready == (family == "maze")


def test_both_stop_when_they_are_cancelled(monkeypatch: pytest.MonkeyPatch) -> None:
    board = load_preset("fifteen-book")
    arcs = arcs_of(board)
    stopped = work()
    stopped.stop("cancelled")
    with pytest.raises(SearchStopped):
        find_neighbourhood(arcs, board.initial(), stopped)
    with pytest.raises(SearchStopped):
        find_shortest_paths(arcs, board.initial(), arcs.goal, stopped)
    monkeypatch.setattr(paths_module, "_MOST", 50)
    assert find_shortest_paths(arcs, board.initial(), arcs.goal, work()).lower_bound > 0
