"""Colours of values, and light, dark and paper styles. Independent of Qt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from puzzlegui.core.board import Board
from puzzlegui.core.palettes import DEFAULT_PALETTE, GRADIENT, colouring, mix

Rgb = tuple[float, float, float]

_RAINBOW = ("#7AA7E8", "#6CC0D8", "#74C9A4", "#B4CF72", "#F0CC62", "#F2A35E", "#E8817C")
"""Gradient from the first row to the last, for boards whose values mostly differ."""

_ZERO_COLOUR = "#F7F7F7"
"""Colour of a 0 that is not a gap."""

_FEW, _TINT, _SHADE = 4, 0.7, 0.35
"""Most values of a board whose colours are told apart in grey, and the shares of white in the
lightest of them and of black in the darkest."""

NAMES, NUMBERS, LETTERS, SYMBOLS, NO_LABELS = "names", "numbers", "letters", "symbols", "nothing"
"""Labels of tiles, so that values are distinguished not only by colour.

NAMES are the names given to values by the board; values without a name show their number.
"""


@dataclass(frozen=True)
class Style:
    """Colours and choices for drawing a board.

    Attributes:
        page: background.
        tray: board between and under the tiles.
        floor: cell of a maze.
        floor_stepped: visited cell of a maze.
        ink: text on page, tray and floor.
        faint: secondary text, such as the letters and numbers along the sides.
        accent: selection, walker, path.
        warning: problems.
        axes: True to draw the letters and numbers along the sides.
        labels: labels of the tiles, "names" to "nothing".
    """

    page: str
    tray: str
    floor: str
    floor_stepped: str
    ink: str
    faint: str
    accent: str
    warning: str
    axes: bool = True
    labels: str = NAMES


LIGHT = Style(
    page="#F7F8FA", tray="#DDE2EA", floor="#FFFFFF", floor_stepped="#BFD9F8", ink="#1D2530",
    faint="#5B6675", accent="#1F6FD6", warning="#C62828",
)  # fmt: skip
DARK = Style(
    page="#1B1F26", tray="#2B313B", floor="#3A424F", floor_stepped="#2F5380", ink="#EEF1F5",
    faint="#A4AEBB", accent="#6CB0FF", warning="#FF8A80",
)  # fmt: skip
PAPER = Style(
    page="#FFFFFF", tray="#DADFE6", floor="#FFFFFF", floor_stepped="#D3DCE8", ink="#000000",
    faint="#3C434C", accent="#123E7C", warning="#8E1B1B",
)  # fmt: skip
"""Style for printing, whose colours also differ in grey."""


def value_colours(board: Board, also: Sequence[int] = ()) -> dict[int, str]:
    """Return the colour of every value on ``board``, from its palette or from a default scheme.

    If most values differ, 1, 2, 3 and so on run through the rainbow from row to row, so that order
    is visible; if values repeat, the colours suit colour-blind users. The colour of a value does
    not depend on the other values on the board.

    Args:
        board: the board.
        also: additional values.
    """
    gradient = _gradient(board.rows, board.columns) if colouring(board) == GRADIENT else {}
    found = {
        value: gradient.get(value) or _palette_colour(value)
        for value in sorted({*board.values, *also})
    }
    return found | dict(board.palette)


@lru_cache(maxsize=8)  # called for every frame
def frame_colours(board: Board) -> Mapping[int, str]:
    """Return the colours for drawing a board; in a maze only those of its palette."""
    return value_colours(board) if board.has_tiles else dict(board.palette)


@lru_cache(maxsize=8)
def paper_colours(board: Board) -> Mapping[int, str]:
    """Return the colours for printing a board: those of a few repeated values differ in grey too.

    The order of their lightness stays. The board's own colours stay as they are.
    """
    found = dict(frame_colours(board))
    own = {0, *dict(board.palette)}
    values = [value for value in board.values if value not in own] if board.has_tiles else []
    values.sort(key=lambda value: _luminance(found[value]), reverse=True)
    if 2 <= len(values) <= _FEW and colouring(board) != GRADIENT:
        for index, value in enumerate(values):
            lightness = 1 - 2 * index / (len(values) - 1)
            shade = mix(found[value], "#FFFFFF", max(0, _TINT * lightness))
            found[value] = mix(shade, "#000000", max(0, -_SHADE * lightness))
    return found


def _palette_colour(value: int) -> str:
    return DEFAULT_PALETTE.colour(value - 1) if value else _ZERO_COLOUR


@lru_cache(maxsize=8)
def _gradient(rows: int, columns: int) -> Mapping[int, str]:
    """Return the colours of 1, 2, 3 and so on, row by row over a board."""
    places = (
        (r / max(1, rows - 1), c / max(1, columns - 1))
        for r, c in product(range(rows), range(columns))
    )
    return {value: _gradient_colour(*place) for value, place in enumerate(places, 1)}


def _gradient_colour(down: float, right: float) -> str:
    at = down * (len(_RAINBOW) - 1)
    index = min(int(at), len(_RAINBOW) - 2)
    hue = mix(_RAINBOW[index], _RAINBOW[index + 1], at - index)
    return mix(hue, "#FFFFFF", 0.34 * (1 - right))


@lru_cache(4096)
def text_on(colour: str) -> str:
    """Return nearly black or white text for a background, with a contrast of at least 4.5 : 1."""
    ink = max(("#101418", "#FFFFFF"), key=lambda ink: contrast_ratio(ink, colour))
    return ink if contrast_ratio(ink, colour) >= 4.5 else "#000000"


def contrast_ratio(colour: str, other: str) -> float:
    """Return the WCAG 2 contrast ratio of two colours, from 1 to 21."""
    lighter, darker = sorted((_luminance(colour), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    linear = [
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4
        for c in (channel / 255 for channel in _channels(colour))
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _channels(colour: str) -> Sequence[int]:
    return [int(colour[i : i + 2], 16) for i in (1, 3, 5)]
