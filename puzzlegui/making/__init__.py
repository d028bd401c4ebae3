"""Boards of a wanted difficulty, and sets of them."""
