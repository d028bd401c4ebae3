"""What all parts of the window use: widgets, colours, settings, questions, the worker."""
