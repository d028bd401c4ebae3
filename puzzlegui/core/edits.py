"""Edits of a board: the table of those that menus offer, and edits that need more arguments.

All are pure functions from a board to a board. They accept boards that are not valid.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, TypeAlias

from puzzlegui.core.board import Board
from puzzlegui.core.cells import HOLE, Cell, Grid, cells_of, flatten, rows_of, where
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.formatting import join_and
from puzzlegui.core.language import Translatable, tr, translated_fields
from puzzlegui.core.letters import with_alphabet
from puzzlegui.core.palettes import unused_value, value_named, value_names, with_names
from puzzlegui.core.region import Region

FLOOR = 1
"""Value of a new cell of a maze: a jump of this length is possible from anywhere."""

_TRIES = 50


Contents: TypeAlias = tuple[tuple[int | str, ...], ...]
"""Numbers, and names of values, to be pasted into cells."""

Change = Callable[[Board, str, Region, int], Board]
"""Edits a board, given the name of a grid, a region of it, and a seed."""


@translated_fields
@dataclass(frozen=True)
class Edit:
    """Edit that needs only a grid and a region of it.

    Attributes:
        name: identifier in code and tests.
        title: name shown in menus.
        tip: description, in a sentence.
        change: performs the edit; ``apply`` checks the arguments first.
        grids: grids that a board must have for the edit to make sense.
        square: True if only square regions are accepted.
        whole: True if the edit changes the whole board, regardless of grid and region.
        seeded: True if the seed selects among several results.
    """

    name: str
    title: Translatable
    tip: Translatable
    change: Change
    grids: tuple[str, ...] = ()
    square: bool = False
    whole: bool = False
    seeded: bool = False

    def applies(self, board: Board, field: str = "", region: Region | None = None) -> bool:
        """Return True if ``apply`` accepts the board and the region, if that is on the board."""
        region = region or Region.whole(board.grid(field or board.grid_fields[0]))
        return set(self.grids) <= set(board.grid_fields) and (region.square or not self.square)

    def apply(
        self, board: Board, field: str = "", region: Region | None = None, seed: int = 0
    ) -> Board:
        """Return the board after the edit.

        Args:
            board: the board.
            field: name of the grid; empty for the first.
            region: cells to edit; None for all.
            seed: for an edit that is ``seeded``.

        Raises:
            PuzzleError: the edit does not apply, or the region is not on the board.
        """
        field = field or board.grid_fields[0]
        region = region or Region.whole(board.grid(field))
        if not self.applies(board, field, region):
            text = (
                tr("{title}: needs a square of cells")
                if self.square
                else tr("{title}: needs a board that has {grids}")
            )
            raise PuzzleError(text.format(title=self.title, grids=join_and(self.grids)))
        if not (self.whole or region.fits(board.grid(field))):
            raise PuzzleError(
                tr("{title}: some of the chosen cells are not on the board").format(
                    title=self.title
                )
            )
        return self.change(board, field, region, seed)


# --- parts of grids -----------------------------------------------------------------------------


def extract(grid: Grid, region: Region) -> Grid:
    """Return the values in a region of a grid."""
    right = region.left + region.columns
    return tuple(row[region.left : right] for row in grid[region.top : region.top + region.rows])


def pasted(grid: Grid, part: Grid, cell: Cell) -> Grid:
    """Return ``grid`` with ``part`` pasted at ``cell``; what exceeds the grid is cut off."""
    cells = {(r + cell[0], c + cell[1]): part[r][c] for r, c in cells_of(part)}
    return with_cells(grid, cells)


def paste(board: Board, field: str, part: Contents, cell: Cell) -> Board:
    """Return the board with numbers and names pasted at a cell; what exceeds the grid is cut off.

    A new name goes to the value in its cell if that has none and occurs nowhere else in the grid,
    and else to a new value.
    """
    grid, gap = board.grid(field), board.gap
    names, counts = dict(value_names(board)), Counter(flatten(grid))
    numbers = {content for row in part for content in row if isinstance(content, int)}
    unused = max(unused_value(board) - 1, *numbers, 0) + 1
    known = {name.casefold(): value for value, name in names.items()}
    exact = {name: value for value, name in names.items()}

    def value_of(content: int | str, here: int) -> int:
        nonlocal unused
        if isinstance(content, int):
            return content
        value = exact.get(content, known.get(content.casefold()))
        if value is None:
            free = here not in names and here != gap and here not in numbers and counts[here] == 1
            value = here if free else unused
            unused += not free
            names[value] = content
            exact[content] = known[content.casefold()] = value
        return value

    values = {
        (r, c): value_of(content, grid[r][c])
        for r, row in enumerate(part, cell[0])
        for c, content in enumerate(row, cell[1])
        if 0 <= r < len(grid) and 0 <= c < len(grid[r])
    }
    changed = board.with_fields(**{field: with_cells(grid, values)})
    return with_names(changed, names) if len(names) > len(value_names(board)) else changed


def fill(board: Board, field: str, region: Region, value: int) -> Board:
    """Return the board with the same value in all cells of a region, but for holes."""
    cells = dict.fromkeys(_values_in(board, field, region), value)
    return board.with_fields(**{field: with_cells(board.grid(field), cells)})


def write(board: Board, field: str, region: Region, name: str) -> Board:
    """Return the board with the value of a name in all cells of a region, but for holes.

    A new name goes to the value of a single cell if that has none and occurs nowhere else in the
    grid, and else to a new value.

    Args:
        board: the board.
        field: name of the grid.
        region: the cells.
        name: a letter or a word.
    """
    value = value_named(board, name)
    if value is None:
        names, counts = value_names(board), Counter(flatten(board.grid(field)))
        taken = {board.gap, *names}
        here = _values_in(board, field, region).values()
        free = [v for v in here if v not in taken and counts[v] == 1]
        value = free[0] if len(free) == len(here) == 1 else unused_value(board)
        board = with_names(board, dict(names) | {value: name})
    return fill(board, field, region, value)


def flood(board: Board, field: str, cell: Cell, value: int) -> Board:
    """Flood-fill the connected cells of equal value around a cell with another value."""
    grid = board.grid(field)
    before = grid[cell[0]][cell[1]]
    if cell in board.holes:
        return board
    same, reached, waiting = set(where(grid, before)), {cell}, [cell]
    while waiting:
        r, c = waiting.pop()
        beside = {(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)} & same - reached
        reached |= beside
        waiting += beside
    return board.with_fields(**{field: with_cells(grid, dict.fromkeys(reached, value))})


def swap(board: Board, field: str, one: Cell, other: Cell) -> Board:
    """Return the board with the values of two cells of a grid exchanged; holes stay."""
    grid = board.grid(field)
    if not board.holes.isdisjoint((one, other)):
        return board
    cells = {one: grid[other[0]][other[1]], other: grid[one[0]][one[1]]}
    return board.with_fields(**{field: with_cells(grid, cells)})


def with_hole(board: Board, cell: Cell) -> Board:
    """Return the board without a cell, in all grids; at least two cells remain.

    If start and goal have the same values, they still do: the start loses the tile that the goal
    loses, and the tile in its way goes to the other's place.
    """
    start, *others = map(board.grid, board.grid_fields)
    if cell in board.holes or sum(value != HOLE for value in flatten(start)) <= 2:
        return board
    value, lost = start[cell[0]][cell[1]], others[0][cell[0]][cell[1]] if others else HOLE
    places = where(start, lost)
    if value != lost and places and lost != HOLE:
        start = with_cells(start, {places[0]: value})
    grids = [with_cells(grid, {cell: HOLE}) for grid in (start, *others)]
    return board.with_fields(**dict(zip(board.grid_fields, grids, strict=True)))


def without_hole(board: Board, cell: Cell) -> Board:
    """Return the board with a cell in place of a hole, with a new value in all grids."""
    value = max(board.values, default=0) + 1
    grids = {name: with_cells(board.grid(name), {cell: value}) for name in board.grid_fields}
    return board.with_fields(**grids) if cell in board.holes else board


def move_gap(board: Board, field: str, cell: Cell) -> Board:
    """Return the board with the gap moved to a cell, exchanged with the tile there.

    If the grid has no gap, the cell becomes the gap; if it has several, the first is moved.

    Raises:
        PuzzleError: the family has no gap.
    """
    gap = board.gap
    if gap is None:
        raise PuzzleError(tr("only a sliding puzzle has a gap"))
    gaps = where(board.grid(field), gap)
    return swap(board, field, gaps[0], cell) if gaps else board.with_cell(field, cell, gap)


def rearranged(grid: Grid, other: Grid) -> Grid:
    """Rearrange ``grid`` to hold the values of ``other``, keeping its own in place if possible."""
    left = Counter(flatten(other))
    cells: dict[Cell, int] = {}
    for r, c in cells_of(other):
        if r < len(grid) and c < len(grid[0]) and left[grid[r][c]]:
            cells[r, c] = grid[r][c]
            left[grid[r][c]] -= 1
    lacking = left.elements()
    values = [cells[cell] if cell in cells else next(lacking) for cell in cells_of(other)]
    return rows_of(values, len(other[0]))


def numbered_grid(board: Board) -> Grid:
    """Return 1, 2, 3 … row by row over the whole board; the gap, if any, last."""
    count = board.rows * board.columns
    if board.holes:
        numbers = iter(in_order(board, count - len(board.holes), gap=True))
        grid = board.grid(board.grid_fields[0])
        return tuple(tuple(v if v == HOLE else next(numbers) for v in row) for row in grid)
    return rows_of(in_order(board, count, gap=True), board.columns)


def with_cells(grid: Grid, cells: dict[Cell, int]) -> Grid:
    """Return ``grid`` with other values in some cells; unchanged rows stay the same objects."""
    rows = {r for r, _ in cells}
    return tuple(
        tuple(cells.get((r, c), value) for c, value in enumerate(row)) if r in rows else row
        for r, row in enumerate(grid)
    )


def in_order(board: Board, count: int, *, gap: bool) -> list[int]:
    """Return ``count`` values in order from 1; the last is the gap, if any and asked for."""
    hole = board.gap
    if hole is None or not gap:
        return list(range(1, count + 1))
    return [*range(1, count), hole]


# --- the edits of the table ---------------------------------------------------------------------


def _value_edit(order: Callable[[Board, list[int], int], list[int]]) -> Change:
    """Make an edit that gives the cells of a region other values, row by row."""

    def change(board: Board, field: str, region: Region, seed: int) -> Board:
        cells = _values_in(board, field, region)
        values = order(board, list(cells.values()), seed)
        return _with_values(board, field, cells, values)

    return change


def _values_in(board: Board, field: str, region: Region) -> dict[Cell, int]:
    """Return the values in a region of a grid by cell, without holes."""
    grid, holes = board.grid(field), board.holes
    return {(r, c): grid[r][c] for r, c in region.cells if (r, c) not in holes}


def _with_values(board: Board, field: str, cells: Iterable[Cell], values: list[int]) -> Board:
    """Return the board with other values in some cells of a grid."""
    changed = with_cells(board.grid(field), dict(zip(cells, values, strict=True)))
    return board.with_fields(**{field: changed})


def _clear(_board: Board, values: list[int], _seed: int) -> list[int]:
    return [0] * len(values)


def _number(board: Board, values: list[int], _seed: int) -> list[int]:
    whole = len(values) == board.rows * board.columns
    return in_order(board, len(values), gap=whole or board.gap in values)


def _letter(board: Board, field: str, region: Region, seed: int) -> Board:
    """Number the cells and name the values A, B, C and so on."""
    numbered = EDITS["number"].change(board, field, region, seed)
    values = set(_values_in(numbered, field, region).values()) - {board.gap}
    return with_alphabet(numbered, values)


def _sort(board: Board, values: list[int], _seed: int) -> list[int]:
    gap = board.gap
    return sorted(values, key=lambda value: (value == gap, value))


def _shuffle(board: Board, field: str, region: Region, seed: int) -> Board:
    """Shuffle a region into another arrangement; a solvable board stays solvable.

    A whole start is chosen among those that can reach the goal, which may be few among many.

    Returns:
        The same board if a limited number of tries finds no other arrangement.
    """
    rng = random.Random(seed)
    valid = not board.problems()
    whole = region == Region.whole(board.grid(field))
    if valid and whole and board.has_tiles and field == board.grid_fields[0]:
        starts = (board.random_start(rng) for _ in range(_TRIES))
        others = (start for start in starts if start != board.grid(field))
        return board.with_fields(**{field: next(others, board.grid(field))})
    careful = valid and board.verdict().solvable is not False
    cells = _values_in(board, field, region)
    values = list(cells.values())
    for _ in range(_TRIES):
        rng.shuffle(values)
        shuffled = _with_values(board, field, cells, values)
        if shuffled != board and not (careful and shuffled.verdict().solvable is False):
            return shuffled
    return board


CellMap = Callable[[Cell, Region], Cell]
"""Maps a cell of a region to its new place, both relative to the corner of the region."""


def _cell_edit(way: CellMap) -> Change:
    """Make an edit that moves the cells of a region, and a maze's start and target with them."""

    def change(board: Board, field: str, region: Region, _seed: int) -> Board:
        def to(cell: Cell) -> Cell:
            if cell not in region:
                return cell
            row, column = way((cell[0] - region.top, cell[1] - region.left), region)
            return row + region.top, column + region.left

        grid = board.grid(field)
        moved = {to((r, c)): grid[r][c] for r, c in region.cells}
        return board.with_fields(
            **{field: with_cells(grid, moved)}, **_mapped_cell_fields(board, to)
        )

    return change


