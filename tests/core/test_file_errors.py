"""Texts about failures of the file system."""

import errno
import os
from pathlib import Path

import pytest

from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.file_errors import own_advice, reason_of, write_problem

PATH = Path("/home/me/board.puzzle")
FULL = OSError(errno.ENOSPC, "Auf dem Gerät ist kein Speicherplatz mehr verfügbar")


@pytest.mark.parametrize(
    ("number", "reason", "advice"),
    [
        (errno.ENOSPC, "No space left on device", "Free some space and try again."),
        (errno.EROFS, "Read-only file system", "Choose another folder"),
        (errno.EACCES, "Permission denied", "Choose another folder"),
        (errno.ETIMEDOUT, "Another program is writing it", "Try again in a moment."),
    ],
)
def test_write_problem_says_what_happened_and_what_to_do(
    number: int, reason: str, advice: str
) -> None:
    text = write_problem(OSError(number, os.strerror(number)), PATH)
    assert text.startswith(f"{PATH}: {reason}, so the file stays as it was. {advice}")


def test_write_problem_names_the_file_of_the_error() -> None:
    error = OSError(errno.ENOSPC, "full", str(PATH))
    assert write_problem(error) == write_problem(FULL, PATH)
    assert write_problem(FULL) == "No space left on device. Free some space and try again."


def test_write_problem_keeps_words_of_the_program() -> None:
    assert write_problem(PuzzleError("is too large"), PATH) == "is too large"
    assert write_problem(OSError("ffmpeg has failed"), PATH) == f"{PATH}: ffmpeg has failed"


def test_reason_of_an_unknown_error_is_that_of_the_system() -> None:
    assert reason_of(FULL) == "No space left on device"
    assert reason_of(OSError(errno.EXDEV, "words")) == "words"
    assert own_advice(OSError(errno.EXDEV, "words")) == ""
    assert own_advice(FULL) == "Free some space; PuzzleGUI will try again."
