"""Damaged input for everything that reads."""

EXAMPLES: list[int | None] = [None]
"""Number of examples for each reader, if the command line gives it."""
