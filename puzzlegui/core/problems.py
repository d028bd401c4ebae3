"""What can be wrong with the grids of boards of several families."""

from __future__ import annotations

from puzzlegui.core.board import LARGEST, SMALLEST
from puzzlegui.core.cells import Grid, cell_list, cells_by_value, cells_of
from puzzlegui.core.counting import times
from puzzlegui.core.errors import Problem


def size_problems(grid: Grid, field: str) -> list[Problem]:
    """What is wrong with the size of a grid."""
    rows, columns = len(grid), len(grid[0])
    if SMALLEST <= rows <= LARGEST and SMALLEST <= columns <= LARGEST:
        return []
    return [
        Problem(
            f"the board is {rows}×{columns}; rows and columns can be {SMALLEST} to {LARGEST}", field
        )
    ]


def negative_problems(grid: Grid, field: str) -> list[Problem]:
    """Cells that hold a negative value where none is allowed."""
    cells = tuple((r, c) for r, c in cells_of(grid) if grid[r][c] < 0)
    if not cells:
        return []
    return [Problem(f"{field}: values must be 0 or more; see {cell_list(cells)}", field, cells)]


def exchange_problems(start: Grid, goal: Grid) -> list[Problem]:
    """Values that start and goal hold in different numbers, each with its cells."""
    if (len(start), len(start[0])) != (len(goal), len(goal[0])):
        return [
            Problem(
                f"start is {len(start)}×{len(start[0])} but goal is {len(goal)}×{len(goal[0])}",
                "goal",
            )
        ]
    in_start, in_goal = cells_by_value(start), cells_by_value(goal)
    found = []
    for value in sorted(in_start | in_goal):
        here, there = in_start.get(value, []), in_goal.get(value, [])
        have, want = len(here), len(there)
        if have == want:
            continue
        field, cells = ("start", tuple(here)) if have > want else ("goal", tuple(there))
        places = f" (see {cell_list(cells)})"
        found.append(
            Problem(
                f"{value} stands {times(have)} in the start but {times(want)} in the goal{places}",
                field,
                cells,
            )
        )
    return found
