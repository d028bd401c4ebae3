"""Reduction of a picture to a few colours: median cut (Heckbert 1982), refined by k-means."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import partial
from math import dist
from typing import TypeAlias

Colour: TypeAlias = tuple[int, int, int]
"""Red, green and blue, 0 to 255 each."""

_ROUNDS = 10
"""Rounds of k-means (Lloyd 1982); later ones hardly change the colours."""


def reduce_colours(weights: Counter[Colour], count: int) -> dict[Colour, Colour]:
    """Return the replacement of each colour such that at most ``count`` colours are left.

    Args:
        weights: colours of a picture with their numbers of pixels.
        count: number of colours, at least 1.
    """
    if not weights:
        return {}
    means = [_mean(box, weights) for box in _median_cut(weights, count)]
    for _ in range(_ROUNDS):
        nearest = _nearest(weights, means)
        groups: dict[Colour, list[Colour]] = {}
        for colour, mean in nearest.items():
            groups.setdefault(mean, []).append(colour)
        before, means = means, [_mean(group, weights) for group in groups.values()]
        if set(means) == set(before):
            break
    return _nearest(weights, means)


def _median_cut(weights: Counter[Colour], count: int) -> list[list[Colour]]:
    """Return the colours in boxes, of which the one that varies most is cut in two at its median.

    It varies in a channel by the squared deviations from the mean, so that rare colours do not
    get a box of their own before others do.
    """
    boxes = [list(weights)]
    while len(boxes) < count:
        variation, channel, number = max(
            (_variation(box, weights, channel), channel, number)
            for number, box in enumerate(boxes)
            for channel in range(3)
        )
        if not variation:  # each box has a single colour
            break
        box = sorted(boxes.pop(number), key=lambda colour: colour[channel])
        half = sum(weights[colour] for colour in box) / 2
        size, total = 1, weights[box[0]]
        while size < len(box) - 1 and total + weights[box[size]] / 2 < half:
            total += weights[box[size]]
            size += 1
        boxes += [box[:size], box[size:]]
    return boxes


def _variation(box: list[Colour], weights: Counter[Colour], channel: int) -> float:
    mean = _mean(box, weights)[channel]
    return sum(weights[colour] * (colour[channel] - mean) ** 2 for colour in box)


def _mean(colours: list[Colour], weights: Counter[Colour]) -> Colour:
    total = sum(weights[colour] for colour in colours)
    red, green, blue = (
        round(sum(colour[channel] * weights[colour] for colour in colours) / total)
        for channel in range(3)
    )
    return red, green, blue


def _nearest(colours: Iterable[Colour], means: list[Colour]) -> dict[Colour, Colour]:
    return {colour: min(means, key=partial(dist, colour)) for colour in colours}
