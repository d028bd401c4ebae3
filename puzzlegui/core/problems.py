"""Checks of grids that several families share."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache

from puzzlegui.core.board import MAX_SIZE, MIN_SIZE, Board, Extra
from puzzlegui.core.cells import Cell, Grid, cell_list, cells_by_value, cells_of, flatten
from puzzlegui.core.errors import Problem, ProblemKind
from puzzlegui.core.formatting import group_digits, times
from puzzlegui.core.language import pgettext, tr
from puzzlegui.core.palettes import format_value, names_of


def size_problems(grid: Grid, field: str) -> list[Problem]:
    """Return the problem of a grid whose size is not supported."""
    rows, columns = len(grid), len(grid[0])
    if MIN_SIZE <= rows <= MAX_SIZE and MIN_SIZE <= columns <= MAX_SIZE:
        return []
    return [
        Problem(
            tr(
                "the board is {rows}×{columns}; rows and columns must be {smallest} to {largest}"
            ).format(
                rows=str(rows), columns=str(columns), smallest=str(MIN_SIZE), largest=str(MAX_SIZE)
            ),
            field,
            kind=ProblemKind.SIZE,
        )
    ]


def negative_problems(grid: Grid, field: str) -> list[Problem]:
    """Return the problem of cells with a negative value in a grid that allows none."""
    if min(flatten(grid)) >= 0:
        return []
    cells = tuple((r, c) for r, c in cells_of(grid) if grid[r][c] < 0)
    return [
        Problem(
            tr("{field}: values must be 0 or more; see {cell_list}").format(
                field=field, cell_list=cell_list(cells)
            ),
            field,
            cells,
            kind=ProblemKind.SIGN,
        )
    ]


def value_count_problems(board: Board) -> list[Problem]:
    """Return a problem for each value whose number differs between start and goal."""
    return list(_exchange_problems(board.grid("start"), board.grid("goal"), board.extra))


def is_unfinished(board: Board) -> bool:
    """Return True if start or goal has more empty cells, of value 0, than the other or the gap."""
    if not board.has_tiles or len(board.grid_fields) == 1:
        return False
    empty = [flatten(board.grid(field)).count(0) for field in board.grid_fields]
    return max(empty) > (min(empty) if board.gap is None else 1)


def _unequal(value: str, have: int, want: int, places: str) -> str:
    """Return the sentence on a value whose number differs between start and goal."""
    if not want:
        text = tr("value {value} appears {often} in the start but not in the goal{places}")
    elif not have:
        text = tr("value {value} appears {often} in the goal but not in the start{places}")
    elif have > want:
        text = tr("value {value} appears {often} in the start but only {few} in the goal{places}")
    else:
        text = tr("value {value} appears {often} in the goal but only {few} in the start{places}")
    few = min(have, want)
    shown = (
        times(few)
        if few < 3
        else pgettext("as in “8 times but only 7”", "{number}").format(number=group_digits(few))
    )
    return text.format(value=value, often=times(max(have, want)), few=shown, places=places)


@lru_cache(maxsize=4)  # after an edit, the document and the repairs need the same result
def _exchange_problems(start: Grid, goal: Grid, extra: Extra) -> tuple[Problem, ...]:
    if (len(start), len(start[0])) != (len(goal), len(goal[0])):
        return (
            Problem(
                tr(
                    "the start is {rows}×{columns} but the goal is {other_rows}×{other_columns}"
                ).format(
                    rows=str(len(start)),
                    columns=str(len(start[0])),
                    other_rows=str(len(goal)),
                    other_columns=str(len(goal[0])),
                ),
                "goal",
                kind=ProblemKind.SIZE,
            ),
        )
    if sorted(flatten(start)) == sorted(flatten(goal)):  # the usual case
        return ()
    in_start, in_goal = cells_by_value(start), cells_by_value(goal)
    names = names_of(extra)
    found = []
    for value in sorted(in_start | in_goal):
        here, there = in_start.get(value, []), in_goal.get(value, [])
        have, want = len(here), len(there)
        if have == want:
            continue
        field, cells = ("start", tuple(here)) if have > want else ("goal", tuple(there))
        found.append(
            Problem(
                _unequal(format_value(value, names), have, want, _places(cells)),
                field,
                cells,
                surplus=abs(have - want),
                kind=ProblemKind.VALUES,
            )
        )
    return tuple(found)


def _places(cells: tuple[Cell, ...]) -> str:
    return tr(" (see {cell_list})").format(cell_list=cell_list(cells)) if cells else ""


def narrowed(problems: Iterable[Problem], board: Board, sound: Board | None) -> list[Problem]:
    """Return problems that name only the cells most likely wrong, those without any last.

    Args:
        problems: problems of the board.
        board: the board.
        sound: the board when it was last valid, if it ever was.
    """
    found = []
    for problem in problems:
        cells = _likely_wrong_cells(problem, board, sound)
        message = problem.message.replace(_places(problem.cells), _places(cells))
        found.append(replace(problem, cells=cells, message=message))
    return sorted(found, key=lambda problem: not problem.cells)


def _likely_wrong_cells(problem: Problem, board: Board, sound: Board | None) -> tuple[Cell, ...]:
    """Return the cells of a problem that are most likely wrong.

    For a value that appears too often, these are as many cells as are too many: those changed since
    the board was last valid, or else those that differ from the other grid. If none of them was
    changed, the change that caused it belongs to another problem, which highlights it.
    """
    if not problem.surplus or len(problem.cells) == 1:  # a single cell: the other was overwritten
        return problem.cells
    grid = board.grid(problem.field)
    if sound is not None and (sound.rows, sound.columns) == (board.rows, board.columns):
        old = sound.grid(problem.field)
        changed = [(r, c) for r, c in problem.cells if grid[r][c] != old[r][c]]
        return tuple(changed[-problem.surplus :])
    others = [board.grid(name) for name in board.grid_fields if name != problem.field]

    def unlike(cell: Cell) -> bool:
        return any(other[cell[0]][cell[1]] != grid[cell[0]][cell[1]] for other in others)

    return tuple(sorted(problem.cells, key=unlike)[-problem.surplus :])
