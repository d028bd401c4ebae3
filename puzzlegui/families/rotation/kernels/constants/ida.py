"""Special values of the search by iterative deepening and its callers."""

UNKNOWN = 255
"""Entry of a pattern database whose distance is unknown."""

FULL = -2
"""Result of ``grow`` if the hash table of the perimeter is full."""
