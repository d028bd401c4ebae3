"""Solving the board that is shown."""
