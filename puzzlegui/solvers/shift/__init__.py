"""Solvers of shift boards, on plain values."""
