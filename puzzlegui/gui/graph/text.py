"""Texts of the state graph window."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.formatting import group_digits, join_and, mebibytes, quantity
from puzzlegui.core.language import ngettext, tr
from puzzlegui.engine.graph.explored import LevelCounts
from puzzlegui.engine.graph.neighbourhood import (
    AS_FAR,
    FARTHER,
    NEARER,
    NO_NEARER,
    DistanceBounds,
    Neighbourhood,
    compared,
)
from puzzlegui.engine.graph.paths import ShortestPaths
from puzzlegui.engine.graph.remote import GraphFacts, RemoteExploration


def to_be_found(facts: GraphFacts) -> str:
    """Return what exploring will take."""
    said = tr("{count} arrangements to explore, using {size} of memory.")
    parts = [said.format(count=group_digits(facts.expected), size=mebibytes(math.ceil(facts.mib)))]
    if facts.kept:
        parts.append(tr("Exploring continues from earlier results on disk."))
    if facts.note:
        parts.append(tr(facts.note))
    return " ".join(parts)


def of_progress(explored: LevelCounts, found: int, each_second: float) -> str:
    """Return how far exploring has come."""
    said = tr("Depth {depth}: {count} arrangements, {each} per second")
    return said.format(
        depth=group_digits(len(explored.counts)),
        count=group_digits(found),
        each=group_digits(round(each_second)),
    )


def of_disk(exploration: RemoteExploration) -> str:
    """Return the status while exploring goes on: what it does with results kept on disk."""
    if not exploration.states and exploration.recalled is None and exploration.facts.kept:
        return tr("Reading earlier results…")
    if exploration.recalled is not None:
        said = tr("Continuing from depth {depth}, saved on disk.")
        return said.format(depth=group_digits(exploration.recalled))
    return exploration.fault or tr("Exploring…")


def of_result(explored: LevelCounts) -> str:
    """Return the result of exploring."""
    if explored.complete:
        said = tr("Found all {count} reachable arrangements.")
        return said.format(count=group_digits(explored.total))
    if not explored.counts:
        return explored.reason
    said = tr("{reason} {count} arrangements found, to depth {depth}.")
    return said.format(
        reason=explored.reason,
        count=group_digits(explored.total),
        depth=group_digits(explored.depth),
    )


def takes(moves: int) -> str:
    """Return how many moves a board takes."""
    said = ngettext("Needs {count} move.", "Needs {count} moves.", moves)
    return said.format(count=group_digits(moves))


def and_counting(text: str) -> str:
    """Return a text about a board while its shortest solutions are being counted."""
    return tr("{said} Counting its shortest solutions…").format(said=text)


def has_ways(ways: int | None) -> str:
    """Return how many shortest solutions a board has."""
    said = ngettext("{count} shortest solution.", "{count} shortest solutions.", ways or 0)
    return said.format(count=group_digits(ways or 0))


def of_the_board(moves: int | None, explored: LevelCounts) -> str:
    """Return how far the board is from its goal, as far as that is known."""
    if moves is not None:
        return takes(moves)
    if explored.complete:
        return tr("The goal cannot be reached.")
    said = tr("Needs more than {count} moves, if the goal can be reached.")
    return said.format(count=group_digits(explored.depth))


def title_of_depth(explored: LevelCounts, depth: int, shown: int) -> str:
    """Return the heading above arrangements at a depth, of which some are shown."""
    count = explored.counts[depth]
    said = tr("Arrangements at distance {moves}")
    if depth == explored.depth:
        said = tr("Farthest arrangements so far: {moves} moves")
        if explored.complete:
            said = ngettext(
                "Hardest arrangement: {moves} moves", "Hardest arrangements: {moves} moves", count
            )
    text = said.format(moves=group_digits(depth))
    if count <= shown:
        return text
    said = tr("{heading} (showing {shown} of {count})")
    return said.format(heading=text, shown=group_digits(shown), count=group_digits(count))


def title_of_board(name: str, moves: int) -> str:
    """Return the title of a board that was found by exploring another."""
    said = ngettext("{board}, {count} move", "{board}, {count} moves", moves)
    return said.format(board=name, count=group_digits(moves))


def sentence(error: Exception) -> str:
    """Return an error as a sentence."""
    text = str(error) if isinstance(error, PuzzleError) else repr(error)
    if isinstance(error, MemoryError):
        text = tr("not enough memory")
    return f"{text[:1].upper()}{text[1:].removesuffix('.')}."


def distance_text(known: DistanceBounds, *, looking: bool) -> str:
    """Return the distance to the goal as a sentence."""
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
    return said.format(moves=quantity(max(1, known.least), "move"))


def neighbours_text(around: Neighbourhood, known: Mapping[Any, DistanceBounds]) -> str:
    """Return how many neighbours are nearer to the goal, and how many are not."""
    if around.count == 0:
        return tr("No moves are possible from here.")
    here = known.get(around.centre, DistanceBounds())
    lies = Counter(
        compared(known.get(one.vertex, DistanceBounds()), here) for one in around.rings[1]
    )
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
    return tr("{neighbours}: {lies}.").format(neighbours=text, lies=join_and(parts))


def rings_text(around: Neighbourhood) -> str:
    """Return how many arrangements are shown, and how many come next."""
    shown = len(around.shown)
    text = ngettext("{count} arrangement shown.", "{count} arrangements shown.", shown)
    said = str(text.format(count=group_digits(shown)))
    if not around.beyond:
        return said
    count = group_digits(around.beyond)
    moves = quantity(len(around.rings), "move")
    more = tr("{count} more are {moves} away.") if around.counted else tr(
        "More than {count} more are {moves} away."
    )  # fmt: skip
    return f"{said} {more.format(count=count, moves=moves)}"


def spot_text(moves: Sequence[str], distance: int, known: DistanceBounds, lie: str) -> str:
    """Return the description of an arrangement around the current one.

    Args:
        moves: that lead there from the one in the middle, as people write them.
        distance: how many those are.
        known: what is known of its distance to the goal.
        lie: how it lies to the goal, compared with the one in the middle.
    """
    where = str(tr("Arrangement in the centre"))
    if distance:
        away = tr("{moves} away: {list}")
        where = away.format(moves=quantity(distance, "move"), list=" ".join(moves))
    return "; ".join(filter(None, (where, _goal_text(known, lie))))


def _goal_text(known: DistanceBounds, lie: str) -> str:
    if known.never:
        return tr("goal cannot be reached")
    if known.exact == 0:
        return tr("the goal")
    if known.exact is None:
        return tr("not nearer to the goal") if lie in (NO_NEARER, FARTHER) else ""
    to_goal = quantity(known.exact, "move")
    forms = {
        NEARER: tr("{moves} to the goal, nearer"),
        AS_FAR: tr("{moves} to the goal, same distance"),
        FARTHER: tr("{moves} to the goal, farther"),
    }
    return forms.get(lie, tr("{moves} to the goal")).format(moves=to_goal)


def level_text(ways: ShortestPaths, vertex: Any, depth: int, known: DistanceBounds) -> str:
    """Return the description of an arrangement on the shortest paths."""
    through = ways.so_far[vertex] * ways.onwards[vertex]
    where = tr("After {moves}").format(moves=quantity(depth, "move"))
    on = ngettext("on {count} of the shortest paths", "on {count} of the shortest paths", through)
    said = str(on.format(count=group_digits(through)))
    return "; ".join(filter(None, (where, said, _goal_text(known, ""))))


def ways_text(ways: ShortestPaths | None, *, looking: bool) -> str:
    """Return how many shortest paths lead from A to B, or why none is shown."""
    if ways is None:
        return tr("Finding the shortest paths…") if looking else tr("Not searched.")
    if ways.none:
        return tr("There is no path from A to B. {reason}").format(reason=ways.reason)
    if ways.length is None:
        said = tr("Every path from A to B needs at least {moves}. {reason}")
        return said.format(moves=quantity(ways.least, "move"), reason=ways.reason)
    if not ways.length:
        return tr("A and B are the same arrangement.")
    said = ngettext(
        "{count} shortest path from A to B, {moves} long.",
        "{count} shortest paths from A to B, each {moves} long.",
        ways.count,
    )
    return said.format(count=group_digits(ways.count), moves=quantity(ways.length, "move"))
