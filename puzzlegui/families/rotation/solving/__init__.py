"""Solvers of rotation boards."""
