"""What a search does at a step, and what it would answer if it were ended there, in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from puzzlegui.core.counting import group_digits, signed
from puzzlegui.core.language import mark, ngettext, tr
from puzzlegui.core.solution import Solution, Status
from puzzlegui.engine.watching.frontier import Waiting
from puzzlegui.engine.watching.methods import ESTIMATE
from puzzlegui.engine.watching.neighbours import Fate, Neighbour
from puzzlegui.engine.watching.recording import Recording
from puzzlegui.solvers.space import Move, Parts, State

_WAY = 24
"""Moves of a way that are named."""
_MOVES = 12
"""Moves that are named in a line."""
FATES = {
    Fate.NEW: mark("New: {moves}"),
    Fate.KNOWN: mark("Known already: {moves}"),
    Fate.PASSED: mark("On the path already: {moves}"),
    Fate.BEYOND: mark("Beyond the limit: {moves}"),
}
"""What becomes of neighbours, in words."""


# --- what it does ---


def sentence(recording: Recording, step: int) -> str:
    """What the search does at a step."""
    method, node = recording.method, recording.steps[step]
    if recording.space.is_goal(recording.states[node]):
        return _goal(recording, node)
    number = recording.round_of(step)
    if recording.rounds[number] == step:
        limit = recording.limits[number]
        if not limit:
            return tr(method.start)
        begun = tr("The limit of moves is {limit} now. {what}")
        return begun.format(limit=group_digits(limit), what=tr(method.again))
    if _is_dead_end(recording, step):
        return tr(method.dead_end)
    depth, before = recording.depths[node], recording.depths[recording.steps[step - 1]]
    if method.by_levels and depth > before:
        begun = tr("Level {level} begins. {what}")
        return begun.format(level=group_digits(depth), what=tr(method.usual))
    return tr(method.usual)


def _is_dead_end(recording: Recording, step: int) -> bool:
    """Whether nothing new comes of it."""
    if not recording.method.deep:
        return recording.first_met(step) >= recording.met(step)
    after = step + 1
    if after == recording.count or after in recording.rounds:
        return True
    return recording.depths[recording.steps[after]] <= recording.depths[recording.steps[step]]


def _goal(recording: Recording, node: int) -> str:
    depth = recording.depths[node]
    if recording.method.proves:
        text = ngettext(
            "The goal, after {count} move. No way is shorter: whatever could be has been taken up "
            "before.",
            "The goal, after {count} moves. No way is shorter: whatever could be has been taken "
            "up before.",
            depth,
        )
    else:
        text = ngettext(
            "The goal, after {count} move. The search ends with the first way that it comes to, "
            "and knows nothing of shorter ones.",
            "The goal, after {count} moves. The search ends with the first way that it comes to, "
            "and knows nothing of shorter ones.",
            depth,
        )
    return text.format(count=group_digits(depth))


# --- what it would answer ---


def answer(recording: Recording, step: int) -> str:
    """What the search would answer if it were ended once a step is done."""
    node, bound = recording.steps[step], recording.bound(step)
    depth = recording.depths[node]
    if recording.space.is_goal(recording.states[node]):
        if recording.method.proves:
            text = ngettext(
                "It would answer now: {count} move, a shortest way.",
                "It would answer now: {count} moves, a shortest way.", depth,
            )  # fmt: skip
        else:
            text = ngettext(
                "It would answer now: {count} move, not proved to be a shortest way.",
                "It would answer now: {count} moves, not proved to be a shortest way.", depth,
            )  # fmt: skip
        return text.format(count=group_digits(depth))
    said: str = tr("It would have no answer now.")
    if recording.method.proves:
        text = ngettext(
            "It would have no answer now, but a proof: no solution has fewer than {count} move.",
            "It would have no answer now, but a proof: no solution has fewer than {count} moves.",
            bound,
        )
        said = text.format(count=group_digits(bound))
    waits = _goal_that_waits(recording, step)
    if waits is None:
        return said
    moves = recording.depths[waits]
    text = ngettext(
        "{said} The goal waits, {count} move from the start, and will be known when it is taken "
        "up.",
        "{said} The goal waits, {count} moves from the start, and will be known when it is taken "
        "up.",
        moves,
    )
    return text.format(said=said, count=group_digits(moves))


def _goal_that_waits(recording: Recording, step: int) -> int | None:
    if recording.method.deep:
        return None
    met = recording.met(step)
    return next((n for n in reversed(recording.goals) if n < met), None)


def _ended(solution: Solution, steps: int) -> str:
    """How a search that was recorded has ended."""
    if solution.solved or solution.status is Status.UNSOLVABLE:
        return solution.outcome()
    text = ngettext(
        "The first step is kept; the search went no further here.",
        "The first {count} steps are kept; the search went no further here.", steps,
    )  # fmt: skip
    return text.format(count=group_digits(steps))


# --- positions in a line ---


def heading(recording: Recording, step: int) -> str:
    """Which search it is, at which step, and its figures, in a line."""
    return tr("{solver}, step {step} of {count}: {figures}").format(
        solver=recording.solver.name, step=group_digits(step + 1),
        count=group_digits(recording.count), figures=figures(recording, step),
    )  # fmt: skip


def figures(recording: Recording, step: int) -> str:
    """How many positions were taken up, how many wait or are on the path; how it ended, if so."""
    taken, solution = group_digits(step + 1), recording.solution
    if recording.method.deep:
        path = group_digits(recording.depths[recording.steps[step]] + 1)
        said = tr("{taken} taken up, {path} on the path.").format(taken=taken, path=path)
    else:
        waiting = group_digits(recording.waiting(step))
        said = tr("{taken} taken up, {waiting} waiting.").format(taken=taken, waiting=waiting)
    if solution is None or step < recording.count - 1:
        return said
    return f"{said} {_ended(solution, step + 1)}"


def waiting_texts(recording: Recording, frontier: Iterable[Waiting]) -> list[str]:
    """Positions of the frontier, a line each: what decides when its turn comes, the last move."""
    around: dict[int, list[tuple[Move, State]]] = {}
    found = []
    for waiting in frontier:
        before = waiting.before
        if before != -1 and before not in around:  # large boards have many neighbours
            around[before] = recording.space.successors(recording.states[before])
        found.append(_waiting_text(recording, waiting, around.get(before, [])))
    return found


def _waiting_text(recording: Recording, waiting: Waiting, around: list[tuple[Move, State]]) -> str:
    depth = waiting.depth
    if not around:
        return tr("the start")
    move = move_text(recording, next(move for move, s in around if s == waiting.state))
    if waiting.node == -1 or not recording.method.guide:
        text = ngettext(
            "{count} move, the last one {move}", "{count} moves, the last one {move}", depth
        )
        return text.format(count=group_digits(depth), move=move)
    key = recording.keys[waiting.node]
    if recording.method.guide == ESTIMATE:
        return tr("{made} + {estimate} = {sum}, the last move {move}").format(
            made=group_digits(depth), estimate=group_digits(key[1]), sum=group_digits(key[0]),
            move=move,
        )  # fmt: skip
    return tr("score {score}, the last move {move}").format(score=signed(-key[0]), move=move)


def move_text(recording: Recording, move: Any) -> str:
    """One move as it is written; of a path the cell that it leads to."""
    return recording.board.moves_text([move])[-1]


def way_text(recording: Recording, node: int) -> str:
    """The way to a position, or the last moves of it where it is long."""
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
    """Which node it is, and whether it has been taken up once a step is done, in a line."""
    depth, taken = recording.depths[node], recording.taken[node]
    where: str = tr("the start")
    if depth:
        move = move_text(recording, recording.move(node))
        where = ngettext(
            "{count} move, the last one {move}", "{count} moves, the last one {move}", depth
        ).format(count=group_digits(depth), move=move)
    if recording.space.is_goal(recording.states[node]):
        where = tr("{where}: the goal").format(where=where)
    if not 0 <= taken <= step:
        return tr("{where}; it waits").format(where=where)
    return tr("{where}; taken up at step {step}").format(where=where, step=group_digits(taken + 1))


def parts_text(recording: Recording, parts: Parts, depth: int) -> str:
    """What the number that guides a search is made of at a position."""
    terms = "; ".join(f"{tr(name)}: {group_digits(number)}" for name, number in parts.terms)
    if recording.method.guide == ESTIMATE:
        text = tr("{made} made + {estimate} estimated = {sum}.")
        if terms:
            text = tr("{made} made + {estimate} estimated = {sum}. Estimated are {terms}.")
        return text.format(
            made=group_digits(depth), estimate=group_digits(parts.total),
            sum=group_digits(depth + parts.total), terms=terms,
        )  # fmt: skip
    text = tr("Score {score}: {terms}.") if terms else tr("Score {score}.")
    return text.format(score=signed(parts.total), terms=terms)


def neighbours_text(recording: Recording, neighbours: Sequence[Neighbour]) -> str:
    """The moves from the position that is taken up, by what becomes of them."""
    groups = []
    for fate in Fate:
        moves = [one.move for one in neighbours if one.fate == fate]
        if moves:
            shown = [move_text(recording, move) for move in moves[:_MOVES]]
            more = " …" if len(moves) > _MOVES else ""
            groups.append(tr(FATES[fate]).format(moves=" ".join(shown) + more))
    return "; ".join(groups)
