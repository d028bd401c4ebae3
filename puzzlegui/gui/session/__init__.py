"""What the window shows of one document, as a state."""
