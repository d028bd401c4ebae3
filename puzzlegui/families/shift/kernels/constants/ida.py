"""Numbers that say something between the search on shift boards and its callers."""

UNKNOWN = 255
"""What stands beside a place of the perimeter that is empty."""
