"""The table of all families; everything that lists families reads it.

To add a family, make a folder with a ``family.py`` and list the folder here.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Sequence
from importlib import import_module
from typing import Any

from puzzlegui.core.board import Board
from puzzlegui.core.repair import Repair, tried_repairs
from puzzlegui.families.family import Family

_FOLDERS = (
    "rotation",
    "sliding",
    "maze",
    "shift",
    "permutation",
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


def simplified(board: Board, moves: Sequence[Any]) -> Sequence[Any]:
    """Return moves from the start of a board without those that solvers remove as redundant.

    Raises:
        IllegalMoveError: the rules do not allow a move.
    """
    _, _, error = board.play_all(moves)
    if error is not None:
        raise error
    name = family_of(board).simplify
    return pkgutil.resolve_name(f"puzzlegui.{name}")(board, moves) if name and moves else moves


def repairs_of(board: Board) -> list[Repair]:
    """Return the repairs of a board, the smallest first; empty if nothing is known to be wrong.

    Each was tried: it removes the problems of a kind, or makes a valid board solvable. Applying the
    first repair repeatedly leads to a valid and solvable board, unless only a search could prove it
    solvable.
    """
    return tried_repairs(board, family_of(board).repairs)
