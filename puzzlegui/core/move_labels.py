"""Labels of moves and of positions within a list of moves, shared by everything that shows them.

A position is labelled by the next move, also while that move is being made.
"""

from __future__ import annotations

from puzzlegui.core.formatting import group_digits, signed
from puzzlegui.core.language import ngettext, tr


def move_label(first: int, text: str, last: int | None = None) -> str:
    """Return the label of a move (its number from 1 and its text), or of a range of moves."""
    if last is None or last == first:
        return f"{first}. {text}"
    return f"{first}\N{EN DASH}{last}"


def next_label(number: int, total: int, move: str, last: int | None = None) -> str:
    """Return the caption of the position before a move or a group of moves.

    Args:
        number: of the next move, from 1.
        total: number of moves.
        move: text of the move.
        last: number of the last move, if several are shown as a group.
    """
    if last is None or last == number:
        text = tr("Move {number} of {total}: {move}")
        return text.format(number=group_digits(number), total=group_digits(total), move=move)
    text = tr("Moves {first}–{last} of {total}")
    return text.format(
        first=group_digits(number), last=group_digits(last), total=group_digits(total)
    )


def sum_label(now: int, wanted: int | None) -> str:
    """Return the label of the running total, with the required value if any."""
    if wanted is None:
        return tr("sum {now}").format(now=signed(now))
    return tr("sum {now} (wanted: {wanted})").format(now=signed(now), wanted=signed(wanted))


def after_label(moves: int) -> str:
    """Return the label of the position after all moves."""
    if not moves:
        return tr("Start")
    text = ngettext("After {count} move", "After {count} moves", moves)
    return text.format(count=group_digits(moves))
