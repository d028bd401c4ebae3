"""Goals of new boards with tiles: in order, patterns, and words drawn in two colours."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

from puzzlegui.core import pixel_font
from puzzlegui.core.cells import Cell, Grid, rows_of
from puzzlegui.core.creation import BoardSpec, Parameter
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.formatting import group_digits
from puzzlegui.core.language import gettext_noop, tr

IN_ORDER, GAP_FIRST, SNAIL, COLUMNS = "in-order", "gap-first", "snail", "columns"
"""Names of the usual goals, which order the values by their size."""

USUAL_GOALS = {
    IN_ORDER: gettext_noop("in order"),
    GAP_FIRST: gettext_noop("in order after the gap"),
    SNAIL: gettext_noop("in a clockwise spiral"),
    COLUMNS: gettext_noop("in order down the columns"),
}
"""Usual goals by name, the likeliest first, each with its order in words."""

GOAL = Parameter(
    "goal", "&Goal", "order or pattern of the goal (default: in order)",
    choices=(
        ("", "in order"), (GAP_FIRST, "in order after the gap"),
        (SNAIL, "in a clockwise spiral"), (COLUMNS, "in order down the columns"),
        ("symmetric", "symmetric pattern"), ("rings", "rings"), ("chessboard", "chessboard"),
    ),
    default_name=IN_ORDER,
)  # fmt: skip
WORD = Parameter(
    "word", "&Letters", "draw letters or digits on the goal, in two colours", "TEXT", is_text=True,
    placeholder="A to Z, 0 to 9",
)  # fmt: skip
_BACKGROUND, _INK = 1, 2


def goal_grid(spec: BoardSpec, gap: int | None = None) -> Grid:
    """Return the goal that the parameters ``goal``, ``word`` and ``colours`` select.

    Args:
        spec: size and parameters; the seed chooses among symmetric goals.
        gap: value of the gap; None for a board without a gap.

    Raises:
        PuzzleError: the size or the parameters do not fit the goal.
    """
    parameters = spec.parameters
    kind, word = parameters.get("goal") or IN_ORDER, parameters.get("word")
    if word is not None:
        if kind != IN_ORDER:
            raise PuzzleError(tr("--goal and --word cannot be combined"))
        return _word_goal(spec, str(word), gap)
    colours = parameters.get("colours") or 0
    cells = spec.rows * spec.columns
    if kind in USUAL_GOALS:
        tiles = banded_values(cells - (gap is not None), colours)
        return usual_goal(kind, tiles, spec.rows, spec.columns, gap)
    values = _PATTERNS[kind](spec, colours)
    if gap is not None:
        middle = (spec.rows // 2, spec.columns // 2)
        odd = spec.rows % 2 and spec.columns % 2
        values[middle if odd else (spec.rows - 1, spec.columns - 1)] = gap
    return _checked_grid(spec, values, gap)


def banded_values(tiles: int, colours: int) -> list[int]:
    """Return values from 1 for ``tiles`` tiles, in bands of equal size; all different if 0 colours.

    Raises:
        PuzzleError: there are fewer tiles than colours.
    """
    if not 0 <= colours <= tiles:
        raise PuzzleError(
            tr("the number of colours on this board must be 1 to {tiles}, not {colours}").format(
                tiles=group_digits(tiles), colours=group_digits(colours)
            )
        )
    return [1 + i * (colours or tiles) // tiles for i in range(tiles)]


def _checked_grid(spec: BoardSpec, values: dict[Cell, int], gap: int | None) -> Grid:
    """Return the grid of a pattern.

    Raises:
        PuzzleError: all tiles have the same value, so that every arrangement would be the goal.
    """
    if len(set(values.values()) - {gap}) < 2:
        raise PuzzleError(tr("a goal like that needs a larger board or more colours"))
    return tuple(tuple(values[r, c] for c in range(spec.columns)) for r in range(spec.rows))


# --- usual goals ---


def usual_goal(
    name: str, tiles: Sequence[int], rows: int, columns: int, gap: int | None = None
) -> Grid:
    """Return the usual goal of a name.

    Args:
        name: key of ``USUAL_GOALS``.
        tiles: values of the tiles in order; there is a further cell if there is a gap.
        rows: number of rows.
        columns: number of columns.
        gap: value of the gap; None for a board without a gap.

    Raises:
        PuzzleError: the goal needs a gap, and there is none.
    """
    return _usual_goal(name, tuple(tiles), rows, columns, gap)


@lru_cache(maxsize=64)  # many boards of a set have the same goals
def _usual_goal(
    name: str, tiles: tuple[int, ...], rows: int, columns: int, gap: int | None
) -> Grid:
    if name == GAP_FIRST and gap is None:
        raise PuzzleError(tr("the goal gap-first needs a board with a gap"))
    values = list(tiles)
    if gap is not None:
        values.insert(0 if name == GAP_FIRST else len(values), gap)
    if name in (IN_ORDER, GAP_FIRST):
        return rows_of(values, columns)
    cells = _spiral(rows, columns) if name == SNAIL else _down_the_columns(rows, columns)
    placed = dict(zip(cells, values, strict=True))
    return tuple(tuple(placed[r, c] for c in range(columns)) for r in range(rows))


def _down_the_columns(rows: int, columns: int) -> Iterable[Cell]:
    return ((r, c) for c in range(columns) for r in range(rows))


def _spiral(rows: int, columns: int) -> Iterable[Cell]:
    """Yield all cells on a clockwise spiral from the upper left corner to the middle."""
    top, left, bottom, right = 0, 0, rows - 1, columns - 1
    while top <= bottom and left <= right:
        yield from ((top, c) for c in range(left, right + 1))
        yield from ((r, right) for r in range(top + 1, bottom + 1))
        if top < bottom:
            yield from ((bottom, c) for c in range(right - 1, left - 1, -1))
        if left < right:
            yield from ((r, left) for r in range(bottom - 1, top, -1))
        top, left, bottom, right = top + 1, left + 1, bottom - 1, right - 1


# --- patterns ---


def _by_class(
    spec: BoardSpec, colours: int, class_of: Callable[[int, int], Cell], rng: random.Random | None
) -> dict[Cell, int]:
    """Return the values of a pattern in which the cells of a class have the same value.

    Args:
        spec: size.
        colours: number of values; 0 for a value for each class.
        class_of: returns the class of a cell.
        rng: shuffles the values of the classes; None to keep them in order.
    """
    classes = {(r, c): class_of(r, c) for r in range(spec.rows) for c in range(spec.columns)}
    order = sorted(set(classes.values()))
    values = banded_values(len(order), colours)
    if rng is not None:
        rng.shuffle(values)
    value_of = dict(zip(order, values, strict=True))
    return {cell: value_of[name] for cell, name in classes.items()}


def _symmetric(spec: BoardSpec, colours: int) -> dict[Cell, int]:
    """Return a pattern that looks the same in a mirror, left to right and top to bottom."""
    rows, columns = spec.rows, spec.columns
    rng = random.Random(spec.seed)
    return _by_class(
        spec, colours or 2, lambda r, c: (min(r, rows - 1 - r), min(c, columns - 1 - c)), rng
    )


def _rings(spec: BoardSpec, colours: int) -> dict[Cell, int]:
    """Return concentric frames, from the border inwards."""
    rows, columns = spec.rows, spec.columns
    return _by_class(
        spec, colours, lambda r, c: (min(r, rows - 1 - r, c, columns - 1 - c), 0), None
    )


def _chessboard(spec: BoardSpec, colours: int) -> dict[Cell, int]:
    """Return a chessboard, or diagonal stripes of more than two colours."""
    count = colours or 2
    return _by_class(spec, count, lambda r, c: ((r + c) % count, 0), None)


_PATTERNS = {"symmetric": _symmetric, "rings": _rings, "chessboard": _chessboard}


# --- words ---


def _word_goal(spec: BoardSpec, word: str, gap: int | None) -> Grid:
    """Return a goal on which a word is drawn, as large as possible, in the middle."""
    if spec.parameters.get("colours") not in (None, 0, 2):
        raise PuzzleError(tr("a word has two colours"))
    drawing = max(
        (
            drawn.scaled(factor)
            for drawn in pixel_font.drawings(checked_word(word))
            for factor in range(
                1, 1 + min(spec.rows // len(drawn.rows), spec.columns // drawn.width)
            )
        ),
        key=lambda drawn: len(drawn.rows),
        default=None,
    )
    if drawing is None:
        small = pixel_font.drawings(checked_word(word))[-1]
        text = tr("“{word}” needs at least {rows} rows and {columns} columns")
        raise PuzzleError(
            text.format(word=word, rows=str(len(small.rows)), columns=str(small.width))
        )
    top = (spec.rows - len(drawing.rows)) // 2
    left = (spec.columns - drawing.width) // 2
    values = {(r, c): _BACKGROUND for r in range(spec.rows) for c in range(spec.columns)}
    for r, row in enumerate(drawing.rows):
        for c, cell in enumerate(row):
            if cell == "#":
                values[top + r, left + c] = _INK
    if gap is not None:  # beside the letters
        values[max(cell for cell, value in values.items() if value == _BACKGROUND)] = gap
    return _checked_grid(spec, values, gap)


def checked_word(word: str) -> str:
    """Return a word in capital letters.

    Raises:
        PuzzleError: it is empty or has other characters than letters and digits.
    """
    capital = " ".join(word.upper().split())
    if not capital or not set(capital) <= pixel_font.CHARACTERS | {" "}:
        raise PuzzleError(tr("a word has letters from A to Z and digits only"))
    return capital


def columns_for(word: str, rows: int) -> int:
    """Return the least number of columns, at least that of rows, on which a word can be drawn.

    Raises:
        PuzzleError: there is no such word.
    """
    drawn = pixel_font.drawings(checked_word(word))
    fitting = [each for each in drawn if len(each.rows) <= rows] or drawn[-1:]
    return max(rows, min(each.width for each in fitting))
