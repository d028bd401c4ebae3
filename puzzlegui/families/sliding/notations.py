"""Ways to write slides, besides the standard one and words."""

from __future__ import annotations

from puzzlegui.core.notation import COMPRESSED, Notation, repeated

NOTATIONS = (
    Notation(
        COMPRESSED, "Compressed", "sliding boards", lambda _: True, repeated(str), single=False
    ),
)
