"""Watching a textbook search step by step, without Qt."""
