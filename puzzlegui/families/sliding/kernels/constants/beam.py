"""Constants of the beam searches over sliding boards and of their callers."""

UP = 0
LEFT = 1
RIGHT = 2
DOWN = 3
"""The directions in which the gap moves; 3 - d is the opposite of d."""

ROW = 4
COLUMN = 5
GEOMETRY = 6
"""The columns of ``geometry``: the neighbour of a cell in each direction, -1 for none, then its row
and its column; and the number of columns."""

COST = 0
AWAY = 1
GAP = 2
LAST = 3
NODE = 4
HEAD = 5
"""The columns of a beam's ``head``: the total cost of a state, its sum of Manhattan distances, the
gap's cell, the last direction, -1 for none, and its node; and the number of columns."""

ONE = 5
OTHER = 6
AHEAD = 7
PLACE = 8
STAGED_HEAD = 9
"""Further columns if the beam works in stages: the cells of the two tiles of the group, moves in
excess of the level, the row of ``tiles`` that holds the state; and the number of columns."""

SHIFT = 32
"""Scores are packed above so many bits, which hold what the score belongs to."""
OFFSET = 1 << 24
"""The offset added to scores that might be negative."""
FREE = 1 << 40
"""More than any number of levels."""
FETCHING = 5
"""Moves that take a tile one cell further and bring the gap in front of it again."""

UNKNOWN = 255
"""The entry in tables of moves where the goal cannot be reached."""
