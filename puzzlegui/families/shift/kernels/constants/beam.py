"""Constants of the beam search over shift boards and its callers."""

POTENTIAL = 0
AWAY = 1
KEY = 2
NODE = 3
LAST = 4
HEAD = 5
"""Slots of ``Beam.head``: total cost of a state, sum of circular distances, Zobrist key, node in
``Beam.parents`` and ``Beam.shifts``, last shift; number of slots."""

LEFT = 0
RIGHT = 1
UP = 2
DOWN = 3
COST_ACROSS = 4
COST_DOWN = 5
ACROSS_AWAY = 6
DOWN_AWAY = 7
COSTS = 8
"""Rows of ``Beam.cost``, indexed by the difference of a tile's column or row from its goal: change
of its cost by a shift in each direction, its cost, its circular distance; number of rows."""

NOWHERE = 32
"""Index of a difference of 0 in such a row."""
SPAN = 64
"""Length of a row."""

KEEP = 3
"""Number of proposed shifts for each state of the next level, before duplicates are dropped."""

SCORE = 32
STATE = 8
"""Bits below a packed score, and below the packed state; the shift is lowest."""

WIDEST = 1 << (SCORE - STATE)
"""Largest width of a beam: most states that the bits in between can number."""

OFFSET = 1 << 24
"""Offset that makes scores non-negative."""

PATIENCE = 12
"""Levels without progress after which a beam gives up, besides half the number of lines."""
