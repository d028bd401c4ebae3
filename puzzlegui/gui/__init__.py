"""The window. Draws, asks and shows; computes nothing."""
