"""What the system says and does: its folders, its file manager, whether movements are wanted."""
