"""Drawing of boards, diagrams and search trees with QPainter, for the screen and for files."""
