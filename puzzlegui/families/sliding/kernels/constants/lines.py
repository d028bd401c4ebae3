"""The layout of one depth in the workspace of ``kernels.lines``."""

LEVEL = 8  # numbers for one depth
GAP = 0  # the cell of the gap
STATE = 1  # of the automaton
CROSSINGS = 2  # of lines
BOUND = 3
CHANGED = 4  # the row, or the rows + the column, whose conflicts the move changes; else -1
EARLIER = 5  # those conflicts before
