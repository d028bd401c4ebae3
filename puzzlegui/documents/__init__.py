"""Reading and writing of boards and solutions, as files and as text."""
