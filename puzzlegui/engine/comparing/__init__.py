"""Solvers side by side on one board or several, each run in a process of its own."""
