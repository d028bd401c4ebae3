"""Image cut over the tiles of a board, so that each tile shows its part of the goal.

A board file stores it under the optional key ``picture``, as a data URL of a PNG or JPEG;
programs that do not know the key preserve it with the other unknown keys.
"""

from __future__ import annotations

import base64
import binascii
import json
from functools import lru_cache

from puzzlegui.core.board import Board, Extra
from puzzlegui.core.cells import Grid, cells_of
from puzzlegui.core.formatting import group_digits
from puzzlegui.core.language import tr
from puzzlegui.core.palettes import names_of
from puzzlegui.core.picture import Mosaic, Picture

PICTURE = "picture"
MAX_BYTES = 400_000
"""Maximum size of an image, so that board files stay small."""

_KINDS = {b"\x89PNG\r\n\x1a\n": "image/png", b"\xff\xd8\xff": "image/jpeg"}


def tile_picture(board: Board, values: Grid) -> Picture:
    """Return the picture of tiles on a board, with the image and names from its file."""
    goal = board.grid(board.grid_fields[-1])
    return Picture(
        values, gap=board.gap, mosaic=_cut(board.extra, goal), names=names_of(board.extra)
    )


def _cut(extra: Extra, goal: Grid) -> Mosaic | None:
    """Return the image of a board, cut for its goal; None if there is no readable image."""
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
    """Return the bytes of an image; empty if it is malformed."""
    address = json.loads(text)
    if not isinstance(address, str) or not address.startswith("data:image/"):
        return b""
    try:
        data = base64.b64decode(address.partition(";base64,")[2], validate=True)
    except (binascii.Error, ValueError):
        return b""
    return data if len(data) <= MAX_BYTES and _kind(data) else b""


def _kind(data: bytes) -> str:
    return next((kind for magic, kind in _KINDS.items() if data.startswith(magic)), "")


def with_picture(board: Board, data: bytes) -> Board:
    """Return the board with an image on its tiles, or without an image if ``data`` is empty.

    Raises:
        ValueError: the data is not a PNG or JPEG, or is larger than ``MAX_BYTES``.
    """
    extra = tuple(pair for pair in board.extra if pair[0] != PICTURE)
    if data:
        if not _kind(data) or len(data) > MAX_BYTES:
            raise ValueError(
                tr("a picture must be a PNG or JPEG of up to {most_bytes} bytes").format(
                    most_bytes=group_digits(MAX_BYTES)
                )
            )
        address = f"data:{_kind(data)};base64,{base64.b64encode(data).decode()}"
        extra += ((PICTURE, json.dumps(address)),)
    return board.with_fields(extra=extra)
