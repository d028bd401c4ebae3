"""Small boards of every kind, and the brute force that tells the truth about them."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

from puzzlegui.core.board import Board
from puzzlegui.core.cells import Grid, parse_cell
from puzzlegui.core.solution import Solution
from puzzlegui.documents.boardfile import parse
from puzzlegui.documents.loading import read
from puzzlegui.documents.presets import load_preset
from puzzlegui.documents.reading import cells_for
from puzzlegui.families.creation import new_board
from puzzlegui.families.maze.board import MazeBoard
from puzzlegui.families.permutation.board import PermutationBoard
from puzzlegui.families.permutation.moves import Definitions
from puzzlegui.families.registry import FAMILIES
from puzzlegui.families.rotation.board import BOTH, CLOCKWISE, COUNTERCLOCKWISE, RotationBoard
from puzzlegui.families.shift.board import ShiftBoard
from puzzlegui.families.sliding.board import SlidingBoard


def parse_file(text: str, name: str, wanted: Callable[[], bool] = lambda: True) -> Board | Solution:
    """The board or the solution written in a text; raises BoardFileError."""
    return parse(text, name, wanted).valid_content()


def pasted(text: str, board: Board | None = None) -> Board | Grid:
    """The cells or the board that a text is when pasted into a board; raises PuzzleError."""
    cells = cells_for(text, load_preset("grid-30x30") if board is None else board)
    return read(text, "text").valid_board() if cells is None else cells


def grid(text: str) -> Grid:
    """A grid from ``1 2 / 3 4``."""
    return tuple(tuple(int(value) for value in row.split()) for row in text.split("/"))


def cycles(text: str) -> Definitions:
    """Moves of a permutation board from ``L: A1 B1 A2 / S: A1 C1, A2 C2``."""
    moves = [move.split(":") for move in text.split("/")]
    return tuple(
        (name.strip(), tuple(tuple(map(parse_cell, c.split())) for c in found.split(",")))
        for name, found in moves
    )


def distances(board: Board) -> dict[Any, int]:
    """Every position that can be reached, with its least number of moves, by the rules alone.

    In a maze each position is a path, so that this lists every path.
    """
    found = {board.initial(): 0}
    level = [board.initial()]
    while level:
        deeper = []
        for position in level:
            if board.family == "maze" and position[-1] == board.target:  # type: ignore[attr-defined]
                continue
            for move in board.legal_moves(position):
                after = board.play(position, move)
                if after not in found:
                    found[after] = found[position] + 1
                    deeper.append(after)
        level = deeper
    return found


def shortest(board: Board) -> int | None:
    """The least number of moves that solves ``board``, None if nothing does."""
    solved = [moves for position, moves in distances(board).items() if board.is_solved(position)]
    return min(solved, default=None)


def count_solutions(board: Board, length: int) -> int:
    """How many move lists of exactly ``length`` moves reach the goal, not passing it before."""
    paths = {board.initial(): 1}
    for _ in range(length):
        after: dict[Any, int] = {}
        for position, ways in paths.items():
            if board.is_solved(position):
                continue
            for move in board.legal_moves(position):
                reached = board.play(position, move)
                after[reached] = after.get(reached, 0) + ways
        paths = after
    return sum(ways for position, ways in paths.items() if board.is_solved(position))


def random_maze(
    rows: int, columns: int, seed: int, *, total: bool = False, directions: str = "straight"
) -> MazeBoard:
    """A maze of random signed numbers, which may have no solution."""
    rng = random.Random(seed)
    numbers = tuple(tuple(rng.randint(-3, 3) for _ in range(columns)) for _ in range(rows))
    cells = [(r, c) for r in range(rows) for c in range(columns)]
    start, target = rng.sample(cells, 2)
    return MazeBoard(numbers, start, target, rng.randint(-4, 4) if total else None, directions)


def small_boards() -> dict[str, Board]:
    """Boards of every family and kind that brute force settles at once."""
    boards: dict[str, Board] = {
        "rotation 2x2 solvable": RotationBoard(grid("3 1/4 2"), grid("1 2/3 4")),
        "rotation 2x2 unsolvable": RotationBoard(grid("2 1/3 4"), grid("1 2/3 4")),
        "rotation 2x3 unsolvable": load_preset("two-by-three"),
        "rotation 3x2 colours": RotationBoard(grid("1 2/2 1/1 2"), grid("1 1/1 2/2 2")),
        "rotation 3x3 colours": load_preset("graphs-3x3-colours"),
        "sliding 2x2 solvable": SlidingBoard(grid("3 1/2 0"), grid("1 2/3 0")),
        "sliding 2x2 unsolvable": SlidingBoard(grid("2 1/3 0"), grid("1 2/3 0")),
        "sliding 2x3 other goal": SlidingBoard(grid("5 4 0/1 2 3"), grid("0 1 2/3 4 5")),
        "sliding 2x3 equal tiles": SlidingBoard(grid("0 1 1/2 2 2"), grid("2 2 1/1 2 0")),
        "shift 2x2": ShiftBoard(grid("4 2/3 1"), grid("1 2/3 4")),
        "shift 2x3 other goal": ShiftBoard(grid("5 4 0/1 2 3"), grid("0 1 2/3 4 5")),
        "shift 3x2 colours": ShiftBoard(grid("1 2/2 1/1 2"), grid("1 1/1 2/2 2")),
        "shift 3x3 colours": ShiftBoard(grid("3 2 2/1 1 3/2 1 3"), grid("1 1 1/2 2 2/3 3 3")),
        "shift 2x4 colours": ShiftBoard(grid("1 2 1 2/2 1 2 1"), grid("1 1 1 1/2 2 2 2")),
        "shift solved": ShiftBoard(grid("1 2/3 4"), grid("1 2/3 4")),
        "permutation 2x3 with a hole": PermutationBoard(
            grid("2 3 1/4 -1 5"),
            grid("1 2 3/4 -1 5"),
            cycles("L: A1 B1 A2 / R: B1 C1 C2 / S: A1 C1, A2 C2"),
        ),
        "permutation row": PermutationBoard(
            grid("3 1 2 5 4"),
            grid("1 2 3 4 5"),
            cycles("L: E1 D1 C1 B1 A1 / F: A1 C1"),
        ),
        "permutation forwards only": PermutationBoard(
            grid("2 1/3 4"), grid("1 2/3 4"), cycles("x: A1 B1 B2 / y_2: A2 B2"), inverses=False
        ),
        "permutation colours": PermutationBoard(
            grid("1 2 1/2 1 2"),
            grid("1 1 1/2 2 2"),
            cycles("a: A1 B1 B2 A2 / b: B1 C1 C2 B2"),
        ),
        "permutation unsolvable": PermutationBoard(
            grid("2 1 3/4 5 6"),
            grid("1 2 3/4 5 6"),
            cycles("a: A1 B1 C1 / b: A2 B2 C2"),
        ),
        "permutation two parts": PermutationBoard(
            grid("4 1 2/3 5 6"),
            grid("1 2 3/4 5 6"),
            cycles("a: A1 B1 C1 / b: A2 B2 C2"),
        ),
        "permutation solved": PermutationBoard(
            grid("1 2/3 4"), grid("1 2/3 4"), cycles("a: A1 B1 B2 A2")
        ),
        "maze 5x5": load_preset("schonbrunn"),
        "maze 5x5 sum": load_preset("schonbrunn-hard"),
        "maze unsolvable": MazeBoard(grid("2 1 2/1 1 1/2 1 2"), (0, 0), (1, 1)),
    }
    for turns in (BOTH, CLOCKWISE, COUNTERCLOCKWISE):
        boards[f"rotation 2x3 {turns}"] = new_board("rotation", 2, 3, 5, turns=turns)
        boards[f"rotation 3x2 two colours {turns}"] = new_board(
            "rotation", 3, 2, 6, colours=2, turns=turns
        )
    boards["rotation solved"] = RotationBoard(grid("1 2/3 4"), grid("1 2/3 4"))
    boards["sliding solved"] = SlidingBoard(grid("1 2/3 0"), grid("1 2/3 0"))
    boards["maze solved"] = MazeBoard(grid("2 1/1 1"), (1, 0), (1, 0))
    boards["maze solved but for its sum"] = MazeBoard(grid("2 1/1 1"), (1, 0), (1, 0), 7)
    boards["maze eight directions unsolvable"] = MazeBoard(
        grid("2 1 2/1 1 1/2 1 2"), (0, 0), (1, 1), directions="all"
    )
    for seed in (8, 11):
        boards[f"maze 3x4 eight directions seed {seed}"] = random_maze(3, 4, seed, directions="all")
    for seed in (3, 13):
        boards[f"maze 3x3 eight directions sum seed {seed}"] = random_maze(
            3, 3, seed, total=True, directions="all"
        )
    for seed in range(4):
        boards[f"sliding 2x3 seed {seed}"] = new_board("sliding", 2, 3, seed)
        boards[f"maze 4x3 seed {seed}"] = random_maze(4, 3, seed)
        boards[f"maze 3x4 sum seed {seed}"] = random_maze(3, 4, seed, total=True)
    return boards


SMALL = small_boards()


def largest_board(family: str) -> Board:
    """A board of the largest square that its family allows."""
    side = {"permutation": 16}.get(family, 30)
    return new_board(family, side, side, 1)


TITLES = st.text(st.characters(codec="utf-8"), max_size=12)


@st.composite
def any_board(draw: st.DrawFn, most: int = 6) -> Board:
    """Sound boards of every family, with titles and colours."""
    family = draw(st.sampled_from(list(FAMILIES)))
    rows, columns = draw(st.integers(2, most)), draw(st.integers(2, most))
    title = draw(TITLES)
    palette = draw(
        st.dictionaries(st.integers(0, 40), st.from_regex(r"\A#[0-9A-F]{6}\Z"), max_size=4)
    )
    rng = random.Random(draw(st.integers(0, 10**6)))
    board: Board
    if family == "maze":
        number = st.integers(-(10**12), 10**12) if draw(st.booleans()) else st.integers(-9, 9)
        numbers = draw(
            st.lists(
                st.lists(number, min_size=columns, max_size=columns).map(tuple),
                min_size=rows,
                max_size=rows,
            )
        )
        cell = st.tuples(st.integers(0, rows - 1), st.integers(0, columns - 1))
        total = draw(st.none() | st.integers(-(10**12), 10**12))
        directions = draw(st.sampled_from(["straight", "all"]))
        board = MazeBoard(tuple(numbers), draw(cell), draw(cell), total, directions)
    else:
        kind = FAMILIES[family].board
        gap = kind.gap is not None
        count = rows * columns - gap
        value = st.integers(1 if gap else 0, draw(st.sampled_from([3, 40, 10**15])))
        values = draw(st.lists(value, min_size=count, max_size=count)) + [0] * gap
        grids = []
        for _ in range(2):
            rng.shuffle(values)
            rows_ = [tuple(values[i : i + columns]) for i in range(0, len(values), columns)]
            grids.append(tuple(rows_))
        board = kind(*grids)
        if isinstance(board, PermutationBoard):
            cells = draw(st.permutations([(r, c) for r in range(rows) for c in range(columns)]))
            ring, pair = tuple(cells[: max(2, len(cells) // 2)]), tuple(cells[-2:])
            board = board.with_fields(moves=(("L", (ring,)), ("Swap_2", (pair,))))
        for option in kind.options:
            choice = draw(st.sampled_from([value for value, _ in option.choices]))
            board = board.with_fields(**{option.name: choice})
    return board.with_fields(title=title, palette=tuple(sorted(palette.items())))
