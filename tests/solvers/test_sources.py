"""Results of the five sources, each by its own method."""

import itertools

import pytest

from puzzlegui.core.solution import Solution, replay
from puzzlegui.documents.presets import load_preset
from puzzlegui.engine.run import solve
from puzzlegui.families.rotation.board import RotationBoard, Turn
from puzzlegui.solvers.control import Limits, Request
from tests.boards import grid

QUARTERS = {"B1": "Q2", "A1": "Q1", "A2": "Q3", "B2": "Q4"}


def quarters(solution: Solution) -> list[str]:
    assert solution.solutions is not None
    return [" ".join(QUARTERS[str(move)] for move in moves) for moves in solution.solutions]


FIVE = [
    "Q2 Q4 Q3 Q4 Q1 Q3 Q1 Q3 Q2 Q3",
    "Q3 Q3 Q4 Q1 Q2 Q2 Q2 Q3 Q3 Q1",
    "Q3 Q3 Q4 Q2 Q1 Q1 Q3 Q3 Q1 Q2",
    "Q3 Q4 Q2 Q1 Q3 Q1 Q3 Q2 Q1 Q3",
    "Q4 Q2 Q3 Q1 Q1 Q2 Q1 Q3 Q1 Q3",
]


def test_s1_five_solutions_in_their_order_with_their_attempts() -> None:
    request = Request(Limits(moves=10), all_solutions=True)
    solution = solve(load_preset("mystery-box"), "iddfs", request)
    assert quarters(solution) == FIVE
    assert solution.count == 5
    assert solution.optimal
    assert solution.lower_bound == 10
    assert solution.attempts == (2_472_679, 3_452_929, 3_467_708, 3_621_688, 4_340_258)


def test_s1_takes_8_with_turns_both_ways() -> None:
    board = load_preset("mystery-box").with_fields(turns="both")
    assert solve(board, "optimal").length == 8


@pytest.mark.examples(1)
@pytest.mark.parametrize("solver", ["bfs", "dijkstra", "optimal"])
def test_s1_all_shortest_by_other_methods(solver: str) -> None:
    solution = solve(load_preset("mystery-box"), solver, Request(all_solutions=True))
    assert quarters(solution) == FIVE


def test_s2_path_of_17_cells() -> None:
    board = load_preset("schonbrunn")
    solution = solve(board, "dfs")
    path = "C5 B5 B3 B1 D1 D2 D5 A5 A1 A3 A4 D4 B4 B2 E2 C2 C3"
    assert board.format_moves(solution.moves) == path.split()
    every = solve(board, "dfs", Request(all_solutions=True))
    assert every.count == 28
    assert every.solutions is not None
    assert every.solutions[0] == solution.moves
    assert every.lower_bound == 11


@pytest.mark.parametrize("solver", ["bfs", "optimal"])
def test_s2_shortest(solver: str) -> None:
    board = load_preset("schonbrunn")
    solution = solve(board, solver, Request(all_solutions=True))
    assert board.format_moves(solution.moves) == "C5 D5 A5 A1 A3 A4 D4 B4 B2 E2 C2 C3".split()
    assert (solution.length, solution.optimal, solution.count) == (11, True, 1)


def test_s2_longest() -> None:
    for name in ("schonbrunn", "schonbrunn-hard"):
        solution = solve(load_preset(name), "longest")
        assert (len(solution.moves) + 1, solution.longest) == (20, True)


@pytest.mark.parametrize("solver", ["bfs", "optimal"])
def test_s2_with_sum_0(solver: str) -> None:
    board = load_preset("schonbrunn-hard")
    every = solve(board, "dfs", Request(all_solutions=True))
    assert every.solutions is not None
    assert sorted(len(moves) + 1 for moves in every.solutions) == [18, 18, 20, 20]
    shortest = solve(board, solver, Request(all_solutions=True))
    path = "C5 B5 D5 A5 A1 A3 B3 B1 D1 E1 E4 A4 D4 B4 B2 E2 C2 C3"
    assert (shortest.length, shortest.count) == (17, 2)
    assert path.split() in [board.format_moves(moves) for moves in shortest.solutions or ()]


@pytest.mark.parametrize("solver", ["bfs", "optimal"])
def test_s2_the_board_in_the_garden(solver: str) -> None:
    board = load_preset("schonbrunn-garden-hard")
    assert solve(board, "dfs", Request(all_solutions=True)).count == 10
    solution = solve(board, solver, Request(all_solutions=True))
    path = "C5 B5 B3 D3 D5 A5 A1 A3 A4 D4 B4 B2 E2 C2 C3"
    assert board.format_moves(solution.moves) == path.split()
    assert solution.count == 1


@pytest.mark.thorough
def test_s3_18_moves() -> None:
    board = load_preset("fifteen-book")
    solution = solve(board, "iddfs")
    words = "left down right down left up right up left left down right right up left left left up"
    assert solution.moves == board.parse_moves(words)
    assert (solution.length, solution.optimal) == (18, True)
    assert solve(board, "astar", Request(all_solutions=True)).count == 1


def test_s4_two_colours() -> None:
    board = load_preset("graphs-4x4-two-colours")
    assert solve(board, "bfs").length == solve(board, "optimal").length == 9
    assert (solve(board, "peel").length or 99) <= 17
    assert (solve(board, "exchange").length or 999) <= 530


