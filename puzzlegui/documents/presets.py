"""Boards that ship with the program."""

from __future__ import annotations

from functools import cache

from puzzlegui import assets
from puzzlegui.core.board import Board
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.language import gettext_noop, tr
from puzzlegui.core.suggestions import with_suggestion
from puzzlegui.documents.boardfile import SUFFIX, parse_board

PREFIX = "preset:"
"""Prefix of a preset's name where a file name is expected."""

TITLES = {
    "mystery-box": gettext_noop("Mystery Box"),
    "graphs-3x3-colours": gettext_noop("Three colours 3×3"),
    "graphs-4x4-two-colours": gettext_noop("Two colours 4×4"),
    "graphs-20x20-reversed": gettext_noop("Reversed 20×20"),
    "twiddle-4x4": gettext_noop("Twiddle 4×4"),
    "two-by-three": gettext_noop("Six numbers 2×3"),
    "stripes-6x6": gettext_noop("Six stripes 6×6"),
    "grid-30x30": gettext_noop("900 numbers"),
    "eight-cpp": gettext_noop("Eight puzzle"),
    "fifteen-book": gettext_noop("Fifteen puzzle"),
    "fifteen-loyd": gettext_noop("14-15 puzzle, impossible"),
    "colours-4x4-sliding": gettext_noop("Fifteen in three colours"),
    "shift-4x4": gettext_noop("Sixteen"),
    "shift-5x5": gettext_noop("Loopover"),
    "shift-6x6-two-colours": gettext_noop("Loopover in two colours"),
    "shift-20x20": gettext_noop("Loopover 20×20"),
    "two-rings": gettext_noop("Two rings"),
    "disc": gettext_noop("Disc"),
    "top-spin": gettext_noop("Top Spin 20"),
    "twiddle-4x4-3": gettext_noop("Twiddle 4×4, blocks of 3×3"),
    "twiddle-5x5-3": gettext_noop("Twiddle 5×5, blocks of 3×3"),
    "pocket-cube": gettext_noop("Pocket cube"),
    "schonbrunn": gettext_noop("Schönbrunn maze"),
    "schonbrunn-hard": gettext_noop("Schönbrunn maze, sum 0"),
    "schonbrunn-garden": gettext_noop("Schönbrunn maze in the garden"),
    "schonbrunn-garden-hard": gettext_noop("Schönbrunn maze in the garden, sum 0"),
    "maze-8x8": gettext_noop("Rook jumping maze"),
}
"""Titles of all presets by name, in English as in their files."""
PRESETS = tuple(TITLES)
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


def local_preset(name: str) -> Board:
    """Load a preset for the window, with its title in the current language."""
    return _titled(name, str(tr(TITLES[name])))


@cache
def _titled(name: str, title: str) -> Board:
    return load_preset(name).with_fields(title=title)
