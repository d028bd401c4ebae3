"""Number mazes, as the rest of the program sees them."""

from __future__ import annotations

from puzzlegui.families.family import Family
from puzzlegui.families.maze.arcs import MazeArcs
from puzzlegui.families.maze.board import MazeBoard
from puzzlegui.families.maze.creation import STARTS, another
from puzzlegui.families.maze.repairs import repairs
from puzzlegui.families.maze.solvers import SOLVERS, choose

FAMILY = Family(
    name=MazeBoard.family,
    title="Number maze",
    board=MazeBoard,
    rule=(
        "Every move jumps exactly as far as the number that one stands on says, up, down, left or "
        "right, until the target is reached."
    ),
    by_hand=("Click a ringed cell to jump there. With keys: the arrow of the way to jump."),
    how_to_read=(
        "jump from the disc to the ringed cell,",
        "as far as the number in the disc says. The double ring is the target.",
    ),
    parameters=(),
    starts=STARTS,
    solvers=SOLVERS,
    choose=choose,
    graph="families.maze.graph:graph",
    repairs=repairs,
    another=another,
    arcs=MazeArcs,
)
