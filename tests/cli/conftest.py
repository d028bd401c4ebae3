from collections.abc import Callable

import pytest

from puzzlegui import cli


class Answer:
    """Exit status and output of a command."""

    def __init__(self, status: int, out: str, err: str) -> None:
        self.status, self.out, self.err = status, out, err


Run = Callable[..., Answer]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command in this process."""

    def call(*argv: object) -> Answer:
        status = cli.run([str(argument) for argument in argv])
        out, err = capsys.readouterr()
        return Answer(status, out, err)

    return call
