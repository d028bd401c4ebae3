"""Solutions of reversed boards that are shorter than the best known before.

OEIS A330280, "Least number of 2 X 2 rotations required to solve an n X n Simon Tatham's Twiddle
puzzle", names 48, 88 and 146 turns as the best known for 5×5, 6×6 and 7×7 (W. Leite, 2020).
Those below were found by ``macro``.
"""

import pytest

from puzzlegui.core.rotation import RotationBoard
from puzzlegui.core.solution import replay

FOUND = {
    6: """
    B4 C3' A3' B2 D4 E3' C5' B4 A3' C3' D2 C1' B2 D4 C3' D2 C1' B2 A1 B1' C5' B4 A3' A5' E3'
    D4 C3' D2 C5' D4 B4 C3' A5' B5 E5' B2 C1' A3' B4' C4 C3' D3 D2' E2 E1' D1 D2' E3' D4 E5'
    E4 D4' C3' D4' C3' C2 D4' E5 E5 B2' A1' B2' C2 D2 C3' A1' A3 B2 C2 C4' B4 D1' D2 B3' D3
    B5' C5' D4 A5 E5 A4 A4 A3' B2' A2 B2
    """,
}


@pytest.mark.parametrize(("size", "record"), [(6, 88)])
def test_shorter_than_the_record(size: int, record: int) -> None:
    goal = tuple(tuple(range(r * size + 1, (r + 1) * size + 1)) for r in range(size))
    board = RotationBoard(tuple(row[::-1] for row in goal[::-1]), goal)
    moves = board.parse_moves(FOUND[size])
    assert len(moves) < record
    assert replay(board, moves).right
