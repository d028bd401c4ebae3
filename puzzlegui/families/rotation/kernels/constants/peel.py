"""Constants of the narrow beam search over rotation boards."""

POTENTIAL = 0
MOVES = 1
NODE = 2
PLACE = 3
KEY = 4
HEAD = 5
"""Slots of ``head``: total cost of a state, turns made, node in ``parents``, cell of the wanted
tile, Zobrist key; number of slots."""

CONJUGATES = 400
"""Largest number of conjugates listed."""

CONJUGATE = 1 << 13
"""Codes of steps from this number on are conjugates, smaller codes are turns."""

FAR = 1 << 20
"""More than any number of turns."""

SHIFT = 32
STATE = 16
"""Bits below a packed score, and below the packed state; the code of a step is lowest."""

MOST_STATES = 1 << (SHIFT - STATE)
"""Most states of a side of the memory: as many as the bits in between can number."""
