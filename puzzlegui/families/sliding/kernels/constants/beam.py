"""Constants that the kernels of sliding boards share, also with their callers."""

UP = 0
LEFT = 1
RIGHT = 2
DOWN = 3
"""The directions in which the gap moves; 3 - d is the opposite of d."""

ROW = 4
COLUMN = 5
GEOMETRY = 6
"""What ``geometry`` knows of a cell: first the cell beside it in each direction, -1 for none, then
its row and column; how many columns of the array there are."""

COST = 0
AWAY = 1
GAP = 2
LAST = 3
NODE = 4
HEAD = 5
"""What a beam's ``head`` knows of a state: what its tiles have to go by cost, and in rows and
columns; the gap's cell; the last direction, -1 for none, and its node; how many columns of the
array there are."""

ONE = 5
OTHER = 6
AHEAD = 7
PLACE = 8
STAGED_HEAD = 9
"""What it knows besides where a beam works by stages: the cells of the tiles of the group; moves
made beyond one a level; the row of ``tiles`` that holds the state; how many columns there are."""

SHIFT = 32
"""Scores are packed above so many bits, which say what the score belongs to."""
OFFSET = 1 << 24
"""Is added to scores that might be negative."""
FREE = 1 << 40
"""More levels than there are."""
FETCHING = 5
"""Moves that it takes to bring a tile one cell further, and the gap before it again."""

UNKNOWN = 255
"""Stands in tables of moves where there is no way."""
