"""Numbers of the beam over 3-cycles of shift boards."""

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
"""What ``Cycles.head`` knows of a state: moves made, what the rest is thought to cost in 32nds, how
far the rows are from where they are to be in the end, the Zobrist key, its cycle in
``Cycles.parents``; of the open group its kind, the row, the column, the reach and the step of its
first cycle, its rows and its columns as bits; how many such slots there are."""

ALONE = 0
ONE_COLUMN = 1
ONE_ROW = 2
NONE = 3
"""Kinds of a group: of one cycle, of cycles that share the shifts of a column, or of a row; none
yet. The first three say of a cycle how it joins its group."""

KEEP = 4
"""How many cycles are kept for each state of the next level, until it is known where they lead."""

OWED = 16
"""What each step costs, in 32nds, that a row is from where it is to be in the end."""

FAR = 1 << 20
"""More than any number of moves."""

SCORE = 40
STATE = 27
MIDDLE = 16
"""A score stands above so many bits, the state above so many; below are the row, the column, and
the turn, the step and the reach of the cycle with so much added, 5 bits each, and how it joins."""
