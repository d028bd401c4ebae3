"""Textbook searches, implemented once for every family.

Every function takes a board and a control and returns an outcome; they differ in the order of
expansion and in what they store. Some are the methods of write-ups, see ``SOURCES.md``. Each
reports its steps to the control's observer, if there is one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from puzzlegui.core.board import Board
from puzzlegui.core.formatting import group_digits
from puzzlegui.core.language import tr
from puzzlegui.core.solution import Status
from puzzlegui.solvers.control import Control, Outcome, SearchStopped
from puzzlegui.solvers.enumeration import (
    MAX_LISTED,
    Parents,
    SolutionCollector,
    list_shortest_paths,
    trace_shortest_paths,
)
from puzzlegui.solvers.space import Move, Observer, Space, State
from puzzlegui.solvers.state_collections import ArrayHeap, PriorityQueue, Visited

MakeSpace = Callable[[Any], Space]
"""Constructor of the state space of a board, see ``Solver.space``."""

# --- breadth first ------------------------------------------------------------------------------


def bfs(board: Board, control: Control, make_space: MakeSpace) -> Outcome:
    """Search breadth-first (Moore 1959): level by level, never adding a known state.

    Method 1 of "Graphs and Puzzles", the configuration tree.
    """
    space = make_space(board)
    all_solutions = control.request.all_solutions
    watch = control.observer
    parents = Parents(control, space.start)
    meet = parents.first_parent.add
    deeper: Visited[State, tuple[State, ...]] = Visited(control)
    _begin(watch, space)
    level = [space.start]
    depth = 0
    while level:
        _reach(depth, control)
        goals: list[State] = []
        following: list[State] = []
        for state in level:
            control.count_expansion()
            if watch is not None:
                watch.on_expand(state)
            if space.is_goal(state):
                goals.append(state)
                if not all_solutions:
                    break
            if goals:
                continue
            for _, after in space.successors(state):
                if all_solutions and (known := deeper.get(after)) is not None:
                    if known[-1] != state:
                        deeper[after] = (*known, state)
                elif meet(after, state):
                    following.append(after)
                    if watch is not None:
                        watch.on_generate(after, state)
                    if all_solutions:
                        deeper[after] = (state,)
        if goals:
            return _shortest(space, parents, goals, control)
        parents.merge(deeper)
        level = following
        depth += 1
    return _exhausted(control)


# --- cheapest first -----------------------------------------------------------------------------


def dijkstra(board: Board, control: Control, make_space: MakeSpace) -> Outcome:
    """Expand the state nearest to the start first (Dijkstra 1959).

    Method 2 of "Graphs and Puzzles".
    """
    space = make_space(board)
    return _cheapest(space, lambda _: 0, control)


def astar(board: Board, control: Control, make_space: MakeSpace) -> Outcome:
    """Run A* (Hart, Nilsson and Raphael 1968) with the family's consistent heuristic."""
    space = make_space(board)
    return _cheapest(space, space.estimate, control)


def _cheapest(space: Space, estimate: Callable[[State], int], control: Control) -> Outcome:
    """Expand the state with the least sum of moves made and moves estimated first."""
    all_solutions = control.request.all_solutions
    watch = control.observer
    moves_to: Visited[State, int] = Visited(control)
    parents = Parents(control, space.start)
    moves_to[space.start] = 0
    first = estimate(space.start)
    waiting: PriorityQueue[State] = PriorityQueue(control)
    _begin(watch, space, (first, first, waiting.push(first, first, space.start)))
    goals: list[State] = []
    best = control.max_moves
    while waiting:
        total, rest, state = waiting.pop()
        made = total - rest
        if moves_to[state] != made:
            continue  # a shorter path to the state was found later
        if total > best:
            if goals:
                break
            control.raise_lower_bound(total)
            raise SearchStopped("moves")
        control.count_expansion()
        control.depth = made
        control.raise_lower_bound(total)
        if watch is not None:
            watch.on_expand(state)
        if space.is_goal(state):
            goals.append(state)
            best = total
            if not all_solutions:
                break
            continue
        for _, after in space.successors(state):
            known = moves_to.get(after)
            if known is None or made + 1 < known:
                moves_to[after] = made + 1
                if known is None:
                    parents.first_parent[after] = state
                else:
                    parents.replace(after, state)
                rest = estimate(after)
                entered = waiting.push(made + 1 + rest, rest, after)
                if watch is not None:
                    watch.on_generate(after, state, (made + 1 + rest, rest, entered))
            elif all_solutions and made + 1 == known:
                parents.add(after, state)
    return _shortest(space, parents, goals, control) if goals else _exhausted(control)


