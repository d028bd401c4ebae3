"""Sentences on the result of a search."""

from __future__ import annotations

from puzzlegui.core.formatting import group_digits, quantity
from puzzlegui.core.language import gettext_noop, ngettext, tr

SEGMENT_NAMES = (
    gettext_noop("all moves"),
    gettext_noop("by hand"),
    gettext_noop("from table"),
    gettext_noop("moves made before"),
    gettext_noop("row {number}"),
    gettext_noop("column {name}"),
    gettext_noop("order row {number}"),
    gettext_noop("last {rows}×{columns} from table"),
    gettext_noop("last {rows}×{columns}"),
    gettext_noop("exchange {one} and {other}"),
    gettext_noop("bring {one} to {other} beside the fixed"),
    gettext_noop("bring {one} to {other}"),
    gettext_noop("{one} to {other}"),
    gettext_noop("until {number}% of the tiles are in place"),
    gettext_noop("row {number} in place"),
    gettext_noop("rows {numbers} in place"),
)
"""Templates of the names that solvers give to segments of solutions."""


def solved_in(count: int, bound: int, *, proved: bool, longest: bool) -> str:
    """Return the sentence on a solution.

    Args:
        count: number of moves.
        bound: proved lower bound on the number of moves.
        proved: True if the solution is proved shortest.
        longest: True if the solution is proved longest.
    """
    if not count:
        return tr("The board is solved already; no moves are needed.")
    if longest:
        text = ngettext(
            "Solved in {count} move, proved longest.",
            "Solved in {count} moves, proved longest.",
            count,
        )
    elif proved:
        text = ngettext(
            "Solved in {count} move, proved shortest.",
            "Solved in {count} moves, proved shortest.",
            count,
        )
    elif bound:
        text = ngettext(
            "Solved in {count} move; at least {bound} needed.",
            "Solved in {count} moves; at least {bound} needed.",
            count,
        )
    else:
        text = ngettext("Solved in {count} move.", "Solved in {count} moves.", count)
    return text.format(count=group_digits(count), bound=group_digits(bound))


def listed(count: int) -> str:
    """Return the sentence on the number of solutions found."""
    return tr("{solutions} found.").format(solutions=quantity(count, "solution"))


def stopped(bound: int) -> str:
    """Return the sentence on a search that reached a limit; a lower bound of 0 is unknown."""
    if not bound:
        return tr("Stopped at the limit without a solution.")
    return ngettext(
        "Stopped at the limit without a solution; at least {count} move needed.",
        "Stopped at the limit without a solution; at least {count} moves needed.",
        bound,
    ).format(count=group_digits(bound))


def cancelled(bound: int) -> str:
    """Return the sentence on a search that was cancelled; a lower bound of 0 is unknown."""
    if not bound:
        return tr("Cancelled.")
    return ngettext(
        "Cancelled. At least {count} move needed.",
        "Cancelled. At least {count} moves needed.",
        bound,
    ).format(count=group_digits(bound))


def difficulty(least: int, most: int | None) -> str:
    """Return the sentence on the length of a shortest solution, between proved bounds."""
    if most is None:
        text = ngettext(
            "Difficulty: a shortest solution has at least {count} move.",
            "Difficulty: a shortest solution has at least {count} moves.",
            least,
        )
    elif least == most:
        text = ngettext(
            "Difficulty: a shortest solution has {count} move.",
            "Difficulty: a shortest solution has {count} moves.",
            least,
        )
    else:
        text = tr("Difficulty: a shortest solution has {count} to {most} moves.")
    return text.format(count=group_digits(least), most=group_digits(most or 0))
