"""Boards made in Python are checked before they are used."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from puzzlegui.core.board import Board
from puzzlegui.core.errors import PuzzleError
from puzzlegui.engine.graph.exploration import Exploration
from puzzlegui.engine.graph.level_counts import START
from puzzlegui.engine.run import Run
from puzzlegui.families.maze.board import MazeBoard
from puzzlegui.families.rotation.board import RotationBoard
from puzzlegui.families.shift.board import ShiftBoard
from puzzlegui.families.sliding.board import SlidingBoard
from tests.boards import grid

_LISTS: Any = [[1, 2], [3, 4]]
_TEXTS: Any = (("1", "2"), ("3", "4"))


@pytest.mark.parametrize(
    ("board", "problem"),
    [
        (RotationBoard(grid("1 2/3 4"), grid("1 2 3/4 5 6")), "start 2×2, goal 2×3"),
        (RotationBoard(grid("1 2/3 5"), grid("1 2/3 4")), "value 5 appears"),
        (RotationBoard(_LISTS, grid("1 2/3 4")), "start: must be a tuple of rows"),
        (RotationBoard(grid("1 2/3 4"), _TEXTS), "goal: values must be whole numbers"),
        (RotationBoard(((1, 2), (3,)), ((1, 2), (3,))), "same length"),
        (RotationBoard((), ()), "there must be some"),
        (RotationBoard(grid("2 1/3 4"), grid("1 2/3 4"), "sideways"), "turns must be one of"),
        (SlidingBoard(grid("1 2/3 4"), grid("1 2/3 4")), "gap"),
        (ShiftBoard(grid("1 2/3 4"), grid("1 2/3 9")), "value 9 appears"),
        (MazeBoard(grid("1 2/3 4"), (0, 0), (7, 7)), "target"),
    ],
    ids=lambda value: value if isinstance(value, str) else value.family,
)
@pytest.mark.parametrize("begin", [Run, lambda board: Exploration(board, START)])
def test_a_board_that_is_not_valid_is_refused(
    board: Board, problem: str, begin: Callable[[Board], object]
) -> None:
    with pytest.raises(ValueError, match=problem):
        begin(board)


def test_every_problem_of_a_board_is_named() -> None:
    board = RotationBoard(_LISTS, _TEXTS, "sideways")
    with pytest.raises(PuzzleError) as error:
        Run(board)
    assert [line.split(":")[0] for line in str(error.value).splitlines()][:2] == ["start", "goal"]
    assert "sideways" not in str(error.value).splitlines()[0]
    assert len(str(error.value).splitlines()) == 3
