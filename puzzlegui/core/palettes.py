"""Colours of values: the one table of ready palettes, and changes to the palette of a board.

A board's palette says the colour of some of its values; the others get one that suits the board
when it is drawn. Values can have names too ("red", "door"). A board file keeps them under the
optional key ``names``, an object from value to text; a program that does not know the key keeps
it with the others that it does not know.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from puzzlegui.core.board import Board, extra_values
from puzzlegui.core.caches import small_cache
from puzzlegui.core.cells import Grid
from puzzlegui.core.language import Shown, with_texts

NAMES = "names"
MAX_NAME = 40
"""Characters of a value's name."""


@with_texts
@dataclass(frozen=True)
class ReadyPalette:
    """Colours to be given to the values of a board all at once.

    Attributes:
        name: as used in code and tests.
        title: as shown in menus.
        tip: what it is good for, in one sentence.
        stops: ``#RRGGBB`` each.
        blends: the colours are spread evenly from the first stop to the last; otherwise they are
            the stops themselves, then lighter, then darker, and so on.
    """

    name: str
    title: Shown
    tip: Shown
    stops: tuple[str, ...]
    blends: bool = False

    def colour(self, index: int) -> str:
        """The colour number ``index`` of an endless list."""
        colour = self.stops[index % len(self.stops)]
        match index // len(self.stops) % 3:
            case 1:
                return mix(colour, "#FFFFFF", 0.5)
            case 2:
                return mix(colour, "#000000", 0.4)
            case _:
                return colour

    def colours(self, count: int) -> list[str]:
        """As many colours."""
        if not self.blends:
            return [self.colour(index) for index in range(count)]
        last = len(self.stops) - 1
        found = []
        for number in range(count):
            at = number * last / max(1, count - 1)
            index = min(int(at), last - 1)
            found.append(mix(self.stops[index], self.stops[index + 1], at - index))
        return found


@small_cache(4096)
def mix(one: str, other: str, share: float) -> str:
    """A colour between two: ``share`` of the way from one to the other."""
    pairs = ((int(one[i : i + 2], 16), int(other[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * share):02X}" for a, b in pairs)


_SAFE = (
    "#E69F00", "#56B4E9", "#009E73", "#F0E442", "#0072B2", "#D55E00", "#CC79A7", "#999999",
)  # fmt: skip

_TABLE = (
    ReadyPalette(
        "okabe-ito", "Colour-blind safe", "Okabe and Ito's eight, told apart by almost everyone.",
        _SAFE,
    ),
    ReadyPalette(
        "greyscale", "Greyscale", "From light to dark, for print without colour.",
        ("#F2F2F2", "#262626"), blends=True,
    ),
    ReadyPalette(
        "high-contrast", "High contrast", "Tol's three with black and white, far apart.",
        ("#004488", "#DDAA33", "#BB5566", "#F7F7F7", "#1C1C1C"),
    ),
    ReadyPalette(
        "dark", "Dark", "The safe colours, darker, for dark rooms.",
        tuple(mix(colour, "#000000", 0.45) for colour in _SAFE),
    ),
    ReadyPalette(
        "pastel", "Pastel", "The safe colours, lighter, so that numbers stand out.",
        tuple(mix(colour, "#FFFFFF", 0.55) for colour in _SAFE),
    ),
    ReadyPalette(
        "viridis", "In order", "Violet over green to yellow: the greater the value, the lighter.",
        ("#440154", "#3B528B", "#21918C", "#5EC962", "#FDE725"), blends=True,
    ),
)  # fmt: skip

PALETTES: dict[str, ReadyPalette] = {palette.name: palette for palette in _TABLE}
"""The one table of ready palettes, by name, in the order of menus."""

DEFAULT_PALETTE = _TABLE[0]


# --- colours of a board -------------------------------------------------------------------------


def coloured(board: Board, palette: ReadyPalette) -> Board:
    """The board with its values, in ascending order, coloured by a palette; a gap has none."""
    gap = board.gap
    values = [value for value in board.values if value != gap]
    colours = zip(values, palette.colours(len(values)), strict=True)
    return with_colours(board, dict(board.palette) | dict(colours))


def with_colours(board: Board, colours: Mapping[int, str]) -> Board:
    """The board with these colours, and no others, as its palette."""
    return board.changed(
        palette=tuple(sorted((value, colour.upper()) for value, colour in colours.items()))
    )


def without_colour(board: Board, value: int) -> Board:
    """The board with no colour of its own for a value."""
    return with_colours(board, {v: colour for v, colour in board.palette if v != value})


def reordered(colours: Mapping[int, str], value: int, place: int) -> dict[int, str]:
    """Colours with that of a value put at another place among them, those between moving up.

    Args:
        colours: of the values, which stand in ascending order.
        value: whose colour is to be moved.
        place: from 0.
    """
    values = sorted(colours)
    order = [colours[v] for v in values if v != value]
    order.insert(place, colours[value])
    return dict(zip(values, order, strict=True))


def merged(board: Board, value: int, into: int) -> Board:
    """The board with ``into`` wherever ``value`` was; colour and name of that are gone."""
    if value == into:
        return board
    grids = {name: _replaced(board.grid(name), value, into) for name in board.grid_fields}
    return with_name(without_colour(board.changed(**grids), value), value, "")


def _replaced(grid: Grid, value: int, by: int) -> Grid:
    return tuple(tuple(by if v == value else v for v in row) for row in grid)


# --- names of values ----------------------------------------------------------------------------


def value_names(board: Board) -> dict[int, str]:
    """The names that values of a board have; what is not well written under ``names`` has none."""
    names = extra_values(board.extra).get(NAMES)
    if not isinstance(names, dict):
        return {}
    return {
        int(key): name[:MAX_NAME]
        for key, name in names.items()
        if isinstance(name, str) and name and _is_value(key)
    }


def _is_value(key: str) -> bool:
    digits = key.removeprefix("-")
    return digits.isascii() and digits.isdecimal() and len(digits) <= 1000


def with_name(board: Board, value: int, name: str) -> Board:
    """The board with a name for a value, or, if that is empty, without one."""
    names = value_names(board) | {value: name.strip()[:MAX_NAME]}
    kept = {str(value): name for value, name in sorted(names.items()) if name}
    extra = tuple(pair for pair in board.extra if pair[0] != NAMES)
    if kept:
        extra += ((NAMES, json.dumps(kept, ensure_ascii=False)),)
    return board.changed(extra=extra)
