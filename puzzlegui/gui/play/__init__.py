"""The play mode, in which moves are made by hand."""
