"""Moves as other people write them are read, and said to be read so, only if they are right."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzlegui.core.board import Board
from puzzlegui.core.errors import MoveTextError
from puzzlegui.core.move_input import parse_and_play
from puzzlegui.core.solution import Replay
from puzzlegui.documents.movelists import move_lists
from puzzlegui.documents.verification import replay_each
from puzzlegui.families.maze.board import MazeBoard
from puzzlegui.families.permutation.board import PermutationBoard
from puzzlegui.families.shift.board import ShiftBoard
from puzzlegui.families.sliding.board import GAP, SlidingBoard
from tests.boards import cycles, grid
from tests.effort import examples
from tests.families.test_notation import end, random_moves

GOAL = grid("1 2 3 / 4 5 6 / 7 8 0")
FILLED = grid("1 2 3 / 4 5 6 / 7 8 9")
SLIDING = SlidingBoard(grid("1 0 3 / 4 2 6 / 7 5 8"), GOAL)  # U U L
SHIFT = ShiftBoard(FILLED, grid("1 2 3 / 4 5 6 / 7 8 9"))
MAZE = MazeBoard(grid("1 2 1 / 2 1 1 / 1 1 1"), (0, 0), (2, 1))  # A1 A2 C2 B2 B3
EIGHT = MazeBoard(grid("1 1 2 / 1 1 1 / 1 1 1"), (0, 0), (2, 1), directions="all")
# A1 B2 C1 C3 B3
TWO = cycles("l: A1 B1 C1 / r: A1 A2 B2")
PERMUTATION = PermutationBoard(grid("1 2 3 / 4 5 6"), grid("1 2 3 / 4 5 6"), TWO)


def shifted(moves: str) -> ShiftBoard:
    return SHIFT.with_fields(goal=SHIFT.play_all(SHIFT.parse_moves(moves))[0])


def permuted(moves: str) -> PermutationBoard:
    goal = PERMUTATION.play_all(PERMUTATION.parse_moves(moves))[0]
    return PERMUTATION.with_fields(goal=goal)


def verified(board: Board, text: str) -> Replay:
    (found,) = replay_each(board, move_lists(text))
    return found


@pytest.mark.parametrize(
    ("board", "text", "note"),
    [
        (SLIDING, "2 5 8", "Read as numbers of tiles."),
        (SLIDING, "[2, 5, 8]", "Read as numbers of tiles."),
        (SLIDING, "1. 2\n2. 5\n3. 8", "Read as numbers of tiles."),
        (SLIDING, "3\n2\n5\n8", "Read as numbers of tiles, after a line with their count."),
        (SLIDING, "↑↑←", ""),
        (SLIDING, "⬆️ ⬆️ ⬅️", ""),
        (SLIDING, "↓ ↓ →", "Read as moves of the gap."),
        (SLIDING, "N N W", ""),
        (SLIDING, "south, south, east", "Read as moves of the gap."),
        (SLIDING, "U2L", ""),
        (SLIDING, "3\nUP\nUP\nLEFT\n", ""),
        (SLIDING, '["Down", "Down", "Right"]', "Read as moves of the gap."),
        (SLIDING, "U -> U -> L", ""),
        (shifted("1L BD 3R2"), "L0 D1 R2 R2", "Read with rows and columns numbered from 0."),
        (shifted("1L BD 3R2"), "0L 1D 2R2", "Read with rows and columns numbered from 0."),
        (shifted("1L BD 3R2"), "L1 D2 R3 R3", "Read with rows and columns numbered from 1."),
        (shifted("1L BD 3R2"), "4\nL1D2R3R3", "Read with rows and columns numbered from 1."),
        (shifted("1L BD 3R2"), "left 0, down 1, R2,R2", "from 0."),
        (shifted("1L BD 3R2"), "1L BD 3R2", ""),
        (shifted("1L 2R"), "0L 1R", "Read with rows and columns numbered from 0."),
        (shifted("2L 3R"), "1L 2R", "Read with rows and columns numbered from 0."),
        (MAZE, "A1 -> A2 → C2 - B2–B3", ""),
        (MAZE, "A1-A2-C2-B2-B3", ""),
        (MAZE, "D R L D", "Read as directions of jumps."),
        (MAZE, "DRLD", "Read as directions of jumps."),
        (MAZE, "down, right, left, down", "Read as directions of jumps."),
        (MAZE, "↓→←↓", "Read as directions of jumps."),
        (MAZE, "S E W S", "Read as directions of jumps."),
        (MAZE, "R1C1 R2C1 R2C3 R2C2 R3C2", "Read with rows and columns numbered from 1."),
        (MAZE, "R0C0 -> R1C0 -> R1C2 -> R1C1 -> R2C1", "from 0."),
        (MAZE, "[(0, 0), (1, 0), (1, 2), (1, 1), (2, 1)]", "from 0."),
        (MAZE, "0 0\n1 0\n1 2\n1 1\n2 1\n", "from 0."),
        (MAZE, "[[1,1],[2,1],[2,3],[2,2],[3,2]]", "from 1."),
        (EIGHT, "A1 -> B2 -> C1 -> C3 -> B3", ""),
        (EIGHT, "SE NE S W", "Read as directions of jumps."),
        (EIGHT, "se, ne, s, w", "Read as directions of jumps."),
        (EIGHT, "DR UR D L", "Read as directions of jumps."),
        (EIGHT, "↘↗↓←", "Read as directions of jumps."),
        (EIGHT, "↘️ ↗️ ⬇️ ⬅️", "Read as directions of jumps."),
        (EIGHT, "⬊⬈↓←", "Read as directions of jumps."),
        (EIGHT, "down right, up right, down, left", "Read as directions of jumps."),
        (EIGHT, "south-east\nnortheast\nsouth\nwest", "Read as directions of jumps."),
        (EIGHT, '["down right", "UR", "down", "L"]', "Read as directions of jumps."),
        (permuted("r' l l' l' r"), "-r.l.-l.-l.r", ""),
        (permuted("l' r r"), "l^-1*r^2", ""),
        (permuted("l r l r l"), "(l r)2 l", ""),
        (permuted("r' l' r' l' l"), "(l r)^-2 l", ""),
        (permuted("l r l r l' r' l r l r l' r'"), "((l r)2 (r l)')2", ""),
        (permuted("l r' l r' l r'"), "(l (r'))3", ""),
    ],
)
def test_move_texts_of_others_are_read(board: Board, text: str, note: str) -> None:
    found = verified(board, text)
    assert found.correct, found.message
    assert found.message.endswith(note or "the goal is reached.")
    typed = parse_and_play(board, move_lists(text)[0].in_place)
    assert typed.solved
    assert typed.message.endswith(note or "the board is solved.")
    assert board.is_solved(end(board, typed.moves))


@pytest.mark.parametrize(
    ("board", "text", "message"),
    [
        (SLIDING, "2 8 5", "Wrong: tile 8 is not beside the gap. Read as numbers of tiles."),
        (SLIDING, "2 5", "Wrong: 2 moves played, but the goal is not reached. Read as numbers"),
        (SLIDING, "↑ →", "Wrong: 2 moves played, but"),
        (MAZE, "D R D", "Wrong: 3 moves played, but"),
        (MAZE, "D L", "Wrong: L: the jump from A2 leads off the board. Read as directions"),
        (EIGHT, "SE SE N", "Wrong: 3 moves played, but"),
        (EIGHT, "SE NE NE", "Wrong: UR: the jump from C1 leads off the board. Read as directions"),
        (MAZE, "B1 C1", "Wrong: a path begins with its first cell"),
        (shifted("1L"), "R0", "Wrong: 1 move played, but the goal is not reached. Read with"),
    ],
)
def test_wrong_moves_of_others_say_the_likeliest_fault(
    board: Board, text: str, message: str
) -> None:
    found = verified(board, text)
    assert not found.correct
    assert found.message.startswith(message)


@pytest.mark.parametrize(
    ("board", "text", "place"),
    [
        (SLIDING, "2 5 x", "line 1, column 5"),
        (SLIDING, '["Up",\n "Upp"]', "line 2, column 4"),
        (MAZE, "D\nR x", "line 2, column 3"),
        (EIGHT, "SE\nNE x", "line 2, column 4"),
        (shifted("1L"), "L0 D1 ?", "line 1, column 7"),
        (permuted("l"), "(l r", "line 1, column 1"),
        (permuted("l"), "l r)", "line 1, column 4"),
        (permuted("l"), "(" * 11 + "l" + ")" * 11, "line 1, column 11"),
        (permuted("l"), "((l1000)1000)1000", "line 1, column 13"),
        (permuted("l"), "l^0", "line 1, column 1"),
    ],
)
def test_a_word_that_is_no_move_has_its_place(board: Board, text: str, place: str) -> None:
    with pytest.raises(MoveTextError, match=place):
        verified(board, text)


def tiles(board: SlidingBoard, moves: list[str]) -> list[int]:
    """Numbers of the tiles that moves slide."""
    numbers = []
    position = board.start
    for move in moves:
        after = board.play(position, move)
        numbers += [
            old
            for row, new_row in zip(position, after, strict=True)
            for old, new in zip(row, new_row, strict=True)
            if new == GAP
        ]
        position = after
    return numbers


@given(st.integers(1, 30), st.integers(0, 10**6))
@examples(30)
def test_tile_numbers_stand_for_their_slides(count: int, seed: int) -> None:
    board = SlidingBoard(GOAL, GOAL)
    moves = random_moves(board, count, seed)
    board = board.with_fields(goal=end(board, moves))
    text = " ".join(map(str, tiles(board, moves)))
    found = parse_and_play(board, text)
    assert found.solved
    assert list(found.moves) == moves


@given(
    st.sampled_from((SLIDING, shifted("1L BD 3R2"), MAZE, permuted("l r l'"))),
    st.text("0123 ABLRUDlr'^-().>C\n", max_size=12),
)
def test_only_moves_that_solve_are_called_correct(board: Board, text: str) -> None:
    typed = parse_and_play(board, move_lists(text)[0].in_place)
    assert typed.solved == (typed.problem is None and board.is_solved(end(board, typed.moves)))
