"""Numbers of the beam over rotation boards, and of what works with it."""

POTENTIAL = 0
SAVING = 1
DOWN = 2
ACROSS = 3
KEY = 4
NODE = 5
LAST = 6
HEAD = 7
"""What ``States.head`` knows of a state: what its tiles have to go by cost, what one turn of each
block could save, rows and columns to go, the Zobrist key, its turn in ``Beam.parents`` and
``Beam.turns``, that turn itself; how many such slots there are."""

IMAGES = 4
"""The most turns that are made together."""

FREE = 1 << 40
"""More than any number of turns or cells to go."""

DETOUR_COST = 128
ALONG_COST = 16
FAR = 3
"""What it costs to have to leave the edge that one stands on, and to go a step along an edge
against the clock, up to so many steps; where blocks turn clockwise only."""

SHIFT = 36
OFFSET = 1 << 24
"""A score stands above so many bits, and is not negative with so much added."""

SOLVED = 1 << 23
"""How much better a solved state is."""

CHARGE = 1 << 20
"""What a counter-clockwise turn costs where it is only thought of, if it stands for three others:
it is not thought of then."""

FOUND = 6
FRESH = 72
"""The sizes of a successor in ``Successors.found`` and ``Successors.fresh``."""

PATIENCE = 24
"""Turns after which ``settle`` gives up if none of them brought the tiles nearer."""

MOST_COST = 8000
"""The most that a distance costs in ``settle``."""
