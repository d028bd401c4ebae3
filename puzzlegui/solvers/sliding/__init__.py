"""Solvers of sliding boards."""
