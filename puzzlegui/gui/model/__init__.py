"""State of a window, independent of its widgets."""
