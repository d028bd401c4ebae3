"""Following a line of moves."""
