"""Solvers of number mazes."""
