"""Every notation is read back as the moves that were written."""

import random
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from puzzlegui.core.board import Board
from puzzlegui.core.errors import MoveTextError, PuzzleError
from puzzlegui.core.move_input import parse_and_play
from puzzlegui.core.notation import STANDARD
from puzzlegui.documents.presets import load_preset
from puzzlegui.documents.verification import read_move_lists, replay_each
from puzzlegui.families.creation import new_board
from puzzlegui.families.maze.board import MazeBoard
from puzzlegui.families.notation import TITLES, notation_for, notations_for
from puzzlegui.families.permutation.board import PermutationBoard
from puzzlegui.families.rotation.board import RotationBoard, Turn
from puzzlegui.families.shift.board import ShiftBoard
from tests.boards import any_board, cycles, grid

MYSTERY = load_preset("mystery-box")
KLONDIKE = MazeBoard(grid("1 1 2/1 1 1/2 1 1"), (0, 0), (2, 2), directions="all")
LOYD = load_preset("fifteen-loyd")
MAZE = load_preset("schonbrunn")
EIGHT = MazeBoard(grid("1 1 1/1 1 1/1 1 1"), (1, 1), (2, 2), directions="all")
SHIFT = ShiftBoard(grid("1 2 3/4 5 6/7 8 9"), grid("1 2 3/4 5 6/7 8 9"))
TWISTED = PermutationBoard(
    grid("1 2 3/4 5 6"),
    grid("1 2 3/4 5 6"),
    cycles("U: A1 B1 C1 B2 / U2: A1 B2 C1 / R: A1 B1 A2 C2 / R_2: B1 C1 C2"),
    extra=(("aliases", '{"2R": "R_2"}'),),
)
"""With a name that could be a repeat count, and a move that had to be renamed."""
TWIDDLE = new_board("rotation", 3, 3, 1)
SQUARE = RotationBoard(grid("1 2/3 4"), grid("1 2/3 4"))


def random_moves(board: Board, count: int, seed: int) -> list[Any]:
    """Legal moves, often several alike in a row."""
    rng = random.Random(seed)
    position = board.initial()
    moves: list[Any] = []
    for _ in range(count):
        legal = board.legal_moves(position)
        if not legal:
            break
        again = [move for move in legal if moves and move == moves[-1]]
        move = rng.choice(again if again and rng.random() < 0.6 else legal)
        position = board.play(position, move)
        moves.append(move)
    return moves


def end(board: Board, moves: Any) -> Any:
    position = board.initial()
    for move in moves:
        position = board.play(position, move)
    return position


def solved_by(board: Board, moves: Sequence[Any]) -> Board:
    """The board with the goal that moves reach."""
    if isinstance(board, MazeBoard):
        return board.with_fields(target=moves[-1] if moves else board.start, sum=None)
    return board.with_fields(goal=end(board, moves))


@given(any_board(), st.integers(1, 30), st.integers(0, 10**6))
def test_every_notation_is_read_as_the_moves_written(board: Board, count: int, seed: int) -> None:
    moves = random_moves(board, count, seed)
    assume(moves)
    board = solved_by(board, moves)
    for notation in notations_for(board):
        text = notation.write(board, moves)
        for written in (text, text.upper(), text.lower()):
            (listed,) = read_move_lists(written, "text")
            assert next(replay_each(board, [listed])).correct, (notation.name, written)
            typed = parse_and_play(board, listed.in_place)
            assert typed.solved
            if notation.name == "compressed" and board.family == "rotation":
                assert len(typed.moves) <= len(moves)
            else:
                assert list(typed.moves) == moves


@given(any_board(), st.integers(0, 30), st.integers(0, 10**6))
def test_terms_say_which_moves_they_stand_for(board: Board, count: int, seed: int) -> None:
    moves = random_moves(board, count, seed)
    for notation in notations_for(board):
        terms = notation.terms(board, moves)
        assert notation.format(board, moves) == [term.text for term in terms]
        assert all(0 <= term.start <= term.stop <= len(moves) for term in terms)
        if notation.name == "compressed" and board.family == "rotation":
            continue  # a run that comes to nothing has no term
        stops = [0, *(term.stop for term in terms)]
        assert all(t.start == stop for t, stop in zip(terms, stops[:-1], strict=True))
        assert stops[-1] == len(moves)
        if board.family != "maze" and not notation.position_dependent:
            for term in terms:
                assert list(board.parse_moves(term.text)) == moves[term.start : term.stop]


