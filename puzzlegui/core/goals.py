"""Goals of new boards with tiles: in order, patterns, a letter a tile, and drawn letters."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache

from puzzlegui.core import pixel_font
from puzzlegui.core.cells import HOLE, Cell, Grid, rows_of
from puzzlegui.core.creation import COLOURS, BoardSpec, Parameter
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.formatting import group_digits
from puzzlegui.core.language import gettext_noop, tr
from puzzlegui.core.letters import GOAL_NAME, LETTERS, WORD_NAME, word_values

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
    GOAL_NAME, "&Goal", "order or pattern of the goal (default: in order)",
    choices=(
        ("", "in order"), (GAP_FIRST, "in order after the gap"),
        (SNAIL, "in a clockwise spiral"), (COLUMNS, "in order down the columns"),
        (LETTERS, "letters"),
        ("symmetric", "symmetric pattern"), ("rings", "rings"), ("chessboard", "chessboard"),
    ),
    default_name=IN_ORDER, tip="What the solved board looks like",
    choice_tips=(
        ("", "1, 2, 3 and so on, row by row; a gap comes last"),
        (GAP_FIRST, "The gap, then 1, 2, 3 and so on, row by row"),
        (SNAIL, "1, 2, 3 and so on, around the edge and on to the middle"),
        (COLUMNS, "1, 2, 3 and so on, column by column"),
        (LETTERS, "A, B, C and so on, a letter on each tile, row by row; a gap comes last"),
        ("symmetric", "A random pattern that looks the same in a mirror"),
        ("rings", "A colour for each frame, from the border inwards"),
        ("chessboard", "Two colours as on a chessboard, or stripes of more colours"),
    ),
)  # fmt: skip
WORD = Parameter(
    WORD_NAME, "&Word", "spell a word on the goal, a letter a tile, row by row", "TEXT",
    is_text=True, placeholder="a letter on each tile",
    tip="Word on the solved board; equal letters are equal tiles. It also sets the size",
)  # fmt: skip
LETTERING = Parameter(
    "lettering", "&Lettering", "draw letters or digits on the goal, in two colours", "TEXT",
    is_text=True, placeholder="A to Z, 0 to 9",
    tip="Letters or digits drawn across the solved board, in two colours",
)  # fmt: skip
_BACKGROUND, _INK = 1, 2


def goal_grid(
    spec: BoardSpec, gap: int | None = None, holes: frozenset[Cell] = frozenset()
) -> Grid:
    """Return the goal that the parameters ``goal``, ``word``, ``lettering``, ``colours`` select.

    Args:
        spec: size and parameters; the seed chooses among symmetric goals.
        gap: value of the gap; None for a board without a gap.
        holes: places without a cell.

    Raises:
        PuzzleError: the size or the parameters do not fit the goal.
    """
    parameters = spec.parameters
    kind, word = parameters.get(GOAL.name) or IN_ORDER, parameters.get(WORD.name)
    lettering = parameters.get(LETTERING.name)
    if lettering is not None:
        for other in (GOAL, WORD):
            if parameters.get(other.name) not in (None, "", IN_ORDER):
                raise _conflict(other.name, LETTERING.name)
        return _lettering_goal(spec, str(lettering), gap)
    colours = parameters.get(COLOURS.name) or 0
    tiles = spec.rows * spec.columns - len(holes) - (gap is not None)
    if word is not None:
        for name, chosen in ((GOAL.name, kind not in USUAL_GOALS), (COLOURS.name, colours)):
            if chosen:
                raise _conflict(name, WORD.name)
        values = word_values(str(word), tiles, spec.rows, spec.columns)
    elif kind in _PATTERNS:
        return _checked_grid(spec, _with_gap(spec, _PATTERNS[kind](spec, colours), gap), gap, holes)
    else:
        values = banded_values(tiles, colours)
    order = IN_ORDER if kind == LETTERS else kind
    return usual_goal(order, values, spec.rows, spec.columns, gap, holes)


def _conflict(one: str, other: str) -> PuzzleError:
    text = tr("--{name} and --{other} cannot be combined")
    return PuzzleError(text.format(name=one, other=other))


def _with_gap(spec: BoardSpec, values: dict[Cell, int], gap: int | None) -> dict[Cell, int]:
    """Return the values of a pattern with the gap in the middle or else in the last cell."""
    if gap is None:
        return values
    middle = (spec.rows // 2, spec.columns // 2)
    odd = spec.rows % 2 and spec.columns % 2
    return values | {middle if odd else (spec.rows - 1, spec.columns - 1): gap}


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


def _checked_grid(
    spec: BoardSpec,
    values: dict[Cell, int],
    gap: int | None,
    holes: frozenset[Cell] = frozenset(),
) -> Grid:
    """Return the grid of a pattern.

    Raises:
        PuzzleError: all tiles have the same value, so that every arrangement would be the goal.
    """
    if len({value for cell, value in values.items() if cell not in holes} - {gap}) < 2:
        raise PuzzleError(tr("a goal like that needs a larger board or more colours"))
    return _grid(spec.rows, spec.columns, values, holes)


def _grid(rows: int, columns: int, values: Mapping[Cell, int], holes: frozenset[Cell]) -> Grid:
    return tuple(
        tuple(HOLE if (r, c) in holes else values[r, c] for c in range(columns))
        for r in range(rows)
    )


# --- usual goals ---


def usual_goal(
    name: str,
    tiles: Sequence[int],
    rows: int,
    columns: int,
    gap: int | None = None,
    holes: frozenset[Cell] = frozenset(),
) -> Grid:
    """Return the usual goal of a name.

    Args:
        name: key of ``USUAL_GOALS``.
        tiles: values of the tiles in order; there is a further cell if there is a gap.
        rows: number of rows.
        columns: number of columns.
        gap: value of the gap; None for a board without a gap.
        holes: places without a cell.

    Raises:
        PuzzleError: the goal needs a gap, and there is none.
    """
    return _usual_goal(name, tuple(tiles), rows, columns, gap, holes)


@lru_cache(maxsize=64)  # many boards of a set have the same goals
def _usual_goal(
    name: str,
    tiles: tuple[int, ...],
    rows: int,
    columns: int,
    gap: int | None,
    holes: frozenset[Cell],
) -> Grid:
    if name == GAP_FIRST and gap is None:
        raise PuzzleError(tr("the goal gap-first needs a board with a gap"))
    values = list(tiles)
    if gap is not None:
        values.insert(0 if name == GAP_FIRST else len(values), gap)
    if name in (IN_ORDER, GAP_FIRST) and not holes:
        return rows_of(values, columns)
    walk = {SNAIL: _spiral, COLUMNS: _down_the_columns}.get(name, _along_the_rows)
    cells = [cell for cell in walk(rows, columns) if cell not in holes]
    return _grid(rows, columns, dict(zip(cells, values, strict=True)), holes)


def _along_the_rows(rows: int, columns: int) -> Iterable[Cell]:
    return ((r, c) for r in range(rows) for c in range(columns))


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


# --- lettering ---


def _lettering_goal(spec: BoardSpec, word: str, gap: int | None) -> Grid:
    """Return a goal on which a word is drawn, as large as possible, in the middle."""
    if spec.parameters.get(COLOURS.name) not in (None, 0, 2):
        raise PuzzleError(tr("lettering has two colours"))
    drawing = max(
        (
            drawn.scaled(factor)
            for drawn in pixel_font.drawings(checked_lettering(word))
            for factor in range(
                1, 1 + min(spec.rows // len(drawn.rows), spec.columns // drawn.width)
            )
        ),
        key=lambda drawn: len(drawn.rows),
        default=None,
    )
    if drawing is None:
        small = pixel_font.drawings(checked_lettering(word))[-1]
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


def checked_lettering(word: str) -> str:
    """Return the text of a lettering in capital letters.

    Raises:
        PuzzleError: it is empty or has other characters than letters and digits.
    """
    capital = " ".join(word.upper().split())
    if not capital or not set(capital) <= pixel_font.CHARACTERS | {" "}:
        raise PuzzleError(tr("lettering has letters from A to Z and digits only"))
    return capital


def columns_for(word: str, rows: int) -> int:
    """Return the least number of columns, at least that of rows, for a lettering.

    Raises:
        PuzzleError: it has characters that cannot be drawn.
    """
    drawn = pixel_font.drawings(checked_lettering(word))
    fitting = [each for each in drawn if len(each.rows) <= rows] or drawn[-1:]
    return max(rows, min(each.width for each in fitting))
