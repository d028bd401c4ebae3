"""The layout of the workspace of ``kernels.ida``, an array of 32-bit integers.

All data of a depth are contiguous, for the processor's cache.
"""

CELLS = 0  # for each cell, the record of its tile
ENTRIES = 32  # for each database and view, the index of the current entry, and the entry
LEVELS = 160  # a level for each depth

LEVEL = 48  # size of a level: the node, and up to four children
GAP = 0  # the cell of the gap
BOUND = 1  # of each view
NEXT = 3  # index of the next child
END = 4  # index after the last child
BEFORE = 8  # index and entry before the last move, of each view
CHILDREN = 16

CHILD = 8  # size of a child
MOVE = 0  # the gap's cell, and 32 × its direction
STATE = 1  # of the automaton, packed
INDEX = 2  # of the tile's database, in each view
ENTRY = 4  # the entry there, in each view
