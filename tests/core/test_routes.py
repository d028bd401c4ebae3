"""Frames and arrows that show moves between the tiles."""

from itertools import pairwise

import pytest

from puzzlegui.core.cells import Cell
from puzzlegui.core.routes import Point, Route, cycle_routes, frames_around, line_routes
from puzzlegui.documents.presets import load_preset
from puzzlegui.families.registry import family_of

LABEL = 0.39, 0.21
"""Half of the width and the height of the longest labels, in cells."""


def is_in_label(point: Point) -> bool:
    across, down = point.right % 1 - 0.5, point.down % 1 - 0.5
    return abs(across) < LABEL[0] and abs(down) < LABEL[1]


def points_along(route: Route) -> list[Point]:
    """Return points along the lines of a route, close to each other."""
    return [
        Point(*(a + (b - a) * step / 50 for a, b in zip(start, end, strict=True)))
        for start, end in pairwise(route.points)
        for step in range(51)
    ]


def cell_of(point: Point) -> Cell:
    return int(point.down // 1), int(point.right // 1)


@pytest.mark.parametrize(
    "preset", ["disc", "pocket-cube", "top-spin", "twiddle-5x5-3", "two-rings"]
)
def test_arrows_lead_from_cell_to_cell_beside_the_labels(preset: str) -> None:
    board = load_preset(preset)
    editing = family_of(board).move_editing
    for _, cycles in editing.definitions(board) if editing else ():
        routes = list(cycle_routes(cycles))
        for cycle in cycles:
            steps = list(pairwise((*cycle, cycle[0])))
            if len(cycle) == 2:
                steps = [(min(cycle), max(cycle))]
            for source, target in steps:
                route = routes.pop(0)
                assert route.both_ways == (len(cycle) == 2)
                assert cell_of(route.points[0]) == source
                assert cell_of(route.points[-1]) == target
                assert not any(map(is_in_label, points_along(route)))
        assert not routes


def test_arrows_along_a_line_point_to_the_next_cell() -> None:
    routes = line_routes([(2, 3), (2, 2), (2, 1)])
    ends = [(cell_of(route.points[0]), cell_of(route.points[-1])) for route in routes]
    assert ends == [((2, 3), (2, 2)), ((2, 2), (2, 1))]


def test_arrows_in_a_street_have_lanes_of_their_own() -> None:
    cycles = [((0, 0), (0, 4), (2, 4), (2, 0)), ((0, 1), (0, 3), (2, 3), (2, 1))]
    outer, *_, inner, _, _, _ = cycle_routes(cycles)
    assert outer.points[1].down != inner.points[1].down


def test_the_arrow_back_is_on_the_other_side_of_a_row() -> None:
    *steps, back = cycle_routes([((1, 0), (1, 1), (1, 2))])
    assert {point.down < 1.5 for step in steps for point in step.points} == {True}
    assert {point.down > 1.5 for point in back.points} == {True}


def test_frames_go_around_cells_and_holes() -> None:
    assert frames_around([(1, 1), (1, 2)]) == (((1, 3), (2, 3), (2, 1), (1, 1)),)
    ring = [(r, c) for r in range(3) for c in range(3) if (r, c) != (1, 1)]
    assert sorted(map(len, frames_around(ring))) == [4, 4]
    corner = frames_around([(0, 0), (1, 1)])
    assert sorted(map(len, corner)) == [4, 4]
