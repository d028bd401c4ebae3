"""New boards: in order, shuffled uniformly among the solvable ones, or scrambled by moves."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from puzzlegui.core.board import LARGEST, SMALLEST, Board
from puzzlegui.core.cells import rows_of
from puzzlegui.core.counting import group_digits
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.language import Shown, ShownChoices, tr, with_texts

MAX_SCRAMBLE = 1_000_000

Watch = Callable[[int], bool]
"""Is told now and then how many steps were taken; False if nobody wants to go on."""


Another = Callable[[Board, int, int, Watch | None], Board | None]
"""Makes another board of the same size and kind: from the board, the number of moves that it takes,
a seed, and whoever watches. Seeds one after the other give boards as different in difficulty as
may be. None if nobody wanted to go on; raises PuzzleError if none was found."""


@with_texts
@dataclass(frozen=True)
class Parameter:
    """What can be said of a new board besides its size.

    Attributes:
        name: its option on the command line, without the dashes.
        label: what the window calls it.
        help: what the command line says of it.
        letter: stands for its number there.
        choices: pairs of value and label, the usual one first; none where a number is wanted.
        flag: it is said or not, on the command line alone.
        least: the least number.
        most: the greatest number.
        usual: the number that is meant where none is given; None for none.
        empty: what the window shows where there is none.
    """

    name: str
    label: Shown
    help: Shown
    letter: str = "N"
    choices: ShownChoices = ()
    flag: bool = False
    least: int = 0
    most: int = 10**9
    usual: int | None = None
    empty: Shown = "none"


@dataclass(frozen=True)
class Wanted:
    """What a new board is to be.

    Attributes:
        rows: 2 to 30.
        columns: 2 to 30.
        seed: chooses among the possible boards.
        given: parameters that were given, by name.
    """

    rows: int
    columns: int
    seed: int = 0
    given: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Made:
    """A new board, and what is to be said of it."""

    board: Board
    note: str = ""


def at_once(_wanted: Wanted) -> int:
    """Return 0: a board that takes no steps to be found."""
    return 0


@with_texts
@dataclass(frozen=True)
class Start:
    """A way for new boards of a family to begin.

    Attributes:
        name: of this way.
        title: what the window calls it.
        make: makes a board; the same wish gives the same one. None if nobody wanted to go on.
        parameters: what can be said besides the family's own parameters.
        option: the parameter that chooses this way on the command line; "" for the usual way,
            None for one that it does not have.
        seeded: whether the seed matters.
        steps: returns how many steps at most are taken to make a board; 0 for one that is there at
            once.
        promise: what will be made, where that takes a while.
    """

    name: str
    title: Shown
    make: Callable[[Wanted, Watch | None], Made | None]
    parameters: tuple[Parameter, ...] = ()
    option: str | None = None
    seeded: bool = True
    steps: Callable[[Wanted], int] = at_once
    promise: Shown = ""


COLOURS = Parameter(
    "colours",
    "Co&lours",
    "use only K different values",
    "K",
    most=LARGEST * LARGEST,
    empty="all different",
)
MOVES = Parameter(
    "moves", "&Moves", "scramble by N random moves instead of choosing among all solvable boards",
    least=1, most=1000, usual=10,
)  # fmt: skip


def check_size(wanted: Wanted) -> None:
    """Raise PuzzleError if no board has this size."""
    check_size_of(wanted.rows, wanted.columns)


def check_size_of(rows: int, columns: int) -> None:
    """Raise PuzzleError if no board has so many rows and columns."""
    for text, count in (
        (tr("the number of rows must be {smallest} to {largest}, not {count}"), rows),
        (tr("the number of columns must be {smallest} to {largest}, not {count}"), columns),
    ):
        if not SMALLEST <= count <= LARGEST:
            raise PuzzleError(
                text.format(smallest=str(SMALLEST), largest=str(LARGEST), count=group_digits(count))
            )


def bands(tiles: int, colours: int) -> list[int]:
    """The values 1 and up for so many tiles, in bands as equal as can be; 0 for all different.

    Raises:
        PuzzleError: there are fewer tiles than colours.
    """
    if not 0 <= colours <= tiles:
        raise PuzzleError(
            tr("the number of colours on this board must be 1 to {tiles}, not {colours}").format(
                tiles=group_digits(tiles), colours=group_digits(colours)
            )
        )
    return [1 + i * (colours or tiles) // tiles for i in range(tiles)]


def starts_of_tiles(ordered: Callable[[Wanted], Board]) -> tuple[Start, ...]:
    """The ways in which boards with a start and a goal begin.

    Args:
        ordered: makes a board whose start is its goal; raises PuzzleError.
    """

    def by_seed(wanted: Wanted, _watch: Watch | None) -> Made:
        return Made(shuffled(ordered(wanted), random.Random(wanted.seed)))

    def by_moves(wanted: Wanted, watch: Watch | None) -> Made | None:
        moves = wanted.given["moves"]
        if not 0 <= moves <= MAX_SCRAMBLE:
            raise PuzzleError(
                tr(
                    "the number of scrambling moves must be 0 to {max_scramble}, not {moves}"
                ).format(max_scramble=group_digits(MAX_SCRAMBLE), moves=moves)
            )
        board = scrambled(ordered(wanted), moves, random.Random(wanted.seed), watch)
        return None if board is None else Made(board)

    def steps(wanted: Wanted) -> int:
        moves: int = wanted.given.get("moves") or 0
        return moves if moves * wanted.rows * wanted.columns > _LONG_SCRAMBLE else 0

    return (
        Start("shuffled", "random (from seed)", by_seed, option=""),
        Start(
            "scrambled",
            "scrambled by random moves",
            by_moves,
            (MOVES,),
            option="moves",
            steps=steps,
            promise="number of random moves that scramble the goal",
        ),
        Start(
            "plain",
            "solved, ready to edit",
            lambda wanted, _: Made(ordered(wanted)),
            seeded=False,
        ),
    )


def another_of_tiles(board: Board, moves: int, seed: int, watch: Watch | None) -> Board | None:
    """A board with the same goal: by the seed one as many moves away, or any; see ``Another``."""
    rng = random.Random(seed)
    if watch is not None and not watch(0):
        return None
    if seed % 2:
        return shuffled(board, rng)
    cells = board.rows * board.columns
    # So many that it matters no more how many on a small board, and not for ever on a large one.
    return scrambled(board, min(moves, 6 * cells, _LONG_SCRAMBLE // cells), rng)


_LOOK = 8
"""Random moves between two looks whether they are wanted still."""
_LONG_SCRAMBLE = 20_000
"""Moves times cells that are made while somebody waits."""


def shuffled(board: Board, rng: random.Random) -> Board:
    """The board with its start chosen uniformly among those from which the goal can be reached."""
    values = [value for row in board.grid("goal") for value in row]
    while True:
        rng.shuffle(values)
        candidate = board.changed(start=rows_of(values, board.columns))
        if candidate.verdict().solvable:
            return candidate


def scrambled(
    board: Board, moves: int, rng: random.Random, watch: Watch | None = None
) -> Board | None:
    """Return the board after random moves from its goal, none of which undoes the one before.

    Returns:
        None if ``watch`` did not want to go on.
    """
    backwards = board.backwards()
    position, before = board.grid("goal"), None
    for number in range(moves):
        if watch is not None and number % _LOOK == 0 and not watch(number):
            return None
        choices = [backwards.play(position, move) for move in backwards.legal_moves(position)]
        fresh = [choice for choice in choices if choice != before]
        position, before = rng.choice(fresh or choices), position
    return board.changed(start=position)
