"""New mazes."""

from __future__ import annotations

import random
from dataclasses import replace

from puzzlegui.core.board import Board
from puzzlegui.core.cells import Cell, Grid
from puzzlegui.core.creation import (
    BoardSpec,
    CreatedBoard,
    CreationMethod,
    Parameter,
    ProgressCallback,
    check_size,
)
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.language import tr
from puzzlegui.families.maze.board import MazeBoard
from puzzlegui.families.maze.directions import STRAIGHT
from puzzlegui.families.maze.generator import LEVELS, STEPS, generate_maze
from puzzlegui.families.maze.sums import possible_sums

DIRECTIONS = Parameter(
    "directions",
    "&Jumps",
    "directions of jumps",
    choices=MazeBoard.options[0].choices,
    tip="Directions in which a jump may go",
)
UNIQUE = Parameter(
    "unique", "", flag=True,
    help="a maze with exactly one shortest solution or, with --sum, exactly one solution",
)  # fmt: skip
LENGTH = Parameter(
    "length", "Le&ngth", minimum=1, placeholder="any",
    help="with --unique: moves of the solution (default: as many as possible; with --sum: any)",
    tip="Number of moves of the only solution",
)  # fmt: skip
LEVEL = Parameter(
    "level", "Diff&iculty", help="with --unique: difficulty, instead of --length",
    choices=(("", "as long as possible"),
             *((level.name, level.title.lower()) for level in LEVELS.values())),
    tip="Length of the only solution, and how many cells lead nowhere",
)  # fmt: skip
SUM = Parameter(
    "sum",
    "Target s&um",
    help="target sum of the numbers on the path",
    letter="S",
    minimum=-9999,
    maximum=9999,
    tip="Sum that the numbers on the path must have, with their signs; empty for any sum",
)


_SUM_TRIES = 200
"""Random mazes that are searched for a path with a target sum."""


def _plain(wanted: BoardSpec, _watch: ProgressCallback | None) -> CreatedBoard:
    check_size(wanted)
    numbers = tuple((1,) * wanted.columns for _ in range(wanted.rows))
    return CreatedBoard(_corner_to_corner(numbers, wanted))


def _by_seed(wanted: BoardSpec, watch: ProgressCallback | None) -> CreatedBoard | None:
    """Make random mazes from corner to corner until one is solvable.

    With a target sum, the numbers have signs.
    """
    check_size(wanted)
    rng = random.Random(wanted.seed)
    rows, columns, total = wanted.rows, wanted.columns, _sum(wanted)
    tries = 0
    while watch is None or watch(tries):
        numbers = tuple(
            tuple(
                (1 if total is None else rng.choice((1, -1)))
                * rng.randint(1, max(r, rows - 1 - r, c, columns - 1 - c))
                for c in range(columns)
            )
            for r in range(rows)
        )
        maze = _corner_to_corner(numbers, wanted)
        if maze.verdict().solvable if total is None else total in possible_sums(maze).paths:
            return CreatedBoard(maze)
        if total is not None and tries == _SUM_TRIES:
            text = tr("no random maze of this size with the target sum {sum} was found")
            raise PuzzleError(text.format(sum=str(total)))
        tries += 1
    return None


def _corner_to_corner(numbers: Grid, wanted: BoardSpec) -> MazeBoard:
    target = wanted.rows - 1, wanted.columns - 1
    return MazeBoard(numbers, (0, 0), target, _sum(wanted), _directions(wanted))


def _sum(wanted: BoardSpec) -> int | None:
    total: int | None = wanted.parameters.get(SUM.name)
    return total


def _directions(wanted: BoardSpec) -> str:
    return wanted.parameters.get("directions") or STRAIGHT


def _unique(wanted: BoardSpec, watch: ProgressCallback | None) -> CreatedBoard | None:
    level = wanted.parameters.get("level")
    made = generate_maze(
        wanted.rows,
        wanted.columns,
        wanted.seed,
        length=wanted.parameters.get("length"),
        level=LEVELS[level] if level else None,
        total=_sum(wanted),
        directions=_directions(wanted),
        watch=watch,
    )
    return None if made is None else CreatedBoard(made.board, made.difficulty())


_LOOKED_AT = STEPS * 64
"""Mazes tried for a similar maze, times the cells of the board."""


def exact_maze(
    spec: BoardSpec,
    length: int,
    seed: int,
    watch: ProgressCallback | None,
    like: Board | None = None,
) -> tuple[CreatedBoard, tuple[Cell, ...]] | None:
    """Return a maze whose only (or only shortest) solution has a given length, and the path.

    Args:
        spec: size, target sum and directions of jumps.
        length: the number of moves.
        seed: chooses among the possible mazes.
        watch: called regularly; returns False to cancel.
        like: maze whose size, start, target, sum and directions are kept instead.

    Returns:
        None if cancelled.

    Raises:
        PuzzleError: no maze of this size can have it, or none was found.
    """
    assert like is None or isinstance(like, MazeBoard)
    made = generate_maze(
        spec.rows, spec.columns, seed, length=length, watch=watch,
        total=_sum(spec) if like is None else like.sum,
        start=None if like is None else like.start,
        target=None if like is None else like.target,
        directions=_directions(spec) if like is None else like.directions,
    )  # fmt: skip
    if made is None:
        return None
    board = made.board if like is None else replace(made.board, palette=like.palette)
    return CreatedBoard(board, made.difficulty()), made.path[1:]


def similar_maze(
    board: Board, moves: int, seed: int, watch: ProgressCallback | None
) -> MazeBoard | None:
    """Return a similar maze with a single solution of about ``moves`` moves."""
    assert isinstance(board, MazeBoard)
    steps = min(STEPS, _LOOKED_AT // (board.rows * board.columns))
    made = generate_maze(
        board.rows, board.columns, seed, near=moves, steps=steps, total=board.sum,
        start=board.start, target=board.target, directions=board.directions, watch=watch,
    )  # fmt: skip
    if made is None:
        return None
    return replace(made.board, palette=board.palette)


STARTS = (
    CreationMethod(
        "shuffled", "random (from seed)", _by_seed, option="",
        max_steps=lambda wanted: 0 if _sum(wanted) is None else _SUM_TRIES,
        search_description="finds a random maze with a path of that sum",
        tip="Any solvable maze; the same seed makes the same maze",
    ),
    CreationMethod(
        "unique", "a single solution", _unique, (UNIQUE, LENGTH, LEVEL), option="unique",
        max_steps=lambda _: STEPS,
        search_description=(
            "finds a maze with exactly one shortest path, or exactly one path with that sum"
        ),
        tip="A maze with exactly one shortest path, or exactly one path with the target sum",
    ),
    CreationMethod("plain", "all ones, ready to edit", _plain, seeded=False,
        tip="A maze of ones, to be changed in Design",
    ),
)  # fmt: skip
