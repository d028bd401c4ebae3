"""Repairs of mazes."""

from __future__ import annotations

import heapq
from collections.abc import Iterator

from puzzlegui.core.board import Board
from puzzlegui.core.cells import Cell, cell_name
from puzzlegui.core.edits import with_cells
from puzzlegui.core.formatting import join_and
from puzzlegui.core.language import tr
from puzzlegui.core.repair import Repair, size_repairs
from puzzlegui.core.resizing import resized
from puzzlegui.families.maze.board import MazeBoard
from puzzlegui.families.maze.directions import DIRECTIONS
from puzzlegui.families.maze.sums import paths, possible_sums

_STEPS = 2_000
"""Steps of a search for another target with the sum: some 2 ms."""


def repairs(board: Board) -> Iterator[Repair]:
    """Suggest repairs of a maze."""
    assert isinstance(board, MazeBoard)
    if board.problems():
        yield from list(size_repairs(board)) or _onto_the_board(board)
    elif (solvable := board.verdict().solvable) is False:
        yield from _connecting_repairs(board)
    elif solvable is None and board.sum not in possible_sums(board).paths:
        yield from _with_a_sum("", board)


def _onto_the_board(board: MazeBoard) -> Iterator[Repair]:
    after = resized(board, board.rows, board.columns)
    moved = [
        (tr("the target to {cell}") if name == "target" else tr("the start to {cell}")).format(
            cell=cell_name(getattr(after, name))
        )
        for name in board.cell_fields
        if getattr(after, name) != getattr(board, name)
    ]
    yield Repair(tr("Move {moved}").format(moved=join_and(moved)), after)


def _connecting_repairs(board: MazeBoard) -> Iterator[Repair]:
    """Yield changes of numbers, target or target sum that make a maze solvable."""
    if board.start == board.target:
        total = board.total(board.initial())
        yield Repair(
            tr("Set the target sum to {total}").format(total=str(total)),
            board.with_fields(sum=total),
            (),
        )
    else:
        changed = _fewest_changes(board)
        puts = [
            tr("{value} in {cell}").format(value=str(value), cell=cell_name(cell))
            for cell, value in changed.items()
        ]
        numbers = with_cells(board.numbers, changed)
        sentence = tr("Put {puts}").format(puts=join_and(puts)) if puts else ""
        yield from _with_a_sum(sentence, board.with_fields(numbers=numbers))
    others = (path[-1] for path, total in paths(board, _STEPS) if path and total == board.sum)
    farthest = next(others, None) if board.sum is not None else None
    farthest = farthest or _reachable(board)[-1]
    if farthest != board.start:
        sentence = tr("Move the target to {cell}, which can be reached").format(
            cell=cell_name(farthest)
        )
        yield from _with_a_sum(sentence, board.with_fields(target=farthest))


def _with_a_sum(sentence: str, board: MazeBoard) -> Iterator[Repair]:
    """Suggest a repair, with the nearest target sum found if the present one is not."""
    if board.sum is None:
        yield Repair(sentence, board)
        return
    wanted, best = board.sum, _shortest_path(board)
    found = {board.total(best): best} | possible_sums(board).paths
    nearest = min(found, key=lambda total: abs(total - wanted))
    best = found[nearest]
    if nearest != wanted:
        text = (
            tr("{sentence}, and set the target sum to {total}")
            if sentence
            else tr("Set the target sum to {total}")
        )
        sentence = text.format(sentence=sentence, total=str(nearest))
    yield Repair(sentence, board.with_fields(sum=nearest), best[1:])


def _shortest_path(board: MazeBoard) -> tuple[Cell, ...]:
    """Return a shortest path from the start to the target, which can be reached."""
    before = {board.start: board.start}
    for cell in (waiting := [board.start]):
        fresh = [to for to in board.jumps(cell) if to not in before]
        before |= dict.fromkeys(fresh, cell)
        waiting += fresh
    path = [board.target]
    while path[-1] != board.start:
        path.append(before[path[-1]])
    return tuple(reversed(path))


def _reachable(board: MazeBoard) -> list[Cell]:
    """Return the reachable cells, the nearest first."""
    reached = {board.start: None}
    for cell in (waiting := [board.start]):
        fresh = [to for to in board.jumps(cell) if to not in reached]
        reached |= dict.fromkeys(fresh)
        waiting += fresh
    return waiting


def _cells_in_line(board: MazeBoard, cell: Cell) -> Iterator[tuple[int, Cell]]:
    """Yield the cells that a jump from a cell reaches with any number, each with that number."""
    for down, right in DIRECTIONS[board.directions]:
        for far in range(1, max(board.rows, board.columns)):
            row, column = cell[0] + down * far, cell[1] + right * far
            if not (0 <= row < board.rows and 0 <= column < board.columns):
                break
            yield far, (row, column)


def _fewest_changes(board: MazeBoard) -> dict[Cell, int]:
    """Return the fewest changes of numbers that connect start and target, by Dijkstra."""
    waiting: list[tuple[int, int, Cell, Cell]] = [(0, 0, board.start, board.start)]
    before: dict[Cell, Cell] = {}
    best: dict[Cell, tuple[int, int, Cell]] = {}
    while board.target not in before:
        changes, jumps, cell, source = heapq.heappop(waiting)
        if cell in before:
            continue
        before[cell] = source
        r, c = cell
        jump = abs(board.numbers[r][c])
        for far, to in _cells_in_line(board, cell):
            if to in before:
                continue
            cost = changes + (far != jump), jumps + 1, cell
            if to not in best or cost < best[to]:
                best[to] = cost
                heapq.heappush(waiting, (*cost[:2], to, cell))
    found: dict[Cell, int] = {}
    cell = board.target
    while cell != board.start:
        (row, column), (r, c) = cell, before[cell]
        far = max(abs(row - r), abs(column - c))
        number = board.numbers[r][c]
        if abs(number) != far:
            found[r, c] = -far if number < 0 else far
        cell = r, c
    return dict(reversed(found.items()))
