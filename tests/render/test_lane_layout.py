"""Lanes of a path that overlaps itself."""

import random
from itertools import combinations, pairwise

from puzzlegui.render.lane_layout import lane_lines, lane_offsets


def test_overlapping_lines_have_different_lanes() -> None:
    rng = random.Random(5)
    for _ in range(60):
        trail = [(2, 2)]
        while len(trail) < 9:
            row, column = trail[-1]
            trail.append(rng.choice([(row, rng.randrange(5)), (rng.randrange(5), column)]))
            if trail[-1] == trail[-2]:
                trail.pop()
        places = lane_offsets(tuple(trail))
        for number in range(1, len(trail)):  # later steps do not move earlier lines
            assert places[: number - 1] == lane_offsets(tuple(trail[:number]))
        steps = list(zip(pairwise(trail), places, strict=True))
        for (one, place), (other, other_place) in combinations(steps, 2):
            cells, others = (
                {(frm[0], c) for c in range(*sorted((frm[1], to[1])))}
                | {(r + 0.5, frm[1]) for r in range(*sorted((frm[0], to[0])))}
                for frm, to in (one, other)
            )
            if cells & others:
                assert place != other_place


def test_lines_end_in_their_lanes() -> None:
    there_and_on = ((0, 0), (0, 3), (0, 1), (2, 1))
    assert list(lane_offsets(there_and_on)) == [0, 0.1, 0]
    (first, back, down) = lane_lines(there_and_on)
    assert first == ((0.5, 0.5), (0.5, 3.5))
    assert back == ((0.6, 3.5), (0.6, 1.5))
    assert down == ((0.5, 1.5), (2.5, 1.5))
