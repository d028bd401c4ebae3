"""Solving a large rotation board line by line, tile by tile, down to a last 3×3.

The "second algorithm" of "Graphs and Puzzles" (see SOURCES.md): the first row, or the first column
if the rest is wider than high, is completed tile by tile, then the remainder is solved in the same
way, and the last 3×3 from the table of all its arrangements. A tile is moved by turns of blocks
that touch nothing fixed. No such turn leads into the last cell of a line, which takes a
*conjugate* A B A': a turn A moves part of the finished line out of the way, and its inverse A' puts
it back ("bring 9 to 3" in the source).
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from operator import itemgetter
from typing import NamedTuple

from puzzlegui.core.board import Board
from puzzlegui.core.cells import cell_name, distances_to
from puzzlegui.core.solution import Status
from puzzlegui.families.rotation.board import RotationBoard, Turn
from puzzlegui.families.rotation.solving.distance_table import shortest
from puzzlegui.families.rotation.solving.move_recorder import MoveRecorder
from puzzlegui.solvers.control import Outcome, SearchContext

_REST = 3
"""Rows and columns of the part that is solved from the table."""
_TRIED = 4
"""Number of equal tiles tried for a cell."""
_TURNS_FOR_FOUR = 3
"""Turns usually needed for a distance of four, which a single turn covers in the best case."""

_Steps = list[tuple[Sequence[Turn], str]]
"""Turns and the names of their segments."""


class _Operator(NamedTuple):
    """Turns that preserve all fixed cells, and the permutation of cells they cause."""

    turns: tuple[Turn, ...]
    carries: dict[int, int]
    name: str


def solve(board: Board, work: SearchContext) -> Outcome:
    """Solve any board from 3×3 on; not shortest."""
    assert isinstance(board, RotationBoard)
    peeler = _Peeler(board, work)
    peeler.peel()
    return Outcome(Status.SOLVED, peeler.moves, segments=peeler.segments)


class _Peeler(MoveRecorder):
    def __init__(self, board: RotationBoard, work: SearchContext) -> None:
        super().__init__(board)
        self._board = board
        self._work = work
        self._fixed = [False] * len(self.cells)
        self._distance = distances_to(board.goal)
        self._around: list[list[Turn]] = [[] for _ in self.cells]
        for r in range(self.rows - 1):
            for c in range(self.columns - 1):
                for clockwise in self.directions:
                    turn = Turn(r, c, clockwise)
                    for cell in self.cycle(turn):
                        self._around[cell].append(turn)

    def peel(self) -> None:
        top = left = 0
        while (rows := self.rows - top) > _REST or (columns := self.columns - left) > _REST:
            columns = self.columns - left
            if rows >= columns:
                line = [(top, c) for c in range(left, self.columns)]
                name = f"row {top + 1}"
                top += 1
            else:
                line = [(r, left) for r in range(top, self.rows)]
                name = f"column {cell_name((0, left))[:-1]}"
                left += 1
            self._work.phase = name
            for row, column in line:
                self._place(row * self.columns + column, name)
        self._rest(top, left)

    def _place(self, target: int, line: str) -> None:
        """Bring a tile of the wanted value to ``target`` and fix it there.

        Of equal tiles the nearest are tried. The best has the fewest turns, plus an estimate of
        the remaining turns from the distances of all tiles afterwards.
        """
        wanted = self.goal[target]
        if self.cells[target] != wanted:
            tiles = heapq.nsmallest(
                _TRIED,
                (
                    cell
                    for cell, value in enumerate(self.cells)
                    if value == wanted and not self._fixed[cell]
                ),
                key=lambda cell: (self.distance(cell, target), self.goal[cell] == wanted, cell),
            )
            tried = [self._try(tile, target, line) for tile in tiles]
            _, steps = min(tried, key=itemgetter(0))
            for turns, name in steps:
                self.record(turns, name)
        self._fixed[target] = True

    def _try(self, tile: int, target: int, line: str) -> tuple[int, _Steps]:
        """Return four times the estimated turns with ``tile``, and the steps to ``target``."""
        name = f"{line}: {self.goal[target]} to {self.name(target)}"
        before = self.cells.copy()
        steps: _Steps = []
        while tile != target:
            turn = self._turn_nearer(tile, target)
            operators = (
                [_Operator((turn,), self._carried([turn]), "")]
                if turn is not None
                else self._shortest_route(tile, target)
            )
            for operator in operators:
                self._work.count_expansion()
                self.apply(operator.turns)
                steps.append(
                    (operator.turns, f"{line}: {operator.name}" if operator.name else name)
                )
                tile = operator.carries.get(tile, tile)
        apart = sum(self._distance[value][cell] for cell, value in enumerate(self.cells))
        self.cells = before
        made = sum(len(turns) for turns, _ in steps)
        return 4 * made + _TURNS_FOR_FOUR * apart, steps

    def _turn_nearer(self, tile: int, target: int) -> Turn | None:
        """Return the turn that brings ``tile`` nearer at the greatest gain for all tiles."""
        apart = self.distance(tile, target)
        best, best_gain = None, 0
        for turn in self._around[tile]:
            cycle = self.cycle(turn)
            if any(self._fixed[cell] for cell in cycle):
                continue
            if self.distance(cycle[cycle.index(tile) - 3], target) >= apart:
                continue
            gain = sum(
                self._distance[self.cells[cell]][cell]
                - self._distance[self.cells[cell]][cycle[i - 3]]
                for i, cell in enumerate(cycle)
            )
            if best is None or gain > best_gain:
                best, best_gain = turn, gain
        return best

    def _shortest_route(self, tile: int, target: int) -> list[_Operator]:
        """Return the fewest turns that bring ``tile`` to ``target``, by Dijkstra's algorithm."""
        conjugates = list(self._conjugates(target))
        cost = {tile: 0}
        came: dict[int, tuple[int, _Operator]] = {}
        waiting = [(0, tile)]
        while waiting:
            made, here = heapq.heappop(waiting)
            if here == target:
                break
            if made > cost[here]:
                continue
            singles = (
                _Operator((turn,), self._carried([turn]), "")
                for turn in self._around[here]
                if not any(self._fixed[cell] for cell in self.cycle(turn))
            )
            for operator in (*singles, *conjugates):
                after = operator.carries.get(here, here)
                total = made + len(operator.turns)
                if after != here and total < cost.get(after, 1 << 30):
                    cost[after] = total
                    came[after] = here, operator
                    heapq.heappush(waiting, (total, after))
        route = []
        while target != tile:
            target, operator = came[target]
            route.append(operator)
        return route[::-1]

    def _conjugates(self, target: int) -> Iterator[_Operator]:
        """Yield conjugates A B A' that preserve the fixed cells and bring a tile to ``target``."""
        for lift in self._blocks(target):
            near = {block for cell in lift.cells for block in self._blocks(self.index(cell))}
            for quarters in (1, 2, 3):
                up, down = self.quarters(lift, quarters), self.quarters(lift, 4 - quarters)
                for block in sorted(near - {lift}):
                    for between in (1, 2, 3):
                        turns = (*up, *self.quarters(block, between), *down)
                        carries = self._carried(turns)
                        origin = next((c for c, to in carries.items() if to == target), target)
                        if origin != target and not any(self._fixed[cell] for cell in carries):
                            places = f"{self.name(origin)} to {self.name(target)}"
                            yield _Operator(turns, carries, f"bring {places} beside the fixed")

    def _rest(self, top: int, left: int) -> None:
        """Solve the last 3×3 from the table."""
        columns = self.columns
        corner = [range(r * columns + left, r * columns + columns) for r in range(top, self.rows)]
        start = tuple(tuple(self.cells[cell] for cell in row) for row in corner)
        goal = tuple(tuple(self.goal[cell] for cell in row) for row in corner)
        self._work.phase = "last 3×3 from table"
        turns = shortest(start, goal, self._board.turns, self._work)
        self.record(
            [Turn(r + top, c + left, clockwise) for r, c, clockwise in turns], "last 3×3 from table"
        )

    # --- turns on the flat list of cells ---

    def _carried(self, turns: Sequence[Turn]) -> dict[int, int]:
        """Return the cells to which turns take the tiles they move."""
        holds: dict[int, int] = {}
        for turn in turns:
            cycle = self.cycle(turn)
            origins = [holds.get(cell, cell) for cell in cycle]
            for i, cell in enumerate(cycle):
                holds[cell] = origins[i - 1]
        return {origin: cell for cell, origin in holds.items() if origin != cell}

    def _blocks(self, cell: int) -> set[Turn]:
        """Return the blocks that ``cell`` belongs to, as clockwise turns."""
        return {Turn(turn.row, turn.column) for turn in self._around[cell]}
