"""The entry of number mazes in the table of families."""

from __future__ import annotations

from puzzlegui.core.board import Board
from puzzlegui.core.cells import Grid, flatten, where
from puzzlegui.core.language import tr
from puzzlegui.families.family import Family, GridReader
from puzzlegui.families.maze.board import MazeBoard
from puzzlegui.families.maze.creation import DIRECTIONS, STARTS, SUM, exact_maze, similar_maze
from puzzlegui.families.maze.directions import STRAIGHT
from puzzlegui.families.maze.notations import NOTATIONS
from puzzlegui.families.maze.repairs import repairs
from puzzlegui.families.maze.solvers import SOLVERS, choose
from puzzlegui.families.maze.transitions import MazeTransitions


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
    repairs=repairs,
    notations=NOTATIONS,
    make_similar=similar_maze,
    transitions=MazeTransitions,
    make_exact=exact_maze,
    rule_for=_rule_for,
    play_instructions_for=_play_instructions_for,
    grids=GridReader(_score, _make),
)