@pytest.mark.parametrize(
    ("board", "moves", "name", "text"),
    [
        (MYSTERY, "B1 A2", "tuples", "(1,0,T) (0,1,T)"),
        (MYSTERY, "B1 A2", "quarters", "Q2 Q3"),
        (MYSTERY, "B1 A2", "words", "turn block B1 clockwise\nturn block A2 clockwise"),
        (SQUARE, "A1 A1 A1", "compressed", "A1'"),
        (SQUARE, "A1' A1' A1'", "compressed", "A1"),
        (SQUARE, "A1' A1'", "compressed", "A1' A1'"),
        (SQUARE, "A1 A1 A1 A1", "compressed", ""),
        (SQUARE, "A1 A1'", "compressed", ""),
        (LOYD, "R R R D L", "compressed", "R3 D L"),
        (LOYD, "R", "words", "slide tile 14 right"),
        (MAZE, "C5 B5 B3", "words", "start at C5\njump to B5\njump to B3"),
        (MAZE, "C5 B5 B3", "standard", "C5 B5 B3"),
        (LOYD, "R R R D L", "slidysim", "R3DL"),
        (LOYD, "R R R D L", "arrows", "→ → → ↓ ←"),
        (LOYD, "R D L", "tiles", "14 11 12"),
        (LOYD, "R D L", "numbered", "1. Right\n2. Down\n3. Left"),
        (MYSTERY, "B1 A2'", "numbered", "1. B1\n2. A2'"),
        (MAZE, "C5 B5 B3", "numbered", "0. C5\n1. B5\n2. B3"),
        (MAZE, "C5 B5 B3", "arrows", "← ↑"),
        (KLONDIKE, "A1 B2 C1 A3 C3", "arrows", "↘ ↗ ↙ →"),
        (EIGHT, "B2 A1 B2 C1 B2 A3 B2 C3", "arrows", "↖ ↘ ↗ ↙ ↙ ↗ ↘"),
        (EIGHT, "B2 B1 A1 A2 B2 C2", "arrows", "↑ ← ↓ → →"),
        (TWIDDLE, "A1 B1 A1' B1' A2 B2 A2 B2", "brackets", "[A1, B1] (A2 B2)2"),
        (LOYD, "R D L U R D L U R", "brackets", "R [D, L]2"),
        (SHIFT, "2R CU CU", "arrows", "2→ C↑ C↑"),
        (TWISTED, "U U U R' R'", "twsearch", "U3 R2'"),
        (TWISTED, "U U R' R' R", "gap", "U^2*R^-2*R"),
        (TWISTED, "U U R' r_2", "santa", "U.U.-R.2R"),
        (TWISTED, "R_2 R_2 R_2'", "twsearch", "2R2 2R'"),
        (TWISTED, "U2 U2 U", "twsearch", "U2 U2 U"),
    ],
)
def test_examples(board: Board, moves: str, name: str, text: str) -> None:
    notation = notation_for(board, name)
    assert notation.write(board, board.parse_moves(moves)) == text


def test_words_as_people_write_them() -> None:
    turn = Turn(1, 1, clockwise=False)
    for text in (
        "Turn the block at B2 counter-clockwise", "turn block b2 counterclockwise",
        "TURN BLOCK B2 ANTICLOCKWISE", "turn  the block\tB2 anti-clockwise",
    ):  # fmt: skip
        assert MYSTERY.parse_moves(text) == (turn,)
    assert LOYD.parse_moves("slide tile up, down; Left 2\nslide the tile right") == tuple("UDLLR")


@pytest.mark.parametrize(
    ("board", "text", "place"),
    [
        (MYSTERY, "A1\nturn block B2 sideways", "line 2, column 1"),
        (MYSTERY, "turn block B2 clockwisely", "line 1, column 1"),
        (LOYD, "slide the tile up\n  slide the tile over", "line 2, column 3"),
        (LOYD, "R1001", "line 1, column 1"),
        (MAZE, "start at C5 jump to\n99", "line 1, column 13"),
    ],
)
def test_errors_have_a_place(board: Board, text: str, place: str) -> None:
    with pytest.raises(MoveTextError, match=place):
        board.parse_moves(text)


def test_long_runs_are_read_back() -> None:
    moves = ("L", "R") + ("U",) * 2500
    text = " ".join(notation_for(LOYD, "compressed").format(LOYD, moves))
    assert text == "L R U1000 U1000 U500"
    assert LOYD.parse_moves(text) == moves


def test_the_table() -> None:
    assert next(iter(TITLES)) == STANDARD.name
    names = {board: [n.name for n in notations_for(board)] for board in (MYSTERY, SQUARE, LOYD)}
    assert names[MYSTERY] == ["standard", "tuples", "quarters", "numbered", "brackets", "words"]
    assert names[SQUARE] == ["standard", "compressed", "tuples", "numbered", "brackets", "words"]
    assert names[LOYD] == [
        "standard", "compressed", "slidysim", "arrows", "tiles", "numbered", "brackets", "words",
    ]  # fmt: skip
    with pytest.raises(PuzzleError, match=r"quarters is for 3×3 rotation boards.*sliding"):
        notation_for(LOYD, "quarters")
    assert notation_for(MAZE, "words").name == "words"
    assert "brackets" not in [notation.name for notation in notations_for(MAZE)]
