"""Every solver of every family, against brute force."""

import random

import pytest

from puzzlegui.core.board import Board
from puzzlegui.core.solution import LONGEST, Solution, Status, replay
from puzzlegui.engine import registry
from puzzlegui.engine.registry import SOLVERS
from puzzlegui.engine.run import solve
from puzzlegui.families.creation import new_board
from puzzlegui.families.rotation.board import RotationBoard
from puzzlegui.families.rotation.solving import distance_table
from puzzlegui.solvers.control import Limits, Request, SearchContext, SearchStopped
from puzzlegui.solvers.solver import Solver
from tests.boards import SMALL, count_solutions, distances, grid, shortest

PAIRS = [
    pytest.param(solver, board, id=f"{solver.family}-{solver.name}-{name}")
    for solver in SOLVERS
    for name, board in SMALL.items()
    if board.family == solver.family and not solver.unsupported_reason(board)
]


@pytest.mark.parametrize(("solver", "board"), PAIRS)
def test_against_brute_force(solver: Solver, board: Board) -> None:
    best = shortest(board)
    solution = solve(board, solver.name)
    assert solution.solver == solver.name
    if best is None:
        assert solution.status is Status.UNSOLVABLE
        assert solution.note.startswith("Not solvable")
        assert not solution.moves
        return
    assert solution.status is Status.SOLVED
    assert replay(board, solution.moves).correct
    assert solution.lower_bound <= best
    if solver.optimal:
        assert (solution.length, solution.lower_bound) == (best, best)
    assert solution.longest == (solver.name == LONGEST)
    proved = len(solution.moves) <= solution.lower_bound
    assert solution.optimal == (proved and not solution.longest)
    assert_segments_cover(solution)
    assert solve(board, solver.name).moves == solution.moves
    # Tables that are kept may save states to later runs, but not under a limit of states.
    limited, again = (
        solve(board, solver.name, Request(Limits(states=1_000_000))) for _ in range(2)
    )
    assert (again.moves, again.states) == (limited.moves, limited.states)


PROVING = [pair for pair in PAIRS if pair.values[0].optimal]  # type: ignore[union-attr]


@pytest.mark.parametrize(("solver", "board"), PROVING)
def test_tables_kept_of_earlier_boards_prove_the_same(solver: Solver, board: Board) -> None:
    positions = list(distances(board))
    for position in random.Random(0).choices(positions, k=50 if len(positions) < 100 else 5):
        other = board.from_position(position)
        solution = solve(other, solver.name)
        best = shortest(other)
        if best is None:
            assert solution.status is Status.UNSOLVABLE
        else:
            assert (solution.length, solution.lower_bound) == (best, best)


def assert_segments_cover(solution: Solution) -> None:
    ends = [0, *(segment.stop for segment in solution.segments)]
    assert [segment.start for segment in solution.segments] == ends[:-1]
    assert ends[-1] == len(solution.moves)


ALL = [pair for pair in PAIRS if pair.values[0].lists]  # type: ignore[union-attr]


@pytest.mark.parametrize(("solver", "board"), ALL)
def test_all_solutions(solver: Solver, board: Board) -> None:
    best = shortest(board)
    solution = solve(board, solver.name, Request(all_solutions=True))
    if best is None:
        assert solution.solutions is None
        return
    assert solution.solutions is not None
    assert solution.count == len(solution.solutions) == len(set(solution.solutions))
    assert solution.solutions[0] == solution.moves
    for moves in solution.solutions:
        assert replay(board, moves).correct
    if solver.lists == "paths":
        paths = [path for path in distances(board) if board.is_solved(path)]
        assert solution.count == len(paths)
    else:
        assert solution.count == count_solutions(board, best)
        assert {len(moves) for moves in solution.solutions} == {best}


@pytest.mark.parametrize(("solver", "board"), ALL)
def test_the_limit_of_moves_is_inclusive(solver: Solver, board: Board) -> None:
    best = shortest(board)
    if best is None:
        return
    assert solve(board, solver.name, Request(Limits(moves=best))).status in (
        (Status.SOLVED,) if solver.optimal else (Status.SOLVED, Status.LIMIT)
    )
    if best:
        short = solve(board, solver.name, Request(Limits(moves=best - 1)))
        assert short.status is Status.LIMIT
        assert short.lower_bound <= best
        if solver.optimal:
            assert short.lower_bound == best


@pytest.mark.parametrize(("solver", "board"), ALL)
def test_no_solution_is_listed_that_is_longer_than_allowed(solver: Solver, board: Board) -> None:
    best = shortest(board)
    if not best:
        return
    request = Request(Limits(moves=best - 1), all_solutions=True)
    solution = solve(board, solver.name, request)
    assert solution.status is Status.LIMIT
    assert (solution.solutions, solution.count) == (None, None)


@pytest.mark.parametrize("name", [n for n, b in SMALL.items() if b.family == "rotation"])
def test_iddfs_lists_all_within_the_limit(name: str) -> None:
    board = SMALL[name]
    best = shortest(board)
    if best is None or best > 4:
        return
    request = Request(Limits(moves=best + 1), all_solutions=True)
    solution = solve(board, "iddfs", request)
    lengths = [len(moves) for moves in solution.solutions or ()]
    assert lengths == sorted(lengths)
    assert lengths.count(best) == count_solutions(board, best)
    assert set(lengths) <= {best, best + 1}


