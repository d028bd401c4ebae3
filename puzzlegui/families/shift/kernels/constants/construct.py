"""Constants of the beam search over 3-cycles of shift boards."""

MOVES = 0
REST = 1
ASTRAY = 2
KEY = 3
NODE = 4
KIND = 5
ROW = 6
COLUMN = 7
REACH = 8
STEP = 9
ROWS = 10
COLUMNS = 11
HEAD = 12
"""Slots of ``CycleBeam.head``: moves made, estimated cost of the rest in 32nds, sum of distances of
the rows from their final offsets, Zobrist key, node in ``CycleBeam.parents``; of the open group its
kind, the row, column, reach and step of its first cycle, its rows and its columns as bits; number
of slots."""

ALONE = 0
ONE_COLUMN = 1
ONE_ROW = 2
NONE = 3
"""Kinds of a group: a single cycle, cycles that share the shifts of a column, or of a row; no group
yet. For a cycle the first three are the way it joins its group."""

KEEP = 4
"""Number of proposed cycles for each state of the next level, before duplicates are dropped."""

OWED = 16
"""Cost of each step of a row from its final offset, in 32nds."""

SWAPPED = 32
"""Extra cost of two tiles in each other's cells, in 32nds: no 3-cycle brings both home."""

FAR = 1 << 20
"""More than any number of moves."""

SCORE = 40
STATE = 27
MIDDLE = 16
"""Bits below a packed score, and below the packed state; below are the row, the column, and the
turn, the step and the reach of the cycle with an offset, 5 bits each, and its kind."""

WIDEST = 1 << (SCORE - STATE)
"""Largest width of a beam: most states that the bits in between can number."""

NOTHING = 1 << 62
"""Stands for no cycle: more than any score."""
