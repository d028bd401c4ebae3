"""Foundations shared by the boards of all families. Imports neither Qt nor numpy."""
