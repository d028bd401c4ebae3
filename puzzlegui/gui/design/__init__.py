"""Designing a board."""
