"""Constants of the beam search over rotation boards and its callers."""

POTENTIAL = 0
SAVING = 1
DOWN = 2
ACROSS = 3
KEY = 4
NODE = 5
LAST = 6
HEAD = 7
"""Slots of ``States.head``: total cost of a state, possible saving by a turn of each block,
distances in rows and in columns, Zobrist key, node in ``Beam.parents`` and ``Beam.turns``, last
turn; number of slots."""

IMAGES = 4
"""Largest number of turns made together."""

FREE = 1 << 40
"""More than any number of turns or cells to go."""

DETOUR_COST = 128
ALONG_COST = 16
FAR = 3
"""Cost of having to leave an edge of the board, cost of each step counter-clockwise along an edge,
and the number of steps counted; where blocks turn clockwise only."""

SHIFT = 36
STATE = 12
OFFSET = 1 << 24
"""Bits below a packed score, and below the packed state, the turn being lowest; and an offset that
makes scores non-negative."""

WIDEST = 1 << (SHIFT - STATE)
"""Largest width of a beam: most states that the bits in between can number."""

SOLVED = 1 << 23
"""Bonus in the score of a solved state."""

CHARGE = 1 << 20
"""Estimated cost of a counter-clockwise turn that stands for three turns: so high that it is never
counted as a saving."""

FOUND = 6
UPDATED = 72
"""Sizes of a successor in ``Successors.found`` and ``Successors.updated``."""

PATIENCE = 24
"""Turns without progress after which ``BlockSolver.solve`` gives up."""

MOST_COST = 8000
"""Largest cost of a distance in ``BlockSolver.solve``."""

RANKS = 2048
"""Number of different scores of successors that are told apart, from about the best on."""
