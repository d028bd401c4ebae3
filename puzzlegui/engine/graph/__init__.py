"""Exploration of a whole puzzle: all arrangements by their distance from a given one."""
