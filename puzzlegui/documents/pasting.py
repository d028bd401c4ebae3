"""Texts that are pasted into the cells of a board: numbers, letters and words."""

from __future__ import annotations

from collections.abc import Sequence

from puzzlegui.core.board import Board
from puzzlegui.core.cells import rows_of
from puzzlegui.core.edits import Contents
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.letters import letters_of
from puzzlegui.core.palettes import MAX_NAME
from puzzlegui.documents.grid_values import GAP_VALUE, MAX_DIGITS, PLAIN_NUMBER, value_grid
from puzzlegui.documents.importing import import_moves
from puzzlegui.documents.reading import cells_for
from puzzlegui.documents.text_formats import checked_text, format_of
from puzzlegui.documents.word_grids import Words, is_gap, word_grid

_MOST_TEXT = 1 << 16
"""Maximum length of a text whose words are pasted into cells, in characters."""


def contents_for(text: str, board: Board) -> Contents | None:
    """Return a text as numbers and names to paste into cells; None if it is a board or moves.

    A cell of a spreadsheet may hold several words. A single word with as many letters as the board
    has cells, and words of rows, put a letter in each cell.
    """
    numbers = cells_for(text, board)
    if numbers is not None or not board.has_tiles:
        return numbers
    bare = checked_text(text)
    if len(bare) > _MOST_TEXT or format_of(bare) is not None:
        return None
    words = _table(text) if "\t" in bare else _words(text, board)
    if words is None:
        return None
    if len(words) == 1 and len(words[0]) == board.rows * board.columns:
        words = rows_of(words[0], board.columns)
    return tuple(tuple(map(_content, row)) for row in words)


def _content(word: str) -> int | str:
    if len(word) <= MAX_DIGITS and PLAIN_NUMBER.fullmatch(word):
        return int(word)
    return GAP_VALUE if not word or (is_gap(word) and not word.isalpha()) else word[:MAX_NAME]


def _table(text: str) -> Words | None:
    """Return the cells of a spreadsheet; None if the rows have different lengths."""
    rows = [line.split("\t") for line in text.rstrip("\r\n").splitlines()]
    if len({len(row) for row in rows}) != 1:
        return None
    return tuple(tuple(" ".join(word.strip(' "').split()) for word in row) for row in rows)


def _words(text: str, board: Board) -> Words | None:
    """Return rows of words; None for moves, and for anything else that is no grid of names."""
    try:
        found = word_grid(text)
        if found.set_aside or not value_grid(found.grids[0]).names:
            return None
    except PuzzleError:
        return None
    words = found.grids[0].words
    if len(text.strip()) > 1 and not board.problems():
        moves = import_moves(text, board, lambda: True).moves
        if moves is not None and moves.readable and (not moves.problem or _is_moves(text, board)):
            return None
    if len(words[0]) == 1 and (spelled := _spelled([row[0] for row in words], board)):
        return spelled
    is_line = len(words) == 1 and len(words[0]) > 1
    if is_line and len(words[0]) != board.rows * board.columns and max(map(len, words[0])) > 1:
        return None  # a sentence
    return words


def _is_moves(text: str, board: Board) -> bool:
    """Return True if every word of a text is a move, after the first illegal one, too."""
    try:
        board.parse_moves(text)
    except PuzzleError:
        return False
    return True


def _spelled(words: Sequence[str], board: Board) -> Words | None:
    """Return the letters of words that fill the board, each a row or a single word; else None."""
    letters = tuple(tuple(letters_of(word)) for word in words)
    rows, columns = board.rows, board.columns
    if len(words) == 1 and len(letters[0]) == rows * columns:
        letters = rows_of(letters[0], columns)
    fills = len(letters) == rows and all(len(row) == columns for row in letters)
    return letters if fills else None
