"""Lessons: sequences of steps, each of which shows a search at a step, explains it and asks."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass

from puzzlegui import assets
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.language import gettext_noop, tr
from puzzlegui.core.suggestions import with_suggestion


@dataclass(frozen=True)
class ReferenceValue:
    """Number that a lesson states about a solver on its board; verified by a test.

    Attributes:
        solver: name of the solver.
        states: number of states expanded; None if not stated.
        moves: number of moves of its solution; None if not stated.
    """

    solver: str
    states: int | None
    moves: int | None


@dataclass(frozen=True)
class Choice:
    """Answer to a multiple-choice question.

    Attributes:
        text: the answer.
        why: explanation of why it is right or wrong.
        right: True for the right answer.
    """

    text: str
    why: str
    right: bool = False


@dataclass(frozen=True)
class LessonStep:
    """Step of a lesson.

    Attributes:
        text: text, in Markdown.
        show: searches shown side by side, or solvers compared; empty: as before.
        at: step of the search, from 1, or ``goal 1`` and ``goal 2`` for the step at which the left
            or right search expands the goal; 0: as before.
        depths: depths of the positions expanded at that step, left and right; verified by a test.
        question: question, or an empty string.
        choices: answers, with a single right answer.
    """

    text: str
    show: tuple[str, ...] = ()
    at: int | str = 0
    depths: tuple[int, ...] = ()
    question: str = ""
    choices: tuple[Choice, ...] = ()


@dataclass(frozen=True)
class Lesson:
    """Lesson; its steps are in ``resources/lessons/NAME.toml``, a file for each language.

    Attributes:
        name: name on the command line.
        title: title in the menu.
        preset: name of its board.
        compared: True if solvers are compared instead of searches watched.
        reference_values: numbers stated in its text.
    """

    name: str
    title: str
    preset: str
    compared: bool = False
    reference_values: tuple[ReferenceValue, ...] = ()

    def steps(self) -> list[LessonStep]:
        """Return the steps in the current language."""
        return read_steps(assets.read_lesson(self.name))


def read_steps(text: str) -> list[LessonStep]:
    """Parse the steps of a TOML file."""
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
            gettext_noop("Why depth-first search finds long solutions"),
            "eight-cpp", False,
            (
                ReferenceValue("stack", 80_229, 63_178),
                ReferenceValue("bfs", 10_189, 16),
                ReferenceValue("dfs", None, 96_096),
            ),
        ),
        Lesson(
            "priority-queue",
            gettext_noop("What a priority queue changes"),
            "eight-cpp", False,
            (
                ReferenceValue("best-first", 470, 50),
                ReferenceValue("astar", 74, 16),
                ReferenceValue("stack", 80_229, None),
            ),
        ),
        Lesson(
            "deepening",
            gettext_noop("Iterative deepening"),
            "graphs-3x3-colours", False,
            (ReferenceValue("iddfs", 292_912, 7), ReferenceValue("bfs", 1_679, 7)),
        ),
        Lesson(
            "macro-moves",
            gettext_noop("Macro moves versus search"),
            "graphs-4x4-two-colours",
            compared=True,
            reference_values=(
                ReferenceValue("exchange", None, 110),
                ReferenceValue("exchange-short", None, 20),
                ReferenceValue("peel", None, 10),
                ReferenceValue("bfs", 12_835, 9),
                ReferenceValue("optimal", None, 9),
            ),
        ),
    )
}  # fmt: skip
"""All lessons by name, in the order of the menu."""


def find_lesson(name: str) -> Lesson:
    """Return a lesson by name; raises PuzzleError if there is none."""
    if name in LESSONS:
        return LESSONS[name]
    text = tr("there is no lesson {name}; choose from {names}")
    message = text.format(name=repr(name), names=", ".join(LESSONS))
    raise PuzzleError(with_suggestion(message, name, LESSONS))
