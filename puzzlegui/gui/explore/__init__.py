"""The window in which every arrangement of a board is counted by its distance."""
