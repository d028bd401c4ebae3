"""Solvers of shift boards."""
