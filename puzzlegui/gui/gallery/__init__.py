"""The boards to choose from, the program's and the user's own."""
