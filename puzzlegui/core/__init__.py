"""What a puzzle is: boards, rules, text forms, files. Imports no Qt and no numpy."""
