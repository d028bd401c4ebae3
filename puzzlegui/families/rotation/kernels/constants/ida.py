"""Special values that the deepening search and its callers agree on."""

UNKNOWN = 255
"""The entry of a pattern database whose distance is not known."""

FULL = -2
"""The result when the positions of a perimeter do not fit into the memory."""
