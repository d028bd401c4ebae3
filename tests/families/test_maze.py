import pytest

from puzzlegui.core.cells import cell_name
from puzzlegui.core.errors import IllegalMoveError
from puzzlegui.core.solution import replay
from puzzlegui.documents.presets import load_preset
from puzzlegui.families.maze.board import MazeBoard
from tests.boards import distances, grid, random_maze, shortest


def test_jumps_go_exactly_as_far_as_the_number() -> None:
    board = load_preset("schonbrunn")
    assert isinstance(board, MazeBoard)
    assert [cell_name(c) for c in board.jumps((4, 2))] == ["C4", "B5", "D5"]
    assert [cell_name(c) for c in board.jumps((0, 0))] == ["A3", "C1"]
    assert board.jumps((2, 2)) == []


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("C5 C3", "you can jump exactly 1 cell up"),
        ("C5 B4", "you can jump exactly 1 cell up"),
        ("C5 C6", "C6 is not on the 5×5 board"),
        ("C5 D5 A5 A1 A3 A4 A1", "A1 has already been visited"),
    ],
)
def test_illegal_jumps(path: str, message: str) -> None:
    board = load_preset("schonbrunn")
    played = replay(board, board.parse_moves(path))
    assert not played.correct
    assert message in played.message


def test_a_path_begins_at_the_start() -> None:
    board = load_preset("schonbrunn")
    for text in ("", "B5 B3"):
        with pytest.raises(IllegalMoveError, match="first cell, here C5"):
            board.parse_moves(text)


def test_the_28_paths_of_the_source() -> None:
    board = load_preset("schonbrunn")
    lengths: dict[int, int] = {}
    for path in distances(board):
        if board.is_solved(path):
            lengths[len(path)] = lengths.get(len(path), 0) + 1
    assert lengths == {12: 1, 13: 1, 14: 3, 15: 2, 17: 9, 18: 4, 19: 4, 20: 4}


@pytest.mark.parametrize(
    ("preset", "paths", "cells"), [("schonbrunn-hard", 4, 18), ("schonbrunn-garden-hard", 10, 15)]
)
def test_the_paths_with_sum_0(preset: str, paths: int, cells: int) -> None:
    board = load_preset(preset)
    solved = [path for path in distances(board) if board.is_solved(path)]
    assert (len(solved), min(map(len, solved))) == (paths, cells)


def test_problems() -> None:
    board = MazeBoard(grid("1 1/1 1"), (2, 0), (0, 5))
    assert [p.message for p in board.problems()] == [
        "start: A3 is not on the 2×2 board",
        "target: F1 is not on the 2×2 board",
    ]


def test_a_sum_is_left_to_a_solver_unless_reach_or_parity_decides() -> None:
    board = load_preset("schonbrunn-hard")
    assert board.verdict().solvable is None
    assert "Only a search can tell" in board.verdict().reason
    cut_off = MazeBoard(grid("2 1 2/1 1 1/2 1 2"), (0, 0), (1, 1), 0)
    assert cut_off.verdict().solvable is False


def test_parity_decides_only_what_no_path_can_do() -> None:
    decided = 0
    for seed in range(200):
        board = random_maze(3, 4, seed, total=True)
        verdict = board.verdict()
        if verdict.solvable is False:
            assert shortest(board) is None
            decided += "the sum of every path to it" in verdict.reason
    assert decided > 20
    even = MazeBoard(((1, 1), (1, 2)), (0, 0), (1, 1), 5)
    assert even.verdict().reason == (
        "Not solvable: 4 of 4 cells can be reached, including B2, but the sum of every path to it "
        "is even and 5 is odd."
    )
