"""The entry of number mazes in the table of families."""

from __future__ import annotations

from puzzlegui.families.family import Family
from puzzlegui.families.maze.board import MazeBoard
from puzzlegui.families.maze.creation import STARTS, SUM, exact_maze, similar_maze
from puzzlegui.families.maze.repairs import repairs
from puzzlegui.families.maze.solvers import SOLVERS, choose
from puzzlegui.families.maze.transitions import MazeTransitions

FAMILY = Family(
    name=MazeBoard.family,
    title="Number maze",
    board=MazeBoard,
    rule=(
        "Each move jumps up, down, left or right, exactly as far as the number in your cell "
        "says. Reach the target without visiting a cell twice. If there is a target sum, the "
        "numbers of all cells visited must add up to it."
    ),
    play_instructions=(
        "Click a ringed cell to jump there. With the keyboard: press the arrow key for the "
        "direction."
    ),
    reading_captions=(
        "jump from the disc to the ringed cell,",
        "as far as the number in the disc says. The double ring is the target.",
    ),
    parameters=(),
    starts=STARTS,
    solvers=SOLVERS,
    choose=choose,
    graph="families.maze.graph:graph",
    repairs=repairs,
    make_similar=similar_maze,
    transitions=MazeTransitions,
    make_exact=exact_maze,
    exact_parameters=frozenset({SUM.name}),
)
