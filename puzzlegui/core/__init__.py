"""What a puzzle is: boards, rules, text forms, files. Imports neither Qt nor numba."""
