"""Special values of the search by iterative deepening and its callers."""

UNKNOWN = 255
"""Distance in an empty slot of the perimeter."""
