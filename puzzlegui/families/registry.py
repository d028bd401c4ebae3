"""The one table of families; everything that lists families reads it.

To add a family, make a folder with a ``family.py`` and name the folder here.
"""

from __future__ import annotations

from importlib import import_module

from puzzlegui.core.board import Board
from puzzlegui.core.repair import Repair
from puzzlegui.families.family import Family

_FOLDERS = (
    "rotation",
    "sliding",
    "maze",
    "shift",
)


def _load(folder: str) -> Family:
    family = import_module(f"puzzlegui.families.{folder}.family").FAMILY
    assert isinstance(family, Family)
    assert family.name == family.board.family == folder
    return family


FAMILIES: dict[str, Family] = {folder: _load(folder) for folder in _FOLDERS}


def family_of(board: Board) -> Family:
    """Return the family of a board."""
    return FAMILIES[board.family]


def repairs_of(board: Board) -> list[Repair]:
    """Return what would repair a board, the best first; empty if nothing is known to be wrong.

    Of a board with problems, each repair removes one kind of them. Applying the first repair again
    and again leads to a board that is sound and can be solved, unless that takes a search to tell.
    """
    found: dict[Board, Repair] = {}
    for repair in family_of(board).repairs(board):
        if repair.board != board:
            found.setdefault(repair.board, repair)
    return list(found.values())
