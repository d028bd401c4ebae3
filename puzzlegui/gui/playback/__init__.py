"""The solution mode: playback of the moves of a solution."""
