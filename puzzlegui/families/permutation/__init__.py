"""Permutation puzzles: a move carries tiles around the cycles of cells that the board defines."""
