"""Boards and solutions as files and as text: read, with every problem named, and written."""
