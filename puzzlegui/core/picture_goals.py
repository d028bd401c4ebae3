"""Goals that show a picture, drawn in a few colours."""

from __future__ import annotations

import mimetypes
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import chain
from math import dist
from pathlib import Path
from typing import TypeAlias

from puzzlegui.core.board import Board
from puzzlegui.core.cells import HOLE, Cell, cells_of
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.files import open_file
from puzzlegui.core.formatting import group_digits
from puzzlegui.core.language import tr
from puzzlegui.core.palettes import with_colours
from puzzlegui.core.quantization import Colour, reduce_colours

Pixels: TypeAlias = Mapping[Cell, Sequence[Colour | None]]
"""Pixels in each cell of a board; None where the picture is transparent."""

LEAST_COLOURS, MOST_COLOURS = 2, 9
DEFAULT_COLOURS = 4
DEFAULT_ROWS = 8

_BACKGROUNDS: tuple[Colour, ...] = (255, 255, 255), (0, 0, 0)
"""Possible colours of transparent cells."""
_SIGNATURES = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"GIF8", b"RIFF", b"BM")


def is_picture_file(path: Path) -> bool:
    """Return True if a file is a picture, by its first bytes or its name."""
    try:
        with open_file(path) as file:
            if file.read(8).startswith(_SIGNATURES):
                return True
    except (OSError, ValueError):  # reading will report it
        pass
    return (mimetypes.guess_type(path.name)[0] or "").startswith("image/")


def with_picture_goal(board: Board, pixels: Pixels, colours: int) -> Board:
    """Return a solved board that shows a picture, in the picture's colours.

    Each cell has the colour that most of its pixels have, once the picture is reduced to the
    wanted colours. The gap is where the most frequent colour is, as far down and right as possible.

    Args:
        board: board that has the size, the gap and the holes.
        pixels: the picture.
        colours: greatest number of colours, with that of transparent pixels.

    Raises:
        PuzzleError: the board has no tiles, the number is out of range, or the cells have a
            single colour.
    """
    if not board.has_tiles:
        text = tr("a {family} board has no tiles, so it cannot show a picture")
        raise PuzzleError(text.format(family=board.family))
    if not LEAST_COLOURS <= colours <= MOST_COLOURS:
        text = tr("a picture has {least} to {most} colours on a board, not {colours}")
        raise PuzzleError(
            text.format(
                least=str(LEAST_COLOURS), most=str(MOST_COLOURS), colours=group_digits(colours)
            )
        )
    goal = board.grid("goal")
    opaque = {
        (r, c): [colour for colour in pixels[r, c] if colour is not None]
        if 2 * pixels[r, c].count(None) < len(pixels[r, c])
        else []
        for r, c in cells_of(goal)
        if goal[r][c] != HOLE
    }
    weights = Counter(chain.from_iterable(opaque.values()))
    reduced = reduce_colours(weights, colours - (not all(opaque.values())))
    shown = {
        cell: Counter(reduced[colour] for colour in found).most_common(1)[0][0] if found else None
        for cell, found in opaque.items()
    }
    order = [colour for colour, _ in Counter(shown.values()).most_common()]
    values = {cell: order.index(colour) + 1 for cell, colour in shown.items()}
    if board.gap is not None:
        values[max(cell for cell, value in values.items() if value == 1)] = board.gap
    if len(set(values.values()) - {board.gap}) < 2:
        raise PuzzleError(tr("on a board of this size, the picture has a single colour"))
    grid = tuple(
        tuple(values.get((r, c), HOLE) for c in range(board.columns)) for r in range(board.rows)
    )
    background = _background([colour for colour in order if colour is not None])
    palette = {value: _hex(colour or background) for value, colour in enumerate(order, 1)}
    return with_colours(board.with_fields(start=grid, goal=grid), palette)


def _background(colours: list[Colour]) -> Colour:
    """Return the colour of transparent cells that is farthest from the others."""
    return max(
        _BACKGROUNDS,
        key=lambda found: min((dist(found, colour) for colour in colours), default=0),
    )


def _hex(colour: Colour) -> str:
    return "#" + "".join(f"{channel:02X}" for channel in colour)
