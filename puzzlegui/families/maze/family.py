"""The entry of number mazes in the table of families, with what only it uses."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from puzzlegui.core.board import Board
from puzzlegui.core.cells import Cell, Grid, flatten, where
from puzzlegui.core.language import gettext_noop, tr
from puzzlegui.core.notation import ARROWS, Notation, Term, numbered_lines, one_term_each
from puzzlegui.families.family import Family, GridReader
from puzzlegui.families.maze.board import MazeBoard, Trail
from puzzlegui.families.maze.creation import DIRECTIONS, STARTS, SUM, exact_maze, similar_maze
from puzzlegui.families.maze.directions import STRAIGHT
from puzzlegui.families.maze.repairs import repairs
from puzzlegui.families.maze.solvers import SOLVERS, choose
from puzzlegui.solvers.transitions import Transitions

# --- transitions between the cells of a maze ---


class MazeTransitions(Transitions):
    """Jumps between cells, regardless of the cells visited before and of a target sum."""

    board: MazeBoard

    def __init__(self, board: Board) -> None:
        assert isinstance(board, MazeBoard)
        super().__init__(board)
        self._before: dict[Cell, list[Trail]] = {}
        for row in range(board.rows):
            for column in range(board.columns):
                for cell in board.jumps((row, column)):
                    self._before.setdefault(cell, []).append(((row, column),))
        if board.sum is not None:
            self.note = gettext_noop("The target sum is ignored: each arrangement shown is a cell.")

    def _goal(self) -> Trail:
        return (self.board.target,)

    def vertex(self, position: Trail) -> Trail:
        return position[-1:]

    def successors(self, vertex: Trail) -> list[tuple[Cell, Trail]]:
        return [(cell, (cell,)) for cell in self.board.jumps(vertex[-1])]

    def moves(self, vertex: Trail) -> list[Cell]:
        return list(self.board.jumps(vertex[-1]))

    def predecessors(self, vertex: Trail) -> list[Trail]:
        return self._before.get(vertex[-1], [])

    def board_between(self, start: Trail, goal: Trail) -> Board:
        return self.board.with_fields(start=start[-1], target=goal[-1], sum=None)


# --- notations of paths, besides the standard notation and words ---


_ARROWS = dict(zip(product((-1, 0, 1), repeat=2), "↖↑↗← →↙↓↘", strict=True))
"""Arrow for each direction in rows and columns."""


def _arrows(board: Board, moves: Sequence[Cell]) -> list[Term]:
    """Return the direction of each jump, without the first cell."""
    assert isinstance(board, MazeBoard)
    cells = (board.start, *moves)
    return one_term_each([_arrow(*pair) for pair in zip(cells, moves, strict=False)], moves)


def _arrow(cell: Cell, target: Cell) -> str:
    down, right = ((b > a) - (b < a) for a, b in zip(cell, target, strict=True))
    return _ARROWS[down, right]


NOTATIONS = (
    Notation(ARROWS, "Arrows", "mazes", lambda _: True, _arrows, position_dependent=True),
    numbered_lines("mazes"),
)


# --- the entry ---


def _score(grid: Grid) -> int:
    """Return 3 for a target 0, or signs, and jumps that stay on the board, 2 for other signs."""
    values = flatten(grid)
    signs = min(values) < 0
    if (0 in values or signs) and max(map(abs, values)) < max(len(grid), len(grid[0])):
        return 3
    return 2 if signs else 0


def _make(numbers: Grid, _goal: Grid) -> MazeBoard:
    """Return a maze from the first cell to the only 0, or to the last cell."""
    zeros = where(numbers, 0)
    last = len(numbers) - 1, len(numbers[0]) - 1
    target = zeros[0] if len(zeros) == 1 and zeros[0] != (0, 0) else last
    return MazeBoard(numbers, (0, 0), target)


def _rule_for(board: Board) -> str:
    assert isinstance(board, MazeBoard)
    if board.directions == STRAIGHT:
        return FAMILY.rule
    return tr(
        "Each move jumps in one of eight directions, straight or diagonal, exactly as far as the "
        "number in your cell says. Reach the target without visiting a cell twice. If there is a "
        "target sum, the numbers of all cells visited must add up to it."
    )


def _play_instructions_for(board: Board) -> str:
    assert isinstance(board, MazeBoard)
    if board.directions == STRAIGHT:
        return tr(
            "Click a ringed cell to jump there. With the keyboard: press the arrow key for the "
            "direction."
        )
    return FAMILY.play_instructions


FAMILY = Family(
    name=MazeBoard.family,
    title="Number maze",
    known_as="rook jumping maze",
    board=MazeBoard,
    rule=(
        "Each move jumps up, down, left or right, exactly as far as the number in your cell "
        "says. Reach the target without visiting a cell twice. If there is a target sum, the "
        "numbers of all cells visited must add up to it."
    ),
    play_instructions=(
        "Click a ringed cell to jump there. With the keyboard: press the arrow key for the "
        "direction, for a diagonal jump Home, Page Up, End or Page Down; or use the number pad."
    ),
    touch_instructions="Tap a ringed cell to jump there.",
    reading_captions=(
        "jump from the disc to the ringed cell,",
        "as far as the number in the disc says. The double ring is the target.",
    ),
    parameters=(DIRECTIONS, SUM),
    starts=STARTS,
    solvers=SOLVERS,
    choose=choose,
    graph="families.maze.graph:graph",
    simplify="",
    repairs=repairs,
    notations=NOTATIONS,
    make_similar=similar_maze,
    transitions=MazeTransitions,
    make_exact=exact_maze,
    rule_for=_rule_for,
    play_instructions_for=_play_instructions_for,
    grids=GridReader(_score, _make),
)
