"""What can be wrong with a board, a file or a move, as data and as exceptions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from puzzlegui.core.cells import Cell
from puzzlegui.core.counting import group_digits
from puzzlegui.core.language import tr

MOST_LISTED = 20
"""Of more problems than that the others are only counted."""
_LONGEST = 300
"""Characters of a message; it may quote what is in a file."""


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong, in words, and where.

    Attributes:
        message: a whole sentence without its place.
        field: the board's field it concerns (``start``, ``goal``, ``numbers``, ``target`` …).
        cells: the cells it concerns, if any.
        line: line in the file, from 1; 0 if it does not come from a file.
        column: column in that line, from 1.
        surplus: so many of the cells are too many, whichever these are; 0 where all are wrong.
    """

    message: str
    field: str = ""
    cells: tuple[Cell, ...] = ()
    line: int = 0
    column: int = 0
    surplus: int = 0

    def __str__(self) -> str:
        if self.line:
            return tr("line {line}, column {column}: {message}").format(
                line=str(self.line), column=str(self.column), message=self.message
            )
        return self.message


@dataclass
class Noted:
    """Problems as they are found, of which there may be as many as a file has characters.

    Attributes:
        problems: the first of them.
        count: of all.
        cut: there may be more, which were not looked for.
    """

    problems: list[Problem] = field(default_factory=list)
    count: int = 0
    cut: bool = False

    @property
    def full(self) -> bool:
        """Whether further ones are only counted."""
        return len(self.problems) >= MOST_LISTED

    def add(self, problem: Problem) -> None:
        """Note a problem."""
        self.count += 1
        if not self.full:
            if len(problem.message) > _LONGEST:
                problem = replace(problem, message=f"{problem.message[:_LONGEST]}…")
            self.problems.append(problem)

    def listed(self) -> list[Problem]:
        """The first problems, and how many there are besides."""
        more = self.count - len(self.problems)
        if self.cut:
            return [*self.problems, Problem(tr("and perhaps more"))]
        return [*self.problems, Problem(tr("and {more} more").format(more=group_digits(more)))][
            : self.count
        ]


class PuzzleError(ValueError):
    """Bad input; ``str()`` of it is fit to be shown to a user."""


class BoardFileError(PuzzleError):
    """A file that is not a sound board or solution, with every problem found."""

    def __init__(self, name: str, problems: Sequence[Problem]) -> None:
        self.name = name
        self.problems = tuple(problems)
        first, *more = (str(problem) for problem in self.problems)
        super().__init__("\n  ".join([f"{name}: {first}", *more]))


def place_of(text: str, offset: int) -> tuple[int, int]:
    """The line and the column, from 1, of an offset in a text."""
    return text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)


class MoveTextError(PuzzleError):
    """Text that is not a list of moves of this family.

    Attributes:
        reason: what is wrong, without the place.
        offset: the place in the text.
        problem: both, the place as line and column.
    """

    def __init__(self, message: str, text: str = "", offset: int = 0) -> None:
        self.reason, self.offset = message, offset
        self.problem = Problem(message, "moves", (), *place_of(text, offset))
        super().__init__(str(self.problem))


class IllegalMoveError(PuzzleError):
    """A move that is well written but that the rules do not allow where it stands."""


def sentence(error: object) -> str:
    """An error as a sentence of its own."""
    text = str(error)
    return f"{text[:1].upper()}{text[1:]}" + ("" if text.endswith((".", "!", "?")) else ".")
