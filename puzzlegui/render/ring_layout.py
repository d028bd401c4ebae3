"""Where the arrangements around one lie: rings of small boards. Knows no Qt."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from puzzlegui.core.board import Board
from puzzlegui.core.formatting import group_digits, quantity
from puzzlegui.core.language import tr
from puzzlegui.engine.graph.neighbourhood import (
    NEARER,
    DistanceBounds,
    Neighbourhood,
    compare_distances,
)
from puzzlegui.render.diagram import CAPTION, Diagram, Edge, Label, Node, changed_cells

_CENTRE = 1.8
"""The side of the one in the middle."""
_APART = 1.42
"""From one board of a ring to the next."""
_ROW = 1.5
"""From one row of a ring to the next."""
_BETWEEN = 0.62
"""Room between two rings, for the number of moves."""
_MANY = 16
"""Boards of a first ring from which on it is not linked to the middle but where that matters."""
_MARGIN = 0.4
_ASPECT = 1.5
"""Width to height of a ring, since windows are wider than high."""
_PIECES = 720
"""Of a ring, to measure along it."""
_FULL = 0.95
"""Of the room of a ring, above which all have the same."""
_PUSHES = 200
"""How often those that lie too near to each other are pushed apart."""


def ring_diagram(
    board: Board, around: Neighbourhood, known: Mapping[Any, DistanceBounds], goal: Any
) -> Diagram:
    """The rings around an arrangement.

    Args:
        board: that the arrangements are of.
        around: the rings.
        known: what is known of the distances to the goal.
        goal: the arrangement that the board asks for.
    """
    here = known.get(around.centre, DistanceBounds())
    places, circles = _places(around)
    across = max(abs(x) for x, _ in places) + 0.5 + _MARGIN
    down = max(abs(y) for _, y in places) + 0.5 + CAPTION + _MARGIN
    outer = circles[-1] + _MARGIN if circles else _CENTRE
    across, down = max(across, _ASPECT * outer), max(down, outer)
    shown = around.members
    spots = []
    for one, (x, y) in zip(shown, places, strict=True):
        there = known.get(one.vertex, DistanceBounds())
        first = one.distance == 0
        changed = changed_cells(board, around.centre, one.vertex)
        spots.append(Node(
            one.vertex, x + across, y + down, _CENTRE if first else 1.0, distance_caption(there),
            "" if first else compare_distances(there, here), one.vertex == goal, changed,
        ))  # fmt: skip
    starts = [0]
    for ring in around.rings:
        starts.append(starts[-1] + len(ring))
    links = tuple(
        Edge(
            starts[one.distance - 1] + one.parent,
            number,
            towards_goal=spots[number].relation == NEARER,
        )
        for number, one in enumerate(shown)
        if one.distance > 1
        or (one.distance and (len(around.rings[1]) <= _MANY or spots[number].relation == NEARER))
    )
    labels = tuple(
        Label(across, down - radius, _ring_text(around, distance))
        for distance, radius in enumerate(circles, start=1)
    )
    return Diagram(
        board, tuple(spots), links, tuple((_ASPECT * radius, radius) for radius in circles), labels,
        2 * across, 2 * down,
    )  # fmt: skip


def distance_caption(known: DistanceBounds) -> str:
    """What is known of a distance to the goal, in few letters."""
    if known.exact is not None:
        return group_digits(known.exact)
    return ""


def _ring_text(around: Neighbourhood, distance: int) -> str:
    moves = quantity(distance, "move")
    shown = len(around.rings[distance])
    if distance == 1 and not around.is_complete:
        text = tr("{moves}: {count} of {number}")
        return text.format(
            moves=moves, count=group_digits(shown), number=group_digits(around.direct_count)
        )
    return tr("{moves}: {count}").format(moves=moves, count=group_digits(shown))


def _places(around: Neighbourhood) -> tuple[list[tuple[float, float]], list[float]]:
    """The middle of each small board about that of the first, and the radii between rings."""
    found = [(0.0, 0.0)]
    circles = []
    edge = _CENTRE * 0.62
    for ring, wanted in zip(around.rings[1:], _wanted(around)[1:], strict=True):
        circles.append(edge + CAPTION)
        first = edge + _BETWEEN + 0.5 + CAPTION
        rows = _rows(len(ring), first)
        if len(rows) == 1:
            places = [(angle, 0) for angle in _apart(wanted, 2 * math.pi / _room(first))]
        else:
            places = list(_staggered(wanted, rows))
        for angle, row in places:
            radius = first + row * _ROW
            turn = _turn(angle)
            found.append((_ASPECT * radius * math.sin(turn), -radius * math.cos(turn)))
        edge = first + (len(rows) - 1) * _ROW + 0.5
    return found, circles


def _wanted(around: Neighbourhood) -> list[list[float]]:
    """The angle of each small board in the middle of those it leads to, ring by ring."""
    rings = around.rings
    leaves = [[0] * len(ring) for ring in rings]
    for ring, here, before in zip(rings[:0:-1], leaves[:0:-1], leaves[-2::-1], strict=True):
        for one, count in zip(ring, here, strict=True):
            before[one.parent] += max(1, count)
    begin = [0.0]
    found = [[0.0]]
    share = 2 * math.pi / max(1, leaves[0][0])
    for ring, here in zip(rings[1:], leaves[1:], strict=True):
        used = list(begin)
        begin = []
        angles = []
        for one, count in zip(ring, here, strict=True):
            wide = share * max(1, count)
            begin.append(used[one.parent])
            angles.append(used[one.parent] + wide / 2)
            used[one.parent] += wide
        found.append(angles)
    return found


@cache
def _along() -> list[float]:
    """How far around a ring of radius 1 is, from the top clockwise, after each of its pieces."""
    found = [0.0]
    for piece in range(_PIECES):
        turn = 2 * math.pi * (piece + 0.5) / _PIECES
        step = math.hypot(_ASPECT * math.cos(turn), math.sin(turn)) * 2 * math.pi / _PIECES
        found.append(found[-1] + step)
    return found


def _room(radius: float) -> float:
    """How many boards have room on a ring."""
    return _along()[-1] * radius / _APART


def _turn(angle: float) -> float:
    """The angle at the middle of a ring for one that is measured along it."""
    along = _along()
    wanted = (angle / (2 * math.pi)) % 1.0 * along[-1]
    return 2 * math.pi * bisect_left(along, wanted) / _PIECES


def _rows(count: int, first: float) -> list[int]:
    """How many boards each row of a ring has, the inner one first."""
    room: list[int] = []
    while sum(room) < count:
        room.append(max(1, math.floor(_room(first + len(room) * _ROW))))
    total = sum(room)
    rows = [count * each // total for each in room]
    for row in range(count - sum(rows)):
        rows[-1 - row % len(rows)] += 1
    return [row for row in rows if row]


def _apart(wanted: list[float], least: float) -> list[float]:
    """Ascending angles on a circle, each at least so far from the next, near those wanted."""
    angles = list(wanted)
    count = len(angles)
    if count == 1:
        return angles
    if count * least > 2 * math.pi * _FULL:
        return [angle for angle, _ in _staggered(wanted, [count])]
    for _ in range(_PUSHES):
        for at in range(count):
            after = (at + 1) % count
            gap = angles[after] - angles[at] + (2 * math.pi if after <= at else 0.0)
            if gap < least:
                angles[at] -= (least - gap) / 2
                angles[after] += (least - gap) / 2
    return angles


def _staggered(wanted: list[float], rows: list[int]) -> Iterator[tuple[float, int]]:
    """Angles all around and rows, each time in the row that is least far around."""
    placed = [0] * len(rows)
    found = []
    for _ in wanted:
        row = min(range(len(rows)), key=lambda at: (placed[at] + 0.5) / rows[at])
        found.append((2 * math.pi * (placed[row] + 0.5) / rows[row], row))
        placed[row] += 1
    turn = sum(want - angle for want, (angle, _) in zip(wanted, found, strict=True)) / len(found)
    return ((angle + turn, row) for angle, row in found)
