"""Creation of boards: in order, shuffled among the solvable ones, or scrambled by moves."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from puzzlegui.core.board import MAX_SIZE, MIN_SIZE, Board
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.formatting import group_digits
from puzzlegui.core.language import (
    Translatable,
    TranslatableChoices,
    tr,
    translated_fields,
)
from puzzlegui.core.letters import with_letters

MAX_SCRAMBLE = 1_000_000

ProgressCallback = Callable[[int], bool]
"""Progress callback: receives the number of steps taken; returns False to cancel."""


SimilarBoardMaker = Callable[[Board, int, int, ProgressCallback | None], Board | None]
"""Creates a similar board: same size and family.

Arguments are the board, the number of moves that it takes, a seed, and a progress callback.
Consecutive seeds give boards of as different difficulty as possible. Returns None if cancelled;
raises PuzzleError if no board was found.
"""


@translated_fields
@dataclass(frozen=True)
class Parameter:
    """Parameter of a new board besides its size.

    Attributes:
        name: option on the command line, without the dashes.
        label: name shown in the window.
        help: help text on the command line.
        letter: placeholder of its value in that help.
        choices: pairs of value and label, the default first; empty if a number is expected.
        flag: True for an option without a value, on the command line alone.
        minimum: smallest valid number.
        maximum: largest valid number.
        default: default number, or None.
        placeholder: text shown in the window if there is no number.
        is_text: True if a text is expected.
        default_name: name of the first choice on the command line; empty if it needs none.
        tip: description in the window.
        choice_tips: pairs of choice and its description in the window.
    """

    name: str
    label: Translatable
    help: Translatable
    letter: str = "N"
    choices: TranslatableChoices = ()
    flag: bool = False
    minimum: int = 0
    maximum: int = 10**9
    default: int | None = None
    placeholder: Translatable = "none"
    is_text: bool = False
    default_name: str = ""
    tip: Translatable = ""
    choice_tips: TranslatableChoices = ()

    @property
    def names(self) -> list[str]:
        """Names of the choices on the command line."""
        names = [self.default_name, *(name for name, _ in self.choices)]
        return [name for name in names if name]


@dataclass(frozen=True)
class BoardSpec:
    """Specification of a new board.

    Attributes:
        rows: 2 to 30.
        columns: 2 to 30.
        seed: selects among the possible boards.
        parameters: values of the parameters that were given, by name.
    """

    rows: int
    columns: int
    seed: int = 0
    parameters: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class CreatedBoard:
    """New board, with a note for the user."""

    board: Board
    note: str = ""


def incompatible(name: str, other: str) -> PuzzleError:
    """Return the error that a parameter cannot be combined with another."""
    text = tr("--{name} cannot be used with --{other}")
    return PuzzleError(text.format(name=name, other=other))


ExactBoardMaker = Callable[
    [BoardSpec, int, int, ProgressCallback | None, Board | None],
    tuple[CreatedBoard, tuple[Any, ...]] | None,
]
"""Creates a board whose shortest solution has an exact length, with that solution.

