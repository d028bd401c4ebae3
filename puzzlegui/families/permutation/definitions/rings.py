"""Places for the cells of a puzzle of unknown shape: pieces as columns, cycles as rings."""

from __future__ import annotations

from collections.abc import Sequence

from puzzlegui.core.cells import Cell

_WIDTH = 28
"""Greatest width of a ring or a row of blocks; a single row of blocks may be wider."""


def ring_layout(
    count: int, moves: Sequence[Sequence[int]], columns: Sequence[Sequence[int]] = ()
) -> list[Cell]:
    """Return a place for each cell, in blocks with a row or column of holes between them.

    Args:
        count: number of cells.
        moves: images of the moves.
        columns: cells of each piece that has several; they share a column.
    """
    columned = {cell for column in columns for cell in column}
    blocks = [*_column_blocks(columns)]
    blocks += [
        list(zip(chain, _ring(len(chain)), strict=True))
        for chain in _chains([i for i in range(count) if i not in columned], moves)
    ]
    places: dict[int, Cell] = {}
    widest = max(1 + max(column for _, (_, column) in block) for block in blocks)
    width = max(_WIDTH, widest)
    top = left = height = 0
    for block in blocks:
        high = 1 + max(row for _, (row, _) in block)
        wide = 1 + max(column for _, (_, column) in block)
        if left and left + wide > width:
            top, left, height = top + height + 1, 0, 0
        for cell, (row, column) in block:
            places[cell] = (top + row, left + column)
        left, height = left + wide + 1, max(height, high)
    return [places[cell] for cell in range(count)]


def _column_blocks(columns: Sequence[Sequence[int]]) -> list[list[tuple[int, Cell]]]:
    """Return a block for each run of pieces with equally many cells, a column for each piece."""
    blocks: list[list[tuple[int, Cell]]] = []
    height = at = 0
    for column in columns:
        if len(column) != height or at == _WIDTH:
            height, at = len(column), 0
            blocks.append([])
        blocks[-1] += [(cell, (row, at)) for row, cell in enumerate(column)]
        at += 1
    return blocks


def _chains(cells: Sequence[int], moves: Sequence[Sequence[int]]) -> list[list[int]]:
    """Return chains that cover the cells: the longest cycles first, then parts of cycles."""
    free = set(cells)
    cycles = []
    for images in moves:
        seen: set[int] = set()
        for first in cells:
            cycle = []
            point = first
            while point not in seen:
                seen.add(point)
                cycle.append(point)
                point = images[point]
            if len(cycle) > 1:
                backward = cycle[1] > cycle[-1]
                cycles.append([cycle[0], *cycle[:0:-1]] if backward else cycle)
    cycles.sort(key=len, reverse=True)
    chains = []
    for cycle in cycles:
        if len(cycle) > 2 and all(cell in free for cell in cycle):
            chains.append(cycle)
            free.difference_update(cycle)
    for cycle in cycles:
        part = [cell for cell in cycle if cell in free]
        if len(part) > 2:
            chains.append(part)
            free.difference_update(part)
    if free:
        chains.append(sorted(free))
    return chains


def _ring(length: int) -> list[Cell]:
    """Return places around a rectangle that is about twice as wide as high, clockwise.

    A ring that would be too wide is a spiral's path instead: rows from left to right.
    """
    if length < 4:
        return [(0, column) for column in range(length)]
    height = max(2, round((length + 4) / 6))
    width = (length + 5) // 2 - height
    if width > _WIDTH:
        return [divmod(number, _WIDTH) for number in range(length)]
    border = [
        *((0, column) for column in range(width)),
        *((row, width - 1) for row in range(1, height)),
        *((height - 1, column) for column in range(width - 2, -1, -1)),
        *((row, 0) for row in range(height - 2, 0, -1)),
    ]
    return border[:length]
