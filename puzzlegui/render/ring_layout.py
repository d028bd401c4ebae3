"""Layout of the arrangements around a central arrangement, in rings. Independent of Qt."""

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

_CENTRE_SIDE = 1.8
"""Side of the central board."""
_BOARD_DISTANCE = 1.42
"""Distance between neighbouring boards of a ring."""
_ROW_DISTANCE = 1.5
"""Distance between rows of a ring."""
_RING_GAP = 0.62
"""Space between two rings, for the number of moves."""
_MANY_BOARDS = 16
"""Number of boards in the first ring above which only edges towards the goal are drawn."""
_MARGIN = 0.4
_ASPECT = 1.5
"""Aspect ratio of a ring; windows are wider than high."""
_ARC_SEGMENTS = 720
"""Number of segments that approximate a ring."""
_FULL_SHARE = 0.95
"""Share of the length of a ring above which boards are spaced evenly."""
_RELAXATION_STEPS = 200
"""Number of times that boards too close to each other are pushed apart."""


def ring_diagram(
    board: Board, around: Neighbourhood, known: Mapping[Any, DistanceBounds], goal: Any
) -> Diagram:
    """Return a diagram of the neighbourhood of an arrangement.

    Args:
        board: board of the arrangements.
        around: neighbourhood to show.
        known: known bounds on the distances to the goal.
        goal: goal arrangement.
    """
    here = known.get(around.centre, DistanceBounds())
    positions, circles = _positions(around)
    across = max(abs(x) for x, _ in positions) + 0.5 + _MARGIN
    down = max(abs(y) for _, y in positions) + 0.5 + CAPTION + _MARGIN
    outer = circles[-1] + _MARGIN if circles else _CENTRE_SIDE
    across, down = max(across, _ASPECT * outer), max(down, outer)
    shown = around.members
    nodes = []
    for entry, (x, y) in zip(shown, positions, strict=True):
        there = known.get(entry.vertex, DistanceBounds())
        first = entry.distance == 0
        changed = changed_cells(board, around.centre, entry.vertex)
        nodes.append(Node(
            entry.vertex, x + across, y + down, _CENTRE_SIDE if first else 1.0,
            distance_caption(there), "" if first else compare_distances(there, here),
            entry.vertex == goal, changed,
        ))  # fmt: skip
    starts = [0]
    for ring in around.rings:
        starts.append(starts[-1] + len(ring))
    edges = tuple(
        Edge(
            starts[entry.distance - 1] + entry.parent,
            number,
            towards_goal=nodes[number].relation == NEARER,
        )
        for number, entry in enumerate(shown)
        if entry.distance > 1
        or (
            entry.distance
            and (len(around.rings[1]) <= _MANY_BOARDS or nodes[number].relation == NEARER)
        )
    )
    labels = tuple(
        Label(across, down - radius, _ring_label(around, distance))
        for distance, radius in enumerate(circles, start=1)
    )
    return Diagram(
        board, tuple(nodes), edges, tuple((_ASPECT * radius, radius) for radius in circles), labels,
        2 * across, 2 * down,
    )  # fmt: skip


def distance_caption(known: DistanceBounds) -> str:
    """Return a short text for a distance to the goal; empty if it is unknown."""
    if known.exact is not None:
        return group_digits(known.exact)
    return ""


def _ring_label(around: Neighbourhood, distance: int) -> str:
    moves = quantity(distance, "move")
    shown = len(around.rings[distance])
    if distance == 1 and not around.is_complete:
        text = tr("{moves}: {count} of {number}")
        return text.format(
            moves=moves, count=group_digits(shown), number=group_digits(around.direct_count)
        )
    return tr("{moves}: {count}").format(moves=moves, count=group_digits(shown))


