"""What is said of an arrangement that one has come to, and of those around it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from puzzlegui.core.counting import both, counted, group_digits
from puzzlegui.core.language import ngettext, tr
from puzzlegui.engine.exploring.neighbourhood import (
    AS_FAR,
    FARTHER,
    NEARER,
    NO_NEARER,
    Known,
    Neighbourhood,
    compared,
)
from puzzlegui.engine.exploring.ways import Ways


def distance_text(known: Known, *, looking: bool) -> str:
    """How far it is to the goal, as a sentence."""
    if known.never:
        return tr("The goal cannot be reached from here.")
    if known.exact == 0:
        return tr("This is the goal.")
    if known.exact is not None:
        said = ngettext("{count} move to the goal.", "{count} moves to the goal.", known.exact)
        return said.format(count=group_digits(known.exact))
    if looking:
        return tr("Finding the distance to the goal…")
    said = tr("Distance to the goal: unknown, at least {moves}.")
    return said.format(moves=counted(max(1, known.least), "move"))


def neighbours_text(around: Neighbourhood, known: Mapping[Any, Known]) -> str:
    """How the neighbours lie to the goal, as far as that is known."""
    if around.count == 0:
        return tr("No moves are possible from here.")
    here = known.get(around.centre, Known())
    lies = Counter(compared(known.get(one.vertex, Known()), here) for one in around.rings[1])
    forms = {
        NEARER: tr("{count} nearer"), AS_FAR: tr("{count} at the same distance"),
        FARTHER: tr("{count} farther"), NO_NEARER: tr("{count} not nearer"),
    }  # fmt: skip
    parts = [form.format(count=group_digits(lies[lie])) for lie, form in forms.items() if lies[lie]]
    count = ngettext("{count} neighbour", "{count} neighbours", around.count)
    text = str(count.format(count=group_digits(around.count)))
    if not around.whole:
        said = tr("{count} of {number} neighbours shown")
        text = said.format(
            count=group_digits(len(around.rings[1])), number=group_digits(around.count)
        )
    if not parts:
        return tr("{neighbours}.").format(neighbours=text)
    return tr("{neighbours}: {lies}.").format(neighbours=text, lies=both(parts))


def rings_text(around: Neighbourhood) -> str:
    """How many arrangements are shown, and how many come next."""
    shown = len(around.shown)
    text = ngettext("{count} arrangement shown.", "{count} arrangements shown.", shown)
    said = str(text.format(count=group_digits(shown)))
    if not around.beyond:
        return said
    count = group_digits(around.beyond)
    moves = counted(len(around.rings), "move")
    more = tr("{count} more are {moves} away.") if around.counted else tr(
        "More than {count} more are {moves} away."
    )  # fmt: skip
    return f"{said} {more.format(count=count, moves=moves)}"


def spot_text(moves: Sequence[str], distance: int, known: Known, lie: str) -> str:
    """One of the arrangements around.

    Args:
        moves: that lead there from the one in the middle, as people write them.
        distance: how many those are.
        known: what is known of its distance to the goal.
        lie: how it lies to the goal, compared with the one in the middle.
    """
    where = str(tr("Arrangement in the centre"))
    if distance:
        away = tr("{moves} away: {list}")
        where = away.format(moves=counted(distance, "move"), list=" ".join(moves))
    return "; ".join(filter(None, (where, _goal_text(known, lie))))


def _goal_text(known: Known, lie: str) -> str:
    if known.never:
        return tr("goal cannot be reached")
    if known.exact == 0:
        return tr("the goal")
    if known.exact is None:
        return tr("not nearer to the goal") if lie in (NO_NEARER, FARTHER) else ""
    to_goal = counted(known.exact, "move")
    forms = {
        NEARER: tr("{moves} to the goal, nearer"),
        AS_FAR: tr("{moves} to the goal, same distance"),
        FARTHER: tr("{moves} to the goal, farther"),
    }
    return forms.get(lie, tr("{moves} to the goal")).format(moves=to_goal)


def level_text(ways: Ways, vertex: Any, depth: int, known: Known) -> str:
    """An arrangement on the shortest ways."""
    through = ways.so_far[vertex] * ways.onwards[vertex]
    where = tr("After {moves}").format(moves=counted(depth, "move"))
    on = ngettext("on {count} of the shortest paths", "on {count} of the shortest paths", through)
    said = str(on.format(count=group_digits(through)))
    return "; ".join(filter(None, (where, said, _goal_text(known, ""))))


def ways_text(ways: Ways | None, *, looking: bool) -> str:
    """How many shortest ways there are from A to B, or why none is shown."""
    if ways is None:
        return tr("Finding the shortest paths…") if looking else tr("Not searched.")
    if ways.none:
        return tr("There is no path from A to B. {reason}").format(reason=ways.reason)
    if ways.length is None:
        said = tr("Every path from A to B needs at least {moves}. {reason}")
        return said.format(moves=counted(ways.least, "move"), reason=ways.reason)
    if not ways.length:
        return tr("A and B are the same arrangement.")
    said = ngettext(
        "{count} shortest path from A to B, {moves} long.",
        "{count} shortest paths from A to B, each {moves} long.",
        ways.count,
    )
    return said.format(count=group_digits(ways.count), moves=counted(ways.length, "move"))
