"""Worker threads of a window."""
