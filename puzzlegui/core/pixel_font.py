"""Letters and digits drawn on the cells of a board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

_FOUR_ROWS = """
A .##. #..# #### #..#
B ###. #### #..# ###.
C .### #... #... .###
D ###. #..# #..# ###.
E #### ###. #... ####
F #### #... ###. #...
G .### #... #.## .###
H #..# #### #..# #..#
I ### .#. .#. ###
J ..## ...# #..# .##.
K #..# #.#. ###. #..#
L #.. #.. #.. ###
M #### #### #..# #..#
N #..# ##.# #.## #..#
O .##. #..# #..# .##.
P ###. #..# ###. #...
Q .##. #..# #.## .###
R ###. #..# ###. #..#
S .### ##.. ..## ###.
T ### .#. .#. .#.
U #..# #..# #..# ####
V #.# #.# #.# .#.
W #..# #..# #### ####
X #..# .##. .##. #..#
Y #.# #.# .#. .#.
Z #### ..#. .#.. ####
0 .##. #.## ##.# .##.
1 ##. .#. .#. ###
2 ###. ...# .##. ####
3 ###. .##. ...# ###.
4 #.#. #.#. #### ..#.
5 #### ###. ...# ###.
6 #... ###. #..# .##.
7 #### ..#. .#.. .#..
8 .##. #### #..# .##.
9 .##. #..# .### ...#
"""
_FIVE_ROWS = """
A .##. #..# #### #..# #..#
B ###. #..# ###. #..# ###.
C .### #... #... #... .###
D ###. #..# #..# #..# ###.
E #### #... ###. #... ####
F #### #... ###. #... #...
G .### #... #.## #..# .###
H #..# #..# #### #..# #..#
I ### .#. .#. .#. ###
J ..## ...# ...# #..# .##.
K #..# #.#. ##.. #.#. #..#
L #... #... #... #... ####
M #...# ##.## #.#.# #...# #...#
N #..# ##.# #.## #..# #..#
O .##. #..# #..# #..# .##.
P ###. #..# ###. #... #...
Q .##. #..# #..# #.## .###
R ###. #..# ###. #.#. #..#
S .### #... .##. ...# ###.
T ##### ..#.. ..#.. ..#.. ..#..
U #..# #..# #..# #..# .##.
V #...# #...# .#.#. .#.#. ..#..
W #...# #...# #.#.# ##.## #...#
X #...# .#.#. ..#.. .#.#. #...#
Y #...# .#.#. ..#.. ..#.. ..#..
Z #### ...# .##. #... ####
0 .##. #.## #..# ##.# .##.
1 .#. ##. .#. .#. ###
2 ###. ...# .##. #... ####
3 ###. ...# .##. ...# ###.
4 #..# #..# #### ...# ...#
5 #### #... ###. ...# ###.
6 .##. #... ###. #..# .##.
7 #### ...# ..#. .#.. .#..
8 .##. #..# .##. #..# .##.
9 .##. #..# .### ...# .##.
"""
_SPACE = 2
"""Columns of a space between words."""


@dataclass(frozen=True)
class Drawing:
    """Word drawn on a grid of cells.

    Attributes:
        rows: rows of the drawing, each a text of ``#`` and ``.``.
    """

    rows: tuple[str, ...]

    @property
    def width(self) -> int:
        """Number of columns."""
        return len(self.rows[0])

    def scaled(self, factor: int) -> Drawing:
        """Return the drawing with each cell repeated in both directions."""
        wide = ["".join(cell * factor for cell in row) for row in self.rows]
        return Drawing(tuple(row for row in wide for _ in range(factor)))


def _parsed(text: str) -> dict[str, Sequence[str]]:
    """Return the rows of each character of a font."""
    glyphs = (line.split() for line in text.split("\n") if line)
    return {character: rows for character, *rows in glyphs}


_FONTS = (_parsed(_FIVE_ROWS), _parsed(_FOUR_ROWS))
"""Fonts of letters of five and of four rows; both have the same characters."""
CHARACTERS = frozenset(_FONTS[0])
"""Characters that can be drawn, besides the space."""


def drawings(word: str) -> list[Drawing]:
    """Return a word in each font, the larger first.

    Args:
        word: capital letters, digits and spaces; not empty.
    """
    return [_drawn(word, font) for font in _FONTS]


def _drawn(word: str, font: dict[str, Sequence[str]]) -> Drawing:
    height = len(font["A"])
    blank = ["." * _SPACE] * height
    glyphs = [font.get(character, blank) for character in word]
    return Drawing(tuple(".".join(glyph[row] for glyph in glyphs) for row in range(height)))