# --- depth first --------------------------------------------------------------------------------


def iddfs(board: Board, control: Control, make_space: MakeSpace) -> Outcome:
    """Search depth-first with iterative deepening (Korf 1985): the move limit rises by 1.

    On a rotation board no position is repeated on the current path (as in "Mystery Box"); on a
    sliding board the last move is not undone (as in "15-puzzle"). If all solutions are requested,
    those within the move limit are listed, shorter ones first; without a limit, the shortest ones.
    """
    space = make_space(board)
    listing = SolutionCollector(control, optimal=True)
    attempts: list[int] = []
    for limit in range(control.max_moves + 1):
        control.depth = limit
        if not listing.count:
            control.raise_lower_bound(limit)
        for moves, calls in _paths_of_length(space, limit, control):
            if not space.prunes_undo_only and len(attempts) < MAX_LISTED:
                attempts.append(calls)
            if listing.add(moves):
                break
        if listing.count and not (
            listing.all_solutions and control.request.limits.moves is not None
        ):
            return replace(listing.outcome(), attempts=attempts)
    if listing.count:
        return replace(listing.outcome(), attempts=attempts)
    control.raise_lower_bound(control.max_moves + 1)
    raise SearchStopped("moves")


def _paths_of_length(
    space: Space, limit: int, control: Control
) -> Iterator[tuple[list[Move], int]]:
    """Yield the paths of exactly ``limit`` moves to the goal, in depth-first order.

    Each comes with the number of calls that a recursive procedure would have made so far, if it
    rejects a position only after it has been called with it (the attempts of "Mystery Box").
    """
    start = space.start
    watch = control.observer
    calls = 1
    control.count_expansion()
    if watch is not None:
        watch.on_start(space, limit)
        watch.on_visit(start, 0)
    if limit == 0 or space.is_goal(start):
        if limit == 0 and space.is_goal(start):
            yield [], calls
        return
    path = [start]
    moves: list[Move] = []
    on_path = {start}
    branches = [iter(space.successors(start))]
    undo_only = space.prunes_undo_only
    while branches:
        for move, state in branches[-1]:
            calls += 1
            if (len(path) > 1 and state == path[-2]) if undo_only else state in on_path:
                continue
            control.count_expansion()
            if watch is not None:
                watch.on_visit(state, len(path))
            if len(path) == limit:
                if space.is_goal(state):
                    yield [*moves, move], calls
                calls += space.branching_factor
            elif space.is_goal(state):
                calls += space.branching_factor
            else:
                path.append(state)
                moves.append(move)
                on_path.add(state)
                branches.append(iter(space.successors(state)))
                break
        else:
            branches.pop()
            on_path.discard(path.pop())
            if moves:
                moves.pop()


def dfs_marking(board: Board, control: Control, make_space: MakeSpace) -> Outcome:
    """Search depth-first, never visiting a state again; "8-puzzle" without its recursion."""
    space = make_space(board)
    watch = control.observer
    control.count_expansion()
    if watch is not None:
        watch.on_start(space)
        watch.on_visit(space.start, 0)
    if space.is_goal(space.start):
        return Outcome(Status.SOLVED, optimal=True)
    marked: Visited[State, None] = Visited(control)
    marked[space.start] = None
    moves: list[Move] = []
    branches = [iter(space.successors(space.start))]
    while branches:
        for move, state in branches[-1]:
            if not marked.add(state, None):
                continue
            control.count_expansion()
            moves.append(move)
            if watch is not None:
                watch.on_visit(state, len(moves))
            if space.is_goal(state):
                return Outcome(Status.SOLVED, moves)
            branches.append(iter(space.successors(state)))
            control.depth = len(moves)
            break
        else:
            branches.pop()
            if moves:
                moves.pop()
    return _exhausted(control)


