"""The entry of permutation puzzles in the table of families."""

from __future__ import annotations

from puzzlegui.core.board import Board
from puzzlegui.core.creation import COLOURS
from puzzlegui.core.goals import GOAL, WORD
from puzzlegui.core.language import tr
from puzzlegui.families.family import BoardReader, Family, ScrambleReader
from puzzlegui.families.permutation.blocks import BLOCK, TWIDDLE
from puzzlegui.families.permutation.board import PermutationBoard
from puzzlegui.families.permutation.definitions import gap, kpuzzle, santa, twsearch
from puzzlegui.families.permutation.definitions.definition import renamed_moves
from puzzlegui.families.permutation.editing import EDITING
from puzzlegui.families.permutation.layouts import LAYOUT, STARTS
from puzzlegui.families.permutation.notations import NOTATIONS
from puzzlegui.families.permutation.repairs import repairs
from puzzlegui.solvers.move_search.solvers import move_set_solvers

_MOST_KEYS = 12
"""Most keys that instructions list."""


def _instructions(board: Board) -> str:
    """Return the instructions with the letter key of each move."""
    assert isinstance(board, PermutationBoard)
    letters = sorted(board.table.letters.items())
    if not 0 < len(letters) <= _MOST_KEYS or all(key == name.upper() for key, name in letters):
        return FAMILY.play_instructions
    keys = ", ".join(f"{key}: {name}" for key, name in letters)
    return f"{FAMILY.play_instructions} {tr('Keys:')} {keys}."


_SOLVERS, _choose = move_set_solvers(PermutationBoard.family)

FAMILY = Family(
    name=PermutationBoard.family,
    title="Permutation puzzle",
    known_as="Top Spin, pocket cube",
    board=PermutationBoard,
    rule=(
        "Each move carries tiles around the cycles of cells that the puzzle defines. Make the "
        "board match its goal."
    ),
    play_instructions=(
        "Drag a tile along the cycle of a move, or click it on the side it should go to. With "
        "the keyboard: the letter of a move, with Shift for its inverse; arrow keys choose a "
        "cell, and with Shift they move its tile."
    ),
    touch_instructions=(
        "Drag a tile along the cycle of a move, or tap it on the side it should go to."
    ),
    reading_captions=(
        "carry each framed tile along its arrow.",
        "L is the move named L, L' its inverse, 2L the move twice.",
    ),
    parameters=(GOAL, WORD, COLOURS, LAYOUT, BLOCK),
    starts=STARTS,
    solvers=_SOLVERS,
    choose=_choose,
    graph="solvers.move_search.graph:graph",
    repairs=repairs,
    notations=NOTATIONS,
    game=TWIDDLE,
    move_editing=EDITING,
    play_instructions_for=_instructions,
    readers=(
        BoardReader(
            "twsearch", "twsearch, ksolve (*.tws, *.def)", twsearch.is_definition,
            twsearch.read_definition, twsearch.write_definition, ".tws", renamed_moves,
        ),
        BoardReader(
            "kpuzzle", "KPuzzle (JSON)", kpuzzle.is_definition, kpuzzle.read_definition,
            kpuzzle.write_definition, ".json", renamed_moves,
        ),
        BoardReader(
            "gap", "GAP generators", gap.is_gap, gap.read_gap, gap.write_gap, ".g", renamed_moves
        ),
        BoardReader(
            "santa", "puzzle_info.csv (Santa 2023)", santa.is_info, santa.read_info,
            notes=renamed_moves,
        ),
    ),
    scramble_readers=(
        ScrambleReader(
            "scr", "scrambles of twsearch and ksolve (*.scr)", twsearch.is_scramble,
            twsearch.read_scrambles, twsearch.write_scramble, ".scr",
        ),
        ScrambleReader("kpattern", "KPattern (JSON)", kpuzzle.is_pattern, kpuzzle.read_pattern),
        ScrambleReader(
            "santa-puzzles", "puzzles.csv (Santa 2023)", santa.is_puzzles, santa.read_starts
        ),
    ),
)  # fmt: skip