def _mapped_cell_fields(board: Board, to: Callable[[Cell], Cell]) -> dict[str, Any]:
    """Return the cell fields of a board, moved."""
    return {name: to(getattr(board, name)) for name in board.cell_fields}


def _rotate_right(cell: Cell, region: Region) -> Cell:
    return cell[1], region.rows - 1 - cell[0]


def _rotate_left(cell: Cell, region: Region) -> Cell:
    return region.columns - 1 - cell[1], cell[0]


def _rotate_half(cell: Cell, region: Region) -> Cell:
    return region.rows - 1 - cell[0], region.columns - 1 - cell[1]


def _flip_across(cell: Cell, region: Region) -> Cell:
    return cell[0], region.columns - 1 - cell[1]


def _flip_down(cell: Cell, region: Region) -> Cell:
    return region.rows - 1 - cell[0], cell[1]


def _board_rotation(quarter_turns: int) -> Change:
    """Make an edit that turns every grid of a board of any shape: rows become columns."""

    def change(board: Board, _field: str, _region: Region, _seed: int) -> Board:
        for _ in range(quarter_turns):
            board = board.turned()
        return board

    return change


def _grid_copy(**sources: str) -> Change:
    """Make an edit that copies grids of a board to others."""

    def change(board: Board, _field: str, _region: Region, _seed: int) -> Board:
        return board.with_fields(**{to: board.grid(name) for to, name in sources.items()})

    return change


