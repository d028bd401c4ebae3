"""Exploring a whole puzzle: every arrangement by its distance from one of them."""
