"""What surrounds the board: actions, gallery, help, tour."""
