"""Numbers of the beam over shift boards."""

POTENTIAL = 0
AWAY = 1
KEY = 2
NODE = 3
LAST = 4
HEAD = 5
"""What ``Beam.head`` knows of a state: what its tiles have to go by cost, how many rows and columns
that is, the Zobrist key, its shift in ``Beam.parents`` and ``Beam.shifts``, that shift itself; how
many such slots there are."""

LEFT = 0
RIGHT = 1
UP = 2
DOWN = 3
COST_ACROSS = 4
COST_DOWN = 5
ACROSS_AWAY = 6
DOWN_AWAY = 7
COSTS = 8
"""What ``Beam.cost`` knows of a tile so many columns, or rows, from where it belongs: how its cost
changes with a shift, what it is, and how far that is in the circle; how many such lines there
are."""

NOWHERE = 32
"""Where a difference of 0 stands in such a line."""
SPAN = 64
"""How long it is."""

KEEP = 3
"""How many shifts are kept for each state of the next level, until it is known where they lead."""

SCORE = 32
STATE = 8
"""A score stands above so many bits, a state above so many, the shift below."""

OFFSET = 1 << 24
"""What is added to a score, so that it is not negative."""

PATIENCE = 12
"""Levels after which a beam gives up if it comes no nearer, and as many as half the lines."""
