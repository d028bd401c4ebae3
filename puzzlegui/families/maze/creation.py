"""New mazes."""

from __future__ import annotations

import random
from dataclasses import replace

from puzzlegui.core.board import Board
from puzzlegui.core.creation import Made, Parameter, Start, Wanted, Watch, check_size
from puzzlegui.families.maze.board import MazeBoard
from puzzlegui.families.maze.maker import LEVELS, STEPS, make_maze

UNIQUE = Parameter(
    "unique", "", flag=True,
    help="a maze with exactly one shortest solution or, with --sum, exactly one solution",
)  # fmt: skip
LENGTH = Parameter(
    "length", "Le&ngth", least=1, empty="any",
    help="with --unique: moves of the solution (default: as many as possible; with --sum: any)",
)  # fmt: skip
LEVEL = Parameter(
    "level", "&Difficulty", help="with --unique: difficulty, instead of --length",
    choices=(("", "as long as possible"),
             *((level.name, level.title.lower()) for level in LEVELS.values())),
)  # fmt: skip
SUM = Parameter(
    "sum", "Target s&um", help="with --unique: the target sum", letter="S", least=-9999, most=9999
)


def _plain(wanted: Wanted, _watch: Watch | None) -> Made:
    check_size(wanted)
    numbers = tuple((1,) * wanted.columns for _ in range(wanted.rows))
    return Made(MazeBoard(numbers, (0, 0), (wanted.rows - 1, wanted.columns - 1)))


def _by_seed(wanted: Wanted, _watch: Watch | None) -> Made:
    """Random numbers that never lead off the board, corner to corner, until there is a way."""
    check_size(wanted)
    rng = random.Random(wanted.seed)
    rows, columns = wanted.rows, wanted.columns
    while True:
        numbers = tuple(
            tuple(rng.randint(1, max(r, rows - 1 - r, c, columns - 1 - c)) for c in range(columns))
            for r in range(rows)
        )
        maze = MazeBoard(numbers, (0, 0), (rows - 1, columns - 1))
        if maze.verdict().solvable:
            return Made(maze)


def _unique(wanted: Wanted, watch: Watch | None) -> Made | None:
    level = wanted.given.get("level")
    made = make_maze(
        wanted.rows,
        wanted.columns,
        wanted.seed,
        length=wanted.given.get("length"),
        level=LEVELS[level] if level else None,
        total=wanted.given.get("sum"),
        watch=watch,
    )
    return None if made is None else Made(made.board, made.difficulty())


_LOOKED_AT = STEPS * 64
"""Cells of the mazes that are looked at for another one."""


def another(board: Board, moves: int, seed: int, watch: Watch | None) -> MazeBoard | None:
    """A maze with a single solution, as near to so many moves as can be found."""
    assert isinstance(board, MazeBoard)
    steps = min(STEPS, _LOOKED_AT // (board.rows * board.columns))
    made = make_maze(
        board.rows, board.columns, seed, near=moves, steps=steps, total=board.sum,
        start=board.start, target=board.target, watch=watch,
    )  # fmt: skip
    if made is None:
        return None
    return replace(made.board, palette=board.palette)


STARTS = (
    Start("shuffled", "random (from seed)", _by_seed, option=""),
    Start(
        "unique", "a single solution", _unique, (UNIQUE, LENGTH, LEVEL, SUM), option="unique",
        steps=lambda _: STEPS,
        promise="finds a maze with exactly one shortest path, or exactly one path with that sum",
    ),
    Start("plain", "all ones, ready to edit", _plain, seeded=False),
)  # fmt: skip
