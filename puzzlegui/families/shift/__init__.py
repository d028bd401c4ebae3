"""Shift grids (Loopover, Sixteen): a move shifts a row or a column in a circle."""
