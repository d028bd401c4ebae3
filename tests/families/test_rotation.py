import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzlegui.core.errors import IllegalMoveError
from puzzlegui.documents.presets import load_preset
from puzzlegui.families.rotation.board import BOTH, CLOCKWISE, COUNTERCLOCKWISE, RotationBoard, Turn
from puzzlegui.families.rotation.family import FAMILY
from tests.boards import distances, grid

NINE = grid("1 2 3/4 5 6/7 8 9")


@given(st.integers(0, 2), st.integers(0, 3), st.booleans())
def test_a_turn_is_numpys(row: int, column: int, clockwise: bool) -> None:
    start = tuple(tuple(range(5 * r, 5 * r + 5)) for r in range(4))
    board = RotationBoard(start, start)
    array = np.array(start)
    block = array[row : row + 2, column : column + 2]
    array[row : row + 2, column : column + 2] = np.rot90(block, -1 if clockwise else 1)
    after = board.play(start, Turn(row, column, clockwise))
    assert after == tuple(map(tuple, array.tolist()))


def test_clockwise_is_what_people_call_it() -> None:
    board = RotationBoard(grid("1 2/3 4"), grid("3 1/4 2"))
    assert board.play(board.start, Turn(0, 0)) == board.goal


def test_text_forms() -> None:
    board = RotationBoard(NINE, NINE)
    assert board.parse_moves("A1 b2' (0,1,F) ( 1 , 0 , t ) Q4 q2'") == (
        Turn(0, 0),
        Turn(1, 1, False),
        Turn(1, 0, False),
        Turn(0, 1),
        Turn(1, 1),
        Turn(0, 1, False),
    )
    assert board.format_moves([Turn(0, 0), Turn(1, 1, False)]) == ["A1", "B2'"]


def test_q_is_a_column_on_a_wide_board() -> None:
    board = load_preset("graphs-20x20-reversed")
    assert board.parse_moves("Q4") == (Turn(3, 16),)


def test_comments_and_tuples_run_together() -> None:
    board = RotationBoard(NINE, NINE)
    assert len(board.parse_moves("# a heading\n(0,0,F)(1,1,F) # the rest\nA1")) == 3


@pytest.mark.parametrize(
    ("turns", "move", "allowed"),
    [
        (BOTH, Turn(0, 0), True),
        (CLOCKWISE, Turn(0, 0), True),
        (CLOCKWISE, Turn(0, 0, False), False),
        (COUNTERCLOCKWISE, Turn(0, 0, False), True),
        (COUNTERCLOCKWISE, Turn(0, 0), False),
        (BOTH, Turn(2, 0), False),
        (BOTH, Turn(0, 2), False),
        (BOTH, Turn(-1, 0), False),
    ],
)
def test_what_is_allowed(turns: str, move: Turn, allowed: bool) -> None:
    board = RotationBoard(NINE, NINE, turns)
    if allowed:
        assert move in board.legal_moves(NINE)
        board.play(NINE, move)
    else:
        assert move not in board.legal_moves(NINE)
        with pytest.raises(IllegalMoveError):
            board.play(NINE, move)


def test_problems_name_value_and_cells() -> None:
    board = RotationBoard(grid("1 2/2 -3"), grid("1 1/2 4"))
    problems = {p.message: (p.field, p.cells) for p in board.problems()}
    assert problems == {
        "start: values must be 0 or more; see B2": ("start", ((1, 1),)),
        "value -3 appears once in the start but not in the goal (see B2)": ("start", ((1, 1),)),
        "value 1 appears twice in the goal but only once in the start (see A1, B1)": (
            "goal",
            ((0, 0), (0, 1)),
        ),
        "value 2 appears twice in the start but only once in the goal (see B1, A2)": (
            "start",
            ((0, 1), (1, 0)),
        ),
        "value 4 appears once in the goal but not in the start (see B2)": ("goal", ((1, 1),)),
    }


def test_sizes() -> None:
    row = tuple(range(31))
    assert "rows and columns must be 2 to 30" in str(
        RotationBoard((row, row), (row, row)).problems()
    )
    assert RotationBoard((row,), (row,)).problems()
    assert "the start is 2×2 but the goal is 2×3" in str(
        RotationBoard(grid("1 2/3 4"), grid("1 2 3/4 5 6")).problems()
    )


@pytest.mark.parametrize(
    ("size", "reachable", "total"), [((2, 2), 4, 24), ((2, 3), 120, 720), ((3, 2), 120, 720)]
)
def test_the_sizes_where_not_everything_is_reachable(
    size: tuple[int, int], reachable: int, total: int
) -> None:
    rows, columns = size
    start = tuple(tuple(range(r * columns, (r + 1) * columns)) for r in range(rows))
    for turns in (BOTH, CLOCKWISE, COUNTERCLOCKWISE):
        board = RotationBoard(start, start, turns)
        assert board.verdict().reachable == reachable == len(distances(board))
        assert f"{reachable} of {total} arrangements" in board.verdict().reason


@pytest.mark.parametrize("turns", [BOTH, CLOCKWISE])
def test_2x4_reaches_everything(turns: str) -> None:
    start = grid("1 2 3 4/5 6 7 8")
    board = RotationBoard(start, start, turns)
    assert board.verdict().reachable == 40_320
    if turns == BOTH:
        assert len(distances(board)) == 40_320


def test_three_colours_reach_1680_in_at_most_7() -> None:
    found = distances(load_preset("graphs-3x3-colours"))
    assert len(found) == 1680
    assert max(found.values()) == 7


def test_lower_bound_of_the_reversal() -> None:
    assert load_preset("graphs-20x20-reversed").lower_bound() == 2000


@pytest.mark.parametrize("turns", ["both", "clockwise", "counterclockwise"])
def test_instructions_are_true_of_the_board(turns: str) -> None:
    board = RotationBoard(grid("12/34"), grid("12/34"), turns)
    text = FAMILY.instructions(board)
    moves = board.click_moves(board.start, 1, 1)
    assert (
        ("the other mouse button turns it" in text) == ("Shift+Enter" in text) == (len(moves) > 1)
    )
    if turns != "both":
        assert f"to turn it {turns.replace('counter', 'counter-')};" in text
