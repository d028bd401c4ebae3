"""Solutions of reversed boards that are shorter than the best known before.

OEIS A330280, "Least number of 2 X 2 rotations required to solve an n X n Simon Tatham's Twiddle
puzzle", names 48, 88 and 146 turns as the best known for 5×5, 6×6 and 7×7 (W. Leite, 2020).
Those below were found by ``macro``.
"""

import pytest

from puzzlegui.core.solution import replay
from puzzlegui.families.rotation.board import RotationBoard

FOUND = {
    6: """
    B4 C3' A3' B2 D4 E3' C5' B4 A3' C3' D2 C1' B2 D4 C3' D2 C1' B2 A1 B1' C5' B4 A3' A5' E3'
    D4 C3' D2 C5' D4 B4 C3' A5' B5 E5' B2 C1' A3' B4' C4 C3' D3 D2' E2 E1' D1 D2' E3' D4 E5'
    E4 D4' C3' D4' C3' C2 D4' E5 E5 B2' A1' B2' C2 D2 C3' A1' A3 B2 C2 C4' B4 D1' D2 B3' D3
    B5' C5' D4 A5 E5 A4 A4 A3' B2' A2 B2
    """,
    7: """
    C4' B3 D3 C2' D5 C4' B3 E4' D3 E2' F3 D5 C4' B5 D1 C2' B1 E4' D3 E2' D1 A4' C6' B3 F3 D5
    C4' B5 A2' A4' B3 C2' B1 A2' D3 B3 C4' E4' B5 C6' E2' C2' D3 D5 C4' F5' F4 E4' D5 D3 E6
    F6' F5 E4' B1 D1 E5 B4 D6' C2' C3 D4' D5 A6 B5' A6 C3 C5' B3' A5' C4 B4' A3' A5' B2 A2' A1
    B1 B1 B4' A3' B2 C3' C4 D5 D4' C3' E3 D4' F4' F1 E2' F1 E2' D2 C4' D3' F1 C3 E2 C2 F1 D2
    E3 E5' E6 E4' B4' D4' C4 C5' B5 A4 A5 B1 A6' C6' E2 E2 B6' B5 E1' D1 B4' C1' B6' D1' F5'
    F6 E6 F2 D6' F3' C6 E5 F5'
    """,
}


@pytest.mark.parametrize(("size", "record"), [(6, 88), (7, 146)])
def test_shorter_than_the_record(size: int, record: int) -> None:
    goal = tuple(tuple(range(r * size + 1, (r + 1) * size + 1)) for r in range(size))
    board = RotationBoard(tuple(row[::-1] for row in goal[::-1]), goal)
    moves = board.parse_moves(FOUND[size])
    assert len(moves) < record
    assert replay(board, moves).correct
