"""The studies that come with the program."""

from __future__ import annotations

from puzzlegui.core.language import mark

PREFIX = "study:"
"""Goes before the name of one."""
STUDIES = {
    "graphs-3x3-pairs": mark(
        "All 126 × 126 pairs of arrangements of the 3×3 with five and four equal dots: the worst "
        "cases of two methods of “Graphs and Puzzles”, and of the shortest solutions."
    ),
    "korf-100": mark("Korf's hundred random fifteen puzzles, which take 53.05 moves on average."),
    "macro-quality": mark("How good the solutions by macro-moves are, from 5×5 to 30×30."),
    "maze-difficulty": mark(
        "How many jumps random number mazes need, and how many cells a search looks at, by size."
    ),
}
"""Their names, and what each of them is."""
