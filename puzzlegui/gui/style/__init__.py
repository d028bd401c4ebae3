"""Colours, style sheet and sizes."""
