"""Numbers that say something between the deepening search and its callers."""

UNKNOWN = 255
"""What stands in a pattern database where no distance is known."""

FULL = -2
"""Says that there is no room for all positions of a perimeter."""
