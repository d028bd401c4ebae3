"""Numbers of the narrow beam over rotation boards."""

POTENTIAL = 0
MOVES = 1
NODE = 2
PLACE = 3
KEY = 4
HEAD = 5
"""What ``head`` knows of a state: what its tiles have to go, turns made, the last of them in
``parents``, where the wanted tile is, the Zobrist key; how many such slots there are."""

CONJUGATES = 400
"""How many conjugates are listed at most."""

CONJUGATE = 1 << 13
"""From this number on, the code of a step means a conjugate; below it, a turn."""

FAR = 1 << 20
"""More than any number of turns."""

SHIFT = 32
"""A score stands above so many bits."""
