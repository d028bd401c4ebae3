"""What can be done with one click about a board that is not sound or cannot be solved."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

from puzzlegui.core.board import LARGEST, SMALLEST, Board
from puzzlegui.core.cells import Cell, Grid, cell_name, cells_of, flatten, where
from puzzlegui.core.edits import matched, resized, swap
from puzzlegui.families.maze.board import DIRECTIONS, MazeBoard
from puzzlegui.families.rotation.board import RotationBoard

_FEW = 3


@dataclass(frozen=True)
class Repair:
    """One thing that can be done.

    Attributes:
        sentence: what it does, as on a button.
        board: the board afterwards.
    """

    sentence: str
    board: Board


def repairs(board: Board) -> list[Repair]:
    """What would mend a board, the best first; empty where nothing is known to be wrong.

    Of a board with problems, each mends one kind of them. Taking the first over and over comes to
    a board that is sound and, short of a maze's sum that takes a search, can be solved.
    """
    found: dict[Board, Repair] = {}
    for repair in _of_problems(board) if board.problems() else _of_verdict(board):
        if repair.board != board:
            found.setdefault(repair.board, repair)
    return list(found.values())


# --- boards with problems -----------------------------------------------------------------------


def _of_problems(board: Board) -> Iterator[Repair]:
    rows, columns = (min(max(n, SMALLEST), LARGEST) for n in (board.rows, board.columns))
    sizes = {(len(grid), len(grid[0])) for grid in map(board.grid, board.grid_fields)}
    if sizes != {(rows, columns)}:
        yield Repair(f"Make the board {rows}×{columns}", resized(board, rows, columns))
        return
    if isinstance(board, MazeBoard):
        yield from _onto_the_board(board)
        return
    positive = {
        field: tuple(tuple(map(abs, row)) for row in board.grid(field))
        for field in board.grid_fields
    }
    yield Repair("Drop the minus signs", board.changed(**positive))
    yield from _gap(board)
    for field, other in (("start", "goal"), ("goal", "start")):
        if _sound(board, other):
            grid, values = board.grid(field), board.grid(other)
            after = matched(grid, values)
            yield Repair(_changes(board, field, after), board.changed(**{field: after}))


def _onto_the_board(board: MazeBoard) -> Iterator[Repair]:
    after = resized(board, board.rows, board.columns)
    moved = [
        f"the {name} to {cell_name(getattr(after, name))}"
        for name in board.cell_fields
        if getattr(after, name) != getattr(board, name)
    ]
    yield Repair(f"Move {' and '.join(moved)}", after)


def _sound(board: Board, field: str) -> bool:
    """Whether one grid is right by itself."""
    gap = board.picture().gap
    values = flatten(board.grid(field))
    return min(values) >= 0 and (gap is None or values.count(gap) == 1)


def _gap(board: Board) -> Iterator[Repair]:
    """One gap in start and goal, where there is none or more than one."""
    gap = board.picture().gap
    if gap is None:
        return
    fields: dict[str, Grid] = {"start": board.grid("start"), "goal": board.grid("goal")}
    done = []
    for field, other in (("goal", "start"), ("start", "goal")):
        if len(where(fields[field], gap)) != 1:
            fields[field], cell = _with_one_gap(fields[field], fields[other], gap)
            done.append(f"at {cell_name(cell)} in the {field}")
    if done:
        yield Repair(f"Have one gap, {' and '.join(done)}", board.changed(**fields))


def _with_one_gap(grid: Grid, other: Grid, gap: int) -> tuple[Grid, Cell]:
    """The grid with one gap, and where it is: values come and go as ``other`` has them."""
    cells = list(cells_of(grid))
    values, wanted = Counter(flatten(grid)), Counter(flatten(other))
    gaps = where(grid, gap)
    surplus, lacking = values - wanted, wanted - values
    del lacking[gap]
    spare = [(r, c) for r, c in cells if surplus[grid[r][c]]]
    to = (gaps or spare or cells)[-1]
    fresh = count(max(*values, *wanted) + 1)
    fill = iter(sorted(lacking.elements()))
    changed = {cell: next(fill, None) or next(fresh) for cell in gaps} | {to: gap}
    return _with(grid, changed), to


def _with(grid: Grid, changed: dict[Cell, int]) -> Grid:
    return tuple(
        tuple(changed.get((r, c), value) for c, value in enumerate(row))
        for r, row in enumerate(grid)
    )


def _changes(board: Board, field: str, after: Grid) -> str:
    """What makes a grid hold the values of the other."""
    before = board.grid(field)
    cells = [(r, c) for r, c in cells_of(after) if after[r][c] != before[r][c]]
    if len(cells) > _FEW:
        other = "goal" if field == "start" else "start"
        return f"Give the {field} the values of the {other} ({len(cells)} cells change)"
    gap = board.picture().gap
    puts = [
        f"{'the gap' if after[r][c] == gap else after[r][c]} in {cell_name((r, c))}"
        for r, c in cells
    ]
    return f"Put {' and '.join(puts)} of the {field}"


# --- sound boards that cannot be solved ---------------------------------------------------------


def _of_verdict(board: Board) -> Iterator[Repair]:
    verdict = board.verdict()
    if verdict.solvable is not False:
        return
    if verdict.repair:
        (r, c), (s, d) = one, other = verdict.repair
        grid = board.grid("start")
        yield Repair(
            f"Exchange {grid[r][c]} and {grid[s][d]} in the start",
            swap(board, "start", one, other),
        )
    if isinstance(board, RotationBoard):
        yield from _within_reach(board)
    if isinstance(board, MazeBoard):
        yield from _ways(board)


def _within_reach(board: RotationBoard) -> Iterator[Repair]:
    """The start most like this one from which the goal can be reached; for tiny boards."""
    values = flatten(board.start)

    def alike(grid: Grid) -> tuple[int, Grid]:
        return sum(a == b for a, b in zip(values, flatten(grid), strict=True)), grid

    start = max(board.backwards().changed(start=board.goal).orbit(), key=alike)
    cells = len(values) - alike(start)[0]
    yield Repair(f"Change {cells} cells of the start", board.changed(start=start))


def _ways(board: MazeBoard) -> Iterator[Repair]:
    """Numbers that open a way, a target within reach, or a sum that fits."""
    if board.start == board.target:
        total = board.total(board.initial())
        yield Repair(f"Make the wanted sum {total}", board.changed(sum=total))
    else:
        changed = _way(board)
        puts = [f"{value} on {cell_name(cell)}" for cell, value in changed.items()]
        numbers = _with(board.numbers, changed)
        sentence = f"Put {' and '.join(puts)}" if puts else ""
        yield _with_a_sum(sentence, board.changed(numbers=numbers))
    *_, farthest = _reached(board)
    if farthest != board.start:
        sentence = f"Move the target to {cell_name(farthest)}, within reach"
        yield _with_a_sum(sentence, board.changed(target=farthest))


def _with_a_sum(sentence: str, board: MazeBoard) -> Repair:
    """A repair that opens a way, with another sum where that of no way can be as wanted."""
    if board.sum is None or board.verdict().solvable is not False:
        return Repair(sentence, board)
    other = board.changed(sum=board.sum + 1)
    wanted = f"make the wanted sum {other.sum}"
    both = f"{sentence}, and {wanted}" if sentence else f"{wanted[:1].upper()}{wanted[1:]}"
    return Repair(both, other)


def _reached(board: MazeBoard) -> list[Cell]:
    """The cells that can be reached, the nearest first."""
    reached = {board.start: None}
    for cell in (waiting := [board.start]):
        fresh = [to for to in board.jumps(cell) if to not in reached]
        reached |= dict.fromkeys(fresh)
        waiting += fresh
    return waiting


def _way(board: MazeBoard) -> dict[Cell, int]:
    """As few numbers as can be that, changed, open a way from start to target."""
    waiting: list[tuple[int, int, Cell, Cell]] = [(0, 0, board.start, board.start)]
    before: dict[Cell, Cell] = {}
    while board.target not in before:
        changes, jumps, cell, source = heapq.heappop(waiting)
        if cell in before:
            continue
        before[cell] = source
        r, c = cell
        for down, right in DIRECTIONS:
            for far in range(1, max(board.rows, board.columns)):
                to = r + down * far, c + right * far
                if 0 <= to[0] < board.rows and 0 <= to[1] < board.columns:
                    change = abs(board.numbers[r][c]) != far
                    heapq.heappush(waiting, (changes + change, jumps + 1, to, cell))
    found: dict[Cell, int] = {}
    cell = board.target
    while cell != board.start:
        (row, column), (r, c) = cell, before[cell]
        far = abs(row - r) + abs(column - c)
        number = board.numbers[r][c]
        if abs(number) != far:
            found[r, c] = -far if number < 0 else far
        cell = r, c
    return dict(reversed(found.items()))
