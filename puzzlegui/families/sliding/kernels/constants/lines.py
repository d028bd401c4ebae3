"""The layout of a depth in the workspace of ``kernels.lines``."""

LEVEL = 8  # size of a depth
GAP = 0  # the cell of the gap
STATE = 1  # of the automaton
CROSSINGS = 2  # crossings of lines still needed
BOUND = 3
CHANGED = 4  # the row, or rows + the column, whose conflicts the move changes; else -1
EARLIER = 5  # its conflicts before
