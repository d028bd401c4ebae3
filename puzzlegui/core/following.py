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


def next_move(number: int, total: int, move: str, last: int | None = None) -> str:
    """Return the caption of the board before a move, or before several.

    Args:
        number: of the next move, from 1.
        total: the number of moves.
        move: its text.
        last: number of the last of several moves that are shown as one.
    """
    if last is None or last == number:
        text = tr("Move {number} of {total}: {move}")
        return text.format(number=group_digits(number), total=group_digits(total), move=move)
    text = tr("Moves {first}–{last} of {total}")
    return text.format(
        first=group_digits(number), last=group_digits(last), total=group_digits(total)
    )


def sum_is(now: int, wanted: int | None) -> str:
    """How far what is counted up has come, and what it must come to if that matters."""
    if wanted is None:
        return tr("sum {now}").format(now=signed(now))
    return tr("sum {now} (wanted: {wanted})").format(now=signed(now), wanted=signed(wanted))


def made(moves: int) -> str:
    """What stands where no move is left."""
    if not moves:
        return tr("Start")
    text = ngettext("After {count} move", "After {count} moves", moves)
    return text.format(count=group_digits(moves))
