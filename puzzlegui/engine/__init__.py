"""Solving a board: choosing a solver, running it, checking what it found."""
