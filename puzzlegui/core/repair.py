"""Suggested repairs of a board that is invalid or unsolvable.

Each family suggests repairs of its boards; this module has those that several families share, and
tries every suggestion before it is offered.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

from puzzlegui.core.board import MAX_SIZE, MIN_SIZE, Board
from puzzlegui.core.cells import HOLE, Cell, Grid, cell_name, cells_of, flatten, where
from puzzlegui.core.edits import rearranged, with_cells
from puzzlegui.core.errors import ProblemKind
from puzzlegui.core.formatting import group_digits, join_and
from puzzlegui.core.language import tr
from puzzlegui.core.palettes import format_value, value_names
from puzzlegui.core.rearrangement import rearrange_start
from puzzlegui.core.resizing import resized
from puzzlegui.core.solution import replay

_FEW = 3
_STEPS = 4
"""Most repairs that are joined to one."""
_PLAYS = 5_000
"""Moves tried to list the arrangements from which a goal can be reached: some 20 ms."""


@dataclass(frozen=True)
class Repair:
    """Suggested repair.

    Attributes:
        sentence: label of its button.
        board: repaired board.
        moves: a solution of the repaired board, if its verdict leaves open whether there is one.
    """

    sentence: str
    board: Board
    moves: tuple[Any, ...] | None = None


def tried_repairs(board: Board, suggest: Callable[[Board], Iterable[Repair]]) -> list[Repair]:
    """Return the suggested repairs that mend a board, that with the fewest changes first.

    A repair of an invalid board removes a kind of problems; a repair of a valid board makes it
    solvable. A repair that lets other problems appear is joined with repairs of these. If some make
    the board solvable, those that only make it valid are not offered.

    Args:
        board: the board.
        suggest: suggests repairs of a board; some may not mend it.
    """
    found: dict[Board, Repair] = {}
    for repair in suggest(board):
        tried = _completed(board, repair, suggest)
        if tried is not None:
            found.setdefault(tried.board, tried)
    repairs = sorted(found.values(), key=lambda repair: _changes(board, repair.board))
    if len(repairs) > 1 and any(map(_is_solvable, repairs)):
        repairs = [each for each in repairs if each.board.problems() or _is_solvable(each)]
    return repairs


def _completed(
    board: Board, repair: Repair, suggest: Callable[[Board], Iterable[Repair]]
) -> Repair | None:
    """Return the repair, joined with others if need be; None if it does not mend the board."""
    before = _kinds(board)
    if not before:
        return repair if _is_solvable(repair) else None
    for _ in range(_STEPS):
        after = _kinds(repair.board)
        if after <= before:
            return repair if before.keys() - after.keys() else None
        further = (
            more
            for more in suggest(repair.board)
            if (left := _kinds(more.board)) <= after and after.keys() - left.keys()
        )
        more = next(further, None)
        if more is None:
            return None
        text = tr("{sentence}; then: {other}")
        sentence = text.format(sentence=repair.sentence, other=more.sentence)
        repair = replace(more, sentence=sentence)
    return None


def _kinds(board: Board) -> Counter[ProblemKind]:
    """Return the number of problems of each kind."""
    return Counter(problem.kind for problem in board.problems())


def _is_solvable(repair: Repair) -> bool:
    """Return True if the repaired board is valid and proved to be solvable."""
    board = repair.board
    if board.problems():
        return False
    solvable = board.verdict().solvable
    if solvable is None and repair.moves is not None:
        return replay(board, repair.moves).correct
    return solvable is True


def _changes(board: Board, other: Board) -> int:
    """Return the number of cells that differ, and of other fields that do."""
    ours, theirs = _parts(board), _parts(other)
    return sum(ours.get(key) != theirs.get(key) for key in ours.keys() | theirs.keys())


def _parts(board: Board) -> dict[tuple[str, Cell | None], Any]:
    """Return the contents of all cells and of all other fields."""
    parts: dict[tuple[str, Cell | None], Any] = {}
    for name in board.to_fields():
        value = getattr(board, name)
        if name in board.grid_fields:
            parts |= {(name, (r, c)): value[r][c] for r, c in cells_of(value)}
        else:
            parts[name, None] = value
    return parts


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
        field: tuple(tuple(_positive(board, v) for v in row) for row in board.grid(field))
        for field in board.grid_fields
    }
    yield Repair(tr("Remove the minus signs"), board.with_fields(**positive))
    yield from _gap_repairs(board)
    for field, other in (("start", "goal"), ("goal", "start")):
        if _is_valid_grid(board, other):
            for after in _with_values(board.grid(field), board.grid(other), {HOLE, board.gap}):
                sentence = _describe_change(board, field, after)
                yield Repair(sentence, board.with_fields(**{field: after}))


def _with_values(grid: Grid, other: Grid, apart: set[int | None]) -> Iterator[Grid]:
    """Yield a grid with the values of another; each way, if a single tile has to change.

    Args:
        grid: the grid.
        other: the other.
        apart: values that are no tiles.
    """
    values, wanted = Counter(flatten(grid)), Counter(flatten(other))
    surplus, lacking = values - wanted, wanted - values
    if surplus.total() == lacking.total() == 1 and apart.isdisjoint((*surplus, *lacking)):
        places = where(grid, *surplus)
        if len(places) <= _FEW:
            yield from (with_cells(grid, dict.fromkeys([place], *lacking)) for place in places)
            return
    yield rearranged(grid, other)


def _positive(board: Board, value: int) -> int:
    return value if board.allows_holes and value == HOLE else abs(value)


def tile_repairs(board: Board) -> Iterator[Repair]:
    """Suggest repairs of a board with a start and a goal, of any family."""
    if board.problems():
        yield from list(size_repairs(board)) or value_repairs(board)
        return
    yield from solvability_repairs(board)


def solvability_repairs(board: Board) -> Iterator[Repair]:
    """Suggest the rearrangement that makes a valid board with a start and a goal solvable."""
    verdict = board.verdict()
    if verdict.solvable is False and verdict.repair:
        yield Repair(verdict.repair.sentence, rearrange_start(board, verdict.repair))


def nearest_start_repair(board: Board) -> Repair | None:
    """Suggest the solvable start with the fewest changes; None if there are too many to list."""
    undone = board.inverse()
    goal = board.grid("goal")
    reached, waiting, plays = {goal}, [goal], 0
    while waiting:
        position = waiting.pop()
        moves = undone.legal_moves(position)
        plays += len(moves)
        if plays > _PLAYS:
            return None
        fresh = {undone.play(position, move) for move in moves} - reached
        reached |= fresh
        waiting += fresh
    values = flatten(board.grid("start"))

    def alike(grid: Grid) -> tuple[int, Grid]:
        return sum(a == b for a, b in zip(values, flatten(grid), strict=True)), grid

    return start_repair(board, max(reached, key=alike))


def start_repair(board: Board, start: Grid) -> Repair:
    """Suggest another start."""
    pairs = zip(flatten(board.grid("start")), flatten(start), strict=True)
    cells = sum(before != after for before, after in pairs)
    return Repair(
        tr("Change {cells} cells in the start").format(cells=group_digits(cells)),
        board.with_fields(start=start),
    )


def _is_valid_grid(board: Board, field: str) -> bool:
    """Return True if a grid is valid by itself."""
    gap = board.gap
    values = [v for v in flatten(board.grid(field)) if not (board.allows_holes and v == HOLE)]
    return min(values, default=0) >= 0 and (gap is None or values.count(gap) == 1)


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
    before = dict(zip(cells_of(board.grid(field)), flatten(board.grid(field)), strict=True))
    cells = [(r, c) for r, c in cells_of(after) if after[r][c] != before.get((r, c))]
    removed = len(before.keys() - set(cells_of(after)))
    if len(cells) > _FEW or removed:
        text = (
            tr("Change the start to match the goal ({count} cells)")
            if field == "start"
            else tr("Change the goal to match the start ({count} cells)")
        )
        return text.format(count=group_digits(len(cells) + removed))
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
