"""Methods of their own for number mazes."""
