"""Shortest solutions of permutation boards, against brute force, with little memory and without."""

import json
import random
import time

import numpy as np
import pytest

from puzzlegui.core.cells import HOLE
from puzzlegui.core.solution import Solution, Status
from puzzlegui.documents.boardfile import parse_board
from puzzlegui.engine.graph.exploration import Exploration
from puzzlegui.engine.run import Run, solve
from puzzlegui.families.creation import new_board
from puzzlegui.families.permutation.board import PermutationBoard
from puzzlegui.kernels import deepening as kernel
from puzzlegui.solvers.control import STATES, Control, Limits, Request
from puzzlegui.solvers.move_search import goal_table, optimal
from puzzlegui.solvers.move_search.bounds import distances_by_moves
from puzzlegui.solvers.move_search.patterns import PatternDatabases, pattern_groups
from puzzlegui.solvers.move_search.puzzle import EncodedPuzzle
from tests.boards import cycles, distances, grid
from tests.effort import scaled
from tests.solvers import randomboards
from tests.solvers.cancelling import cancelled
from tests.solvers.uncompiled import uncompiled

_STATES = 1 << 40
"""A limit of states that is not reached; under it databases are built at once."""


@pytest.fixture(autouse=True)
def _small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(goal_table, "_CHUNK", 1)
    optimal.clear_goal_table_cache()


