"""New boards: in order, shuffled uniformly among the solvable ones, or scrambled by moves."""

from __future__ import annotations

import random
from collections.abc import Sequence

from puzzlegui.core.board import LARGEST, SMALLEST, Board
from puzzlegui.core.cells import Grid
from puzzlegui.core.errors import PuzzleError
from puzzlegui.families.maze.board import MazeBoard
from puzzlegui.families.rotation.board import BOTH, RotationBoard
from puzzlegui.families.sliding.board import GAP, SlidingBoard, ordered_goal

MAX_SCRAMBLE = 1_000_000


def ordered_board(
    family: str, rows: int, columns: int, colours: int = 0, turns: str = BOTH
) -> Board:
    """A board whose start is its goal, to be scrambled or edited.

    Args:
        family: rotation, sliding or maze.
        rows: 2 to 30.
        columns: 2 to 30.
        colours: how many different values, in bands as equal as can be; 0 for all different.
        turns: for a rotation board, which way blocks turn.

    Raises:
        PuzzleError: a size or number of colours that no such board can have.
    """
    for what, count in (("rows", rows), ("columns", columns)):
        if not SMALLEST <= count <= LARGEST:
            raise PuzzleError(f"{what} can be {SMALLEST} to {LARGEST}, not {count}")
    if family == "maze":
        numbers = tuple((1,) * columns for _ in range(rows))
        return MazeBoard(numbers, (0, 0), (rows - 1, columns - 1))
    gaps = 1 if family == "sliding" else 0
    tiles = rows * columns - gaps
    if not 0 <= colours <= tiles:
        raise PuzzleError(f"colours can be 1 to {tiles} on this board, not {colours}")
    if family == "sliding":
        goal = ordered_goal(rows, columns)
        if colours:
            values = [1 + i * colours // tiles for i in range(tiles)]
            goal = _rows([*values, GAP], columns)
        return SlidingBoard(goal, goal)
    values = [1 + i * (colours or tiles) // tiles for i in range(tiles)]
    goal = _rows(values, columns)
    return RotationBoard(goal, goal, turns)


def new_board(
    family: str,
    rows: int,
    columns: int,
    seed: int = 0,
    *,
    colours: int = 0,
    turns: str = BOTH,
    scramble: int | None = None,
) -> Board:
    """A solvable board; the same arguments give the same board.

    Args:
        family: rotation, sliding or maze.
        rows: 2 to 30.
        columns: 2 to 30.
        seed: chooses among the possible boards.
        colours: how many different values; 0 for all different.
        turns: for a rotation board, which way blocks turn.
        scramble: so many random moves from the goal, none undoing the one before; None for a
            uniform choice among all boards that can be solved. Not for mazes.

    Raises:
        PuzzleError: an argument that no such board can have.
    """
    rng = random.Random(seed)
    board = ordered_board(family, rows, columns, colours, turns)
    if isinstance(board, MazeBoard):
        if scramble is not None:
            raise PuzzleError("a maze has no moves to be scrambled by; choose a seed instead")
        return _random_maze(rows, columns, rng)
    if scramble is None:
        return shuffled(board, rng)
    if not 0 <= scramble <= MAX_SCRAMBLE:
        raise PuzzleError(f"a scramble can have 0 to {MAX_SCRAMBLE} moves, not {scramble}")
    return scrambled(board, scramble, rng)


def shuffled(board: Board, rng: random.Random) -> Board:
    """The board with its start chosen uniformly among those from which the goal can be reached."""
    values = [value for row in board.grid("goal") for value in row]
    while True:
        rng.shuffle(values)
        candidate = board.changed(start=_rows(values, board.columns))
        if candidate.verdict().solvable:
            return candidate


def scrambled(board: Board, moves: int, rng: random.Random) -> Board:
    """The board with its start ``moves`` random backward moves away from its goal."""
    backwards = board.backwards()
    position, before = board.grid("goal"), None
    for _ in range(moves):
        choices = [backwards.play(position, move) for move in backwards.legal_moves(position)]
        fresh = [choice for choice in choices if choice != before]
        position, before = rng.choice(fresh or choices), position
    return board.changed(start=position)


def _random_maze(rows: int, columns: int, rng: random.Random) -> MazeBoard:
    """Random numbers that never lead off the board, corner to corner, until there is a way."""
    while True:
        numbers = tuple(
            tuple(rng.randint(1, max(r, rows - 1 - r, c, columns - 1 - c)) for c in range(columns))
            for r in range(rows)
        )
        maze = MazeBoard(numbers, (0, 0), (rows - 1, columns - 1))
        if maze.verdict().solvable:
            return maze


def _rows(values: Sequence[int], columns: int) -> Grid:
    return tuple(tuple(values[i : i + columns]) for i in range(0, len(values), columns))
