"""Twisty puzzles from their geometry, as definitions in the formats of other programs.

Shares no code with the readers: pieces are sets of faces, and turns are rotations of space.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

_PHI = (1 + math.sqrt(5)) / 2
CUBE = {
    face: np.array(normal, float)
    for face, normal in zip(
        "ULFRBD",
        [(0, 0, 1), (-1, 0, 0), (0, -1, 0), (1, 0, 0), (0, 1, 0), (0, 0, -1)],
        strict=True,
    )
}
TETRAHEDRON = dict(
    zip("ULRB", np.array([[-1, -1, -1], [-1, 1, 1], [1, -1, 1], [1, 1, -1]]), strict=True)
)
DODECAHEDRON = dict(
    zip(
        ("U", "F", "R", "L", "BR", "BL", "DR", "DL", "DBR", "DBL", "B", "D"),
        np.array([
            [0, 1, _PHI], [0, -1, _PHI], [_PHI, 0, 1], [-_PHI, 0, 1], [1, _PHI, 0], [-1, _PHI, 0],
            [1, -_PHI, 0], [-1, -_PHI, 0], [_PHI, 0, -1], [-_PHI, 0, -1], [0, 1, -_PHI],
            [0, -1, -_PHI],
        ]),
        strict=True,
    )
)  # fmt: skip
Piece = tuple[str, ...]
"""Faces of the stickers of a piece, clockwise."""


@dataclass(frozen=True)
class Twisty:
    """A puzzle whose parts beyond a plane turn.

    Attributes:
        normals: direction of each face.
        sets: pieces by name of their set.
        axes: direction and order of each move.
        depth: distance of the planes from the centre, for positions that are sums of unit normals.
    """

    normals: dict[str, np.ndarray]
    sets: dict[str, list[Piece]]
    axes: dict[str, tuple[np.ndarray, int]]
    depth: float

    def turn(self, move: str) -> dict[str, tuple[list[int], list[int]]]:
        """Sources and turns of each slot, by set, for a clockwise turn; both from 0."""
        axis, order = self.axes[move]
        turned = {}
        for face, normal in self.normals.items():
            image = _rotated(normal, axis, -2 * math.pi / order)
            turned[face] = min(self.normals, key=lambda f: np.linalg.norm(self.normals[f] - image))
        found = {}
        for name, pieces in self.sets.items():
            sources, turns = list(range(len(pieces))), [0] * len(pieces)
            slots = {frozenset(piece): slot for slot, piece in enumerate(pieces)}
            for slot, piece in enumerate(pieces):
                if self._moves(piece, axis):
                    to = slots[frozenset(turned[face] for face in piece)]
                    sources[to] = slot
                    turns[to] = pieces[to].index(turned[piece[0]])
            found[name] = sources, turns
        return found

    def _moves(self, piece: Piece, axis: np.ndarray) -> bool:
        place = sum(self.normals[face] / np.linalg.norm(self.normals[face]) for face in piece)
        return bool(np.dot(place, axis / np.linalg.norm(axis)) > self.depth)

    def twsearch(self, moves: Sequence[str], *, zero: bool = False) -> str:
        """A definition for twsearch; with ``zero`` in the style that counts from 0."""
        lines = ["# from geometry", "Name Twisty", ""]
        lines += [
            f"Set {name} {len(pieces)} {len(pieces[0])}" for name, pieces in self.sets.items()
        ]
        lines += ["", "StartState" if zero else "Solved"]
        for name, pieces in self.sets.items():
            lines += [name, _line(range(len(pieces)), 1 - zero), _line([0] * len(pieces))]
        lines.append("End")
        for move in moves:
            lines.append(f"{'MoveTransformation' if zero else 'Move'} {move}")
            for name, (sources, turns) in self.turn(move).items():
                of_pieces = [turns[sources.index(piece)] for piece in range(len(turns))]
                lines += [name, _line(sources, 1 - zero), _line(turns if zero else of_pieces)]
            lines.append("End")
        return "\n".join(lines)

    def kpuzzle(self, moves: Sequence[str], *, old: bool = False) -> str:
        """A definition for cubing.js, in its new or its old spelling."""
        orbits = {
            name: {"numPieces": len(pieces), "numOrientations": len(pieces[0])}
            for name, pieces in self.sets.items()
        }
        state = {
            name: {
                ("permutation" if old else "pieces"): list(range(len(pieces))),
                "orientation": [0] * len(pieces),
            }
            for name, pieces in self.sets.items()
        }
        turn, delta = "permutation", "orientation" if old else "orientationDelta"
        listed = {
            move: {name: {turn: p, delta: o} for name, (p, o) in self.turn(move).items()}
            for move in moves
        }
        if old:
            return json.dumps(
                {"name": "twisty", "orbits": orbits, "startPieces": state, "moves": listed}
            )
        return json.dumps({
            "name": "twisty", "orbits": [{"orbitName": n} | each for n, each in orbits.items()],
            "defaultPattern": state, "moves": listed,
        })  # fmt: skip

    def gap(self, moves: Sequence[str]) -> str:
        """Generators of the group of the stickers."""
        first, at = {}, 1
        for name, pieces in self.sets.items():
            first[name] = at
            at += len(pieces) * len(pieces[0])
        lines = []
        for move in moves:
            images = {}
            for name, (sources, turns) in self.turn(move).items():
                width = len(self.sets[name][0])
                for slot, (source, by) in enumerate(zip(sources, turns, strict=True)):
                    for k in range(width):
                        old = first[name] + source * width + k
                        images[old] = first[name] + slot * width + (k + by) % width
            lines.append(f"{move}:={_cycles(images)};")
        return "\n".join([*lines, f"puzzle := Group([{', '.join(moves)}]);"])


def _line(numbers: Sequence[int], more: int = 0) -> str:
    return " ".join(str(number + more) for number in numbers)


def _cycles(images: dict[int, int]) -> str:
    text, left = "", {a: b for a, b in images.items() if a != b}
    while left:
        point = next(iter(left))
        cycle = []
        while point in left:
            cycle.append(str(point))
            point = left.pop(point)
        text += f"({','.join(cycle)})"
    return text


def _rotated(vector: np.ndarray, axis: np.ndarray, angle: float) -> np.ndarray:
    k = axis / np.linalg.norm(axis)
    turned: np.ndarray = (
        vector * math.cos(angle) + np.cross(k, vector) * math.sin(angle)
        + k * np.dot(k, vector) * (1 - math.cos(angle))
    )  # fmt: skip
    return turned


def _meeting(normals: dict[str, np.ndarray], count: int) -> list[Piece]:
    """The pieces of so many faces that touch, clockwise."""
    nearest = max(
        float(np.dot(normals[a], normals[b])) for a, b in combinations(normals, 2)
    )  # fmt: skip
    found = []
    for faces in combinations(normals, count):
        if all(math.isclose(np.dot(normals[a], normals[b]), nearest, abs_tol=1e-9)
               for a, b in combinations(faces, 2)):  # fmt: skip
            piece = faces
            if count == 3:
                a, b, c = (normals[face] for face in faces)
                if np.dot(np.cross(a, b), c) > 0:  # counter-clockwise
                    piece = faces[0], faces[2], faces[1]
            found.append(piece)
    return found


def _faces(normals: dict[str, np.ndarray], order: int) -> dict[str, tuple[np.ndarray, int]]:
    return {face: (normal, order) for face, normal in normals.items()}


POCKET_CUBE = Twisty(CUBE, {"CORNERS": _meeting(CUBE, 3)}, _faces(CUBE, 4), 0.5)
RUBIKS_CUBE = Twisty(
    CUBE, {"CORNERS": _meeting(CUBE, 3), "EDGES": _meeting(CUBE, 2)}, _faces(CUBE, 4), 0.5
)
MEGAMINX = Twisty(
    DODECAHEDRON, {"CORNERS": _meeting(DODECAHEDRON, 3), "EDGES": _meeting(DODECAHEDRON, 2)},
    _faces(DODECAHEDRON, 5), 1.2,
)  # fmt: skip
PYRAMINX = Twisty(
    TETRAHEDRON, {"CORNERS": _meeting(TETRAHEDRON, 3), "EDGES": _meeting(TETRAHEDRON, 2)},
    {face: (-normal, 3) for face, normal in TETRAHEDRON.items()}, 0.0,
)  # fmt: skip
SKEWB = Twisty(
    CUBE, {"CORNERS": _meeting(CUBE, 3), "CENTERS": [(face,) for face in CUBE]},
    {"".join(p): (np.sum([CUBE[f] for f in p], axis=0), 3) for p in _meeting(CUBE, 3)}, 0.0,
)  # fmt: skip
