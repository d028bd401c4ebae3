"""Arcs of tiles that move around cycles."""

import math

import pytest

from puzzlegui.core.motion import Arcs, Motion, cycle_motion
from puzzlegui.documents.presets import load_preset


def path(motion: Motion, index: int, progress: float) -> tuple[float, float]:
    """Return where a value is, as row and column."""
    assert isinstance(motion.transform, Arcs)
    source, target = motion.carried[index]
    down, right = motion.transform.displacement(index, source, target, progress)
    return source[0] + down, source[1] + right


def motion_of(preset: str, text: str) -> Motion:
    board = load_preset(preset)
    (move,) = board.parse_moves(text)
    motion: Motion = board.motion(board.initial(), move)
    return motion


@pytest.mark.parametrize(
    ("preset", "text"), [("two-rings", "L"), ("disc", "F"), ("pocket-cube", "U'")]
)
def test_every_arc_leads_from_cell_to_cell(preset: str, text: str) -> None:
    motion = motion_of(preset, text)
    for index, (source, target) in enumerate(motion.carried):
        assert path(motion, index, 0) == source
        assert path(motion, index, 1) == pytest.approx(target)


def test_steps_to_neighbours_are_straight() -> None:
    motion = motion_of("two-rings", "R'")
    assert isinstance(motion.transform, Arcs)
    assert set(motion.transform.bulges) == {(0, 0)}


def test_a_block_turns_about_its_centre() -> None:
    motion = motion_of("twiddle-4x4-3", "A1")
    for index, (source, _) in enumerate(motion.carried):
        far = math.dist(source, (1, 1))
        assert math.dist(path(motion, index, 0.5), (1, 1)) == pytest.approx(far)


def test_tiles_of_a_flip_keep_apart() -> None:
    motion = motion_of("top-spin", "F")
    for step in range(11):
        places = [path(motion, index, step / 10) for index in range(4)]
        for i, place in enumerate(places):
            assert all(math.dist(place, other) > 0.7 for other in places[:i])


def test_what_arcs_cover() -> None:
    motion = motion_of("top-spin", "F")
    assert motion.reach == pytest.approx((-1.25, 0, 2.25, 4))
    for cycles in [[[(0, 0), (5, 5)]], [[(0, 0), (2, 1), (4, 4)], [(9, 0), (9, 1)]]]:
        motion = cycle_motion(cycles)
        top, left, bottom, right = motion.reach
        for index in range(len(motion.carried)):
            for step in range(101):
                down, across = path(motion, index, step / 100)
                assert top - 1e-9 <= down <= bottom - 1 + 1e-9
                assert left - 1e-9 <= across <= right - 1 + 1e-9


def test_an_open_path_stays_where_it_ends() -> None:
    motion = cycle_motion([], [(0, 0), (2, 2)])
    assert motion.carried == (((0, 0), (2, 2)), ((2, 2), (2, 2)))
    assert isinstance(motion.arrow, tuple)
    assert len(motion.arrow) == 1
