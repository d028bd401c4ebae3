"""Colours, style sheet, icons and scales."""
