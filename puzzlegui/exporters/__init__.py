"""A solution as text in a file: one table of formats."""
