"""Rotation grids (Twiddle): a move turns a block of 2×2 cells."""
