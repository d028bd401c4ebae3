"""The table of design tools."""

from __future__ import annotations

from dataclasses import dataclass

from puzzlegui.core.board import Board
from puzzlegui.core.language import Translatable, translated_fields
from puzzlegui.families.registry import family_of

TYPE, PAINT, FILL, PICK, SWAP, SELECT, GAP, HOLE, CYCLE = (
    "type", "paint", "fill", "pick", "swap", "select", "gap", "hole", "cycle",
)  # fmt: skip


@translated_fields
@dataclass(frozen=True)
class Tool:
    """A tool of the design mode.

    Attributes:
        name: identifier; of a tool that sets a cell field of the board, the field's name.
        title: visible name.
        icon: icon name.
        tip: tooltip.
        key: letter that chooses the tool while the board has the focus.
        menu_text: text in the cell menu, with ``{cell}`` and ``{value}`` for the cell and the
            brush value; empty if the tool cannot act on a single cell.
    """

    name: str
    title: Translatable
    icon: str
    tip: Translatable
    key: str
    menu_text: Translatable = ""


_TOOLS = (
    Tool(
        TYPE, "Type", "numbers",
        "Type a letter or a number into the selected cell, or a word after F2; drag to select "
        "several",
        "T",
    ),
    Tool(PAINT, "Paint", "brush", "Paint cells with the chosen value", "P",
         "Paint {cell} with {value}"),
    Tool(FILL, "Fill", "fill", "Fill a cell and the connected cells of the same value",
         "F", "Fill with {value} from {cell}"),
    Tool(PICK, "Pick", "pick", "Pick the value of a cell to paint with", "I",
         "Paint with the value of {cell}"),
    Tool(SWAP, "Swap", "swap", "Click two cells, or drag from one to the other, to swap them", "X"),
    Tool(SELECT, "Select", "select", "Drag to select cells for the Board menu",
         "S"),
)  # fmt: skip
_GAP = Tool(GAP, "Gap", "gap", "Click a cell to make it the gap", "G",
            "Put the gap in {cell}")  # fmt: skip
_HOLE = Tool(HOLE, "Hole", "hole", "Cut cells out of the board, or put them back", "H",
             "Cut {cell} out, or put it back")  # fmt: skip
_CYCLE = Tool(CYCLE, "Cycle", "cycle",
              "Click cells in turn, and the first again, to draw a cycle of the move",
              "C")  # fmt: skip
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def tools_of(board: Board) -> list[Tool]:
    """Return the tools available for a board."""
    tools = list(_TOOLS)
    if board.gap is not None:
        tools.append(_GAP)
    if board.allows_holes:
        tools.append(_HOLE)
    if family_of(board).move_editing is not None:
        tools.append(_CYCLE)
    for field in board.cell_fields:
        taken = {tool.key for tool in tools}
        key = next(key for key in (field + _LETTERS).upper() if key not in taken)
        tools.append(
            Tool(
                field,
                field.capitalize(),
                field,
                f"Click the cell that is to be the {field}",
                key,
                f"Put the {field} on {{cell}}",
            )
        )
    return tools
