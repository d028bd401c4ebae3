"""A picture that is cut over the tiles of a board, each tile showing its part of the goal.

It is kept in a board's file under the optional key ``picture``, as a data address of a PNG or
JPEG; a program that does not know the key keeps it with the others that it does not know.
"""

from __future__ import annotations

import base64
import binascii
import json
from functools import lru_cache

from puzzlegui.core.board import Board, Extra
from puzzlegui.core.cells import Grid, cells_of
from puzzlegui.core.counting import group_digits
from puzzlegui.core.language import tr
from puzzlegui.core.palettes import names_of
from puzzlegui.core.picture import Mosaic, Picture

PICTURE = "picture"
MOST_BYTES = 400_000
"""Of a picture; with a larger one a board would hardly be a small file any more."""

_KINDS = {b"\x89PNG\r\n\x1a\n": "image/png", b"\xff\xd8\xff": "image/jpeg"}


def tile_picture(board: Board, values: Grid) -> Picture:
    """Return what there is to see of tiles on a board, with what its file says of them."""
    goal = board.grid(board.grid_fields[-1])
    return Picture(
        values, gap=board.gap, mosaic=_cut(board.extra, goal), names=names_of(board.extra)
    )


def _cut(extra: Extra, goal: Grid) -> Mosaic | None:
    """The picture of a board, cut for its goal; None where there is none that can be read."""
    text = next((text for key, text in extra if key == PICTURE), None)
    return None if text is None else _mosaic(text, goal)


@lru_cache(maxsize=8)
def _mosaic(text: str, goal: Grid) -> Mosaic | None:
    data = _decoded(text)
    if not data:
        return None
    homes = {goal[r][c]: (r, c) for r, c in reversed(list(cells_of(goal)))}
    return Mosaic(data, len(goal), len(goal[0]), tuple(sorted(homes.items())))


def _decoded(text: str) -> bytes:
    """The bytes of a picture, empty if it is not well written."""
    address = json.loads(text)
    if not isinstance(address, str) or not address.startswith("data:image/"):
        return b""
    try:
        data = base64.b64decode(address.partition(";base64,")[2], validate=True)
    except (binascii.Error, ValueError):
        return b""
    return data if len(data) <= MOST_BYTES and _kind(data) else b""


def _kind(data: bytes) -> str:
    return next((kind for magic, kind in _KINDS.items() if data.startswith(magic)), "")


def with_picture(board: Board, data: bytes) -> Board:
    """The board with a picture on its tiles, or, if ``data`` is empty, without one.

    Raises:
        ValueError: it is no PNG or JPEG, or larger than ``MOST_BYTES``.
    """
    extra = tuple(pair for pair in board.extra if pair[0] != PICTURE)
    if data:
        if not _kind(data) or len(data) > MOST_BYTES:
            raise ValueError(
                tr("a picture must be a PNG or JPEG of up to {most_bytes} bytes").format(
                    most_bytes=group_digits(MOST_BYTES)
                )
            )
        address = f"data:{_kind(data)};base64,{base64.b64encode(data).decode()}"
        extra += ((PICTURE, json.dumps(address)),)
    return board.changed(extra=extra)
