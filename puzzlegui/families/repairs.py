"""What mends boards of any family."""

from __future__ import annotations

from puzzlegui.core.board import Board
from puzzlegui.core.repair import Repair
from puzzlegui.families.registry import family_of


def repairs(board: Board) -> list[Repair]:
    """What would mend a board, the best first; empty where nothing is known to be wrong.

    Of a board with problems, each mends one kind of them. Taking the first over and over comes to
    a board that is sound and, short of one whose solvability takes a search, can be solved.
    """
    found: dict[Board, Repair] = {}
    for repair in family_of(board).repairs(board):
        if repair.board != board:
            found.setdefault(repair.board, repair)
    return list(found.values())
