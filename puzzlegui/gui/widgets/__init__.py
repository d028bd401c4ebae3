"""Widgets and dialogs that several parts of the window use."""
