"""The lessons: sequences of steps, each of which sets a search and a moment, explains and asks."""

from __future__ import annotations

import tomllib
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
class Choice:
    """An answer to choose.

    Attributes:
        text: the answer.
        why: why it is right or wrong.
        right: True for the right answer.
    """

    text: str
    why: str
    right: bool = False


@dataclass(frozen=True)
class LessonStep:
    """One step of a lesson.

    Attributes:
        text: what to see, as Markdown.
        show: the searches side by side, or the solvers that are compared; empty: as before.
        at: the moment: a step from 1, or ``goal 1`` and ``goal 2`` for the step at which the left
            or right search expands the goal; 0: as before.
        depths: depths of the positions expanded then, left and right; a test compares them.
        question: asked about it; empty for none.
        choices: its answers, one of them right.
    """

    text: str
    show: tuple[str, ...] = ()
    at: int | str = 0
    depths: tuple[int, ...] = ()
    question: str = ""
    choices: tuple[Choice, ...] = ()


@dataclass(frozen=True)
class Lesson:
    """One lesson; its steps are in ``resources/lessons/NAME.toml``, a file for each language.

    Attributes:
        name: on the command line.
        title: in the menu.
        preset: the board.
        compared: solvers are compared, instead of searches watched.
        figures: what its text says.
    """

    name: str
    title: str
    preset: str
    compared: bool = False
    figures: tuple[Figure, ...] = ()

    def steps(self) -> list[LessonStep]:
        """Return its steps in the language that is used."""
        return read_steps(assets.read_lesson(self.name))


def read_steps(text: str) -> list[LessonStep]:
    """Return the steps written in a TOML file."""
    return [
        LessonStep(
            step["text"].strip(), tuple(step.get("show", ())), step.get("at", 0),
            tuple(step.get("depths", ())), step.get("ask", ""),
            tuple(Choice(**choice) for choice in step.get("choice", ())),
        )
        for step in tomllib.loads(text)["step"]
    ]  # fmt: skip


LESSONS: dict[str, Lesson] = {
    lesson.name: lesson
    for lesson in (
        Lesson(
            "depth-first",
            mark("Why depth-first search finds long solutions"),
            "eight-cpp", False,
            (
                Figure("stack", 80_229, 63_178),
                Figure("bfs", 10_189, 16),
                Figure("dfs", None, 96_096),
            ),
        ),
        Lesson(
            "priority-queue",
            mark("What a priority queue changes"),
            "eight-cpp", False,
            (
                Figure("best-first", 470, 50),
                Figure("astar", 74, 16),
                Figure("stack", 80_229, None),
            ),
        ),
        Lesson(
            "deepening",
            mark("Iterative deepening"),
            "graphs-3x3-colours", False,
            (Figure("iddfs", 292_912, 7), Figure("bfs", 1_679, 7)),
        ),
        Lesson(
            "macro-moves",
            mark("Macro-moves against search"),
            "graphs-4x4-two-colours",
            compared=True,
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