@pytest.mark.scaled
@pytest.mark.parametrize("most", [1, 600, 4000])
@pytest.mark.parametrize("databases", [True, False])
def test_with_little_memory(most: int, monkeypatch: pytest.MonkeyPatch, *, databases: bool) -> None:
    monkeypatch.setattr(optimal, "_WORTH_DATABASES", 1 if databases else 1 << 40)
    deepened = 0
    for number in range(scaled(300)):
        rng = random.Random(number)
        case = randomboards.cases("permutation", 5, number // 5)(rng)
        board = parse_board(json.dumps(case.fields))
        if case.best is None or case.best > 12:
            continue
        unhindered = solve(board, "optimal")
        request = Request(Limits(states=_STATES))
        with monkeypatch.context() as patched:
            patched.setattr(optimal, "_MOST", most)
            run = Run(board, "optimal", request)
            solution = run.execute()
            deepened += run.stats.phase == "iterative deepening"
            assert (solution.length, solution.optimal) == (case.best, True)
            assert solution.moves == unhindered.moves
            count = case.count("shortest", None)
            if count is not None and count < 1000:
                every = solve(board, "optimal", Request(request.limits, all_solutions=True))
                assert every.solutions is not None
                assert every.count == count == len(set(every.solutions))
                assert all(case.solves(board.format_moves(moves)) for moves in every.solutions)
    assert deepened or most > 1


def _two_wheels(kinds: int) -> PermutationBoard:
    """Return a board with moves of three and four cells, whose values may be equal."""
    values = [1 + i % kinds for i in range(5)]
    goal = ((values[0], values[1], values[2]), (values[3], values[4], HOLE))
    board = PermutationBoard(goal, goal, cycles("a: A1 B1 B2 A2 / b: B1 C1 B2"))
    return board.with_fields(start=board.random_start(random.Random(2)))


def check_small() -> str:
    """Return solutions and counts of small boards as text; called uncompiled as well."""
    goal_table._CHUNK = 1
    lines = []
    for kinds in (5, 2):
        board = _two_wheels(kinds)
        lines.append(str(Exploration(board, "goal").execute().counts))
        for optimal._MOST in (1, 1 << 30):
            for optimal._WORTH_DATABASES in (1, 1 << 30):
                for every in (False, True):
                    request = Request(Limits(states=_STATES), all_solutions=every)
                    found = solve(board, "optimal", request)
                    assert found.length == distances(board)[board.goal]
                    lines.append(_text(found))
    return "\n".join(lines)


def _text(found: Solution) -> str:
    listed = [" ".join(map(str, moves)) for moves in found.solutions or ()]
    return f"{' '.join(map(str, found.moves))} {listed} {found.states}"


def test_the_same_uncompiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(optimal, "_MOST", 0)  # which check_small changes, too
    monkeypatch.setattr(optimal, "_WORTH_DATABASES", 0)
    code = "from tests.solvers.test_permutation_optimal import check_small; print(check_small())"
    assert uncompiled(code) == check_small()


def test_more_paths_than_are_listed_at_first(monkeypatch: pytest.MonkeyPatch) -> None:
    swaps = cycles("/".join(f"s{i}: {a}1 {a}2" for i, a in enumerate("ABCDEF")))
    board = PermutationBoard(
        grid("1 2 3 4 5 6/7 8 9 10 11 12"), grid("7 8 9 10 11 12/1 2 3 4 5 6"), swaps
    )
    monkeypatch.setattr(optimal, "_MOST", 1)
    monkeypatch.setattr(optimal, "_LISTED", 7)
    assert solve(board, "optimal", Request(all_solutions=True)).count == 720


@pytest.mark.parametrize("moves", ["a: A1 B1", "a: A1 B1 / b: A2 A1 B1", "a: A1 B1, A2 B2"])
def test_an_undecided_board_without_a_solution(moves: str) -> None:
    board = PermutationBoard(grid("1 2/3 4"), grid("1 2/4 3"), cycles(moves))
    puzzle = EncodedPuzzle(board)
    heuristics = optimal.Heuristics(distances_by_moves(puzzle))
    search = optimal.OptimalSearch(puzzle, heuristics, Control(Request()))
    assert search.solve().status is Status.UNSOLVABLE


# --- pattern databases ---


def test_a_database_is_brute_force() -> None:
    board = EncodedPuzzle(_two_wheels(5))
    places = np.zeros(2, np.int64)
    table = np.full(25, 255, np.uint8)
    points = np.array([3, 3, 4, 4], np.int64)  # of each cell that the moves a, a', b, b' change
    ctl = Control(Request()).kernel_array()
    assert kernel.build_pattern(table, 4, board.undoing, 0, points, places, ctl) == 1  # A1 and B2
    expected = [255] * 25
    expected[4] = 0
    for _ in range(25):
        for number in range(25):
            one, other = divmod(number, 5)
            for targets, each in zip(board.targets.tolist(), points.tolist(), strict=True):
                moved = (targets[one] != one) + (targets[other] != other)
                after = expected[targets[one] * 5 + targets[other]] + each * moved
                expected[number] = min(expected[number], after)
    assert table.tolist() == expected


def test_groups_of_neighbours() -> None:
    board = new_board("permutation", 4, 4, 1, block=2)
    assert isinstance(board, PermutationBoard)
    groups = pattern_groups(EncodedPuzzle(board))
    assert sorted(cell for group in groups for cell in group) == list(range(16))
    assert sum(16 ** len(group) for group in groups) <= 20_000_000


def test_stored_databases_are_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(optimal, "_WORTH_DATABASES", 1)
    board = new_board("permutation", 3, 4, 2, block=2)
    assert isinstance(board, PermutationBoard)
    patterns = PatternDatabases(EncodedPuzzle(board))
    assert patterns.load() is None
    first = solve(board, "optimal", Request(Limits(states=_STATES)))
    assert patterns.load() is not None
    assert solve(board, "optimal").states == first.states
    monkeypatch.setattr(optimal, "_WORTH_DATABASES", 1 << 40)
    limited = solve(board, "optimal", Request(Limits(states=_STATES)))  # without stored databases
    assert limited.states > first.states
    assert limited.moves == first.moves


# --- stopping ---


def _large() -> PermutationBoard:
    board = new_board("permutation", 5, 5, 1, block=2)
    assert isinstance(board, PermutationBoard)
    return board


def test_cancel_reaches_the_kernels() -> None:
    board = EncodedPuzzle(_large())
    ctl = Control(Request()).kernel_array()
    table = np.full(25**5, 255, np.uint8)
    points, places = np.ones(len(board.moves), np.int64), np.zeros(5, np.int64)
    home = int(25 ** np.arange(4, -1, -1) @ np.arange(5))

    def build() -> int:
        return kernel.build_pattern(table, home, board.undoing, 0, points, places, ctl)

    assert cancelled(build, ctl, lambda: bool((table < 255).sum() > 1000))[0] == -1
    ctl[:2] = 0
    control = Control(Request(all_solutions=True))
    deep = optimal.OptimalSearch(board, optimal.Heuristics(distances_by_moves(board)), control)
    search_memory = deep._workspace(50), np.zeros((1, 51), np.int32)

    def search() -> int:
        return kernel.search(
            board.kernel_moves(), deep._goal(), deep._front.table.rows,
            deep._front.table.kernel, 50, True, *search_memory, ctl,
        )  # fmt: skip

    assert cancelled(search, ctl, lambda: bool(ctl[STATES]))[0] == -1


@pytest.mark.parametrize("every", [False, True])
def test_cancelled_while_deepening(monkeypatch: pytest.MonkeyPatch, *, every: bool) -> None:
    monkeypatch.setattr(optimal, "_MOST", 1)
    run = Run(_large(), "optimal", Request(all_solutions=every)).start()
    while run.stats.phase != "iterative deepening":
        time.sleep(0.01)
    run.cancel()
    assert run.result().status is Status.CANCELLED
