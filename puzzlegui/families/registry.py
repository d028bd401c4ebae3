"""The one table of families; everything that lists families reads it.

To add a family, make a folder with a ``family.py`` and name the folder here.
"""

from __future__ import annotations

from importlib import import_module

from puzzlegui.core.board import Board
from puzzlegui.families.family import Family

_FOLDERS = (
    "rotation",
    "sliding",
    "maze",
)


def _load(folder: str) -> Family:
    family = import_module(f"puzzlegui.families.{folder}.family").FAMILY
    assert isinstance(family, Family)
    assert family.name == family.board.family == folder
    return family


FAMILIES: dict[str, Family] = {folder: _load(folder) for folder in _FOLDERS}


def family_of(board: Board) -> Family:
    """The family of a board."""
    return FAMILIES[board.family]
