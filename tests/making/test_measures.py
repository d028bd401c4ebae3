"""Measures of a board's difficulty, checked by brute force."""

from __future__ import annotations

from typing import Any

import pytest

from puzzlegui.core.board import Board
from puzzlegui.documents.presets import load_preset
from puzzlegui.families.creation import new_board, solved_board
from puzzlegui.making.measures import Measures, measure


def distances(board: Board) -> dict[Any, int]:
    """Return the distance of every reachable arrangement to the goal, by repeated relaxation."""
    moves: dict[Any, list[Any]] = {}
    open_ = [board.initial()]
    goals = set()
    while open_:
        here = open_.pop()
        if here not in moves:
            after = [board.play(here, move) for move in board.legal_moves(here)]
            moves[here] = [_arrangement(board, there) for there in after]
            open_ += moves[here]
            if board.is_solved(here):
                goals.add(here)
    known = dict.fromkeys(goals, 0)
    for depth in range(1, 60):
        nearer = [
            here
            for here, there in moves.items()
            if here not in known and any(known.get(each) == depth - 1 for each in there)
        ]
        if not nearer:
            break
        known.update(dict.fromkeys(nearer, depth))
    return known


def _arrangement(board: Board, position: Any) -> Any:
    """Return a position without the path to it, which forbids jumps in a maze."""
    return position if board.has_tiles else position[-1:]


def brute_force(board: Board) -> Measures:
    far = distances(board)

    def distance(position: Any) -> int:
        return far.get(_arrangement(board, position), 99)

    def right(position: Any) -> int:
        goal = board.grid("goal")
        cells = [(r, c) for r in range(board.rows) for c in range(board.columns)]
        return sum(position[r][c] == goal[r][c] for r, c in cells)

    def after(position: Any) -> list[Any]:
        return [board.play(position, move) for move in board.legal_moves(position)]

    def count(position: Any) -> int:
        nearer = [there for there in after(position) if distance(there) < distance(position)]
        return sum(map(count, nearer)) if distance(position) else 1

    def greedy(position: Any) -> int:
        if not distance(position):
            return 0
        most = max(map(right, after(position)))
        chosen = [there for there in after(position) if right(there) == most]
        nearer = [there for there in chosen if distance(there) < distance(position)]
        return max((1 + greedy(there) for there in nearer), default=0)

    start = board.initial()
    first = after(start)
    wrong = [there for there in first if distance(there) >= distance(start)]
    made = greedy(start) if board.has_tiles else None
    return Measures(distance(start), count(start), len(first), len(wrong), made)


@pytest.mark.parametrize(
    ("family", "rows", "columns", "parameters"),
    [
        ("rotation", 2, 3, {}),
        ("rotation", 2, 3, {"turns": "clockwise"}),
        ("rotation", 3, 3, {"goal": "symmetric"}),
        ("sliding", 2, 3, {}),
        ("sliding", 3, 3, {"colours": 3}),
        ("shift", 2, 3, {}),
        ("maze", 4, 5, {}),
    ],
)
@pytest.mark.parametrize("seed", range(3))
def test_measures_agree_with_brute_force(
    family: str, rows: int, columns: int, parameters: dict[str, object], seed: int
) -> None:
    board = new_board(family, rows, columns, seed, **parameters)
    if board.is_solved(board.initial()):
        assert measure(board) is None
    else:
        assert measure(board) == brute_force(board)


def test_measures_in_words() -> None:
    found = measure(load_preset("mystery-box"))
    assert found is not None
    assert found.sentence() == (
        "5 shortest solutions. 3 of the 4 first moves are right. Always taking the best-looking "
        "move goes wrong at move 3."
    )
    found = measure(load_preset("schonbrunn"))
    assert found is not None
    assert found.sentence() == "1 shortest solution. Only 1 of the 3 first moves is right."
    greedy = solved_board("rotation", 2, 2).with_fields(start=((2, 4), (1, 3)))
    found = measure(greedy)
    assert found is not None
    assert found.sentence().endswith("Always taking the best-looking move solves it.")


@pytest.mark.parametrize("name", ["grid-30x30", "fifteen-loyd", "schonbrunn-hard"])
def test_large_unsolvable_and_other_boards_have_no_measures(name: str) -> None:
    assert measure(load_preset(name)) is None


def test_measuring_is_cancelled() -> None:
    def stop() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        measure(load_preset("mystery-box"), stop)
