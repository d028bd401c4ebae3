"""The state of a window, which knows no widget."""
