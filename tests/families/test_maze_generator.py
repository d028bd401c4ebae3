from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.solution import replay
from puzzlegui.families.maze.creation import similar_maze
from puzzlegui.families.maze.generator import LEVELS, GeneratedMaze, generate_maze
from tests.boards import count_solutions, distances, shortest
from tests.effort import examples, scaled


def made(*args: int, **kwargs: Any) -> GeneratedMaze:
    found = generate_maze(*args, **kwargs)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("rows", "columns", "length", "directions"),
    [
        (3, 3, 4, "straight"), (4, 4, 6, "straight"), (3, 6, 7, "straight"), (5, 5, 9, "straight"),
        (5, 5, 13, "straight"), (3, 3, 2, "all"), (3, 6, 7, "all"), (5, 5, 12, "all"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("seed", [0, 1])
def test_shortest_path_is_unique(
    rows: int, columns: int, length: int, directions: str, seed: int
) -> None:
    maze = made(rows, columns, seed, length=length, directions=directions)
    assert maze == made(rows, columns, seed, length=length, directions=directions)
    assert maze.board.directions == directions
    assert (maze.board.rows, maze.board.columns) == (rows, columns)
    assert maze.board.problems() == []
    assert shortest(maze.board) == length == len(maze.path) - 1
    assert count_solutions(maze.board, length) == 1
    assert replay(maze.board, maze.path[1:]).correct
    assert maze.reached == maze.board.verdict().reachable
    for r in range(rows):
        for c in range(columns):
            assert maze.board.jumps((r, c)) or (r, c) == maze.board.target


@pytest.mark.parametrize(
    ("rows", "length", "total"), [(3, 4, 1), (4, 7, 0), (5, 12, 0), (5, None, 3), (5, 10, -7)]
)
@pytest.mark.parametrize("directions", ["straight", "all"])
def test_path_with_the_target_sum_is_unique(
    rows: int, length: int | None, total: int, directions: str
) -> None:
    maze = made(rows, rows, 1, length=length, total=total, directions=directions)
    ways = [way for way in distances(maze.board) if way[-1] == maze.board.target]
    assert [way for way in ways if maze.board.is_solved(way)] == [maze.path]
    assert maze.path_count == len(ways) > 1
    assert maze.board.sum == total
    assert length is None or len(maze.path) - 1 == length
    assert any(number < 0 for row in maze.board.numbers for number in row)
    assert f"Only one of {len(ways)} paths has the sum {total}:" in maze.difficulty()


@pytest.mark.thorough
def test_seeds_make_different_long_mazes_on_a_small_board() -> None:
    mazes = [made(4, 4, seed) for seed in range(6)]
    assert len({maze.board for maze in mazes}) >= 3
    assert {len(maze.path) - 1 for maze in mazes} == {11}


@pytest.mark.thorough
def test_8x8_and_long_ways() -> None:
    maze = made(8, 8, 2, length=24)
    assert len(maze.path) == 25
    assert maze.path_count is None
    assert maze.difficulty().startswith("A single shortest path of 24 moves; ")
    assert len(made(8, 8, 1, length=20, total=0).path) == 21
    assert len(made(5, 5, 3).path) - 1 >= 14


@pytest.mark.parametrize("total", [None, 0])
def test_levels(total: int | None) -> None:
    lengths = []
    for name, level in LEVELS.items():
        assert level.name == name
        maze = generate_maze(6, 6, 1, level=level, total=total)
        assert maze is not None
        lengths.append(len(maze.path) - 1)
        if total is None:
            assert abs(lengths[-1] - 36 * level.length) <= 2
            assert abs(maze.traps - 36 * level.traps) <= 3
    assert lengths == sorted(set(lengths))


@pytest.mark.scaled
@pytest.mark.parametrize("total", [None, 0])
@pytest.mark.parametrize("size", [(3, 3), (3, 4), (4, 4)])
def test_lengths_of_levels_do_not_overlap(size: tuple[int, int], total: int | None) -> None:
    lengths: dict[str, set[int]] = {name: set() for name in LEVELS}
    for name, level in LEVELS.items():
        for seed in range(scaled(30)):
            try:
                maze = generate_maze(*size, seed, level=level, total=total, steps=5000)
            except PuzzleError as error:
                assert "try another seed" in str(error)
                continue
            assert maze is not None
            lengths[name].add(len(maze.path) - 1)
    found = [sorted(group) for group in lengths.values() if group]
    assert all(easier[-1] < harder[0] for easier, harder in pairwise(found))
    assert lengths["easy"]
    assert lengths["medium"]


@given(st.integers(3, 6), st.integers(3, 6), st.data())
@examples(20)
def test_start_and_target_of_ones_own(rows: int, columns: int, data: st.DataObject) -> None:
    cell = st.tuples(st.integers(0, rows - 1), st.integers(0, columns - 1))
    start = data.draw(cell)
    target = data.draw(cell.filter(lambda cell: cell != start))
    maze = generate_maze(rows, columns, start=start, target=target, steps=2000)
    assert maze is not None
    assert (maze.board.start, maze.board.target) == (start, target)
    assert (maze.path[0], maze.path[-1]) == (start, target)
    assert replay(maze.board, maze.path[1:]).correct


def test_who_watches_can_stop_it() -> None:
    seen: list[int] = []

    def watch(steps: int) -> bool:
        seen.append(steps)
        return len(seen) < 5

    assert generate_maze(8, 8, 1, watch=watch) is None
    assert seen == [0, 32, 64, 96, 128]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"rows": 1}, "the number of rows must be 2 to 30, not 1"),
        ({"columns": 31}, "the number of columns must be 2 to 30, not 31"),
        ({"length": 25}, "the length must be 1 to 24 moves on this board, not 25"),
        ({"length": 0}, "not 0"),
        ({"start": (4, 4)}, "two different cells of the board"),
        ({"target": (5, 4)}, "two different cells of the board"),
        (
            {"length": 24, "steps": 3000},
            "24 moves found in 3.000 tries; .* The closest has",
        ),
        (
            {"length": 24, "total": 0, "steps": 2000},
            "a single path adding up to 0 of 24 moves found",
        ),
        ({"steps": 0}, "found in 0 tries; try another seed or length"),
    ],
)
def test_mazes_that_cannot_be(arguments: dict[str, int], message: str) -> None:
    with pytest.raises(PuzzleError, match=message):
        made(**({"rows": 5, "columns": 5} | arguments))


@pytest.mark.parametrize("directions", ["straight", "all"])
def test_similar_maze_keeps_directions(directions: str) -> None:
    board = made(4, 4, 1, length=5, directions=directions).board
    similar = similar_maze(board, 5, 3, None)
    assert similar is not None
    assert similar.directions == directions
    assert similar.numbers != board.numbers
    assert shortest(similar) == 5
