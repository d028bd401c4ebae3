"""Problems of boards, files and moves, as data and as exceptions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import Enum, auto

from puzzlegui.core.cells import Cell
from puzzlegui.core.formatting import group_digits
from puzzlegui.core.language import tr

MAX_PROBLEMS = 20
"""Maximum number of problems kept; further problems are only counted."""
_MAX_MESSAGE = 300
"""Maximum length of a message, in characters; it may quote the file."""


class ProblemKind(Enum):
    """Property of a board, or of a text, that is wrong."""

    TEXT = auto()
    SIZE = auto()
    SIGN = auto()
    GAP = auto()
    HOLES = auto()
    VALUES = auto()
    PLACE = auto()
    MOVES = auto()


@dataclass(frozen=True)
class Problem:
    """Single problem, with its location.

    Attributes:
        message: a sentence without the location.
        field: field of the board (``start``, ``goal``, ``numbers``, ``target`` …).
        cells: cells concerned, if any.
        line: line in the file, from 1; 0 if the problem is not in a file.
        column: column in that line, from 1.
        surplus: number of the cells that are too many, no matter which; 0 if all are wrong.
        path: keys and indices that lead to the value within the field, if it is not a grid.
        kind: kind of the problem; a repair removes all problems of a kind.
    """

    message: str
    field: str = ""
    cells: tuple[Cell, ...] = ()
    line: int = 0
    column: int = 0
    surplus: int = 0
    path: tuple[str | int, ...] = ()
    kind: ProblemKind = ProblemKind.TEXT

    def __str__(self) -> str:
        if self.line:
            return tr("line {line}, column {column}: {message}").format(
                line=str(self.line), column=str(self.column), message=self.message
            )
        return self.message


@dataclass
class ProblemList:
    """Bounded list of problems, since a file may have as many as it has characters.

    Attributes:
        problems: the first problems.
        count: number of all problems.
        cut: True if the search for problems was stopped early.
    """

    problems: list[Problem] = field(default_factory=list)
    count: int = 0
    cut: bool = False

    @property
    def full(self) -> bool:
        """True if further problems are only counted."""
        return len(self.problems) >= MAX_PROBLEMS

    def add(self, problem: Problem) -> None:
        """Add a problem."""
        self.count += 1
        if not self.full:
            if len(problem.message) > _MAX_MESSAGE:
                problem = replace(problem, message=f"{problem.message[:_MAX_MESSAGE]}…")
            self.problems.append(problem)

    def summarized(self) -> list[Problem]:
        """Return the first problems, and a last entry with the number of the others."""
        more = self.count - len(self.problems)
        if self.cut:
            return [*self.problems, Problem(tr("and perhaps more"))]
        return [*self.problems, Problem(tr("and {more} more").format(more=group_digits(more)))][
            : self.count
        ]


class PuzzleError(ValueError):
    """Invalid input; ``str()`` of it can be shown to a user."""


class GridTextError(PuzzleError):
    """Text that is no grid, with the place of the error.

    Attributes:
        line: number of the line, from 1.
        word: word in this line, or in a later one, that is wrong; empty for the whole line.
    """

    def __init__(self, message: str, line: int, word: str = "") -> None:
        self.line, self.word = line, word
        super().__init__(message)


class BoardFileError(PuzzleError):
    """File that is not a valid board or solution, with every problem found."""

    def __init__(self, name: str, problems: Sequence[Problem]) -> None:
        self.name = name
        self.problems = tuple(problems)
        first, *more = (str(problem) for problem in self.problems)
        super().__init__("\n  ".join([f"{name}: {first}", *more]))


def line_and_column(text: str, offset: int) -> tuple[int, int]:
    """Return the line and the column, from 1, of an offset in a text."""
    return text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)


class MoveTextError(PuzzleError):
    """Text that is not a list of moves of this family.

    Attributes:
        reason: message without the location.
        offset: location in the text, in characters.
        problem: message, with the location as line and column.
    """

    def __init__(self, message: str, text: str = "", offset: int = 0) -> None:
        self.reason, self.offset = message, offset
        self.problem = Problem(message, "moves", (), *line_and_column(text, offset))
        super().__init__(str(self.problem))


class IllegalMoveError(PuzzleError):
    """Well-formed move that is not legal in its position.

    Attributes:
        offset: location in the text that was read, in characters; None if it is not known.
    """

    offset: int | None = None


def as_sentence(error: object) -> str:
    """Return an error message as a sentence, with a capital letter and a full stop."""
    text = str(error)
    return f"{text[:1].upper()}{text[1:]}" + ("" if text.endswith((".", "!", "?")) else ".")
