"""A window in which one walks from arrangement to arrangement of a board."""
