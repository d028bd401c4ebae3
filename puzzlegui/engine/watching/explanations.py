"""Descriptions of a search's steps, and of its result if it ended there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from puzzlegui.core.formatting import group_digits, signed
from puzzlegui.core.language import gettext_noop, ngettext, tr
from puzzlegui.core.solution import Solution, Status
from puzzlegui.engine.watching.frontier import FrontierEntry
from puzzlegui.engine.watching.methods import ESTIMATE
from puzzlegui.engine.watching.neighbours import Neighbour, NeighbourStatus
from puzzlegui.engine.watching.recording import Recording
from puzzlegui.solvers.space import HeuristicBreakdown, State

_WAY = 24
"""Number of moves of a path that are named."""
_MOVES = 12
"""Number of moves named in a line."""
_LAST = 4
"""Number of last moves named where space is short; enough to distinguish paths."""
STATUS_TEXTS = {
    NeighbourStatus.NEW: gettext_noop("New: {moves}"),
    NeighbourStatus.KNOWN: gettext_noop("Already known: {moves}"),
    NeighbourStatus.PASSED: gettext_noop("Already on the path: {moves}"),
    NeighbourStatus.BEYOND: gettext_noop("Beyond the limit: {moves}"),
}
"""Texts for the statuses of neighbours."""


# --- steps ---


def step_text(recording: Recording, step: int) -> str:
    """Describe what the search does at a step."""
    method, node = recording.method, recording.steps[step]
    if recording.space.is_goal(recording.states[node]):
        return _goal(recording, node)
    number = recording.round_of(step)
    if recording.round_starts[number] == step:
        limit = recording.limits[number]
        if not limit:
            return tr(method.start)
        begun = tr("New limit in moves: {limit}. {what}")
        return begun.format(limit=group_digits(limit), what=tr(method.again))
    if _is_dead_end(recording, step):
        return tr(method.dead_end)
    depth, before = recording.depths[node], recording.depths[recording.steps[step - 1]]
    if method.by_levels and depth > before:
        begun = tr("Level {level} begins. {what}")
        return begun.format(level=group_digits(depth), what=tr(method.usual))
    return tr(method.usual)


def _is_dead_end(recording: Recording, step: int) -> bool:
    """Return True if the step adds nothing new."""
    if not recording.method.depth_first:
        return recording.first_generated(step) >= recording.generated(step)
    after = step + 1
    if after == recording.count or after in recording.round_starts:
        return True
    return recording.depths[recording.steps[after]] <= recording.depths[recording.steps[step]]


def _goal(recording: Recording, node: int) -> str:
    depth = recording.depths[node]
    if recording.method.proves_optimality:
        text = ngettext(
            "Goal reached after {count} move. No shorter solution exists: every position that "
            "could lead to one has been expanded.",
            "Goal reached after {count} moves. No shorter solution exists: every position that "
            "could lead to one has been expanded.",
            depth,
        )
    else:
        text = ngettext(
            "Goal reached after {count} move. The search stops at the first solution it finds; a "
            "shorter one may exist.",
            "Goal reached after {count} moves. The search stops at the first solution it finds; "
            "a shorter one may exist.",
            depth,
        )
    return text.format(count=group_digits(depth))


# --- result ---


def result_text(recording: Recording, step: int) -> str:
    """Describe the result if the search ended after a step."""
    node, bound = recording.steps[step], recording.lower_bound(step)
    depth = recording.depths[node]
    if recording.space.is_goal(recording.states[node]):
        if recording.method.proves_optimality:
            text = ngettext(
                "Solution: {count} move, proved shortest.",
                "Solution: {count} moves, proved shortest.", depth,
            )  # fmt: skip
        else:
            text = ngettext(
                "Solution: {count} move, not proved shortest.",
                "Solution: {count} moves, not proved shortest.", depth,
            )  # fmt: skip
        return text.format(count=group_digits(depth))
    message: str = tr("No solution yet.")
    if recording.method.proves_optimality:
        text = ngettext(
            "No solution yet; known lower bound: {count} move.",
            "No solution yet; known lower bound: {count} moves.",
            bound,
        )
        message = text.format(count=group_digits(bound))
    waits = _goal_in_frontier(recording, step)
    if waits is None:
        return message
    moves = recording.depths[waits]
    text = ngettext(
        "{said} The goal has been generated, {count} move from the start; it is recognised when "
        "it is expanded.",
        "{said} The goal has been generated, {count} moves from the start; it is recognised when "
        "it is expanded.",
        moves,
    )
    return text.format(said=message, count=group_digits(moves))


def _goal_in_frontier(recording: Recording, step: int) -> int | None:
    if recording.method.depth_first:
        return None
    met = recording.generated(step)
    return next((n for n in reversed(recording.goals) if n < met), None)


def _ended(solution: Solution, steps: int) -> str:
    """Describe the end of a recorded search."""
    if solution.solved or solution.status is Status.UNSOLVABLE:
        # The lower bound may come from elsewhere than this search.
        return replace(solution, lower_bound=0).outcome()
    text = ngettext(
        "Only the first step was recorded.",
        "Only the first {count} steps were recorded.", steps,
    )  # fmt: skip
    return text.format(count=group_digits(steps))


# --- positions in a line ---


def heading_text(recording: Recording, step: int) -> str:
    """Return the search, the step and its figures, in a line."""
    return tr("{solver}, step {step} of {count}: {figures}").format(
        solver=recording.solver.name, step=group_digits(step + 1),
        count=group_digits(recording.count), figures=figures_text(recording, step),
    )  # fmt: skip


def figures_text(recording: Recording, step: int) -> str:
    """Return the numbers of expanded, waiting and path positions, and the end of the search."""
    taken, solution = group_digits(step + 1), recording.solution
    if recording.method.depth_first:
        path = group_digits(recording.depths[recording.steps[step]] + 1)
        message = tr("{taken} expanded, {path} on the path.").format(taken=taken, path=path)
    else:
        waiting = group_digits(recording.open_count(step))
        text = (
            tr("{taken} expanded, {waiting} on the stack.")
            if recording.method.lifo
            else tr("{taken} expanded, {waiting} in the queue.")
        )
        message = text.format(taken=taken, waiting=waiting)
    if solution is None or step < recording.count - 1:
        return message
    return f"{message} {_ended(solution, step + 1)}"


def frontier_texts(recording: Recording, frontier: Iterable[FrontierEntry]) -> list[str]:
    """Describe positions of the frontier, a line each: what orders them, and their last moves."""
    return [_entry_text(recording, waiting) for waiting in frontier]


def _entry_text(recording: Recording, waiting: FrontierEntry) -> str:
    if waiting.parent == -1:
        return tr("the start")
    moves = _moves_text(_last_moves(recording, waiting.parent, waiting.state), waiting.depth)
    if waiting.node == -1 or not recording.method.guide:
        return moves
    key = recording.keys[waiting.node]
    if recording.method.guide == ESTIMATE:
        return tr("{made} + {estimate} = {sum}: {moves}").format(
            made=group_digits(waiting.depth), estimate=group_digits(key[1]),
            sum=group_digits(key[0]), moves=moves,
        )  # fmt: skip
    return tr("score {score}: {moves}").format(score=signed(-key[0]), moves=moves)


def _last_moves(recording: Recording, before: int, state: State) -> list[str]:
    """Return the last moves to a state that was generated from the node ``before``."""
    moves: list[str] = []
    while before != -1 and len(moves) < _LAST:  # large boards have many neighbours
        moves.insert(0, move_text(recording, recording.move_to(state, before)))
        before, state = recording.before[before], recording.states[before]
    return moves


def _moves_text(moves: Sequence[str], depth: int) -> str:
    """Return the last moves of a path with their number, as in "A2 A1 (2 moves)"."""
    more = "… " if depth > len(moves) else ""
    text = ngettext("{moves} ({count} move)", "{moves} ({count} moves)", depth)
    return text.format(count=group_digits(depth), moves=more + " ".join(moves))


def move_text(recording: Recording, move: Any) -> str:
    """Return a move in notation; in a maze the cell that it leads to."""
    return recording.board.format_moves([move])[-1]


def path_text(recording: Recording, node: int) -> str:
    """Describe the path to a position, or its last moves if it is long."""
    path = recording.path(node)
    count, shown = len(path) - 1, path[1:][-_WAY:]
    if not count:
        return tr("The start.")
    moves = " ".join(move_text(recording, recording.move(after)) for after in shown)
    text = ngettext(
        "{count} move from the start: {moves}", "{count} moves from the start: {moves}", count
    )
    more = "… " if count > _WAY else ""
    return text.format(count=group_digits(count), moves=f"{more}{moves}")


def node_text(recording: Recording, node: int, step: int) -> str:
    """Describe a node, and whether it has been expanded after a step, in a line."""
    depth, taken = recording.depths[node], recording.expanded_at[node]
    where: str = tr("the start")
    if depth:
        last = _last_moves(recording, recording.before[node], recording.states[node])
        where = _moves_text(last, depth)
    if recording.space.is_goal(recording.states[node]):
        where = tr("{where}: the goal").format(where=where)
    if not 0 <= taken <= step:
        return tr("{where}; not expanded yet").format(where=where)
    return tr("{where}; expanded at step {step}").format(where=where, step=group_digits(taken + 1))


def breakdown_text(recording: Recording, parts: HeuristicBreakdown, depth: int) -> str:
    """Describe the terms of the heuristic value of a position."""
    terms = "; ".join(f"{tr(name)} = {group_digits(number)}" for name, number in parts.terms)
    if recording.method.guide == ESTIMATE:
        text = tr("{made} made + {estimate} estimated = {sum}.")
        if terms:
            text = tr("{made} made + {estimate} estimated = {sum}. Estimate: {terms}.")
        return text.format(
            made=group_digits(depth), estimate=group_digits(parts.total),
            sum=group_digits(depth + parts.total), terms=terms,
        )  # fmt: skip
    text = tr("Score {score}: {terms}.") if terms else tr("Score {score}.")
    return text.format(score=signed(parts.total), terms=terms)


def neighbours_text(recording: Recording, neighbours: Sequence[Neighbour]) -> str:
    """List the moves from the expanded position by the status of the neighbours."""
    groups = []
    for fate in NeighbourStatus:
        moves = [neighbour.move for neighbour in neighbours if neighbour.status == fate]
        if moves:
            shown = [move_text(recording, move) for move in moves[:_MOVES]]
            more = " …" if len(moves) > _MOVES else ""
            groups.append(tr(STATUS_TEXTS[fate]).format(moves=" ".join(shown) + more))
    return "; ".join(groups)