def test_s4_peel_on_the_reversal() -> None:
    solution = solve(load_preset("graphs-20x20-reversed"), "peel")
    assert solution.length is not None
    assert solution.length <= 7126
    assert solution.lower_bound == 2000
    assert solution.segments[0].name.startswith("row 1: ")
    assert solution.segments[-1].name == "last 3×3 from table"
    assert any("beside the fixed" in segment.name for segment in solution.segments)


def test_s4_the_three_methods_on_the_reversal() -> None:
    board = load_preset("graphs-20x20-reversed")
    long, short, peel = (
        len(solve(board, name).moves) for name in ("exchange", "exchange-short", "peel")
    )
    assert long <= 133_592
    assert short <= 13_208
    assert peel <= 7126
    assert 1.5 * peel < short < long / 1.5


def test_s4_every_sequence_is_named() -> None:
    nine = grid("1 2 3/4 5 6/7 8 9")
    solution = solve(RotationBoard(nine, grid("1 2 3/4 5 6/8 7 9")), "exchange")
    assert [segment.name for segment in solution.segments] == ["order row 3: exchange A3 and B3"]
    board = load_preset("graphs-20x20-reversed")
    for solver, words in (("exchange", {"exchange"}), ("exchange-short", {"exchange", "bring"})):
        segments = solve(board, solver).segments
        assert {segment.name.split(": ")[1].split()[0] for segment in segments} == words
        assert all(3 <= segment.stop - segment.start <= 9 for segment in segments)


@pytest.mark.parametrize("solver", ["exchange", "exchange-short"])
def test_s4_repeated_colours_lead_to_no_endless_loop(solver: str) -> None:
    """All 126 arrangements of 5 + 4 on the 3×3; the source's worst took 264 turns."""
    goal = grid("1 1 1/1 1 2/2 2 2")
    lengths = []
    for places in itertools.combinations(range(9), 4):
        values = [2 if cell in places else 1 for cell in range(9)]
        start = tuple(tuple(values[row : row + 3]) for row in (0, 3, 6))
        lengths.append(len(solve(RotationBoard(start, goal), solver).moves))
    assert len(lengths) == 126
    assert max(lengths) <= 264


@pytest.mark.parametrize(
    ("one", "other", "sequence"),
    [
        (4, 7, "(0,0,F)(1,1,F)(0,0,T)(0,1,T)(1,1,T)"),
        (6, 9, "(1,0,T)(0,1,T)(1,0,F)(1,1,F)(0,1,F)"),
        (7, 8, "(0,1,T)(1,1,T)(0,0,F)(1,1,F)(0,0,T)"),
        (8, 9, "(1,1,F)(0,1,F)(1,0,T)(0,1,T)(1,0,F)"),
        (4, 5, "(0,1,F)(0,0,F)(1,1,F)(0,0,T)(0,1,T)(1,1,T)(0,1,T)"),
        (5, 6, "(1,1,T)(1,0,T)(0,1,T)(1,0,F)(1,1,F)(0,1,F)(1,1,F)"),
        (5, 8, "(0,1,F)(0,1,F)(0,0,F)(1,1,F)(0,0,T)(0,1,T)(1,1,T)(0,1,F)(0,1,F)"),
    ],
)
def test_s4_turn_sequences_exchange_two_cells(one: int, other: int, sequence: str) -> None:
    nine = grid("1 2 3/4 5 6/7 8 9")
    swap = {one: other, other: one}
    goal = tuple(tuple(swap.get(value, value) for value in row) for row in nine)
    board = RotationBoard(nine, goal)
    assert replay(board, board.parse_moves(sequence)).correct


def test_s4_depths_of_the_3x3() -> None:
    """Counts per depth from the solver's own table."""
    import numpy as np

    from puzzlegui.families.rotation.solving.distance_table import table_and_cells
    from puzzlegui.solvers.control import Control

    nine = grid("1 2 3/4 5 6/7 8 9")
    for turns, counts in (
        ("both", [1, 8, 52, 328, 1996, 11336, 51582, 130042, 125929, 39706, 1880, 20]),
        (
            "clockwise",
            [1, 4, 16, 64, 250, 960, 3553, 12324, 37308, 84234, 116769, 82197, 23529, 1656, 14, 1],
        ),
    ):
        table, _ = table_and_cells(RotationBoard(nine, nine, turns))
        found = table.all_distances(Control(Request()))
        assert np.bincount(found).tolist() == counts


def test_s5_stack() -> None:
    solution = solve(load_preset("eight-cpp"), "stack")
    assert (solution.states, solution.length) == (80_229, 63_178)


def test_s5_best_first() -> None:
    solution = solve(load_preset("eight-cpp"), "best-first")
    assert (solution.states, solution.length) == (470, 50)


def test_s5_depth_first_without_its_overflow() -> None:
    solution = solve(load_preset("eight-cpp"), "dfs")
    assert (solution.states, solution.length) == (146_454, 96_096)


@pytest.mark.parametrize("solver", ["astar", "bfs"])
def test_s5_optimum(solver: str) -> None:
    solution = solve(load_preset("eight-cpp"), solver)
    assert (solution.length, solution.optimal) == (16, True)


def test_a_turn_is_written_as_in_the_source() -> None:
    board = load_preset("graphs-20x20-reversed")
    assert board.parse_moves("(0,1,F)") == (Turn(1, 0, False),)