_BOTH = ("start", "goal")

_TABLE = (
    Edit("clear", "Clear", "Put 0 in every cell.", _value_edit(_clear)),
    Edit(
        "rotate-right", "Turn the cells right", "Turn the cells a quarter turn clockwise.",
        _cell_edit(_rotate_right), square=True,
    ),
    Edit(
        "rotate-left", "Turn the cells left", "Turn the cells a quarter turn counter-clockwise.",
        _cell_edit(_rotate_left), square=True,
    ),
    Edit(
        "reverse", "Reverse", "Reverse the order of the cells, which turns them upside down.",
        _cell_edit(_rotate_half),
    ),
    Edit(
        "flip-across", "Flip left to right", "Mirror the cells left to right.",
        _cell_edit(_flip_across),
    ),
    Edit(
        "flip-down", "Flip top to bottom", "Mirror the cells top to bottom.",
        _cell_edit(_flip_down),
    ),
    Edit(
        "number", "Number in order", "Number the cells 1, 2, 3 and so on, row "
        "by row; a gap comes last.",
        _value_edit(_number), grids=_BOTH,
    ),
    Edit(
        "letters", "Letters in order", "Put the letters A, B, C and so on in the cells, row by "
        "row; a gap comes last.",
        _letter, grids=_BOTH,
    ),
    Edit(
        "sort", "Sort", "Sort the values in ascending order; a gap comes last.",
        _value_edit(_sort), grids=_BOTH,
    ),
    Edit(
        "shuffle", "Shuffle", "Shuffle the values; a solvable board stays solvable.",
        _shuffle, seeded=True,
    ),
    Edit(
        "copy-start", "Copy start to goal", "Make the goal the same as the start.",
        _grid_copy(goal="start"), grids=_BOTH, whole=True,
    ),
    Edit(
        "copy-goal", "Copy goal to start", "Make the start the same as the goal.",
        _grid_copy(start="goal"), grids=_BOTH, whole=True,
    ),
    Edit(
        "exchange", "Swap start and goal", "Make the start the goal and the goal the start.",
        _grid_copy(start="goal", goal="start"), grids=_BOTH, whole=True,
    ),
    Edit(
        "turn-board-right", "Turn the board right",
        "Turn the whole board a quarter turn clockwise: rows become columns.",
        _board_rotation(1), whole=True,
    ),
    Edit(
        "turn-board-left", "Turn the board left",
        "Turn the whole board a quarter turn counter-clockwise: rows become columns.",
        _board_rotation(3), whole=True,
    ),
)  # fmt: skip

EDITS: dict[str, Edit] = {edit.name: edit for edit in _TABLE}
"""Table of all edits, by name, in the order of menus."""