def _positions(around: Neighbourhood) -> tuple[list[tuple[float, float]], list[float]]:
    """Return the centre of each board relative to the first, and the radii between rings."""
    found = [(0.0, 0.0)]
    circles = []
    edge = _CENTRE_SIDE * 0.62
    for ring, preferred in zip(around.rings[1:], _preferred_angles(around)[1:], strict=True):
        circles.append(edge + CAPTION)
        first = edge + _RING_GAP + 0.5 + CAPTION
        rows = _row_sizes(len(ring), first)
        if len(rows) == 1:
            positions = [
                (angle, 0) for angle in _spread_angles(preferred, 2 * math.pi / _capacity(first))
            ]
        else:
            positions = list(_staggered(preferred, rows))
        for angle, row in positions:
            radius = first + row * _ROW_DISTANCE
            turn = _polar_angle(angle)
            found.append((_ASPECT * radius * math.sin(turn), -radius * math.cos(turn)))
        edge = first + (len(rows) - 1) * _ROW_DISTANCE + 0.5
    return found, circles


def _preferred_angles(around: Neighbourhood) -> list[list[float]]:
    """Return a preferred angle for each board of each ring, centred above its descendants."""
    rings = around.rings
    leaves = [[0] * len(ring) for ring in rings]
    for ring, here, before in zip(rings[:0:-1], leaves[:0:-1], leaves[-2::-1], strict=True):
        for entry, count in zip(ring, here, strict=True):
            before[entry.parent] += max(1, count)
    begin = [0.0]
    found = [[0.0]]
    share = 2 * math.pi / max(1, leaves[0][0])
    for ring, here in zip(rings[1:], leaves[1:], strict=True):
        used = list(begin)
        begin = []
        angles = []
        for entry, count in zip(ring, here, strict=True):
            width = share * max(1, count)
            begin.append(used[entry.parent])
            angles.append(used[entry.parent] + width / 2)
            used[entry.parent] += width
        found.append(angles)
    return found


@cache
def _arc_lengths() -> list[float]:
    """Return the cumulative arc lengths of a ring of radius 1, clockwise from the top."""
    found = [0.0]
    for piece in range(_ARC_SEGMENTS):
        turn = 2 * math.pi * (piece + 0.5) / _ARC_SEGMENTS
        step = math.hypot(_ASPECT * math.cos(turn), math.sin(turn)) * 2 * math.pi / _ARC_SEGMENTS
        found.append(found[-1] + step)
    return found


def _capacity(radius: float) -> float:
    """Return the number of boards that fit on a ring."""
    return _arc_lengths()[-1] * radius / _BOARD_DISTANCE


def _polar_angle(angle: float) -> float:
    """Convert an angle proportional to arc length to the angle at the centre of a ring."""
    along = _arc_lengths()
    preferred = (angle / (2 * math.pi)) % 1.0 * along[-1]
    return 2 * math.pi * bisect_left(along, preferred) / _ARC_SEGMENTS


def _row_sizes(count: int, first: float) -> list[int]:
    """Return the number of boards in each row of a ring, from the inner row outwards."""
    room: list[int] = []
    while sum(room) < count:
        room.append(max(1, math.floor(_capacity(first + len(room) * _ROW_DISTANCE))))
    total = sum(room)
    rows = [count * each // total for each in room]
    for row in range(count - sum(rows)):
        rows[-1 - row % len(rows)] += 1
    return [row for row in rows if row]


def _spread_angles(preferred: list[float], least: float) -> list[float]:
    """Return ascending angles near the preferred ones, at least ``least`` apart."""
    angles = list(preferred)
    count = len(angles)
    if count == 1:
        return angles
    if count * least > 2 * math.pi * _FULL_SHARE:
        return [angle for angle, _ in _staggered(preferred, [count])]
    for _ in range(_RELAXATION_STEPS):
        for at in range(count):
            after = (at + 1) % count
            gap = angles[after] - angles[at] + (2 * math.pi if after <= at else 0.0)
            if gap < least:
                angles[at] -= (least - gap) / 2
                angles[after] += (least - gap) / 2
    return angles


def _staggered(preferred: list[float], rows: list[int]) -> Iterator[tuple[float, int]]:
    """Yield evenly spaced angles with rows, always filling the row that has advanced least."""
    placed = [0] * len(rows)
    found = []
    for _ in preferred:
        row = min(range(len(rows)), key=lambda at: (placed[at] + 0.5) / rows[at])
        found.append((2 * math.pi * (placed[row] + 0.5) / rows[row], row))
        placed[row] += 1
    turn = sum(want - angle for want, (angle, _) in zip(preferred, found, strict=True)) / len(found)
    return ((angle + turn, row) for angle, row in found)