@pytest.mark.parametrize(("solver", "board"), PAIRS)
def test_limit_of_states(solver: Solver, board: Board) -> None:
    whole = solve(board, solver.name)
    if whole.states < 2 or whole.status is not Status.SOLVED or solver.name == LONGEST:
        return  # a longest path has others before it
    cut = solve(board, solver.name, Request(Limits(states=whole.states - 1)))
    assert cut.status is Status.LIMIT
    assert cut.states == whole.states - 1
    assert "state limit" in cut.note
    assert cut.lower_bound <= (shortest(board) or 0)
    assert solve(board, solver.name, Request(Limits(states=whole.states))).moves == whole.moves


@pytest.mark.parametrize("name", SMALL)
def test_auto(name: str) -> None:
    board = SMALL[name]
    solution = solve(board)
    assert solution.length == shortest(board)
    if solution.solved:
        assert f"({solution.solver})" in solution.chosen


ANY_SIZE = ["peel", "exchange", "exchange-short"]


@pytest.mark.parametrize("turns", ["both", "clockwise", "counterclockwise"])
@pytest.mark.parametrize("colours", [0, 2, 5])
@pytest.mark.parametrize("size", [(3, 3), (3, 4), (4, 3), (3, 8), (9, 3), (7, 5), (8, 8)])
@pytest.mark.parametrize("solver", ANY_SIZE)
def test_any_size(solver: str, size: tuple[int, int], colours: int, turns: str) -> None:
    for seed in range(2):
        board = new_board("rotation", *size, seed, colours=colours, turns=turns)
        solution = solve(board, solver)
        assert solution.status is Status.SOLVED
        assert_segments_cover(solution)


@pytest.mark.parametrize("solver", ANY_SIZE)
@pytest.mark.parametrize("board", [
    new_board("rotation", 30, 30, 1),
    new_board("rotation", 30, 3, 1, colours=4),
    new_board("rotation", 3, 30, 1, turns="clockwise"),
])  # fmt: skip
@pytest.mark.examples(2)
def test_large(board: Board, solver: str) -> None:
    assert solve(board, solver).solved


@pytest.mark.parametrize(("start", "goal", "turns", "best"), [
    ("0 0 0/0 1 1/0 1 0/0 1 1", "0 0 0/1 0 1/0 1 0/0 1 1", "clockwise", 1),
    ("0 0 0 0/1 0 1 1/1 1 0 0/1 1 0 1", "0 0 0 0/1 1 1 1/1 0 0 0/1 1 0 1", "counterclockwise", 3),
    ("1 0 1 0/1 1 1 0/0 0 1 0", "1 0 0 0/1 0 1 1/1 0 1 0", "both", 2),
])  # fmt: skip
def test_the_table_of_a_part_proves_nothing_of_the_board(
    start: str, goal: str, turns: str, best: int
) -> None:
    """Within the last 3×3 alone each of these takes more turns than on the whole board."""
    board = RotationBoard(grid(start), grid(goal), turns)
    assert shortest(board) == best
    solution = solve(board, "peel")
    assert solution.lower_bound <= best
    assert not solution.optimal
    stopped = solve(board, "peel", Request(Limits(moves=best)))
    assert stopped.status is Status.LIMIT
    assert stopped.lower_bound <= best


def test_states_of_a_part_are_added_to_those_before() -> None:
    board = new_board("rotation", 3, 3, 1)
    assert isinstance(board, RotationBoard)
    alone, later = SearchContext(Request()), SearchContext(Request())
    for _ in range(5):
        later.count_expansion()
    for work in (alone, later):
        distance_table.shortest(board.start, board.goal, board.turns, work)
    assert alone.states > 1
    assert later.states == alone.states + 5
    few = SearchContext(Request(Limits(states=alone.states - 1)))
    with pytest.raises(SearchStopped):
        distance_table.shortest(board.start, board.goal, board.turns, few)


def test_the_table_of_solvers() -> None:
    names = [(solver.family, solver.name) for solver in SOLVERS]
    assert len(names) == len(set(names))
    for solver in SOLVERS:
        assert callable(solver.load())
        assert solver.description.endswith(".")
        assert solver.name != registry.AUTO
    assert {s.source.split(".")[0] for s in SOLVERS if s.source} == {"S1", "S2", "S3", "S4", "S5"}


LEAST = [Limits(states=0), Limits(seconds=0.0), Limits(memory_mib=1), Limits(moves=0)]


@pytest.mark.parametrize("limits", LEAST, ids=["states", "seconds", "memory", "moves"])
@pytest.mark.parametrize(
    "solver", [pytest.param(each, id=f"{each.family}-{each.name}") for each in SOLVERS]
)
def test_solved_board_needs_no_moves_at_any_limit(solver: Solver, limits: Limits) -> None:
    board = SMALL[f"{solver.family} solved"]
    if solver.unsupported_reason(board):
        return
    longest = solver.name == LONGEST
    solution = solve(board, solver.name, Request(limits))
    assert (solution.status, solution.optimal) == (Status.SOLVED, not longest)
    assert longest or (solution.length, solution.note) == (0, "")
    if solver.lists:
        listed = solve(board, solver.name, Request(limits, all_solutions=True))
        assert (listed.solutions, listed.count, listed.optimal) == (((),), 1, True)
