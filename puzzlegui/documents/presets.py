"""Boards that ship with the program."""

from __future__ import annotations

from functools import cache

from puzzlegui import assets
from puzzlegui.core.board import Board
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.language import tr
from puzzlegui.core.suggestions import with_suggestion
from puzzlegui.documents.boardfile import SUFFIX, parse_board

PREFIX = "preset:"
"""Prefix of a preset's name where a file name is expected."""

PRESETS = (
    "mystery-box",
    "graphs-3x3-colours",
    "graphs-4x4-two-colours",
    "graphs-20x20-reversed",
    "twiddle-4x4",
    "two-by-three",
    "stripes-6x6",
    "grid-30x30",
    "eight-cpp",
    "fifteen-book",
    "fifteen-loyd",
    "colours-4x4-sliding",
    "shift-4x4",
    "shift-5x5",
    "shift-6x6-two-colours",
    "shift-20x20",
    "two-rings",
    "disc",
    "top-spin",
    "twiddle-4x4-3",
    "twiddle-5x5-3",
    "pocket-cube",
    "schonbrunn",
    "schonbrunn-hard",
    "schonbrunn-garden",
    "schonbrunn-garden-hard",
    "maze-8x8",
)
"""Names of all presets, in the order in which they are shown."""


@cache
def load_preset(name: str) -> Board:
    """Load a preset.

    Raises:
        PuzzleError: there is no preset of that name.
    """
    if name not in PRESETS:
        text = tr("there is no preset {name}; 'puzzlegui presets' lists them")
        raise PuzzleError(with_suggestion(text.format(name=repr(name)), name, PRESETS))
    return parse_board(assets.read_text("presets", name + SUFFIX), PREFIX + name)
