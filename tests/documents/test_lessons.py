"""Statements of the lessons are true."""

from __future__ import annotations

import re

import pytest

from puzzlegui import assets
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.language import LANGUAGES, SOURCE
from puzzlegui.documents.lessons import LESSONS, Lesson, find_lesson, read_steps
from puzzlegui.documents.presets import load_preset
from puzzlegui.engine.registry import solvers_of
from puzzlegui.engine.run import solve
from puzzlegui.engine.watching.methods import watchable_searches
from puzzlegui.engine.watching.recorder import Recorder
from puzzlegui.engine.watching.step_view import RecordingViewer

LESSON = pytest.mark.parametrize("lesson", LESSONS.values(), ids=lambda lesson: lesson.name)


@pytest.mark.examples(1)
@LESSON
def test_the_figures_are_those_of_the_solvers(lesson: Lesson) -> None:
    board = load_preset(lesson.preset)
    text = " ".join(step.text for step in lesson.steps())
    for figure in lesson.reference_values:
        solution = solve(board, figure.solver)
        said = (figure.states, solution.states), (figure.moves, len(solution.moves))
        for number, found in said:
            if number is not None:
                assert found == number
                assert f"{number:,}" in text


@pytest.mark.examples(1)
@LESSON
def test_each_step_shows_what_it_says(lesson: Lesson) -> None:
    board = load_preset(lesson.preset)
    able = {
        one.name
        for one in (solvers_of(board.family) if lesson.compared else watchable_searches(board))
    }
    shown: tuple[str, ...] = ()
    recorded: dict[str, Recorder] = {}
    known = {f"{n:,}" for each in lesson.reference_values for n in (each.states, each.moves) if n}
    for step in lesson.steps():
        shown = step.show or shown
        assert set(shown) <= able
        if not lesson.compared:
            for name in set(shown) - recorded.keys():
                recorded[name] = Recorder(board, name)
                recorded[name].execute()
            there = [recorded[name] for name in shown]
            if isinstance(step.at, str):
                assert RecordingViewer(there[int(step.at[-1]) - 1]).goal_step() is not None
            for recording, depth in zip(there, step.depths, strict=False):
                assert isinstance(step.at, int)
                at = min(step.at, recording.count) - 1
                assert recording.depths[recording.steps[at]] == depth
        bold = set(re.findall(r"\*\*([\d,]+)\*\*", step.text))
        assert bold <= known | {f"{depth:,}" for depth in step.depths}


@LESSON
def test_a_question_has_one_right_answer_and_says_why(lesson: Lesson) -> None:
    steps = lesson.steps()
    assert any(step.question for step in steps)
    assert steps[0].show
    for step in steps:
        assert bool(step.question) == bool(step.choices)
        if step.choices:
            assert sum(choice.right for choice in step.choices) == 1
            assert all(choice.why for choice in step.choices)


@LESSON
@pytest.mark.parametrize("code", [code for code in LANGUAGES if code != SOURCE])
def test_a_lesson_says_the_same_in_every_language(lesson: Lesson, code: str) -> None:
    text = assets.read_text("lessons", f"{lesson.name}.{code}.toml")
    assert max(map(len, text.splitlines())) <= 160
    other = read_steps(text)
    steps = read_steps(assets.read_text("lessons", f"{lesson.name}.toml"))
    assert len(steps) == len(other)
    for here, there in zip(steps, other, strict=True):
        assert (here.show, here.at, here.depths) == (there.show, there.at, there.depths)
        assert [one.right for one in here.choices] == [one.right for one in there.choices]
        for pattern in (r"\*\*[\d,]+\*\*", r"`[\w-]+`", r"\b\d+(?:,\d{3})+\b"):
            grouped = re.sub(r"(?<=\d)\.(?=\d{3})", ",", there.text)
            found, wanted = re.findall(pattern, grouped), re.findall(pattern, here.text)
            assert sorted(found) == sorted(wanted)


def test_a_lesson_that_there_is_not() -> None:
    with pytest.raises(PuzzleError, match="there is no lesson 'x'; choose from depth-first, prior"):
        find_lesson("x")
