"""What the kernels of pattern databases and their callers have agreed on."""

UNKNOWN = 255  # in a database, what is not reached

LEVEL = 8  # of ``sliding_ranked``: numbers for one depth
GAP = 0  # the cell of the gap
STATE = 1  # of the automaton
BOUND = 2  # of each view
BEFORE = 4  # in each view, the index of the database of the tile that moves
AFTER = 6  # that index after the move
