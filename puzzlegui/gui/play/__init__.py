"""Playing a board by hand."""
