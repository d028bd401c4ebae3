"""All there is to draw at one moment."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from puzzlegui.core.motion import Motion
from puzzlegui.core.picture import Picture
from puzzlegui.render.marks import Marks


@dataclass(frozen=True)
class Frame:
    """All there is to draw at one moment.

    Attributes:
        picture: the position the motion starts from.
        colours: of each value.
        motion: the move being made, if any.
        progress: how far it has come, 0 to 1.
        marks: what is drawn on top.
    """

    picture: Picture
    colours: Mapping[int, str]
    motion: Motion | None = None
    progress: float = 0.0
    marks: Marks = field(default_factory=Marks)
