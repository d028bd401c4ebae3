"""What is wanted of a solver, and what it has advised."""

from __future__ import annotations

from dataclasses import dataclass

from puzzlegui.core.motion import Motion
from puzzlegui.engine.registry import AUTO


@dataclass(frozen=True)
class Wishes:
    """What is wanted of a solver; it belongs to the document, and ends with it.

    Attributes:
        solver: its name.
        every: all solutions are wanted.
        moves: at most so many moves; 0 for any number.
    """

    solver: str = AUTO
    every: bool = False
    moves: int = 0


@dataclass(frozen=True)
class Advice:
    """What was said of the position; it is gone with it.

    Attributes:
        text: in words.
        hint: the move that is advised.
    """

    text: str
    hint: Motion | None = None
