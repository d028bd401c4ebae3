"""The studies that come with the program."""

from __future__ import annotations

from puzzlegui.core.language import mark

PREFIX = "study:"
"""Goes before the name of one."""
STUDIES = {
    "graphs-3x3-pairs": mark(
        "All 126 × 126 pairs of arrangements of a 3×3 board with five dots of one colour and "
        "four of another: the worst cases of two methods from “Graphs and Puzzles”, and of the "
        "shortest solutions."
    ),
    "korf-100": mark("Korf's hundred random fifteen puzzles, which need 53.05 moves on average."),
    "macro-quality": mark("Quality of macro-move solutions from 5×5 to 30×30."),
    "maze-difficulty": mark(
        "Jumps that random number mazes need, and cells that a search visits, by size."
    ),
}
"""Their names, and what each of them is."""
