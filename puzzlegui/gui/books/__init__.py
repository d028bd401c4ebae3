"""The book window: a set of puzzles that is made, ordered and annotated."""
