"""The one table of tools for designing on the board."""

from __future__ import annotations

from dataclasses import dataclass

from puzzlegui.core.board import Board

TYPE, PAINT, FILL, PICK, SWAP, SELECT, GAP = (
    "type", "paint", "fill", "pick", "swap", "select", "gap",
)  # fmt: skip


@dataclass(frozen=True)
class Tool:
    """What pressing a cell does.

    Attributes:
        name: as used in code, or the field of a board that holds the cell pressed.
        title: as shown.
        icon: of the icon set.
        tip: what it does.
    """

    name: str
    title: str
    icon: str
    tip: str


_TOOLS = (
    Tool(TYPE, "Type", "numbers", "Type numbers into the chosen cell"),
    Tool(PAINT, "Paint", "brush", "Paint cells with the chosen value"),
    Tool(FILL, "Fill", "fill", "Fill a cell, and all of its value that touch it, with the value"),
    Tool(PICK, "Pick", "pick", "Take the value of a cell to paint with"),
    Tool(SWAP, "Swap", "swap", "Drag from one cell to another to exchange them"),
    Tool(SELECT, "Select", "select", "Drag over cells to choose what the Board menu works on"),
)
_GAP = Tool(GAP, "Gap", "gap", "Click the cell that is to be the gap")


def tools_of(board: Board) -> list[Tool]:
    """The tools that make sense on a board."""
    found = list(_TOOLS)
    if board.gap is not None:
        found.append(_GAP)
    found += [
        Tool(field, field.capitalize(), field, f"Click the cell that is to be the {field}")
        for field in board.cell_fields
    ]
    return found
