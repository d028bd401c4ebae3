"""Sliding puzzles (the 15-puzzle and its kin): a move slides a tile into the gap."""
