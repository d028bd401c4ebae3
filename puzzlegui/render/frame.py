"""Frame of an animation: a picture, a move in progress, and marks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from puzzlegui.core.motion import Motion
from puzzlegui.core.picture import Picture
from puzzlegui.render.marks import Marks


@dataclass(frozen=True)
class Frame:
    """Content of a board at a moment.

    Attributes:
        picture: picture of the position before the move.
        colours: colour of each value.
        motion: move in progress, if any.
        progress: progress of the move, 0 to 1.
        marks: marks drawn on top.
    """

    picture: Picture
    colours: Mapping[int, str]
    motion: Motion | None = None
    progress: float = 0.0
    marks: Marks = field(default_factory=Marks)
