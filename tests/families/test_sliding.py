import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzlegui.core.board import Board
from puzzlegui.core.errors import IllegalMoveError
from puzzlegui.documents.presets import load_preset
from puzzlegui.families.creation import new_board
from puzzlegui.families.sliding.board import SlidingBoard
from tests.boards import distances, grid

EIGHT = grid("1 2 3/4 5 6/7 8 0")


def test_moves_are_the_way_of_the_tile() -> None:
    board = SlidingBoard(EIGHT, EIGHT)
    assert set(board.legal_moves(EIGHT)) == {"D", "R"}
    assert board.play(EIGHT, "D") == grid("1 2 3/4 5 0/7 8 6")
    assert board.play(EIGHT, "R") == grid("1 2 3/4 5 6/7 0 8")
    for move in "UL":
        with pytest.raises(IllegalMoveError):
            board.play(EIGHT, move)


def test_text_forms() -> None:
    board = SlidingBoard(EIGHT, EIGHT)
    assert board.parse_moves("U d,LEFT right R3 up2 URDL2\nDown") == tuple("UDLRRRRUUURDLLD")
    assert board.format_moves(tuple("UDLR")) == ["U", "D", "L", "R"]


@pytest.mark.parametrize("text", ["upp", "u p", "R3x", "5", "lefty"])
def test_what_is_no_move(text: str) -> None:
    with pytest.raises(ValueError, match="is not a move"):
        SlidingBoard(EIGHT, EIGHT).parse_moves(text)


@pytest.mark.parametrize("columns", [2, 3])
def test_parity_decides_every_2xn_board_with_any_gap(columns: int) -> None:
    values = range(2 * columns)
    goal = tuple(tuple(values[r * columns : (r + 1) * columns]) for r in range(2))
    reached = distances(SlidingBoard(goal, goal))
    for order in itertools.permutations(values):
        start = (order[:columns], order[columns:])
        assert SlidingBoard(start, goal).verdict().solvable == (start in reached)


def test_equal_tiles_make_everything_reachable() -> None:
    goal = grid("1 1 2/2 3 0")
    reached = distances(SlidingBoard(goal, goal))
    for order in set(itertools.permutations((1, 1, 2, 2, 3, 0))):
        start = (order[:3], order[3:])
        verdict = SlidingBoard(start, goal).verdict()
        assert verdict.solvable
        assert start in reached
        assert verdict.reachable == len(reached)


def test_loyds_puzzle() -> None:
    verdict = load_preset("fifteen-loyd").verdict()
    assert verdict.solvable is False
    assert "odd number of swaps" in verdict.reason
    assert "Swap 14 and 15" in verdict.reason
    assert verdict.reachable == 10_461_394_944_000


@pytest.mark.parametrize(
    ("start", "message"),
    [
        ("1 2 3/4 5 6/7 8 9", "start: the gap (0) appears nowhere; exactly one cell must hold it"),
        ("0 2 3/4 5 6/7 8 0", "start: the gap (0) appears twice; exactly one cell must hold it"),
    ],
)
def test_gaps(start: str, message: str) -> None:
    problems = SlidingBoard(grid(start), EIGHT).problems()
    assert message in [p.message for p in problems]


@pytest.mark.thorough
def test_all_181440_arrangements_in_at_most_31() -> None:
    found = distances(SlidingBoard(EIGHT, EIGHT))
    assert len(found) == 181_440
    assert max(found.values()) == 31


@given(st.integers(0, 10**6), st.lists(st.sampled_from("UDLR"), max_size=30))
def test_all_moves_at_once_are_one_after_the_other(seed: int, moves: list[str]) -> None:
    board = new_board("sliding", 2 + seed % 3, 2 + seed % 4, seed)
    position, number, error = board.play_all(moves)
    expected, count, wrong = Board.play_all(board, moves)
    assert (position, number, str(error)) == (expected, count, str(wrong))
    assert error is not None or number == len(moves)
