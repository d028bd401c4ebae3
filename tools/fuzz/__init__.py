"""Damaged input for everything that reads files: ``python -m tools.fuzz --seconds 60``."""
