"""What the lessons say is so."""

from __future__ import annotations

import re

import pytest

from puzzlegui import assets
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.language import LANGUAGES, SOURCE
from puzzlegui.documents.lessons import LESSONS, Lesson, find_lesson
from puzzlegui.documents.presets import load_preset
from puzzlegui.engine.registry import solvers_of
from puzzlegui.engine.run import solve
from puzzlegui.engine.watching.methods import searches


@pytest.mark.examples(2)
@pytest.mark.parametrize("lesson", LESSONS.values(), ids=lambda lesson: lesson.name)
def test_the_figures_are_those_of_the_solvers(lesson: Lesson) -> None:
    board = load_preset(lesson.preset)
    text = lesson.text.replace("\n", " ")
    for figure in lesson.figures:
        solution = solve(board, figure.solver)
        said = (figure.states, solution.states), (figure.moves, len(solution.moves))
        for number, found in said:
            if number is not None:
                assert found == number
                assert f"{number:,}" in text


@pytest.mark.parametrize("lesson", LESSONS.values(), ids=lambda lesson: lesson.name)
def test_a_lesson_opens_searches_that_there_are(lesson: Lesson) -> None:
    board = load_preset(lesson.preset)
    assert {lesson.solver, lesson.beside} <= {"", *(one.name for one in searches(board))}
    assert set(lesson.compared) <= {one.name for one in solvers_of(board.family)}
    assert bool(lesson.solver) != bool(lesson.compared)
    assert lesson.text.startswith(f"# {lesson.title}\n")


@pytest.mark.parametrize("lesson", LESSONS.values(), ids=lambda lesson: lesson.name)
@pytest.mark.parametrize("code", [code for code in LANGUAGES if code != SOURCE])
def test_a_lesson_says_the_same_in_every_language(lesson: Lesson, code: str) -> None:
    name = f"lesson-{lesson.name}"
    text = assets.read_text("help", f"{name}.{code}.md")
    original = assets.read_text("help", f"{name}.md")
    for pattern in (r"\*\*[\d,]+\*\*", r"`[\w-]+`", r"\b\d+(?:,\d{3})+\b"):
        grouped = re.sub(r"(?<=\d)\.(?=\d{3})", ",", text)
        found, wanted = re.findall(pattern, grouped), re.findall(pattern, original)
        assert sorted(found) == sorted(wanted)
    assert max(map(len, text.splitlines())) <= 140


def test_a_lesson_that_there_is_not() -> None:
    with pytest.raises(PuzzleError, match="there is no lesson 'x'; choose from depth-first, prior"):
        find_lesson("x")
