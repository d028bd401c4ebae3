"""Number mazes (rook jumping mazes): jump as far as the number says."""
