"""Constants of the beam search over permutation boards and its callers."""

COST = 0
KEY = 1
NODE = 2
LAST = 3
HEAD = 4
"""Slots of ``Beam.head``: cost, Zobrist key, node in ``Beam.parents``, last move; and their
number."""

MOVE = 1 << 12
"""More than any number of a move; distances in ``GoalTable.steps`` are counted in it."""

KEEP = 2
"""Proposed positions for each that is kept, since some are equal."""

STATE = 12
SCORE = 32
OFFSET = 1 << 24
"""Bits below the position and the cost of a packed score, and an offset that makes costs
non-negative."""

WIDEST = 1 << (SCORE - STATE)
"""Largest width of a beam: most positions that the bits in between can number."""

ENTRY = 0
PRICE = 1
CHANGED = 2
TOUCHED_BY = 3
TOUCHED = 4
ALLOWED = 5
MOVING = 6
ROWS = 7
"""Rows of ``Beam.scratch``: of each group its entry, its cost, its entry after a move, and the
last move that changed it; the groups that a move changes; the moves to be tried; tiles that
move; and their number."""
