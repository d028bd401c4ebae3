"""Permutation puzzles: a move carries the contents of cells around cycles that the board defines."""
