import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzlegui.core.board import Board
from puzzlegui.documents.presets import PRESETS, load_preset
from puzzlegui.families.creation import new_board
from puzzlegui.families.maze.board import MazeBoard
from puzzlegui.families.registry import repairs_of
from puzzlegui.families.rotation.board import RotationBoard
from puzzlegui.families.sliding.board import SlidingBoard
from tests.boards import SMALL, any_board, grid, shortest
from tests.effort import examples


def sentences(board: Board) -> list[str]:
    return [repair.sentence for repair in repairs_of(board)]


def spoilt(board: Board, changes: int, seed: int) -> Board:
    """A board as a user leaves it in the midst of editing."""
    rng = random.Random(seed)
    for _ in range(changes):
        field = rng.choice(board.grid_fields)
        cell = rng.randrange(board.rows), rng.randrange(board.columns)
        board = board.with_cell(field, cell, rng.randint(-2, 3))
        if board.cell_fields and rng.random() < 0.3:
            field = rng.choice(board.cell_fields)
            board = board.with_fields(**{field: (rng.randrange(9), rng.randrange(9))})
    return board


@given(any_board(), st.integers(0, 6), st.integers(0, 10**6))
@examples(300)
def test_repairs_end_in_a_board_that_can_be_solved(board: Board, changes: int, seed: int) -> None:
    board = spoilt(board, changes, seed)
    for repair in repairs_of(board):
        assert repair.board != board
        assert repair.sentence
        assert (repair.board.rows, repair.board.columns) == (board.rows, board.columns)
    for _ in range(6):
        if not (found := repairs_of(board)):
            break
        board = found[0].board
    assert board.problems() == []
    assert board.verdict().solvable is not False


@pytest.mark.parametrize("name", SMALL)
def test_repairs_of_a_sound_board_solve_it(name: str) -> None:
    board = SMALL[name]
    found = repairs_of(board)
    assert bool(found) == (board.verdict().solvable is False)
    for repair in found:
        assert repair.board.problems() == []
        assert repair.board.verdict().solvable is not False
        if repair.board.verdict().solvable:
            assert shortest(repair.board) is not None


@pytest.mark.parametrize("name", PRESETS)
def test_a_sound_board_needs_none(name: str) -> None:
    board = load_preset(name)
    assert bool(repairs_of(board)) == (board.verdict().solvable is False)


def test_what_they_say() -> None:
    assert sentences(load_preset("fifteen-loyd")) == ["Swap 14 and 15 in the start"]
    assert sentences(SlidingBoard(grid("1 2/3 3"), grid("1 2/3 0"))) == [
        "Make exactly one gap, at B2 in the start",
    ]
    assert sentences(SlidingBoard(grid("1 0/3 0"), grid("1 2/3 0"))) == [
        "Make exactly one gap, at B2 in the start",
        "Put 2 in B2 of the start",
    ]
    assert sentences(SlidingBoard(grid("3 2/3 1"), grid("1 2/3 0"))) == [
        "Make exactly one gap, at A2 in the start",
    ]
    assert sentences(RotationBoard(grid("1 2/3 5"), grid("1 2/3 4"))) == [
        "Put 4 in B2 of the start",
        "Put 5 in B2 of the goal",
    ]
    assert sentences(RotationBoard(grid("1 2/3 -4"), grid("1 2/3 4"))) == [
        "Remove the minus signs",
    ]
    assert sentences(RotationBoard(grid("1 2/3 -5"), grid("1 2/3 4"))) == [
        "Remove the minus signs",
        "Put 4 in B2 of the start",
    ]
    board = RotationBoard(grid("5 6 7/8 9 9"), grid("1 2 3/4 1 1"))
    assert sentences(board)[0] == "Give the start the values of the goal (6 cells change)"
    assert sentences(RotationBoard(grid("1 2/3 4"), grid("1 2 3/4 5 6"))) == ["Make the board 2×2"]
    assert sentences(MazeBoard(((1,) * 31,) * 2, (0, 0), (0, 30))) == ["Make the board 2×30"]


def test_what_they_say_of_mazes() -> None:
    maze = MazeBoard(grid("2 1 2/1 0 1/2 1 2"), (0, 0), (1, 1))
    assert sentences(maze) == ["Put 1 in A1", "Move the target to C3, which can be reached"]
    alone = MazeBoard(grid("0 1 2/1 -5 0/2 1 -2"), (0, 0), (1, 2))
    assert sentences(alone) == ["Put 2 in A1 and 1 in C1"]
    assert repairs_of(alone)[0].board.verdict().solvable
    off = MazeBoard(grid("1 1/1 1"), (0, 0), (4, 4))
    assert sentences(off) == ["Move the target to B2"]
    assert sentences(MazeBoard(grid("2 1/1 1"), (1, 0), (1, 0), 7)) == [
        "Set the target sum to 1",
        "Move the target to B1, which can be reached",
    ]


def test_equal_gaps_too_many() -> None:
    board = SlidingBoard(grid("0 1/0 2"), grid("1 0/2 0"))
    repaired = repairs_of(board)[0].board
    assert repaired == SlidingBoard(grid("3 1/0 2"), grid("1 3/2 0"))


def test_large_boards_are_quick() -> None:
    board = new_board("sliding", 30, 30, 1)
    start = board.grid("start")
    assert len(repairs_of(board.with_fields(start=(start[1], *start[1:])))) > 0
