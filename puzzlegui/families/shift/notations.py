"""Notations of shifts, besides the standard notation and words."""

from __future__ import annotations

from puzzlegui.core.notation import COMPRESSED, Notation, run_length

NOTATIONS = (
    Notation(
        COMPRESSED,
        "Compressed",
        "shift boards",
        lambda _: True,
        run_length(str),
        one_move_per_term=False,
    ),
)
