"""The current arrangement and the recorded moves of a step-by-step solver."""

from __future__ import annotations

from collections.abc import Sequence

from puzzlegui.core.cells import Cell, cell_name, flatten
from puzzlegui.core.solution import Segment
from puzzlegui.families.rotation.board import BOTH, CLOCKWISE, RotationBoard, Turn


class MoveRecorder:
    """The arrangement after the turns made so far, a flat list changed in place.

    Cells are numbered row by row.

    Attributes:
        cells: the value of each cell.
        goal: the value of each cell in the goal.
        moves: the turns made.
        segments: named parts of the moves.
    """

    def __init__(self, board: RotationBoard) -> None:
        self.rows, self.columns = board.rows, board.columns
        self.cells = list(flatten(board.start))
        self.goal = flatten(board.goal)
        self.moves: list[Turn] = []
        self.segments: list[Segment] = []
        self._turns = board.turns

    @property
    def directions(self) -> tuple[bool, ...]:
        """Allowed directions of turns, true for clockwise."""
        return (True, False) if self._turns == BOTH else (self._turns == CLOCKWISE,)

    def cycle(self, turn: Turn) -> tuple[int, int, int, int]:
        """Return the block's cells in the order in which the turn moves their values."""
        a = turn.row * self.columns + turn.column
        b, c, d = a + 1, a + self.columns + 1, a + self.columns
        return (a, b, c, d) if turn.clockwise else (a, d, c, b)

    def quarters(self, block: Turn, quarters: int) -> tuple[Turn, ...]:
        """Express 1 to 3 clockwise quarter turns of a block in allowed turns."""
        forth, back = block._replace(clockwise=True), block._replace(clockwise=False)
        match self._turns:
            case "both":
                return ((forth,), (forth, forth), (back,))[quarters - 1]
            case "clockwise":
                return (forth,) * quarters
            case _:
                return (back,) * (4 - quarters)

    def apply(self, turns: Sequence[Turn]) -> None:
        """Apply turns to ``cells`` without recording them."""
        cells = self.cells
        for turn in turns:
            a, b, c, d = self.cycle(turn)
            cells[a], cells[b], cells[c], cells[d] = cells[d], cells[a], cells[b], cells[c]

    def record(self, turns: Sequence[Turn], name: str) -> None:
        """Apply and record turns as a segment, merged with the last if it has the same name."""
        if not turns:
            return
        self.apply(turns)
        begin = len(self.moves)
        self.moves += turns
        if self.segments and self.segments[-1].name == name:
            begin = self.segments.pop().start
        self.segments.append(Segment(name, begin, len(self.moves)))

    def distance(self, one: int, other: int) -> int:
        """Return the Manhattan distance of two cells."""
        columns = self.columns
        return abs(one // columns - other // columns) + abs(one % columns - other % columns)

    def index(self, cell: Cell) -> int:
        return cell[0] * self.columns + cell[1]

    def name(self, cell: int) -> str:
        return cell_name(divmod(cell, self.columns))
