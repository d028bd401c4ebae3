"""The kinds of board: one folder a family, with everything that it is."""
