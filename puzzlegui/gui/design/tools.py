"""The one table of tools for designing on the board."""

from __future__ import annotations

from dataclasses import dataclass

from puzzlegui.core.board import Board
from puzzlegui.core.language import Translatable, translated_fields

TYPE, PAINT, FILL, PICK, SWAP, SELECT, GAP = (
    "type", "paint", "fill", "pick", "swap", "select", "gap",
)  # fmt: skip


@translated_fields
@dataclass(frozen=True)
class Tool:
    """What pressing a cell does.

    Attributes:
        name: as used in code, or the field of a board that holds the cell pressed.
        title: as shown.
        icon: of the icon set.
        tip: what it does.
        key: the letter that chooses it while the board has the focus.
        once: what it does to a single cell, for a menu; ``{cell}`` and ``{value}`` stand for the
            cell and for the value painted with. Empty where it does nothing to one.
    """

    name: str
    title: Translatable
    icon: str
    tip: Translatable
    key: str
    once: Translatable = ""


_TOOLS = (
    Tool(
        TYPE, "Type", "numbers",
        "Type a number into the selected cell; drag to select several", "T",
    ),
    Tool(PAINT, "Paint", "brush", "Paint cells with the chosen value", "P",
         "Paint {cell} with {value}"),
    Tool(FILL, "Fill", "fill", "Fill a cell and the connected cells of the same value",
         "F", "Fill with {value} from {cell}"),
    Tool(PICK, "Pick", "pick", "Pick the value of a cell to paint with", "I",
         "Paint with the value of {cell}"),
    Tool(SWAP, "Swap", "swap", "Drag from one cell to another to swap them", "X"),
    Tool(SELECT, "Select", "select", "Drag to select cells for the Board menu",
         "S"),
)  # fmt: skip
_GAP = Tool(GAP, "Gap", "gap", "Click a cell to make it the gap", "G",
            "Put the gap in {cell}")  # fmt: skip
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def tools_of(board: Board) -> list[Tool]:
    """The tools that make sense on a board."""
    found = list(_TOOLS)
    if board.gap is not None:
        found.append(_GAP)
    for field in board.cell_fields:
        taken = {tool.key for tool in found}
        key = next(key for key in (field + _LETTERS).upper() if key not in taken)
        found.append(
            Tool(
                field,
                field.capitalize(),
                field,
                f"Click the cell that is to be the {field}",
                key,
                f"Put the {field} on {{cell}}",
            )
        )
    return found
