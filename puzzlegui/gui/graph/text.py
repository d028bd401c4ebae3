"""Texts of the state graph window."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.formatting import group_digits, join_and, mebibytes, quantity
from puzzlegui.core.language import ngettext, tr
from puzzlegui.engine.graph.level_counts import LevelCounts
from puzzlegui.engine.graph.neighbourhood import (
    AS_FAR,
    FARTHER,
    NEARER,
    NO_NEARER,
    DistanceBounds,
    Neighbourhood,
    compare_distances,
)
from puzzlegui.engine.graph.paths import ShortestPaths
from puzzlegui.engine.graph.remote_exploration import GraphFacts, RemoteExploration


def expected_text(facts: GraphFacts) -> str:
    """Return the number of arrangements to explore and the memory needed."""
    template = tr("{count} arrangements to explore, using {size} of memory.")
    parts = [
        template.format(
            count=group_digits(facts.expected_size), size=mebibytes(math.ceil(facts.memory_mib))
        )
    ]
    if facts.is_saved:
        parts.append(tr("Exploring continues from earlier results on disk."))
    if facts.note:
        parts.append(tr(facts.note))
    return " ".join(parts)


def progress_text(explored: LevelCounts, found: int, each_second: float) -> str:
    """Return the progress of the exploration."""
    template = tr("Depth {depth}: {count} arrangements, {each} per second")
    return template.format(
        depth=group_digits(len(explored.counts)),
        count=group_digits(found),
        each=group_digits(round(each_second)),
    )


def status_text(exploration: RemoteExploration) -> str:
    """Return the status of a running exploration: the use of saved results."""
    if not exploration.states and exploration.loaded_depth is None and exploration.facts.is_saved:
        return tr("Reading earlier results…")
    if exploration.loaded_depth is not None:
        template = tr("Continuing from depth {depth}, saved on disk.")
        return template.format(depth=group_digits(exploration.loaded_depth))
    return exploration.load_problem or tr("Exploring…")


def result_text(explored: LevelCounts) -> str:
    """Return the result of the exploration."""
    if explored.complete:
        template = tr("Found all {count} reachable arrangements.")
        return template.format(count=group_digits(explored.total))
    if not explored.counts:
        return explored.reason
    template = tr("{reason} {count} arrangements found, to depth {depth}.")
    return template.format(
        reason=explored.reason,
        count=group_digits(explored.total),
        depth=group_digits(explored.depth),
    )


def moves_text(moves: int) -> str:
    """Return the minimum number of moves of a board as a sentence."""
    template = ngettext("Needs {count} move.", "Needs {count} moves.", moves)
    return template.format(count=group_digits(moves))


def counting_text(text: str) -> str:
    """Append to a text that shortest solutions are being counted."""
    return tr("{text} Counting its shortest solutions…").format(text=text)


def solution_count_text(ways: int | None) -> str:
    """Return the number of shortest solutions as a sentence."""
    template = ngettext("{count} shortest solution.", "{count} shortest solutions.", ways or 0)
    return template.format(count=group_digits(ways or 0))


def board_distance_text(moves: int | None, explored: LevelCounts) -> str:
    """Return the known distance of the board to its goal."""
    if moves is not None:
        return moves_text(moves)
    if explored.complete:
        return tr("The goal cannot be reached.")
    template = tr("Needs more than {count} moves, if the goal can be reached.")
    return template.format(count=group_digits(explored.depth))


def depth_title(explored: LevelCounts, depth: int, shown: int) -> str:
    """Return the heading of the arrangements shown of a depth."""
    count = explored.counts[depth]
    template = tr("Arrangements at distance {moves}")
    if depth == explored.depth:
        template = tr("Farthest arrangements so far: {moves} moves")
        if explored.complete:
            template = ngettext(
                "Hardest arrangement: {moves} moves", "Hardest arrangements: {moves} moves", count
            )
    text = template.format(moves=group_digits(depth))
    if count <= shown:
        return text
    template = tr("{heading} (showing {shown} of {count})")
    return template.format(heading=text, shown=group_digits(shown), count=group_digits(count))


def board_title(name: str, moves: int) -> str:
    """Return the title of a board that was found by exploring another."""
    template = ngettext("{board}, {count} move", "{board}, {count} moves", moves)
    return template.format(board=name, count=group_digits(moves))


def error_text(error: Exception) -> str:
    """Return an error as a sentence."""
    text = str(error) if isinstance(error, PuzzleError) else repr(error)
    if isinstance(error, MemoryError):
        text = tr("not enough memory")
    return f"{text[:1].upper()}{text[1:].removesuffix('.')}."


def distance_text(known: DistanceBounds, *, looking: bool) -> str:
    """Return the distance to the goal as a sentence."""
    if known.unreachable:
        return tr("The goal cannot be reached from here.")
    if known.exact == 0:
        return tr("This is the goal.")
    if known.exact is not None:
        template = ngettext("{count} move to the goal.", "{count} moves to the goal.", known.exact)
        return template.format(count=group_digits(known.exact))
    if looking:
        return tr("Finding the distance to the goal…")
    template = tr("Distance to the goal: unknown, at least {moves}.")
    return template.format(moves=quantity(max(1, known.lower_bound), "move"))


def neighbours_text(around: Neighbourhood, known: Mapping[Any, DistanceBounds]) -> str:
    """Return the numbers of neighbours nearer to the goal, farther and at the same distance."""
    if around.direct_count == 0:
        return tr("No moves are possible from here.")
    here = known.get(around.centre, DistanceBounds())
    lies = Counter(
        compare_distances(known.get(one.vertex, DistanceBounds()), here) for one in around.rings[1]
    )
    forms = {
        NEARER: tr("{count} nearer"), AS_FAR: tr("{count} at the same distance"),
        FARTHER: tr("{count} farther"), NO_NEARER: tr("{count} not nearer"),
    }  # fmt: skip
    parts = [form.format(count=group_digits(lies[lie])) for lie, form in forms.items() if lies[lie]]
    count = ngettext("{count} neighbour", "{count} neighbours", around.direct_count)
    text = str(count.format(count=group_digits(around.direct_count)))
    if not around.is_complete:
        template = tr("{count} of {number} neighbours shown")
        text = template.format(
            count=group_digits(len(around.rings[1])), number=group_digits(around.direct_count)
        )
    if not parts:
        return tr("{neighbours}.").format(neighbours=text)
    return tr("{neighbours}: {lies}.").format(neighbours=text, lies=join_and(parts))


def rings_text(around: Neighbourhood) -> str:
    """Return the number of arrangements shown and of those in the next ring."""
    shown = len(around.members)
    text = ngettext("{count} arrangement shown.", "{count} arrangements shown.", shown)
    description = str(text.format(count=group_digits(shown)))
    if not around.hidden_count:
        return description
    count = group_digits(around.hidden_count)
    moves = quantity(len(around.rings), "move")
    more = tr("{count} more are {moves} away.") if around.is_hidden_count_exact else tr(
        "More than {count} more are {moves} away."
    )  # fmt: skip
    return f"{description} {more.format(count=count, moves=moves)}"


def vertex_text(moves: Sequence[str], distance: int, known: DistanceBounds, lie: str) -> str:
    """Return the description of an arrangement near the current arrangement.

    Args:
        moves: formatted moves from the centre to the arrangement.
        distance: number of these moves.
        known: bounds of its distance to the goal.
        lie: comparison of its distance to the goal with the centre's.
    """
    where = str(tr("Arrangement in the centre"))
    if distance:
        away = tr("{moves} away: {list}")
        where = away.format(moves=quantity(distance, "move"), list=" ".join(moves))
    return "; ".join(filter(None, (where, _goal_text(known, lie))))


def _goal_text(known: DistanceBounds, lie: str) -> str:
    if known.unreachable:
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


def path_vertex_text(ways: ShortestPaths, vertex: Any, depth: int, known: DistanceBounds) -> str:
    """Return the description of an arrangement on the shortest paths."""
    through = ways.paths_from_start[vertex] * ways.paths_to_goal[vertex]
    where = tr("After {moves}").format(moves=quantity(depth, "move"))
    on = ngettext("on {count} of the shortest paths", "on {count} of the shortest paths", through)
    on_paths = str(on.format(count=group_digits(through)))
    return "; ".join(filter(None, (where, on_paths, _goal_text(known, ""))))


def paths_text(ways: ShortestPaths | None, *, looking: bool) -> str:
    """Return the number of shortest paths from A to B, or the reason why none is shown."""
    if ways is None:
        return tr("Finding the shortest paths…") if looking else tr("Not searched.")
    if ways.unreachable:
        return tr("There is no path from A to B. {reason}").format(reason=ways.reason)
    if ways.length is None:
        template = tr("Every path from A to B needs at least {moves}. {reason}")
        return template.format(moves=quantity(ways.lower_bound, "move"), reason=ways.reason)
    if not ways.length:
        return tr("A and B are the same arrangement.")
    template = ngettext(
        "{count} shortest path from A to B, {moves} long.",
        "{count} shortest paths from A to B, each {moves} long.",
        ways.count,
    )
    return template.format(count=group_digits(ways.count), moves=quantity(ways.length, "move"))
