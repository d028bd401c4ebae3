"""Damaged input for everything that reads."""

EXAMPLES = [60]
"""How many each reader gets."""
