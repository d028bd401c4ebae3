"""The window in which solvers are compared: a live table, plots, two solutions side by side."""
