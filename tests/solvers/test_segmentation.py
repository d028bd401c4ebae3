"""Segments of a solution are named for what is in place at their ends, and stays there."""

import re
from itertools import pairwise

import numpy as np
import pytest

from puzzlegui.core.cells import flatten
from puzzlegui.core.solution import positions
from puzzlegui.engine.run import solve
from puzzlegui.families.creation import new_board
from puzzlegui.solvers.control import Limits, Request
from puzzlegui.solvers.segmentation import describe_rows_in_place, segment_by_progress


@pytest.mark.parametrize("family", ["rotation", "sliding", "shift"])
def test_what_the_name_of_a_part_says_is_so_from_its_end_on(family: str) -> None:
    board = new_board(family, 7, 6, 4)
    solution = solve(board, "macro", Request(Limits(states=20_000)))
    goal = board.goal_picture()
    assert goal is not None
    wanted = flatten(goal.values)
    tiles = [cell for cell, value in enumerate(wanted) if value != goal.gap]
    right = []
    for position in positions(board, solution.moves):
        values = flatten(position)
        right.append({cell for cell in tiles if values[cell] == wanted[cell]})
    shares = []
    for part in solution.segments:
        stays = set.intersection(*right[part.stop :])
        if found := re.search(r"until (\d+)% of the tiles are in place", part.name):
            shares.append(int(found[1]))
            assert all(100 * len(now) >= shares[-1] * len(tiles) for now in right[part.stop :])
            assert 100 * len(right[part.stop - 1]) < (shares[-1] + 1) * len(tiles)
        if found := re.search(r"rows? ([\d–, ]+) in place", part.name):
            for run in found[1].split(", "):
                first, _, last = run.partition("–")
                for row in range(int(first), int(last or first) + 1):
                    assert {cell for cell in tiles if cell // board.columns == row - 1} <= stays
    assert shares == sorted(set(shares))
    assert "quarter" not in str(solution.segments)
    assert solution.segments[-1].stop == len(solution.moves)
    assert all(one.stop == other.start for one, other in pairwise(solution.segments))


def test_short_parts_that_finish_rows_are_one() -> None:
    wrong = np.array([8] * 90 + [6] * 5 + [4] * 3 + [2, 0], np.int64)
    names = [part.name for part in segment_by_progress(wrong, [96, 97, 98, 99], 8)]
    assert names == ["until 25% of the tiles are in place", "until 50% of the tiles are in place",
                     "row 1 in place", "rows 2–4 in place"]  # fmt: skip
    assert describe_rows_in_place([1, 2, 3, 7]) == "rows 1–3, 7 in place"
    assert describe_rows_in_place([30]) == "row 30 in place"
