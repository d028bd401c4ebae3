"""The lessons: short texts that open a search, or a comparison, ready to be played."""

from __future__ import annotations

from dataclasses import dataclass

from puzzlegui import assets
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.language import mark, tr
from puzzlegui.core.suggestions import with_suggestion


@dataclass(frozen=True)
class Figure:
    """What a lesson says of a solver on its board; a test compares it with the solver.

    Attributes:
        solver: its name.
        states: that it takes up; None if the lesson does not say.
        moves: of its solution; None likewise.
    """

    solver: str
    states: int | None
    moves: int | None


@dataclass(frozen=True)
class Lesson:
    """One lesson; its text is the page of help ``lesson-NAME``.

    Attributes:
        name: on the command line.
        title: in the menu.
        preset: the board.
        solver: the search that is watched; empty if solvers are compared.
        beside: another one that is watched beside it.
        compared: the solvers that are compared.
        figures: what its text says.
    """

    name: str
    title: str
    preset: str
    solver: str = ""
    beside: str = ""
    compared: tuple[str, ...] = ()
    figures: tuple[Figure, ...] = ()

    @property
    def text(self) -> str:
        """Its text, as Markdown, in the language that is used."""
        return assets.read_help(f"lesson-{self.name}")


LESSONS: dict[str, Lesson] = {
    lesson.name: lesson
    for lesson in (
        Lesson(
            "depth-first",
            mark("Why depth-first search finds long solutions"),
            "eight-cpp", "stack", "bfs", (),
            (
                Figure("stack", 80_229, 63_178),
                Figure("bfs", 10_189, 16),
                Figure("dfs", None, 96_096),
            ),
        ),
        Lesson(
            "priority-queue",
            mark("What a priority queue changes"),
            "eight-cpp", "best-first", "astar", (),
            (
                Figure("best-first", 470, 50),
                Figure("astar", 74, 16),
                Figure("stack", 80_229, None),
            ),
        ),
        Lesson(
            "deepening",
            mark("Iterative deepening"),
            "graphs-3x3-colours", "iddfs", "bfs", (),
            (Figure("iddfs", 292_912, 7), Figure("bfs", 1_679, 7)),
        ),
        Lesson(
            "macro-moves",
            mark("Macro-moves against search"),
            "graphs-4x4-two-colours",
            compared=("exchange", "exchange-short", "peel", "bfs", "optimal"),
            figures=(
                Figure("exchange", None, 110),
                Figure("exchange-short", None, 20),
                Figure("peel", None, 10),
                Figure("bfs", 12_835, 9),
                Figure("optimal", None, 9),
            ),
        ),
    )
}  # fmt: skip
"""In the order of the menu."""


def find_lesson(name: str) -> Lesson:
    """The lesson of a name; raises PuzzleError if there is none."""
    if name in LESSONS:
        return LESSONS[name]
    text = tr("there is no lesson {name}; choose from {names}")
    message = text.format(name=repr(name), names=", ".join(LESSONS))
    raise PuzzleError(with_suggestion(message, name, LESSONS))
