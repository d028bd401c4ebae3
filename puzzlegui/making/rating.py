"""Requested difficulty of a board, and its proved difficulty."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from puzzlegui.core.board import Board
from puzzlegui.core.creation import incompatible
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.language import tr

Watch = Callable[[int], bool]
"""Called now and then with the number of candidates tried; returns False to stop."""


class ImpossibleError(PuzzleError):
    """No board fulfils the wish; the message says why."""


class NotFoundError(PuzzleError):
    """No board was found that fulfils the wish, though there may be one."""


@dataclass(frozen=True)
class Difficulty:
    """The wanted difficulty of a board.

    Attributes:
        shortest: least number of moves of its shortest solution, at least 1.
        longest: greatest number of moves of its shortest solution.
        unique: True if only a single shortest solution will do.
        hardest: True for as many moves as possible instead.
    """

    shortest: int
    longest: int
    unique: bool = False
    hardest: bool = False

    def __post_init__(self) -> None:
        if not 1 <= self.shortest <= self.longest:
            raise PuzzleError(tr("the length must be 1 or more, as N or as A..B with A ≤ B"))


@dataclass(frozen=True)
class RatedBoard:
    """A board with its proved difficulty.

    Attributes:
        board: the board.
        moves: a shortest solution.
        unique: True if there is no other solution as short; None if that was not counted.
        note: what else makes it hard or easy, in sentences.
    """

    board: Board
    moves: tuple[Any, ...]
    unique: bool | None = None
    note: str = ""

    @property
    def length(self) -> int:
        """Number of moves of a shortest solution."""
        return len(self.moves)


HARDEST = Difficulty(1, 1, hardest=True)
"""The hardest board, or where that cannot be known the hardest found."""


def check_hardest(given: Mapping[str, object]) -> None:
    """Raise PuzzleError if a parameter given cannot be combined with the wish for the hardest."""
    for name in ("length", "count", "unique"):
        if given.get(name):
            raise incompatible(name, "hardest")


def hardest_found(best: RatedBoard | None) -> RatedBoard:
    """Return the hardest board of a search, which says that there may be harder ones.

    Raises:
        NotFoundError: there is none.
    """
    if best is None:
        raise NotFoundError(tr("no board was found whose length can be proved"))
    note = tr("This is the hardest board found; there may be harder ones.")
    return replace(best, note=" ".join(filter(None, [best.note, note])))


_LENGTHS = 1 << 40
"""Added to the seed of a board for the choice of its length."""


def choose_length(lengths: Sequence[int], seed: int) -> int:
    """Choose the length of a board apart from the board itself.

    So a seed makes the same board for a range as for the length that it chooses from the range.
    """
    return random.Random(seed + _LENGTHS).choice(lengths)


class Cancelled(Exception):
    """Raised when ``watch`` returned False."""
