"""Nets of the 2×2×2 and 3×3×3 cubes and of Megaminx, and puzzles that are recognised as these."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from puzzlegui.core.cells import Cell

_MOST_FACES = 12
_PHI = (1 + math.sqrt(5)) / 2
_Vector = tuple[float, float, float]
Sticker = tuple[str, frozenset[str]]
"""A face, and the faces that its piece has in common."""


@dataclass(frozen=True)
class Solid:
    """A solid whose faces turn.

    Attributes:
        places: place of each sticker in the net.
        faces: name of the face of each sticker.
        turns: images of the stickers for a clockwise turn of each face; without the centres.
        colours: colour of each face.
    """

    places: tuple[Cell, ...]
    faces: tuple[str, ...]
    turns: Mapping[str, tuple[int, ...]]
    colours: Mapping[str, str]


# --- the solids ---------------------------------------------------------------------------------

_CUBE: dict[str, tuple[_Vector, str, Cell, str]] = {
    "U": ((0, 0, 1), "B", (0, 1), "#F5F5F5"), "L": ((-1, 0, 0), "U", (1, 0), "#E69F00"),
    "F": ((0, -1, 0), "U", (1, 1), "#009E73"), "R": ((1, 0, 0), "U", (1, 2), "#D55E00"),
    "B": ((0, 1, 0), "U", (1, 3), "#0072B2"), "D": ((0, 0, -1), "F", (2, 1), "#F0E442"),
}  # fmt: skip
"""Direction of each face, the face above it in the net, its place there, and its colour."""
_MEGAMINX: dict[str, tuple[_Vector, str, Cell, str]] = {
    "U": ((0, 1, _PHI), "BL", (0, 0), "#F5F5F5"), "F": ((0, -1, _PHI), "U", (0, 1), "#009E73"),
    "R": ((_PHI, 0, 1), "U", (0, 2), "#D55E00"), "L": ((-_PHI, 0, 1), "U", (0, 3), "#9B59B6"),
    "BR": ((1, _PHI, 0), "U", (1, 0), "#0072B2"), "BL": ((-1, _PHI, 0), "U", (1, 1), "#F0E442"),
    "DR": ((1, -_PHI, 0), "D", (1, 2), "#CC79A7"), "DL": ((-1, -_PHI, 0), "D", (1, 3), "#F5DEB3"),
    "DBR": ((_PHI, 0, -1), "D", (2, 0), "#7CCD7C"), "DBL": ((-_PHI, 0, -1), "D", (2, 1), "#E69F00"),
    "B": ((0, 1, -_PHI), "D", (2, 2), "#56B4E9"), "D": ((0, -1, -_PHI), "DR", (2, 3), "#999999"),
}  # fmt: skip


def _dot(a: _Vector, b: _Vector) -> float:
    return sum(x * y for x, y in zip(a, b, strict=True))


def _cross(a: _Vector, b: _Vector) -> _Vector:
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def _around(normals: Mapping[str, _Vector], face: str, above: str) -> list[str]:
    """Return the neighbours of a face, clockwise as seen from outside, from that above."""
    axis = normals[face]
    nearest = max(_dot(axis, other) for name, other in normals.items() if name != face)
    near = [
        name for name, other in normals.items()
        if name != face and math.isclose(_dot(axis, other), nearest, abs_tol=1e-9)
    ]  # fmt: skip
    up = normals[above]
    right = _cross(up, axis)
    flat_up = _cross(axis, right)

    def angle(name: str) -> float:
        other = normals[name]
        length = math.sqrt(_dot(axis, axis))
        found = math.atan2(_dot(other, right) * length, _dot(other, flat_up))
        return found % (2 * math.pi) if found > -1e-9 else found + 2 * math.pi

    return sorted(near, key=lambda name: round(angle(name), 6) % round(2 * math.pi, 6))


def _solid(
    faces: Mapping[str, tuple[_Vector, str, Cell, str]],
    block: Sequence[Cell],
    step: Cell,
    *,
    edges: bool,
    centre: Cell | None,
) -> Solid:
    """Return a solid.

    Args:
        faces: direction, upper neighbour, place in the net and colour of each face.
        block: places of the stickers of a face, clockwise from its top left corner.
        step: rows and columns from a face to the next in the net.
        edges: True if there are stickers between the corners.
        centre: place of the centre of a face, if any.
    """
    normals = {name: normal for name, (normal, _, _, _) in faces.items()}
    around = {name: _around(normals, name, above) for name, (_, above, _, _) in faces.items()}
    stickers: list[Sticker] = []
    places: list[Cell] = []
    for name, (_, _, (row, column), _) in faces.items():
        near = around[name]
        ring: list[Sticker] = []
        for number, neighbour in enumerate(near):
            ring.append((name, frozenset((name, near[number - 1], neighbour))))
            if edges:
                ring.append((name, frozenset((name, neighbour))))
        cells = list(block)
        if centre is not None:
            ring.append((name, frozenset((name,))))
            cells.append(centre)
        stickers += ring
        places += [(row * step[0] + r, column * step[1] + c) for r, c in cells]
    index = {sticker: number for number, sticker in enumerate(stickers)}
    turns = {}
    for name, near in around.items():
        to = _turned(normals, name, near)
        turns[name] = tuple(
            index[to[face], frozenset(to[each] for each in piece)] if name in piece else number
            for number, (face, piece) in enumerate(stickers)
        )
    colours = {name: colour for name, (_, _, _, colour) in faces.items()}
    return Solid(tuple(places), tuple(face for face, _ in stickers), turns, colours)


def _turned(normals: Mapping[str, _Vector], name: str, near: Sequence[str]) -> dict[str, str]:
    """Return the faces to which a clockwise turn of the solid about a face carries each face."""
    found = {name: name}
    found |= {one: near[(number + 1) % len(near)] for number, one in enumerate(near)}
    opposite = {
        face: min(normals, key=lambda other: _dot(normals[face], normals[other]))
        for face in normals
    }  # fmt: skip
    return found | {opposite[one]: opposite[other] for one, other in found.items()}


_SQUARE = (0, 0), (0, 1), (0, 2), (1, 2), (2, 2), (2, 1), (2, 0), (1, 0)
_FLAT = ((0, 0), (0, 1), (0, 2), (0, 3), (1, 3), (2, 3), (2, 2), (2, 1), (2, 0), (1, 0))


@cache
def solids() -> tuple[Solid, ...]:
    """Return the solids that are recognised."""
    return (
        _solid(_CUBE, ((0, 0), (0, 1), (1, 1), (1, 0)), (2, 2), edges=False, centre=None),
        _solid(_CUBE, _SQUARE, (3, 3), edges=True, centre=(1, 1)),
        _solid(_MEGAMINX, _FLAT, (4, 5), edges=True, centre=(1, 1)),
    )


# --- recognition --------------------------------------------------------------------------------


def find_net(
    moves: Mapping[str, Sequence[int]], count: int, centres: Mapping[int, str]
) -> tuple[list[Cell], dict[int, str]] | None:
    """Return a place and a colour for each cell of a puzzle that turns the faces of a solid.

    Args:
        moves: images of each move.
        count: number of cells.
        centres: for some centres of faces, the move that turns it.

    Returns:
        The places, and the colours of cells; None if the puzzle is not recognised.
    """
    for solid in solids():
        stickers = _match(solid, moves, count, centres)
        if stickers is not None:
            cells = [solid.places[sticker] for sticker in stickers]
            top, left = (min(cell[axis] for cell in cells) for axis in (0, 1))
            colours = {
                cell: solid.colours[solid.faces[sticker]] for cell, sticker in enumerate(stickers)
            }
            return [(row - top, column - left) for row, column in cells], colours
    return None


def _match(
    solid: Solid, moves: Mapping[str, Sequence[int]], count: int, centres: Mapping[int, str]
) -> list[int] | None:
    """Return the sticker of a solid that each cell of a puzzle is; None if they do not match."""
    if count > len(solid.places):
        return None
    turns = solid.turns
    size = sum(i != image for i, image in enumerate(turns["U"]))
    order = _order(turns["U"])
    support: dict[str, frozenset[int]] = {}
    for name, images in moves.items():
        moved = frozenset(i for i, image in enumerate(images) if i != image)
        if len(moved) == size and moved not in support.values() and _order(images) == order:
            support[name] = moved
            if len(support) > _MOST_FACES:
                return None
    if len(support) not in (3, len(turns)) or (len(support) == 3 and len(turns) != 6):
        return None
    faces = {
        name: frozenset(i for i, image in enumerate(images) if i != image)
        for name, images in turns.items()
    }
    for chosen in _assignments(list(support), support, faces):
        pairs = [(moves[name], turns[face]) for name, face in chosen.items()]
        found = _extend(pairs, count, len(solid.places))
        if found is not None:
            return _with_centres(solid, moves, found, count, chosen, centres)
    return None


def _order(images: Sequence[int]) -> int:
    """Return the length of the longest cycle."""
    seen: set[int] = set()
    longest = 0
    for first in range(len(images)):
        length, point = 0, first
        while point not in seen:
            seen.add(point)
            point = images[point]
            length += 1
        longest = max(longest, length)
    return longest


def _assignments(
    names: Sequence[str],
    support: Mapping[str, frozenset[int]],
    faces: Mapping[str, frozenset[int]],
    chosen: dict[str, str] | None = None,
) -> Iterator[dict[str, str]]:
    """Yield the ways to give each move a face, so that faces meet as moves do; same names first."""
    chosen = chosen or {}
    if len(chosen) == len(names):
        yield chosen
        return
    name = names[len(chosen)]
    wanted = name.upper()
    for face in sorted(faces, key=lambda face: face != wanted):
        if face not in chosen.values() and all(
            len(support[name] & support[other]) == len(faces[face] & faces[taken])
            for other, taken in chosen.items()
        ):
            yield from _assignments(names, support, faces, {**chosen, name: face})


def _extend(
    pairs: Sequence[tuple[Sequence[int], Sequence[int]]], count: int, stickers: int
) -> dict[int, int] | None:
    """Return stickers for the cells that moves carry, so that moves act alike on both.

    Args:
        pairs: images of the cells for each move, and of the stickers for its face.
        count: number of cells.
        stickers: number of stickers.
    """
    found: dict[int, int] = {}
    for cell in range(count):
        if cell in found or all(images[cell] == cell for images, _ in pairs):
            continue
        used = set(found.values())
        for sticker in range(stickers):
            orbit = None if sticker in used else _orbit(pairs, cell, sticker)
            if orbit is not None and used.isdisjoint(orbit.values()):
                found |= orbit
                break
        else:
            return None
    return found


def _orbit(
    pairs: Sequence[tuple[Sequence[int], Sequence[int]]], cell: int, sticker: int
) -> dict[int, int] | None:
    """Return the stickers for the cells of an orbit if that of a cell is given."""
    found = {cell: sticker}
    queue = [cell]
    for point in queue:
        for images, turned in pairs:
            image, wanted = images[point], turned[found[point]]
            if image not in found:
                found[image] = wanted
                queue.append(image)
            elif found[image] != wanted:
                return None
    return found if len(set(found.values())) == len(found) else None


def _with_centres(
    solid: Solid,
    moves: Mapping[str, Sequence[int]],
    found: dict[int, int],
    count: int,
    chosen: Mapping[str, str],
    centres: Mapping[int, str],
) -> list[int] | None:
    """Return stickers for all cells, also for those that the turns of faces do not carry."""
    fixed = [cell for cell in range(count) if cell not in found]
    free = [
        sticker for sticker in range(len(solid.places)) if sticker not in set(found.values())
    ]  # fmt: skip
    if len(fixed) > len(free):
        return None
    spot = {solid.faces[sticker]: sticker for sticker in free}
    if len(fixed) == len(spot) == len(free):
        known = {cell: chosen[name] for cell, name in centres.items() if name in chosen}
        if set(fixed) != set(known) or len(set(known.values())) != len(fixed):
            known = _follow(solid, moves, found, fixed) or dict(zip(fixed, spot, strict=True))
        found |= {cell: spot[face] for cell, face in known.items()}
    else:
        found |= dict(zip(fixed, free, strict=False))
    return [found[cell] for cell in range(count)]


def _follow(
    solid: Solid,
    moves: Mapping[str, Sequence[int]],
    found: Mapping[int, int],
    fixed: Sequence[int],
) -> dict[int, str] | None:
    """Return a face for each centre, so that moves carry centres as they carry their faces."""
    ways: list[tuple[Sequence[int], dict[str, str]]] = []
    for images in moves.values():
        if all(images[cell] == cell for cell in fixed):
            continue
        faces = {
            solid.faces[sticker]: solid.faces[found[images[cell]]]
            for cell, sticker in found.items()
            if images[cell] != cell and images[cell] in found
        }
        ways.append((images, faces))
    for first in solid.turns:
        known = {fixed[0]: first}
        queue = [fixed[0]]
        for cell in queue:
            for images, faces in ways:
                image = images[cell]
                if image != cell and image not in known and known[cell] in faces:
                    known[image] = faces[known[cell]]
                    queue.append(image)
        sound = all(
            images[cell] == cell or known.get(images[cell]) == faces.get(face)
            for cell, face in known.items()
            for images, faces in ways
        )
        if sound and set(known) == set(fixed) and len(set(known.values())) == len(fixed):
            return known
    return None
