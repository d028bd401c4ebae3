"""What can be wrong with the grids of boards of several families."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from puzzlegui.core.board import LARGEST, SMALLEST, Board, Extra
from puzzlegui.core.cells import Cell, Grid, cell_list, cells_by_value, cells_of, flatten
from puzzlegui.core.counting import group_digits, times
from puzzlegui.core.errors import Problem
from puzzlegui.core.language import pgettext, tr
from puzzlegui.core.palettes import named, names_of


def size_problems(grid: Grid, field: str) -> list[Problem]:
    """What is wrong with the size of a grid."""
    rows, columns = len(grid), len(grid[0])
    if SMALLEST <= rows <= LARGEST and SMALLEST <= columns <= LARGEST:
        return []
    return [
        Problem(
            tr(
                "the board is {rows}×{columns}; rows and columns must be {smallest} to {largest}"
            ).format(
                rows=str(rows), columns=str(columns), smallest=str(SMALLEST), largest=str(LARGEST)
            ),
            field,
        )
    ]


def negative_problems(grid: Grid, field: str) -> list[Problem]:
    """Cells that hold a negative value where none is allowed."""
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
        )
    ]


def exchange_problems(board: Board) -> list[Problem]:
    """Values that start and goal hold in different numbers, each with its cells."""
    return list(_exchange_problems(board.grid("start"), board.grid("goal"), board.extra))


def _unequal(value: str, have: int, want: int, places: str) -> str:
    """Return the sentence on a value that start and goal hold in different numbers."""
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


@lru_cache(maxsize=4)  # after an edit, the document and what mends it ask the same
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
            ),
        )
    if Counter(flatten(start)) == Counter(flatten(goal)):  # as almost always
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
        places = tr(" (see {cell_list})").format(cell_list=cell_list(cells))
        found.append(
            Problem(
                _unequal(named(value, names), have, want, places),
                field,
                cells,
                surplus=abs(have - want),
            )
        )
    return tuple(found)


def likeliest(problem: Problem, board: Board, sound: Board | None) -> tuple[Cell, ...]:
    """The cells of a problem that are best pointed at.

    Of a value that stands there too often these are as many as are too many: first those that were
    changed since the board was sound, then those that are not as in the other grid. Where none of
    them was changed, the change that made it so was another problem's, and that one points at it.

    Args:
        problem: of the board.
        board: the board.
        sound: the board as it was when last nothing was wrong with it, if it ever was.
    """
    if not problem.surplus or len(problem.cells) == 1:  # one that was overwritten elsewhere
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
