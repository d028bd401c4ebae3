"""The one search over puzzles whose moves permute the contents of cells."""
