"""Constants of the narrow beam search over rotation boards."""

POTENTIAL = 0
MOVES = 1
NODE = 2
PLACE = 3
KEY = 4
HEAD = 5
"""The slots of ``head``: the total cost of a state, turns made, its node in ``parents``, the cell
of the wanted tile, the Zobrist key; and the number of slots."""

CONJUGATES = 400
"""The largest number of conjugates that are listed."""

CONJUGATE = 1 << 13
"""Codes of steps from this number on stand for conjugates, those below for turns."""

FAR = 1 << 20
"""More than any number of turns."""

SHIFT = 32
"""A score is packed above so many bits."""
