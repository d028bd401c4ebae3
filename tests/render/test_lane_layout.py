"""Lanes of a path that overlaps itself."""

import random
from collections.abc import Iterator
from itertools import combinations, pairwise

import pytest

from puzzlegui.core.cells import Cell
from puzzlegui.render.lane_layout import lane_lines, lane_offsets


def test_overlapping_lines_have_different_lanes() -> None:
    rng = random.Random(5)
    for _ in range(60):
        trail = [(2, 2)]
        while len(trail) < 9:
            row, column = trail[-1]
            down, right = rng.choice([(0, 1), (1, 0), (1, 1), (1, -1)])
            far = rng.randint(-4, 4)
            to = row + far * down, column + far * right
            if far and 0 <= to[0] < 5 and 0 <= to[1] < 5:
                trail.append(to)
        places = lane_offsets(tuple(trail))
        for number in range(1, len(trail)):  # later steps do not move earlier lines
            assert places[: number - 1] == lane_offsets(tuple(trail[:number]))
        steps = list(zip(pairwise(trail), places, strict=True))
        for (one, place), (other, other_place) in combinations(steps, 2):
            if set(parts_of(*one)) & set(parts_of(*other)):
                assert place != other_place


def parts_of(cell: Cell, to: Cell) -> Iterator[tuple[float, float, bool]]:
    """Yield the middles of the parts of a straight line, one for each cell it goes on."""
    down, right = to[0] - cell[0], to[1] - cell[1]
    far = max(abs(down), abs(right))
    for number in range(far):
        share = (number + 0.5) / far
        yield cell[0] + down * share, cell[1] + right * share, down * right > 0


def test_lines_end_in_their_lanes() -> None:
    there_and_on = ((0, 0), (0, 3), (0, 1), (2, 1))
    assert list(lane_offsets(there_and_on)) == [0, 0.1, 0]
    (first, back, down) = lane_lines(there_and_on)
    assert first == ((0.5, 0.5), (0.5, 3.5))
    assert back == ((0.6, 3.5), (0.6, 1.5))
    assert down == ((0.5, 1.5), (2.5, 1.5))


def test_diagonal_lines_are_offset_at_right_angles() -> None:
    there_and_back = ((0, 0), (2, 2), (1, 1), (0, 2), (2, 0))
    assert list(lane_offsets(there_and_back)) == [0, 0.1, 0, 0.1]
    _, back, _, down = lane_lines(there_and_back)
    side = 0.1 / 2**0.5
    assert back[0] == pytest.approx((2.5 + side, 2.5 - side))
    assert back[1] == pytest.approx((1.5 + side, 1.5 - side))
    assert down[0] == pytest.approx((0.5 + side, 2.5 + side))
