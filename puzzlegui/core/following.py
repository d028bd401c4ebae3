"""How a place in a line of moves is named, by everything that shows one.

It is the move to be made next that is named, also while it is being made; those before are past.
"""

from __future__ import annotations

from puzzlegui.core.counting import group_digits, signed
from puzzlegui.core.language import ngettext, tr


def numbered(first: int, text: str, last: int | None = None) -> str:
    """A move by its number, from 1, and its text; or several, by their numbers alone."""
    if last is None or last == first:
        return f"{first}. {text}"
    return f"{first}\N{EN DASH}{last}"


def next_is(move: str) -> str:
    """What stands where the board is shown before a move."""
    return tr("Next: {move}").format(move=move)


def sum_is(now: int, wanted: int | None) -> str:
    """How far what is counted up has come, and what it must come to if that matters."""
    if wanted is None:
        return tr("sum {now}").format(now=signed(now))
    return tr("sum {now} of {wanted}").format(now=signed(now), wanted=signed(wanted))


def made(moves: int) -> str:
    """What stands where no move is left."""
    if not moves:
        return tr("Start")
    text = ngettext("After {count} move", "After {count} moves", moves)
    return text.format(count=group_digits(moves))
