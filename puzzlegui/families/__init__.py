"""The families of puzzles, each in a folder of its own."""
