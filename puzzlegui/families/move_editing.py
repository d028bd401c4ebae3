"""The interface for editing the moves of boards that define moves of their own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from puzzlegui.core.board import Board
from puzzlegui.core.cells import Cell
from puzzlegui.core.motion import Motion

Cycle: TypeAlias = tuple[Cell, ...]
"""Cells, each of which passes its content to the next, the last to the first."""
Definition: TypeAlias = tuple[str, tuple[Cycle, ...]]
"""Name of a move, and its cycles."""


@dataclass(frozen=True)
class MoveEditing:
    """Functions that read and change the moves of a board.

    Attributes:
        definitions: returns the moves of a board.
        with_definitions: returns the board with other moves.
        new_name: returns a name for a further move.
        name_problem: returns the problem with a new name of the move with a number; "" if none.
        parse_cycles: parses cycles on a board; raises MoveTextError with the place of an error.
        format_cycles: returns cycles as text.
        motion: returns the motion of cycles, and of a path that is not closed yet, with a name.
    """

    definitions: Callable[[Board], tuple[Definition, ...]]
    with_definitions: Callable[[Board, Sequence[Definition]], Board]
    new_name: Callable[[Board], str]
    name_problem: Callable[[Board, int, str], str]
    parse_cycles: Callable[[Board, str], tuple[Cycle, ...]]
    format_cycles: Callable[[Sequence[Cycle]], str]
    motion: Callable[[Sequence[Cycle], Sequence[Cell], str], Motion | None]
