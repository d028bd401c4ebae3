"""Constants of the kernels of pattern databases and their callers."""

UNKNOWN = 255  # entry of a pattern not reached

LEVEL = 8  # size of a depth in ``kernels.ranked``
GAP = 0  # the cell of the gap
STATE = 1  # of the automaton
BOUND = 2  # of each view
BEFORE = 4  # in each view, the index for the moving tile in its database
AFTER = 6  # the index after the move
