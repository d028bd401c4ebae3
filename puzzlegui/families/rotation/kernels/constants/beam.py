"""Constants of the beam search over rotation boards and of its callers."""

POTENTIAL = 0
SAVING = 1
DOWN = 2
ACROSS = 3
KEY = 4
NODE = 5
LAST = 6
HEAD = 7
"""The slots of ``States.head``: the total cost of a state, what one turn of each block could save,
rows and columns to go, the Zobrist key, its node in ``Beam.parents`` and ``Beam.turns``, the last
turn; and the number of slots."""

IMAGES = 4
"""The largest number of turns that are made together."""

FREE = 1 << 40
"""More than any number of turns or cells to go."""

DETOUR_COST = 128
ALONG_COST = 16
FAR = 3
"""The cost of having to leave an edge of the board, and of each step counter-clockwise along an
edge, up to so many steps; where blocks turn clockwise only."""

SHIFT = 36
OFFSET = 1 << 24
"""A score is packed above so many bits, and is not negative once this offset is added."""

SOLVED = 1 << 23
"""How much better a solved state is."""

CHARGE = 1 << 20
"""The estimated cost of a counter-clockwise turn that stands for three others: so high that it is
never counted as a saving."""

FOUND = 6
UPDATED = 72
"""The sizes of a successor in ``Successors.found`` and ``Successors.updated``."""

PATIENCE = 24
"""Turns after which ``BlockSolver.solve`` gives up if the tiles came no nearer."""

MOST_COST = 8000
"""The largest cost of a distance in ``BlockSolver.solve``."""
