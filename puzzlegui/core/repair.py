"""Suggested repairs of a board that is invalid or unsolvable.

Each family defines the repairs of its boards; this module has those that several families share.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

from puzzlegui.core.board import MAX_SIZE, MIN_SIZE, Board
from puzzlegui.core.cells import Cell, Grid, cell_name, cells_of, flatten, where
from puzzlegui.core.edits import rearranged, swap, with_cells
from puzzlegui.core.formatting import group_digits, join_and
from puzzlegui.core.language import tr
from puzzlegui.core.palettes import format_value, value_names
from puzzlegui.core.resizing import resized

_FEW = 3


@dataclass(frozen=True)
class Repair:
    """Suggested repair.

    Attributes:
        sentence: label of its button.
        board: repaired board.
    """

    sentence: str
    board: Board


def size_repairs(board: Board) -> Iterator[Repair]:
    """Suggest a valid size for a board whose grids differ in size or are too small or large."""
    rows, columns = (min(max(n, MIN_SIZE), MAX_SIZE) for n in (board.rows, board.columns))
    sizes = {(len(grid), len(grid[0])) for grid in map(board.grid, board.grid_fields)}
    if sizes != {(rows, columns)}:
        yield Repair(
            tr("Make the board {rows}×{columns}").format(rows=str(rows), columns=str(columns)),
            resized(board, rows, columns),
        )


def value_repairs(board: Board) -> Iterator[Repair]:
    """Suggest changes that give start and goal the same values."""
    positive = {
        field: tuple(tuple(map(abs, row)) for row in board.grid(field))
        for field in board.grid_fields
    }
    yield Repair(tr("Remove the minus signs"), board.with_fields(**positive))
    yield from _gap_repairs(board)
    for field, other in (("start", "goal"), ("goal", "start")):
        if _is_valid_grid(board, other):
            grid, values = board.grid(field), board.grid(other)
            after = rearranged(grid, values)
            yield Repair(_describe_change(board, field, after), board.with_fields(**{field: after}))


def tile_repairs(board: Board) -> Iterator[Repair]:
    """Suggest repairs of a board with a start and a goal, of any family."""
    if board.problems():
        yield from list(size_repairs(board)) or value_repairs(board)
        return
    yield from solvability_repairs(board)


def solvability_repairs(board: Board) -> Iterator[Repair]:
    """Suggest the swap that makes a valid board with a start and a goal solvable."""
    verdict = board.verdict()
    if verdict.solvable is False and verdict.repair:
        (r, c), (s, d) = one, other = verdict.repair
        grid = board.grid("start")
        sentence = tr("Swap {one} and {other} in the start").format(
            one=str(grid[r][c]), other=str(grid[s][d])
        )
        yield Repair(sentence, swap(board, "start", one, other))


def _is_valid_grid(board: Board, field: str) -> bool:
    """Return True if a grid is valid by itself."""
    gap = board.gap
    values = flatten(board.grid(field))
    return min(values) >= 0 and (gap is None or values.count(gap) == 1)


def _gap_repairs(board: Board) -> Iterator[Repair]:
    """Suggest a single gap in start and goal, if there is none or several."""
    gap = board.gap
    if gap is None:
        return
    fields: dict[str, Grid] = {"start": board.grid("start"), "goal": board.grid("goal")}
    done = []
    for field, other in (("goal", "start"), ("start", "goal")):
        if len(where(fields[field], gap)) != 1:
            fields[field], cell = _with_one_gap(fields[field], fields[other], gap)
            place = tr("at {cell} in the goal") if field == "goal" else tr("at {cell} in the start")
            done.append(place.format(cell=cell_name(cell)))
    if done:
        yield Repair(
            tr("Make exactly one gap, {places}").format(places=join_and(done)),
            board.with_fields(**fields),
        )


def _with_one_gap(grid: Grid, other: Grid, gap: int) -> tuple[Grid, Cell]:
    """Return the grid with exactly 1 gap, and its cell; other values follow ``other``."""
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
    return with_cells(grid, changed), to


def _describe_change(board: Board, field: str, after: Grid) -> str:
    """Describe the change that gives a grid the values of the other."""
    before = board.grid(field)
    cells = [(r, c) for r, c in cells_of(after) if after[r][c] != before[r][c]]
    if len(cells) > _FEW:
        text = (
            tr("Give the start the values of the goal ({count} cells change)")
            if field == "start"
            else tr("Give the goal the values of the start ({count} cells change)")
        )
        return text.format(count=group_digits(len(cells)))
    gap, names = board.gap, value_names(board)
    puts = [
        tr("{value} in {cell}").format(
            value=tr("the gap") if after[r][c] == gap else format_value(after[r][c], names),
            cell=cell_name((r, c)),
        )
        for r, c in cells
    ]
    text = tr("Put {puts} of the goal") if field == "goal" else tr("Put {puts} of the start")
    return text.format(puts=join_and(puts))
