"""Metrics: moves counted, and boards whose moves are those that count as a single move."""

import random
from itertools import groupby
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzlegui.core.board import Board
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.metric_board import MetricBoard, in_metric
from puzzlegui.core.metrics import find_metric
from puzzlegui.documents.presets import load_preset
from puzzlegui.families.creation import new_board

ROTATION = new_board("rotation", 3, 3, 1)
SHIFT = new_board("shift", 3, 4, 1)
SLIDING = new_board("sliding", 3, 4, 1)
RINGS = load_preset("two-rings")
ONE_WAY = load_preset("mystery-box")
BOARDS = (ROTATION, SHIFT, SLIDING, RINGS, ONE_WAY)


def board_in_other_metric(board: Board) -> MetricBoard:
    found = in_metric(board, board.metrics[1].name)
    assert isinstance(found, MetricBoard)
    return found


@pytest.mark.parametrize(("board", "moves", "counts"), [
    (ROTATION, "A1 A1 B1' A1 A1'", [5, 3]),
    (SHIFT, "1R 1R 2R AD AD BU", [6, 4]),
    (SLIDING, "R R D L L U U", [7, 4]),
    (RINGS, "L L R' R' R' L'", [6, 3]),
    (ROTATION, "", [0, 0]),
])  # fmt: skip
def test_metrics_count_moves(board: Board, moves: str, counts: list[int]) -> None:
    parsed = board.parse_moves(moves)
    assert [metric.count(parsed) for metric in board.metrics] == counts


def test_usual_metric_is_the_board_itself() -> None:
    for board in BOARDS:
        assert in_metric(board, "") is board
        assert in_metric(board, board.metrics[0].name) is board


def test_unknown_metric_is_refused() -> None:
    with pytest.raises(PuzzleError, match="not counted in 'half'; choose from quarter, any"):
        find_metric(ROTATION.metrics, "half")


@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_joint_moves_are_those_that_repeating_a_move_makes(board: Board) -> None:
    position = board.initial()
    wanted = set()
    for first in board.legal_moves(position):
        after = position
        while first in board.legal_moves(after):
            after = board.play(after, first)
            if after == position:
                break
            wanted.add(after)
    counted = board_in_other_metric(board)
    moves = counted.legal_moves(position)
    assert {counted.play(position, move) for move in moves} == wanted
    assert len(moves) == len(wanted)
    for move in moves:
        assert board.play_all(move, position)[0] == counted.play(position, move)
        assert board.metrics[1].count(move) == 1


def test_moves_beside_what_cancels_are_joined() -> None:
    counted = board_in_other_metric(ROTATION)
    assert counted.joint(ROTATION.parse_moves("A1 A1 B1 B1' A1' B2")) == [
        ROTATION.parse_moves("A1"), ROTATION.parse_moves("B2"),
    ]  # fmt: skip


@pytest.mark.parametrize("board", BOARDS, ids=str)
@given(st.integers(0, 30), st.integers(0, 10**6))
def test_moves_are_joined_and_written_out(board: Board, count: int, seed: int) -> None:
    rng, position, moves = random.Random(seed), board.initial(), list[Any]()
    for _ in range(count):
        moves.append(rng.choice(board.legal_moves(position)))
        position = board.play(position, moves[-1])
    counted = board_in_other_metric(board)
    joint = counted.joint(moves)
    assert counted.play_all(joint) == (position, len(joint), None)
    assert len(joint) <= board.metrics[1].count(moves)
    assert len(counted.written_out(joint)) <= count
    kinds = [board.metrics[1].joined(move[0]) for move in joint]  # type: ignore[misc]
    if not board.permutes_cells:
        assert len(list(groupby(kinds))) == len(joint)
