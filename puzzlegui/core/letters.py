"""Letters and words on the goals of new boards: a letter a tile, as names of the values."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from typing import Any

from puzzlegui.core.board import MAX_SIZE, MIN_SIZE, Board
from puzzlegui.core.cells import column_name
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.formatting import group_digits, quantity
from puzzlegui.core.language import tr
from puzzlegui.core.palettes import value_names, with_names

GOAL_NAME, WORD_NAME = "goal", "word"
"""Names of parameters of new boards."""
LETTERS = "letters"
"""Goal with the letters of the alphabet in order."""
BLANK = "·"
"""Name of the tiles of spaces, and of those after the end of a word."""
_JOINING = "\u200d"
_SKIN_TONES = "\U0001f3fb", "\U0001f3ff"
"""First and last modifier of an emoji."""


def letters_of(word: str) -> list[str]:
    """Return the letters of a word in upper case, marks with their letters; ``BLANK`` for spaces.

    Raises:
        PuzzleError: the word is empty.
    """
    letters: list[str] = []
    for character in unicodedata.normalize("NFC", " ".join(word.split())).upper():
        joined = letters and letters[-1].endswith(_JOINING)
        if joined or (letters and _continues(character)):
            letters[-1] += character
        else:
            letters.append(BLANK if character == " " else character)
    if not letters:
        raise PuzzleError(tr("the word has no letters"))
    return letters


def _continues(character: str) -> bool:
    """Return True if a character belongs to the letter before it."""
    mark = unicodedata.category(character) in ("Mn", "Me", "Mc")
    return mark or character == _JOINING or _SKIN_TONES[0] <= character <= _SKIN_TONES[1]


def word_values(word: str, tiles: int, rows: int, columns: int) -> list[int]:
    """Return the values of the tiles that spell a word, from 1; equal letters have equal values.

    Args:
        word: the word, at most as long as there are tiles.
        tiles: number of tiles.
        rows: number of rows of the board.
        columns: number of its columns.

    Raises:
        PuzzleError: the word is empty or too long, or all its letters are the same.
    """
    letters = letters_of(word)
    if len(letters) > tiles:
        text = tr("“{word}” has {letters}, but a {rows}×{columns} board has {tiles}")
        raise PuzzleError(
            text.format(
                word=word, letters=quantity(len(letters), "letter"), rows=group_digits(rows),
                columns=group_digits(columns), tiles=quantity(tiles, "tile"),
            )
        )  # fmt: skip
    letters += [BLANK] * (tiles - len(letters))
    order = {letter: value for value, letter in enumerate(dict.fromkeys(letters), 1)}
    if len(order) < 2:
        raise PuzzleError(tr("a word needs two different letters"))
    return [order[letter] for letter in letters]


def with_letters(board: Board, parameters: Mapping[str, Any]) -> Board:
    """Return a new board with the letters of its goal as names of its values, if it has any.

    Args:
        board: board whose goal the parameters have selected.
        parameters: parameters by name.
    """
    values = [value for value in board.values if value != board.gap]
    if (word := parameters.get(WORD_NAME)) is not None:
        order = dict.fromkeys([*letters_of(str(word)), BLANK])
        names = dict(enumerate(order, 1))
    elif parameters.get(GOAL_NAME) == LETTERS:
        names = alphabet(values)
    else:
        return board
    return with_names(board, {value: names[value] for value in values})


def alphabet(values: Iterable[int]) -> dict[int, str]:
    """Return A for 1, B for 2 and so on, AA after Z, as names of positive values."""
    return {value: column_name(value - 1) for value in values if value > 0}


def with_alphabet(board: Board, values: Iterable[int]) -> Board:
    """Return a board with letters as the names of some values; other values lose those names."""
    letters = alphabet(values)
    taken = set(letters.values())
    kept = {value: name for value, name in value_names(board).items() if name not in taken}
    return with_names(board, kept | letters)


def sizes_for(letters: int, rows: int | None, columns: int | None) -> list[tuple[int, int]]:
    """Return sizes of boards with a cell for each letter, those with few further cells first.

    Args:
        letters: number of letters.
        rows: number of rows; None to choose.
        columns: number of columns; None to choose.

    Returns:
        Pairs of rows and columns, not more rows than columns if both are chosen.
    """
    sizes = [
        (r, c)
        for r in (range(MIN_SIZE, MAX_SIZE + 1) if rows is None else (rows,))
        for c in (range(MIN_SIZE, MAX_SIZE + 1) if columns is None else (columns,))
        if r * c >= letters and (r <= c or rows is not None or columns is not None)
    ]
    return sorted(sizes, key=lambda size: (2 * size[0] * size[1] + abs(size[1] - size[0]), size))
