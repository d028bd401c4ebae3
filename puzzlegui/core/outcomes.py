"""How a search ended, in sentences."""

from __future__ import annotations

from puzzlegui.core.counting import counted, group_digits
from puzzlegui.core.language import mark, ngettext, tr

PARTS = (
    mark("all moves"),
    mark("by hand"),
    mark("from table"),
    mark("moves made before"),
    mark("row {number}"),
    mark("column {name}"),
    mark("order row {number}"),
    mark("last {rows}×{columns} from table"),
    mark("last {rows}×{columns}"),
    mark("exchange {one} and {other}"),
    mark("bring {one} to {other} beside the fixed"),
    mark("bring {one} to {other}"),
    mark("{one} to {other}"),
    mark("to {number}% of the tiles in place"),
    mark("row {number} in place"),
    mark("rows {numbers} in place"),
)
"""What solvers call parts of solutions."""


def solved_in(count: int, bound: int, *, proved: bool, longest: bool) -> str:
    """A solution of so many moves was found.

    Args:
        count: its moves.
        bound: no solution has fewer.
        proved: it was proved that no other is better.
        longest: the longer one is the better.
    """
    if not count:
        return tr("The board is solved already; no moves are needed.")
    if proved and longest:
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
    """There are so many solutions."""
    return tr("{solutions} found.").format(solutions=counted(count, "solution"))


def stopped(bound: int) -> str:
    """A limit was reached; no solution has fewer moves than the bound, 0 if none is known."""
    if not bound:
        return tr("Stopped at the limit without a solution.")
    return ngettext(
        "Stopped at the limit without a solution; at least {count} move needed.",
        "Stopped at the limit without a solution; at least {count} moves needed.",
        bound,
    ).format(count=group_digits(bound))


def cancelled(bound: int) -> str:
    """Somebody ended it; the bound as for ``stopped``."""
    if not bound:
        return tr("Cancelled.")
    return ngettext(
        "Cancelled. At least {count} move needed.",
        "Cancelled. At least {count} moves needed.",
        bound,
    ).format(count=group_digits(bound))


def difficulty(least: int, most: int | None) -> str:
    """How many moves a shortest solution has, by what is proved and the best that is known."""
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
