"""Colours and names of values: the table of predefined palettes, and changes to a board's palette.

A board's palette has colours for some of its values; the others get a default colour when they
are drawn, which depends on the value alone. Values can have names too ("red", "door"). A board
file stores them under the optional key ``names``, an object from value to text; programs that do
not know the key preserve it with the other unknown keys.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from puzzlegui.core.board import Board, Extra, extra_values
from puzzlegui.core.cells import Grid, cells_of
from puzzlegui.core.language import Translatable, translated_fields

NAMES = "names"
MAX_NAME = 40
"""Maximum length of a value's name, in characters."""

COLOURING = "colouring"
"""Optional key of a board file: GRADIENT or DISTINCT, if it differs from the default."""
GRADIENT, DISTINCT = "gradient", "distinct"
"""Colours in order of the values, for boards whose values mostly differ; and colours that are
easy to distinguish, for other boards.
"""


@translated_fields
@dataclass(frozen=True)
class PredefinedPalette:
    """Predefined palette.

    Attributes:
        name: identifier in code and tests.
        title: name shown in menus.
        tip: recommended use, in a sentence.
        stops: colours as ``#RRGGBB``.
        interpolated: True if colours are interpolated between the stops; otherwise they
            are the stops themselves, then lighter shades, then darker, and so on.
    """

    name: str
    title: Translatable
    tip: Translatable
    stops: tuple[str, ...]
    interpolated: bool = False

    def colour(self, index: int) -> str:
        """Return the colour number ``index`` of an endless list."""
        level, stop = divmod(index, len(self.stops))
        colour = self.stops[stop]
        if level == 0:
            return colour
        share = _bisected((level - 1) // 2 % _SHADES + 1)
        if level % 2:
            return mix(colour, "#FFFFFF", share)
        return mix(colour, "#000000", 0.8 * share)

    def colours(self, count: int) -> list[str]:
        """Return ``count`` colours."""
        if not self.interpolated:
            return [self.colour(index) for index in range(count)]
        last = len(self.stops) - 1
        found = []
        for number in range(count):
            at = number * last / max(1, count - 1)
            index = min(int(at), last - 1)
            found.append(mix(self.stops[index], self.stops[index + 1], at - index))
        return found


_SHADES = 1023
"""Number of lighter shades of a colour, and of darker shades."""


def _bisected(number: int) -> float:
    """Return 1/2, 1/4, 3/4, 1/8, 5/8 and so on: the van der Corput sequence, from number 1."""
    share, part = 0.0, 0.5
    while number:
        number, bit = divmod(number, 2)
        share += bit * part
        part /= 2
    return share


@lru_cache(4096)
def mix(one: str, other: str, share: float) -> str:
    """Interpolate between two colours; ``share`` is from 0 to 1."""
    pairs = ((int(one[i : i + 2], 16), int(other[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * share):02X}" for a, b in pairs)


_SAFE = (
    "#E69F00", "#56B4E9", "#009E73", "#F0E442", "#0072B2", "#D55E00", "#CC79A7", "#999999",
)  # fmt: skip

_TABLE = (
    PredefinedPalette(
        "okabe-ito", "Colour-blind safe", "The eight colours of Okabe and Ito, "
        "which almost everyone can tell apart.",
        _SAFE,
    ),
    PredefinedPalette(
        "greyscale", "Greyscale", "From light to dark, for print without colour.",
        ("#F2F2F2", "#262626"), interpolated=True,
    ),
    PredefinedPalette(
        "high-contrast", "High contrast", "Three of Tol's colours with black "
        "and white, easy to tell apart.",
        ("#004488", "#DDAA33", "#BB5566", "#F7F7F7", "#1C1C1C"),
    ),
    PredefinedPalette(
        "dark", "Dark", "Darker versions of the colour-blind safe colours, for dark rooms.",
        tuple(mix(colour, "#000000", 0.45) for colour in _SAFE),
    ),
    PredefinedPalette(
        "pastel", "Pastel",
        "Lighter versions of the colour-blind safe colours, so that numbers stand out.",
        tuple(mix(colour, "#FFFFFF", 0.55) for colour in _SAFE),
    ),
    PredefinedPalette(
        "viridis", "Gradient",
        "From violet through green to yellow: the greater the value, the lighter.",
        ("#440154", "#3B528B", "#21918C", "#5EC962", "#FDE725"), interpolated=True,
    ),
)  # fmt: skip

PALETTES: dict[str, PredefinedPalette] = {palette.name: palette for palette in _TABLE}
"""Table of all predefined palettes, by name, in the order of menus."""

DEFAULT_PALETTE = _TABLE[0]


# --- colours of a board -------------------------------------------------------------------------


def colouring(board: Board) -> str:
    """Return GRADIENT or DISTINCT, from the board's file or else suggested by its values."""
    explicit = extra_values(board.extra).get(COLOURING)
    return explicit if explicit in (GRADIENT, DISTINCT) else _suggested_colouring(board)


def _suggested_colouring(board: Board) -> str:
    values = _counted(board, board.grid_fields[-1])
    return GRADIENT if 2 * len(values) > values.total() else DISTINCT


def _counted(board: Board, field: str) -> Counter[int]:
    """Return the number of cells of each value in a grid."""
    grid, holes = board.grid(field), board.holes
    return Counter(grid[r][c] for r, c in cells_of(grid) if (r, c) not in holes)


def _all_repeat(board: Board) -> bool:
    """Return True if all grids have the same values, each but the gap in several cells."""
    first, *others = (_counted(board, field) for field in board.grid_fields)
    return all(other == first for other in others) and all(
        count > 1 for value, count in first.items() if value != board.gap
    )


def keep_colouring(board: Board, before: Board) -> Board:
    """Return an edited board with the colouring that it had before the edit.

    A board with several new values, of another size, or whose values have all come to be in several
    cells, equally many in start and goal, takes the suggested colouring.

    Args:
        board: the board after the edit.
        before: the board before the edit.
    """
    extra = tuple(pair for pair in board.extra if pair[0] != COLOURING)
    found = board.with_fields(extra=extra) if extra != board.extra else board
    if (board.rows, board.columns) != (before.rows, before.columns):
        return found
    kept = colouring(before)
    many = len(set(board.values) - set(before.values)) > 1
    if (
        many
        or (kept == GRADIENT and _all_repeat(board))
        or not board.has_tiles
        or kept == _suggested_colouring(board)
    ):
        return found
    return board.with_fields(extra=(*extra, (COLOURING, json.dumps(kept))))


def apply_palette(board: Board, palette: PredefinedPalette) -> Board:
    """Return the board with all values but the gap coloured by a palette, in ascending order."""
    gap = board.gap
    values = [value for value in board.values if value != gap]
    colours = zip(values, palette.colours(len(values)), strict=True)
    return with_colours(board, dict(board.palette) | dict(colours))


def with_colours(board: Board, colours: Mapping[int, str]) -> Board:
    """Return the board with exactly these colours as its palette."""
    return board.with_fields(
        palette=tuple(sorted((value, colour.upper()) for value, colour in colours.items()))
    )


def known_values(board: Board) -> list[int]:
    """Return the values that a board has, names or colours, in ascending order."""
    return sorted({*board.values, *value_names(board), *dict(board.palette)})


def unused_value(board: Board) -> int:
    """Return a value above all that a board has, names or colours."""
    return max(0, *known_values(board)) + 1


def without_value(board: Board, value: int) -> Board:
    """Return the board without the name and colour of a value."""
    names = {v: name for v, name in value_names(board).items() if v != value}
    return with_names(without_colour(board, value), names)


def values_named_alike(board: Board) -> list[list[int]]:
    """Return the values on a board that have the same name, in groups."""
    groups: dict[str, list[int]] = {}
    names = value_names(board)
    for value in board.values:
        if value in names:
            groups.setdefault(names[value], []).append(value)
    return [group for group in groups.values() if len(group) > 1]


def without_colour(board: Board, value: int) -> Board:
    """Return the board without its own colour for a value."""
    return with_colours(board, {v: colour for v, colour in board.palette if v != value})


def reordered(colours: Mapping[int, str], value: int, place: int) -> dict[int, str]:
    """Move the colour of a value to another place in the order; the colours between shift.

    Args:
        colours: colours by value; the order is ascending by value.
        value: value whose colour is moved.
        place: index, from 0.
    """
    values = sorted(colours)
    order = [colours[v] for v in values if v != value]
    order.insert(place, colours[value])
    return dict(zip(values, order, strict=True))


def merged(board: Board, value: int, into: int) -> Board:
    """Return the board with ``value`` replaced by ``into``, dropping its colour and name."""
    if value == into:
        return board
    grids = {name: _replaced(board.grid(name), value, into) for name in board.grid_fields}
    return without_value(board.with_fields(**grids), value)


def _replaced(grid: Grid, value: int, by: int) -> Grid:
    return tuple(tuple(by if v == value else v for v in row) for row in grid)


# --- names of values ----------------------------------------------------------------------------


def value_names(board: Board) -> Mapping[int, str]:
    """Return the names of a board's values; malformed entries under ``names`` are ignored."""
    return names_of(board.extra)


def names_of(extra: Extra) -> Mapping[int, str]:
    """Return the names of values in the unknown keys of a board file."""
    return _names(next((text for key, text in extra if key == NAMES), "null"))


@lru_cache(maxsize=8)  # called for every frame
def _names(text: str) -> Mapping[int, str]:
    names = json.loads(text)
    if not isinstance(names, dict):
        return {}
    found = {
        int(key): _one_line(name)
        for key, name in names.items()
        if isinstance(name, str) and is_value(key)
    }
    return {value: name for value, name in found.items() if name}


def _one_line(name: str) -> str:
    return " ".join(name.split())[:MAX_NAME].rstrip()


def format_value(value: int, names: Mapping[int, str]) -> str:
    """Format a value with its name, if any."""
    name = names.get(value)
    return f"{value} ({name})" if name else str(value)


def is_value(key: str) -> bool:
    """Return True if the key of an object in a file is a value of boards."""
    digits = key.removeprefix("-")
    return digits.isascii() and digits.isdecimal() and len(digits) <= 1000


def value_named(board: Board, name: str) -> int | None:
    """Return the value of a name, preferably in the same case; None if no value has it."""
    wanted = _one_line(name)
    known = {text: value for value, text in value_names(board).items()}
    folded = {text.casefold(): value for text, value in known.items()}
    return known.get(wanted, folded.get(wanted.casefold()))


def with_names(board: Board, names: Mapping[int, str]) -> Board:
    """Return the board with exactly these names of values; empty names are left out."""
    lines = {value: _one_line(name) for value, name in sorted(names.items())}
    kept = {str(value): name for value, name in lines.items() if name}
    extra = tuple(pair for pair in board.extra if pair[0] != NAMES)
    if kept:
        extra += ((NAMES, json.dumps(kept, ensure_ascii=False)),)
    return board.with_fields(extra=extra)
