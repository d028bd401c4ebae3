"""Solutions of all families: removal of redundant moves, and segments."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzlegui.core.board import Board
from puzzlegui.core.solution import positions
from puzzlegui.documents.presets import load_preset
from puzzlegui.families.creation import new_board, solved_board
from puzzlegui.families.permutation.board import PermutationBoard
from puzzlegui.families.registry import simplified
from puzzlegui.solvers.move_set import MoveSet
from tests.boards import cycles, grid
from tests.effort import examples

ONE_WAY = PermutationBoard(
    grid("4 1 6/8 3 2/7 5 9"),
    grid("1 2 3/4 5 6/7 8 9"),
    cycles("a: A1 B1 B2 A2 / b: B2 C2 C3 / c: A3 B3 B2 A2"),
    inverses=False,
)
BLOCKS = new_board("permutation", 5, 5, 1, block=2)


def cleaned(board: Board, moves: Sequence[Any]) -> list[Any]:
    return list(simplified(board, moves))


@st.composite
def boards(draw: st.DrawFn) -> Board:
    family = draw(st.sampled_from(["rotation", "shift", "sliding", "permutation"]))
    if family == "permutation":
        presets = [load_preset(name) for name in ("two-rings", "pocket-cube", "top-spin", "disc")]
        return draw(st.sampled_from([ONE_WAY, BLOCKS, *presets]))
    rows, columns = draw(st.integers(2, 5)), draw(st.integers(2, 4))
    options: dict[str, Any] = {"colours": draw(st.sampled_from([0, 1, 2]))}
    if family == "rotation":
        options["turns"] = draw(st.sampled_from(["both", "clockwise", "counterclockwise"]))
    return solved_board(family, rows, columns, **options)


@given(boards(), st.data())
@examples(400)
def test_cleaning_changes_nothing_but_the_length(board: Board, data: st.DataObject) -> None:
    moves: list[Any] = []
    position = board.initial()
    for _ in range(data.draw(st.integers(0, 40))):
        moves.append(data.draw(st.sampled_from(board.legal_moves(position))))
        position = board.play(position, moves[-1])
    left = cleaned(board, moves)
    reached = list(positions(board, left))
    assert len(left) <= len(moves)
    assert reached[-1] == position
    assert len(set(reached)) == len(reached)
    assert cleaned(board, left) == left
    if position == board.initial():
        assert left == []


@pytest.mark.parametrize(
    ("moves", "turns", "left"),
    [
        ("A1 A1'", "both", ""),
        ("A1 A1 A1", "both", "A1'"),
        ("A1 A1 A1 A1", "clockwise", ""),
        ("A1 A1 A1", "clockwise", "A1 A1 A1"),
        ("A1' A1' A1' A1' A1'", "counterclockwise", "A1'"),
        ("A1' A1'", "both", "A1 A1"),
        ("A1 C3 A1'", "both", "C3"),
        ("A1 C3 D1 C3' A1'", "both", "D1"),
        ("A1 B2 A1'", "both", "A1 B2 A1'"),
        ("A1 B2 B2' A1'", "both", ""),
        ("A1 C1 C1 A1 C1 A1", "both", "A1' C1'"),
    ],
)
def test_turns_of_a_block_are_joined(moves: str, turns: str, left: str) -> None:
    board = solved_board("rotation", 5, 5, turns=turns)
    assert " ".join(map(str, cleaned(board, board.parse_moves(moves)))) == left


@pytest.mark.parametrize(
    ("moves", "left"),
    [
        ("1R 1L", ""),
        ("1R 2R 1L", "2R"),
        ("1R CU 1L", "1R CU 1L"),
        ("1R CU DD CD DU 1L", ""),
        ("1R 1R 1R", "1L 1L"),
        ("AD AD AD", "AU"),
    ],
)
def test_shifts_of_a_line_are_joined(moves: str, left: str) -> None:
    board = solved_board("shift", 4, 5)
    assert cleaned(board, board.parse_moves(moves)) == list(board.parse_moves(left))


@pytest.mark.parametrize(
    ("moves", "left"),
    [
        ("R L", ""),
        ("R D U L D", "D"),
        ("R D R", "R D R"),
        ("R D L U " * 3, ""),
        ("R R D L L R", "R R D L"),
    ],
)
def test_loops_of_the_gap_are_removed(moves: str, left: str) -> None:
    board = solved_board("sliding", 4, 4)
    assert " ".join(cleaned(board, board.parse_moves(moves))) == left


@pytest.mark.parametrize(
    ("moves", "left"),
    [("A1 D4 A1'", "D4"), ("A1 A1 A1 A1 D4", "D4"), ("A1 A1 A1", "A1'"), ("A1 D4", "A1 D4")],
)
def test_powers_of_a_permutation_are_joined(moves: str, left: str) -> None:
    assert cleaned(BLOCKS, BLOCKS.parse_moves(moves)) == list(BLOCKS.parse_moves(left))


def test_move_that_exchanges_equal_values_is_removed() -> None:
    board = solved_board("rotation", 4, 4, colours=2)
    assert cleaned(board, board.parse_moves("A1 B2 A3 C1' B2'")) == []
    assert cleaned(board, board.parse_moves("A1 B2 A3")) == list(board.parse_moves("B2"))
    board = solved_board("sliding", 3, 3, colours=1)
    assert cleaned(board, board.parse_moves("R D L U R")) == ["R"]


def test_power_is_written_in_the_fewest_moves() -> None:
    one = {cell: (cell + 1) % 5 for cell in range(5)}
    two = {cell: (cell + 2) % 5 for cell in range(5)}
    moves = MoveSet(6, [one, two, {5: 5}])
    for moved, left in (([0, 0], [1]), ([0, 0, 0], [0, 1]), ([0, 2, 1, 1], []), ([1, 1, 1], [0])):
        assert sorted(moves.joined(np.array(moved, np.int16)).tolist()) == left


def test_move_of_large_order_cancels_its_inverse() -> None:
    onward = {cell: (cell + 1) % 70 for cell in range(70)}
    moves = MoveSet(70, [onward, {to: cell for cell, to in onward.items()}])
    for moved, left in (([0, 0, 1], [0]), ([1, 1, 0], [1]), ([0, 1], []), ([1, 1], [1, 1])):
        assert moves.joined(np.array(moved, np.int16)).tolist() == left


def test_solution_without_moves_has_no_segments() -> None:
    cells = np.arange(6, dtype=np.int16)
    moves = MoveSet(6, [{0: 1, 1: 2, 2: 0}])
    assert moves.segments(cells, cells, np.zeros(0, np.int16), 3) == []
