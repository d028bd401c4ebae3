"""A window in which a search is watched step by step."""
