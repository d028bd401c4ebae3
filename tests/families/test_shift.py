"""Shift boards: rules, texts, solvability, playing by hand, and the IDs of Sixteen."""

import itertools
import json
from typing import Any

import pytest

from puzzlegui.core.cells import cell_name
from puzzlegui.core.errors import IllegalMoveError, MoveTextError, PuzzleError
from puzzlegui.core.motion import Translation
from puzzlegui.documents.boardfile import parse_board
from puzzlegui.documents.gameid import read_game_id, write_game_id
from puzzlegui.engine.run import solve
from puzzlegui.families.creation import new_board
from puzzlegui.families.notation import notation_for
from puzzlegui.families.permutation.board import PermutationBoard
from puzzlegui.families.registry import repairs_of
from puzzlegui.families.shift.board import Shift, ShiftBoard
from puzzlegui.making.measures import measure
from puzzlegui.solvers.control import Request
from tests.boards import distances, grid
from tests.families.shift_bruteforce import COUNTS

GOAL = grid("1 2 3 4/5 6 7 8/9 10 11 12")
BOARD = ShiftBoard(GOAL, GOAL)


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("2R", "1 2 3 4/8 5 6 7/9 10 11 12"),
        ("2L", "1 2 3 4/6 7 8 5/9 10 11 12"),
        ("CU", "1 2 7 4/5 6 11 8/9 10 3 12"),
        ("CD", "1 2 11 4/5 6 3 8/9 10 7 12"),
    ],
)
def test_a_line_goes_in_a_circle(text: str, after: str) -> None:
    (move,) = BOARD.parse_moves(text)
    assert str(move) == text
    assert BOARD.play(GOAL, move) == grid(after)


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("2R3", "2R 2R 2R"),
        ("CU2, 1l", "CU CU 1L"),
        ("ad dd du", "AD DD DU"),
        ("shift row 2 right", "2R"),
        ("Shift the column C up", "CU"),
    ],
)
def test_texts_that_are_read(text: str, moves: str) -> None:
    assert " ".join(BOARD.format_moves(BOARD.parse_moves(text))) == moves


def test_columns_of_two_letters() -> None:
    board = new_board("shift", 30, 30, 1)
    moves = tuple(Shift(column, True, way) for column in range(30) for way in (True, False))
    assert board.parse_moves(" ".join(board.format_moves(moves))) == moves
    assert board.format_moves(moves)[-1] == "ADU"
    assert str(board.parse_moves("AD")[0]) == "AD"  # column A down


@pytest.mark.parametrize("text", ["2U", "CR", "R2", "2R0", "2R2000", "0R", "A1", "2R3L"])
def test_texts_that_are_no_moves(text: str) -> None:
    with pytest.raises(MoveTextError):
        BOARD.parse_moves(f"1R {text}")


@pytest.mark.parametrize(("text", "line"), [("4R", "row 4"), ("EU", "column E")])
def test_lines_that_are_not_there(text: str, line: str) -> None:
    with pytest.raises(IllegalMoveError, match=f"there is no {line} on the 3×4 board"):
        BOARD.play(GOAL, BOARD.parse_moves(text)[0])


def test_compressed() -> None:
    moves = BOARD.parse_moves("2R 2R 2R CU AD AD")
    notation = notation_for(BOARD, "compressed")
    assert notation.format(BOARD, moves) == ["2R3", "CU", "AD2"]
    assert BOARD.parse_moves("2R3 CU AD2") == moves


# --- solvability ---


@pytest.mark.parametrize("size", [size for size in COUNTS if size != (3, 3)])
def test_positions_at_each_distance(size: tuple[int, int]) -> None:
    """From the solved board, as is known from other programs; all can be reached."""
    rows, columns = size
    values = range(rows * columns)
    goal = tuple(tuple(values[r * columns : (r + 1) * columns]) for r in range(rows))
    found = list(distances(ShiftBoard(goal, goal)).values())
    assert [found.count(depth) for depth in range(max(found) + 1)] == COUNTS[size]
    assert ShiftBoard(goal, goal).verdict().reachable == len(found)


def test_parity_where_both_sides_are_odd() -> None:
    goal = grid("1 2 3/4 5 6/7 8 9")
    for start in (goal, grid("2 3 1/4 5 6/7 8 9")):
        assert ShiftBoard(start, goal).verdict().solvable
    odd = ShiftBoard(grid("2 1 3/4 5 6/7 8 9"), goal)
    verdict = odd.verdict()
    assert verdict.solvable is False
    assert verdict.reachable == 181_440
    assert "odd number of swaps" in verdict.reason
    (mended, *_) = repairs_of(odd)
    assert mended.board.verdict().solvable
    assert ShiftBoard(grid("2 1 3/4 5 6/7 8 8"), grid("1 2 3/4 5 6/7 8 8")).verdict().solvable


def test_the_bound_holds() -> None:
    for rows, columns, seed in itertools.product((2, 3), (3, 4), range(4)):
        board = new_board("shift", rows, columns, seed, colours=4 if seed % 2 else 0)
        solution = solve(board, "optimal")
        assert solution.optimal
        assert board.lower_bound() <= len(solution.moves)


