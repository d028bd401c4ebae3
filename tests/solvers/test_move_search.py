"""The search over a move set, on a family that states its rules and nothing else."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar, Self

import pytest

from puzzlegui.core.board import Board, Extra, Palette, Verdict
from puzzlegui.core.cells import HOLE, Cell, Grid, rows_of
from puzzlegui.core.errors import Problem
from puzzlegui.core.json_reader import JsonObjectReader
from puzzlegui.core.motion import Motion, cycle_motion
from puzzlegui.core.movetext import TokenRun
from puzzlegui.core.picture import Picture
from puzzlegui.core.tilepicture import tile_picture
from puzzlegui.solvers.control import Control, Limits, Outcome, Request, SearchStopped
from puzzlegui.solvers.move_search.graph import graph
from puzzlegui.solvers.move_search.solvers import move_set_solvers
from puzzlegui.solvers.solver import Solver

SOLVERS, choose = move_set_solvers("swap")
H = HOLE


@dataclass(frozen=True)
class SwapBoard(Board):
    """A move exchanges two tiles that are neighbours; places without a cell have no tile."""

    start: Grid
    goal: Grid
    title: str = ""
    palette: Palette = ()
    extra: Extra = ()

    family: ClassVar[str] = "swap"
    grid_fields: ClassVar[tuple[str, ...]] = ("start", "goal")
    move_templates: ClassVar[tuple[str, ...]] = ()
    permutes_cells: ClassVar[bool] = True
    allows_holes: ClassVar[bool] = True

    @classmethod
    def from_fields(cls, fields: JsonObjectReader) -> Self | None:
        raise NotImplementedError

    def to_fields(self) -> dict[str, Any]:
        return {"start": self.start, "goal": self.goal}

    def problems(self) -> list[Problem]:
        return []

    def verdict(self) -> Verdict:
        return Verdict(True, "")

    def lower_bound(self) -> int:
        return int(self.start != self.goal)

    def initial(self) -> Grid:
        return self.start

    def play(self, position: Grid, move: tuple[Cell, Cell]) -> Grid:
        cells = {(r, c): value for r, row in enumerate(position) for c, value in enumerate(row)}
        one, two = move
        cells[one], cells[two] = cells[two], cells[one]
        return rows_of(list(cells.values()), self.columns)

    def legal_moves(self, position: Grid) -> list[tuple[Cell, Cell]]:
        cells = [
            (r, c) for r, row in enumerate(position) for c, value in enumerate(row) if value != H
        ]
        return [
            ((r, c), other)
            for r, c in cells
            for other in ((r, c + 1), (r + 1, c))
            if other in cells
        ]  # fmt: skip

    def is_solved(self, position: Grid) -> bool:
        return position == self.goal

    def click_moves(self, position: Any, down: float, right: float) -> list[tuple[Any, ...]]:
        raise NotImplementedError

    def read_moves(self, text: str) -> Iterator[TokenRun]:
        raise NotImplementedError

    def move_template(self, move: tuple[Cell, Cell]) -> str:
        return str(move)

    def describe(self) -> str:
        return "swap"

    def picture(self, position: Any = None) -> Picture:
        return tile_picture(self, self.start if position is None else position)

    def goal_picture(self) -> Picture:
        return tile_picture(self, self.goal)

    def motion(self, _position: Any, move: tuple[Cell, Cell]) -> Motion:
        return cycle_motion([list(move)], name="")


def board_with_holes(rng: Random, values: int) -> SwapBoard:
    places = [0, 1, 2, 3, 5, 6, 7, 8]
    tiles = [number % values for number in range(len(places))]

    def arrangement() -> Grid:
        rng.shuffle(tiles)
        cells = [H] * 9
        for place, tile in zip(places, tiles, strict=True):
            cells[place] = tile
        return rows_of(cells, 3)

    return SwapBoard(arrangement(), arrangement())


def distance(board: SwapBoard) -> int:
    """Return the least number of moves, by a search that shares no code with the program."""
    seen, level, depth = {board.start}, [board.start], 0
    while board.goal not in seen:
        depth += 1
        level = [
            board.play(position, move) for position in level for move in board.legal_moves(position)
        ]
        level = list(set(level) - seen)
        seen.update(level)
    return depth


def solve(solver: Solver, board: SwapBoard, states: int) -> Outcome:
    """Return the outcome, or that of the best solution when the states are used up."""
    control = Control(Request(Limits(states=states)))
    try:
        return solver.load()(board, control)
    except SearchStopped:
        assert control.best_outcome is not None
        return control.best_outcome(False)


@pytest.mark.parametrize("values", [2, 3])
@pytest.mark.parametrize("solver", SOLVERS, ids=lambda solver: solver.name)
def test_solvers_need_only_the_move_set(solver: Solver, values: int) -> None:
    board = board_with_holes(Random(values), values)
    outcome = solve(solver, board, 1_000_000 if solver.optimal else 5_000)
    assert board.is_solved(board.play_all(outcome.moves)[0])
    shortest = distance(board)
    assert len(outcome.moves) == shortest or not solver.optimal
    assert len(outcome.moves) >= shortest


@pytest.mark.parametrize("seed", range(3))
def test_optimal_finds_shortest_solutions_of_distinct_tiles(seed: int) -> None:
    board = board_with_holes(Random(seed), 8)
    assert len(solve(SOLVERS[0], board, 1_000_000).moves) == distance(board)


def test_choice_is_optimal_for_small_boards_and_macro_for_large_ones() -> None:
    small = board_with_holes(Random(1), 8)
    assert choose(small, Request()).solver.name == "optimal"
    large = SwapBoard(rows_of(list(range(99, -1, -1)), 10), rows_of(list(range(100)), 10))
    assert choose(large, Request()).solver.name == "macro"


def test_macro_solves_boards_of_hundreds_of_moves() -> None:
    cells = list(range(14 * 14))
    Random(1).shuffle(cells)
    board = SwapBoard(rows_of(cells, 14), rows_of(sorted(cells), 14))
    outcome = solve(SOLVERS[1], board, 20_000)
    assert board.is_solved(board.play_all(outcome.moves)[0])


def test_graph_counts_arrangements_of_a_board_with_holes() -> None:
    board = board_with_holes(Random(1), 2)
    control = Control(Request())
    levels = graph(board).distance_levels(graph(board).goal_number(), backward=True)
    while levels.compute_next(control):
        pass
    assert sum(levels.counts) == 70
