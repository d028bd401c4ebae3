"""Constants of the kernels of pattern databases and of their callers."""

UNKNOWN = 255  # the entry of a pattern not reached

LEVEL = 8  # of ``kernels.ranked``: numbers for one depth
GAP = 0  # the cell of the gap
STATE = 1  # of the automaton
BOUND = 2  # of each view
BEFORE = 4  # in each view, the index of the database of the tile that moves
AFTER = 6  # that index after the move
