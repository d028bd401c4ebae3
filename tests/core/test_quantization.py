"""Reduction of a picture to a few colours."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzlegui.core.quantization import Colour, reduce_colours

CHANNEL = st.integers(0, 255)
WEIGHTS = st.dictionaries(st.tuples(CHANNEL, CHANNEL, CHANNEL), st.integers(1, 99), max_size=30)


@given(WEIGHTS, st.integers(1, 9))
def test_no_more_colours_are_left_than_wanted(weights: dict[Colour, int], count: int) -> None:
    reduced = reduce_colours(Counter(weights), count)
    assert reduced.keys() == weights.keys()
    assert len(set(reduced.values())) <= count
    assert all(0 <= channel <= 255 for colour in reduced.values() for channel in colour)
    if len(weights) <= count:
        assert all(colour == mean for colour, mean in reduced.items())


@pytest.mark.parametrize("rare", [1, 40])
def test_shades_are_joined_and_colours_kept_apart(rare: int) -> None:
    red, blue = [(200 + n, n, 0) for n in range(9)], [(0, n, 200 + n) for n in range(9)]
    weights = Counter(dict.fromkeys(red, 40) | dict.fromkeys(blue, rare))
    reduced = reduce_colours(weights, 2)
    assert {reduced[colour] for colour in red} == {(204, 4, 0)}
    assert {reduced[colour] for colour in blue} == {(0, 4, 204)}


def test_rare_colours_do_not_displace_frequent_ones() -> None:
    weights = Counter({(240, 50, 50): 900, (50, 170, 50): 900, (50, 50, 220): 900,
                       (255, 255, 255): 2, (0, 0, 0): 1})  # fmt: skip
    reduced = reduce_colours(weights, 3)
    assert len({reduced[colour] for colour in list(weights)[:3]}) == 3
