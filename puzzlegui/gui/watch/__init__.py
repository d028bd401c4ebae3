"""The window that shows a recorded search step by step."""
