"""The layout of the workspace of ``kernels.ida``, an array of 32-bit integers.

Everything of one depth lies together, in few lines of the processor's cache.
"""

CELLS = 0  # for each cell, the record of its tile
ENTRIES = 32  # for each database and view, the index of the entry that holds, and the entry
LEVELS = 160  # one level a depth

LEVEL = 48  # numbers of a level: those of the node, and up to four children
GAP = 0  # the cell of the gap
BOUND = 1  # of each view
NEXT = 3  # where the next child is
END = 4  # where the children end
BEFORE = 8  # what the last move changed in ENTRIES: index and entry, of each view
CHILDREN = 16

CHILD = 8  # numbers of a child
MOVE = 0  # the gap's cell, and 32 × its direction
STATE = 1  # of the automaton, packed
INDEX = 2  # of the tile's database, in each view
ENTRY = 4  # the entry there, in each view
