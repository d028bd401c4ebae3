"""Graphical user interface. It draws, asks and shows; other packages compute."""
