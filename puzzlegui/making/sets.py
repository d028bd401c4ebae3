"""Sets of boards from easy to hard, no two of which are the same puzzle."""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import replace

from puzzlegui.core.board import Board
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.formatting import group_digits, quantity
from puzzlegui.core.language import tr
from puzzlegui.documents.book import Book, BookPuzzle
from puzzlegui.making.alike import canonical_key
from puzzlegui.making.rating import Difficulty, ImpossibleError, RatedBoard

Maker = Callable[[Difficulty, int], RatedBoard]
"""Makes a board of a difficulty from a seed; raises ImpossibleError if there is none."""

MOST_BOARDS = 1000
"""Boards of a set."""
_TRIES = 200
"""Boards in a row that are in the set already before a length counts as exhausted."""


def check_count(count: int) -> None:
    """Raise PuzzleError if no set can have this number of boards."""
    if not 1 <= count <= MOST_BOARDS:
        text = tr("the number of boards must be 1 to {most}, not {count}")
        raise PuzzleError(text.format(most=group_digits(MOST_BOARDS), count=group_digits(count)))


def make_set(makers: Sequence[Maker], wish: Difficulty, seed: int) -> Iterator[RatedBoard]:
    """Yield boards whose lengths rise evenly over the wanted range, no two of them alike.

    Where a length has too few boards, the nearest that has more takes its places: then boards come
    out of order.

    Args:
        makers: maker of each board; a maker may make several of them.
        wish: the range of lengths.
        seed: chooses the set; the same arguments give the same set.

    Raises:
        ImpossibleError: there are not as many boards that differ.
    """
    rng = random.Random(seed)
    lengths = range(wish.shortest, wish.longest + 1)
    exhausted: dict[tuple[Maker, int], ImpossibleError | None] = {}
    seen = _Seen()
    for number, maker in enumerate(makers):
        wanted = wish.shortest + number * (wish.longest - wish.shortest) // max(1, len(makers) - 1)
        board = None
        while board is None:
            left = [length for length in lengths if (maker, length) not in exhausted]
            if not left:
                reasons = [exhausted[maker, length] for length in lengths]
                raise next(filter(None, reasons)) if all(reasons) else _too_few(number, wish, seen)
            length = min(left, key=lambda length: abs(length - wanted))
            try:
                board = _other_than(maker, Difficulty(length, length, wish.unique), rng, seen)
            except ImpossibleError as error:
                exhausted[maker, length] = error
            else:
                if board is None:
                    exhausted[maker, length] = None
        yield board


class _Seen:
    """The boards of a set so far.

    Attributes:
        varied: True if a board was left out that is the same puzzle as another but looks different.
    """

    def __init__(self, boards: Iterable[Board] = ()) -> None:
        self.varied = False
        self._boards: dict[Hashable, Board] = {}
        for board in boards:
            self.add(board)

    def add(self, board: Board) -> bool:
        """Add a board; return False if the same puzzle is among them."""
        key = canonical_key(board)
        known = self._boards.get(key)
        if known is None:
            self._boards[key] = board
            return True
        self.varied |= known.puzzle != board.puzzle
        return False


def _other_than(
    maker: Maker, wish: Difficulty, rng: random.Random, seen: _Seen
) -> RatedBoard | None:
    """Return a board unlike those seen, None if none was found; adds it to them.

    Raises:
        ImpossibleError: there is no board of this difficulty.
    """
    for _ in range(_TRIES):
        rated = maker(wish, rng.randrange(1 << 32))
        if seen.add(rated.board):
            return rated
    return None


def make_other(
    maker: Maker, wish: Difficulty, rng: random.Random, boards: Iterable[Board]
) -> RatedBoard:
    """Return a board that is like none of some boards.

    Raises:
        ImpossibleError: no other was found.
    """
    found = _other_than(maker, wish, rng, _Seen(boards))
    if found is None:
        raise ImpossibleError(tr("no other board of this length was found"))
    return found


def _too_few(count: int, wish: Difficulty, seen: _Seen) -> ImpossibleError:
    lengths = quantity(wish.longest, "move")
    if wish.shortest < wish.longest:
        lengths = tr("{shortest} to {lengths}").format(
            shortest=group_digits(wish.shortest), lengths=lengths
        )
    text = (
        tr("found only {boards} of {lengths}: the others were turned, mirrored or recoloured")
        if seen.varied
        else tr("found only {boards} of {lengths}: no other was found")
    )
    return ImpossibleError(text.format(boards=quantity(count, "board"), lengths=lengths))


def rated_puzzle(rated: RatedBoard) -> BookPuzzle:
    """Return a board of proved difficulty as a puzzle of a book."""
    return BookPuzzle(rated.board, rated.length, True, rated.unique, rated.moves)


def rated_book(boards: Sequence[RatedBoard], title: str, *, in_order: bool = True) -> Book:
    """Return a book of boards, in order of length if wanted, each titled with its number."""
    if in_order:
        boards = sorted(boards, key=lambda rated: rated.length)
    puzzles = [
        rated_puzzle(replace(rated, board=rated.board.with_fields(title=f"{title}, {number}")))
        for number, rated in enumerate(boards, 1)
    ]
    return Book(title, puzzles=tuple(puzzles))
