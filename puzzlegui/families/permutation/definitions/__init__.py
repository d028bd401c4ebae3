"""Definitions of permutation puzzles in formats of other programs, read and written."""