def dfs_paths(board: Board, control: Control, make_space: MakeSpace) -> Outcome:
    """Search depth-first for paths that visit no cell twice; from "Schönbrunn maze"."""
    space = make_space(board)
    listing = SolutionCollector(control, optimal=False)
    watch = control.observer
    if watch is not None:
        watch.on_start(space)
    cut = False
    moves: list[Move] = []
    branches: list[Iterator[tuple[Move, State]]] = [iter([(None, space.start)])]
    while branches:
        for move, state in branches[-1]:
            control.count_expansion()
            if watch is not None:
                watch.on_visit(state, len(moves))
            if space.is_goal(state):
                if listing.add([*moves[1:], move] if moves else []):
                    return listing.outcome()
                continue
            if len(moves) >= control.max_moves:
                cut = True
                continue
            control.depth = len(moves)
            moves.append(move)
            branches.append(iter(space.successors(state)))
            break
        else:
            branches.pop()
            if moves:
                moves.pop()
    if listing.count:
        control.raise_lower_bound(listing.shortest_length)
        return listing.outcome()
    if cut:
        raise SearchStopped("moves")
    return _exhausted(control)


# --- greedy -------------------------------------------------------------------------------------


def stack(board: Board, control: Control, make_space: MakeSpace) -> Outcome:
    """Search with a stack of pending states, each marked when it is pushed; from "8-puzzle"."""
    pending: list[State] = []
    return _marking_when_met(make_space(board), control, pending.append, pending.pop, lambda _: ())


def best_first(board: Board, control: Control, make_space: MakeSpace) -> Outcome:
    """Search greedily, best state first (Doran and Michie 1966), as in "8-puzzle".

    The score and the heap are those of the source.
    """
    pending: ArrayHeap[State] = ArrayHeap()
    space = make_space(board)
    return _marking_when_met(
        space,
        control,
        lambda state: pending.push(space.score(state), state),
        pending.pop,
        lambda state: (-space.score(state),),
    )


def _marking_when_met(
    space: Space,
    control: Control,
    push: Callable[[State], None],
    pop: Callable[[], State],
    key: Callable[[State], tuple[int, ...]],
) -> Outcome:
    """Expand pending states in the order of ``pop`` until the goal is expanded.

    Args:
        space: the searched space.
        control: control of the run.
        push: adds a pending state.
        pop: removes and returns the next state.
        key: priority of a state, for the observer.
    """
    watch = control.observer
    parents: Visited[State, State] = Visited(control)
    parents[space.start] = None
    _begin(watch, space, key(space.start))
    push(space.start)
    waiting = 1
    while waiting:
        state = pop()
        waiting -= 1
        control.count_expansion()
        if watch is not None:
            watch.on_expand(state)
        if space.is_goal(state):
            return Outcome(Status.SOLVED, _path_to(space, parents, state))
        for _, after in space.successors(state):
            if parents.add(after, state):
                push(after)
                waiting += 1
                if watch is not None:
                    watch.on_generate(after, state, key(after))
    return _exhausted(control)


# --- shared by the searches ---------------------------------------------------------------------


def _begin(watch: Observer | None, space: Space, key: tuple[int, ...] = ()) -> None:
    """Report to an observer that the search starts and that its first state is in the frontier."""
    if watch is not None:
        watch.on_start(space)
        watch.on_generate(space.start, space.start, key)


def _reach(depth: int, control: Control) -> None:
    """Record that all solutions with fewer than ``depth`` moves have been ruled out."""
    control.depth = depth
    control.raise_lower_bound(depth)
    if depth > control.max_moves:
        raise SearchStopped("moves")


def _exhausted(control: Control) -> Outcome:
    number = group_digits(control.states)
    note = (
        tr("Not solvable: only one state can be reached, and it is not the goal.")
        if control.states == 1
        else tr("Not solvable: none of the {number} reachable states is the goal.")
    ).format(number=number)
    return Outcome(Status.UNSOLVABLE, note=note)


def _path_to(space: Space, parents: Visited[State, State], state: State) -> list[Move]:
    """Return the moves from the start, whose parent is None, to ``state``."""
    moves: list[Move] = []
    while (before := parents[state]) is not None:
        moves.append(next(m for m, after in space.successors(before) if after == state))
        state = before
    return moves[::-1]


def _shortest(space: Space, parents: Parents, goals: list[State], control: Control) -> Outcome:
    """Return the outcome once all goals at the least number of moves are known."""
    if not control.request.all_solutions:
        return Outcome(Status.SOLVED, _path_to(space, parents.first_parent, goals[0]), optimal=True)
    steps = trace_shortest_paths(goals, space, parents, control)
    return list_shortest_paths(space.start, steps, control)
