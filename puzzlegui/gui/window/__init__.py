"""The parts of the main window: its widgets, commands, presenter and dialogs."""
