"""Edits of the moves of permutation boards."""

from __future__ import annotations

import re
import string
from collections.abc import Sequence
from itertools import chain

from puzzlegui.core.board import Board
from puzzlegui.core.cells import Cell, cell_name, parse_cell
from puzzlegui.core.errors import MoveTextError
from puzzlegui.core.language import tr
from puzzlegui.core.motion import Motion, cycle_motion
from puzzlegui.families.move_editing import Cycle, Definition, MoveEditing
from puzzlegui.families.permutation.board import PermutationBoard
from puzzlegui.families.permutation.moves import cell_problem, name_problem

_CYCLE = re.compile(r"[^,;()\n]+")
_CELL = re.compile(r"[^\s→>-]+")
"""Cells may be joined by blanks or arrows."""


def _definitions(board: Board) -> tuple[Definition, ...]:
    assert isinstance(board, PermutationBoard)
    return board.moves


def _with_definitions(board: Board, definitions: Sequence[Definition]) -> Board:
    return board.with_fields(moves=tuple(definitions))


def _new_name(board: Board) -> str:
    """Return the first free letter, or else M with the first free number."""
    taken = {name.upper() for name, _ in _definitions(board)}
    numbered = (f"M{number}" for number in range(1, len(taken) + 2))
    names = chain(string.ascii_uppercase, numbered)
    return next(name for name in names if name not in taken)


def _name_problem(board: Board, number: int, name: str) -> str:
    others = [other for i, (other, _) in enumerate(_definitions(board)) if i != number]
    if name.lower() in map(str.lower, others):
        return tr("there is already a move {name}").format(name=name)
    return name_problem(name)


def _parse_cycles(board: Board, text: str) -> tuple[Cycle, ...]:
    """Parse cycles such as ``A1 B1 A2, C3 D3`` or ``(A1 B1 A2)(C3 D3)``; raises MoveTextError."""
    assert isinstance(board, PermutationBoard)
    cycles, cells, offsets = [], [], []
    for group in _CYCLE.finditer(text):
        words = list(_CELL.finditer(text, group.start(), group.end()))
        cycle = []
        for word in words:
            try:
                cycle.append(parse_cell(word[0]))
            except ValueError as error:
                raise MoveTextError(str(error), text, word.start()) from None
        cells += cycle
        offsets += [word.start() for word in words]
        if len(cycle) == 1:
            raise MoveTextError(tr("a cycle must have at least two cells"), text, words[0].start())
        if cycle:
            cycles.append(tuple(cycle))
    wrong = cell_problem(board.rows, board.columns, board.holes, cells)
    if wrong is not None:
        raise MoveTextError(wrong[1], text, offsets[wrong[0]])
    if not cycles:
        raise MoveTextError(tr("write at least two cells, such as A1 B1"), text, len(text))
    return tuple(cycles)


def _motion(cycles: Sequence[Cycle], path: Sequence[Cell], name: str) -> Motion | None:
    return cycle_motion(cycles, path, name) if cycles or path else None


def _format_cycles(cycles: Sequence[Cycle]) -> str:
    return ", ".join(" ".join(map(cell_name, cycle)) for cycle in cycles)


EDITING = MoveEditing(
    definitions=_definitions,
    with_definitions=_with_definitions,
    new_name=_new_name,
    name_problem=_name_problem,
    parse_cycles=_parse_cycles,
    format_cycles=_format_cycles,
    motion=_motion,
)
