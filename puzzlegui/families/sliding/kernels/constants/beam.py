"""Constants of the beam searches over sliding boards and their callers."""

UP = 0
LEFT = 1
RIGHT = 2
DOWN = 3
"""Directions of the gap; 3 - d is the opposite of d."""

ROW = 4
COLUMN = 5
GEOMETRY = 6
"""Columns of ``geometry``: neighbour of a cell in each direction, -1 for none, its row, its column;
number of columns."""

COST = 0
AWAY = 1
GAP = 2
LAST = 3
NODE = 4
HEAD = 5
"""Columns of ``head``: total cost of a state, sum of Manhattan distances, cell of the gap, last
direction, -1 for none, node; number of columns."""

ONE = 5
OTHER = 6
AHEAD = 7
PLACE = 8
STAGED_HEAD = 9
"""Further columns in stages: cells of the two tiles of the group, moves in excess of the level, row
of ``tiles`` of the state; number of columns."""

SHIFT = 32
"""Bits below a packed score, which hold its state and move."""
OFFSET = 1 << 24
"""Offset that makes scores non-negative."""

MOST_NODES = 1 << 29
"""Most nodes of a search tree: a node's number and a direction are packed into 31 bits."""
FREE = 1 << 40
"""More than any number of levels."""
FETCHING = 5
"""Moves that bring a tile a cell further and the gap in front of it again."""

UNKNOWN = 255
"""Entry in tables of moves if the goal is unreachable."""