Arguments are size and parameters, the length, a seed, a progress callback, and a board whose size,
start and target are kept, or None. Returns None if cancelled; raises PuzzleError if no board was
found.
"""


def no_steps(_spec: BoardSpec) -> int:
    """Return 0, for boards that take no search."""
    return 0


@translated_fields
@dataclass(frozen=True)
class CreationMethod:
    """Method of creating boards of a family.

    Attributes:
        name: identifier of the method.
        title: name shown in the window.
        make: creates a board; deterministic. Returns None if cancelled.
        parameters: parameters besides the family's own.
        option: parameter that selects the method on the command line; "" for the default method,
            None if the command line does not offer it.
        seeded: True if the seed matters.
        max_steps: returns the largest number of steps that a board can take; 0 without a search.
        search_description: description of the search, if it takes a while.
        tip: description in the window.
    """

    name: str
    title: Translatable
    make: Callable[[BoardSpec, ProgressCallback | None], CreatedBoard | None]
    parameters: tuple[Parameter, ...] = ()
    option: str | None = None
    seeded: bool = True
    max_steps: Callable[[BoardSpec], int] = no_steps
    search_description: Translatable = ""
    tip: Translatable = ""


COLOURS = Parameter(
    "colours",
    "Co&lours",
    "use only K different values",
    "K",
    maximum=MAX_SIZE * MAX_SIZE,
    placeholder="all different",
    tip="Number of different tiles; tiles of the same colour may change places",
)
MOVES = Parameter(
    "moves", "&Moves", "scramble by N random moves instead of choosing among all solvable boards",
    minimum=1, maximum=1000, default=10, tip="Number of random moves away from the goal",
)  # fmt: skip


def check_size(spec: BoardSpec) -> None:
    """Raise PuzzleError if no board can have this size."""
    check_size_of(spec.rows, spec.columns)


def check_size_of(rows: int, columns: int) -> None:
    """Raise PuzzleError if no board can have this number of rows and columns."""
    for text, count in (
        (tr("the number of rows must be {smallest} to {largest}, not {count}"), rows),
        (tr("the number of columns must be {smallest} to {largest}, not {count}"), columns),
    ):
        if not MIN_SIZE <= count <= MAX_SIZE:
            raise PuzzleError(
                text.format(
                    smallest=str(MIN_SIZE), largest=str(MAX_SIZE), count=group_digits(count)
                )
            )


def tile_creation_methods(ordered: Callable[[BoardSpec], Board]) -> tuple[CreationMethod, ...]:
    """Return the methods of creating boards that have a start and a goal.

    Args:
        ordered: creates a board whose start is its goal; raises PuzzleError.
    """

    def solved(spec: BoardSpec) -> Board:
        return with_letters(ordered(spec), spec.parameters)

    def by_seed(spec: BoardSpec, _on_progress: ProgressCallback | None) -> CreatedBoard:
        return CreatedBoard(shuffled(solved(spec), random.Random(spec.seed)))

    def by_moves(spec: BoardSpec, on_progress: ProgressCallback | None) -> CreatedBoard | None:
        moves = spec.parameters["moves"]
        if not 0 <= moves <= MAX_SCRAMBLE:
            raise PuzzleError(
                tr(
                    "the number of scrambling moves must be 0 to {max_scramble}, not {moves}"
                ).format(max_scramble=group_digits(MAX_SCRAMBLE), moves=moves)
            )
        board = scrambled(solved(spec), moves, random.Random(spec.seed), on_progress)
        return None if board is None else CreatedBoard(board)

    def steps(spec: BoardSpec) -> int:
        moves: int = spec.parameters.get("moves") or 0
        return moves if moves * spec.rows * spec.columns > _LONG_SCRAMBLE else 0

    return (
        CreationMethod(
            "shuffled",
            "random (from seed)",
            by_seed,
            option="",
            tip="Any solvable start; the same seed makes the same board",
        ),
        CreationMethod(
            "scrambled",
            "scrambled by random moves",
            by_moves,
            (MOVES,),
            option="moves",
            max_steps=steps,
            search_description="number of random moves that scramble the goal",
            tip="A start that some random moves lead to from the goal",
        ),
        CreationMethod(
            "plain",
            "solved, ready to edit",
            lambda spec, _: CreatedBoard(solved(spec)),
            seeded=False,
            tip="The start is the goal, to be changed in Design",
        ),
    )


def similar_tile_board(
    board: Board, moves: int, seed: int, on_progress: ProgressCallback | None
) -> Board | None:
    """Return a board with the same goal: by the seed, as many moves away, or any."""
    rng = random.Random(seed)
    if on_progress is not None and not on_progress(0):
        return None
    if seed % 2:
        return shuffled(board, rng)
    cells = board.rows * board.columns
    # Enough to mix a small board well, and bounded in time on a large board.
    return scrambled(board, min(moves, 6 * cells, _LONG_SCRAMBLE // cells), rng)


_POLL_INTERVAL = 8
"""Random moves between two calls of the progress callback."""
_LONG_SCRAMBLE = 20_000
"""Moves times cells from which a scramble needs a progress display."""


def shuffled(board: Board, rng: random.Random) -> Board:
    """Return the board with a start chosen uniformly among those that can reach the goal."""
    return board.with_fields(start=board.random_start(rng))


def scrambled(
    board: Board, moves: int, rng: random.Random, on_progress: ProgressCallback | None = None,
    *, origin: str = "goal",
) -> Board | None:  # fmt: skip
    """Return the board after random moves, none of which undoes its predecessor.

    Args:
        board: the board.
        moves: number of moves; each can be undone by one of the board's.
        rng: chooses them.
        on_progress: called now and then.
        origin: grid that they begin at: the goal, or the start.

    Returns:
        None if ``on_progress`` returned False.
    """
    inverse = board.inverse()
    position, before = board.grid(origin), None
    for number in range(moves):
        if on_progress is not None and number % _POLL_INTERVAL == 0 and not on_progress(number):
            return None
        choices = [inverse.play(position, move) for move in inverse.legal_moves(position)]
        fresh = [choice for choice in choices if choice != before]
        position, before = rng.choice(fresh or choices), position
    return board.with_fields(start=position)