# --- by hand ---


@pytest.mark.parametrize(
    ("place", "text"),
    [((1.5, 2.9), "2R"), ((1.5, 2.1), "2L"), ((1.1, 2.5), "CU"), ((1.9, 2.5), "CD")],
)
def test_pointing_near_an_edge(place: tuple[float, float], text: str) -> None:
    there, back = BOARD.click_moves(GOAL, *place)
    assert BOARD.format_moves(there) == [text]
    assert back == (there[0]._replace(forward=not there[0].forward),)


@pytest.mark.parametrize(
    ("by", "text"),
    [
        ((0.1, 0.4), "2R"),
        ((0.1, 1.4), "2R 2R"),
        ((-0.2, 0.1), "CU"),
        ((2.9, -1.0), "CD CD CD"),
        ((0.0, -9.0), "2L 2L 2L 2L"),
    ],
)
def test_dragging_a_line(by: tuple[float, float], text: str) -> None:
    moves = BOARD.drag_moves(GOAL, (1.5, 2.5), by)
    assert " ".join(BOARD.format_moves(moves)) == text
    motion = BOARD.joint_motion(GOAL, moves)
    assert isinstance(motion.transform, Translation)
    assert motion.transform.wraps
    after = [list(row) for row in GOAL]
    for (r, c), (to_r, to_c) in motion.carried:
        after[to_r][to_c] = GOAL[r][c]
    assert tuple(map(tuple, after)) == BOARD.play_all(moves)[0]


# --- Sixteen ---


def test_ids_of_sixteen() -> None:
    text = "4x3:5,2,3,4,1,6,7,8,9,10,11,12"
    for read in (text, f"sixteen:{text}", text.replace(":", "m7:")):
        board = read_game_id(read)
        assert board == ShiftBoard(grid("5 2 3 4/1 6 7 8/9 10 11 12"), GOAL)
    assert write_game_id(board) == text


def test_ids_that_sixteen_has_not() -> None:
    with pytest.raises(PuzzleError, match="each number from 1 to 4 once"):
        read_game_id("sixteen:2x2:1,2,3,3")
    with pytest.raises(PuzzleError, match="Sixteen's goal is always 1, 2, 3"):
        write_game_id(ShiftBoard(GOAL, BOARD.play(GOAL, BOARD.parse_moves("1R")[0])))


# --- lines of two cells: both directions are the same move ---


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("1L", "1R"),
        ("CD CU", "CU CU"),
        ("2L3 bd2", "2R 2R 2R BU BU"),
        ("shift row 1 left", "1R"),
        ("Shift column A down", "AU"),
    ],
)
def test_shift_of_two_cells_is_read_either_way(text: str, moves: str) -> None:
    board = new_board("shift", 2, 2 if "C" not in text else 3, 1)
    assert " ".join(board.format_moves(board.parse_moves(text))) == moves


def test_playing_by_hand_shifts_two_cells_right_or_up() -> None:
    board = new_board("shift", 2, 2, 1)
    legal = set(board.legal_moves(board.initial()))
    assert {str(move) for move in legal} == {"1R", "2R", "AU", "BU"}
    position = board.initial()
    for place in ((0.5, 0.1), (0.1, 0.5), (1.5, 1.9), (1.9, 1.5)):
        assert {move for moves in board.click_moves(position, *place) for move in moves} <= legal
    for by in ((0.0, -1.0), (0.0, 1.0), (1.0, 0.0), (-1.0, 0.0)):
        assert set(board.drag_moves(position, (0.5, 0.5), by)) <= legal
    for down, right in ((0, -1), (0, 1), (1, 0), (-1, 0)):
        assert set(board.arrow_key_moves(position, (1, 1), down, right)) <= legal


def as_permutation_board(board: ShiftBoard) -> PermutationBoard:
    """Return the same puzzle with its moves as cycles of cells."""
    moves: dict[str, Any] = {}
    for row in range(board.rows):
        moves[f"R{row}"] = [[cell_name((row, column)) for column in range(board.columns)]]
    for column in range(board.columns):
        moves[f"C{column}"] = [[cell_name((row, column)) for row in range(board.rows)]]
    fields = {
        "format": "puzzlegui/board", "version": 1, "family": "permutation",
        "start": board.start, "goal": board.goal, "moves": moves,
    }  # fmt: skip
    found = parse_board(json.dumps(fields))
    assert isinstance(found, PermutationBoard)
    return found


@pytest.mark.parametrize("size", [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2)])
@pytest.mark.parametrize("solver", ["optimal", "bfs"])
@pytest.mark.examples(3)
def test_shift_board_counts_as_its_permutation_board(size: tuple[int, int], solver: str) -> None:
    for seed in range(4):
        board = new_board("shift", *size, seed)
        assert isinstance(board, ShiftBoard)
        other = as_permutation_board(board)
        here, there = (solve(each, solver, Request(all_solutions=True)) for each in (board, other))
        assert (here.length, here.count) == (there.length, there.count)
        assert measure(board) == measure(other)
