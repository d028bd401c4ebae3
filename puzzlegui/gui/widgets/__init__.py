"""Widgets and dialogs shared by several windows."""
