"""Files for the monkey to open: boards of every family and size, solutions, and what is neither."""

from __future__ import annotations

import random
import time
from pathlib import Path

from PySide6.QtGui import QImage

from puzzlegui.core.board import Board
from puzzlegui.core.errors import PuzzleError
from puzzlegui.documents.boardfile import dump_board, dump_solution
from puzzlegui.documents.presets import load_preset
from puzzlegui.engine.run import solve
from puzzlegui.families.creation import new_board
from puzzlegui.families.registry import FAMILIES

_SIZES = ((2, 2), (2, 9), (3, 3), (4, 4), (5, 5), (6, 8), (10, 10), (16, 12), (20, 20), (30, 30))
_SOLVED = ("mystery-box", "eight-cpp", "schonbrunn", "colours-4x4-sliding")
_DAMAGED = Path(__file__).parents[2] / "tests" / "fuzz" / "corpus"


def make_files(folder: Path, seed: int, *, most: int = 30) -> list[Path]:
    """Files to be opened.

    Args:
        folder: where.
        seed: of the boards.
        most: rows and columns of a board at most.
    """
    folder.mkdir(parents=True, exist_ok=True)
    rng = random.Random(seed)
    texts: dict[str, str] = {}
    for family in FAMILIES:
        for rows, columns in _SIZES:
            if max(rows, columns) <= most:
                board = board_up_to(family, rows, columns, rng.randrange(1000))
                texts[f"{family}-{rows}x{columns}.puzzle"] = dump_board(board)
    for name in _SOLVED:
        texts[f"{name}.json"] = dump_solution(solve(load_preset(name)))
    for path in sorted(_DAMAGED.iterdir()):
        if path.is_file():
            text = path.read_bytes().decode(errors="replace")
            cut = rng.randrange(1, len(text))
            texts[f"damaged-{path.name}"] = text[:cut] + text[cut + 1 :]
    paths = []
    for name, text in texts.items():
        paths.append(folder / name)
        paths[-1].write_text(text, encoding="utf-8")
    picture = QImage(900, 700, QImage.Format.Format_RGB32)
    for y in range(0, 700, 7):
        for x in range(900):
            picture.setPixel(x, y, rng.getrandbits(24))
    paths.append(folder / "picture.png")
    picture.save(str(paths[-1]))
    return paths


def board_up_to(family: str, rows: int, columns: int, seed: int) -> Board:
    """Return a board, smaller than wanted if the family has none so large."""
    try:
        return new_board(family, rows, columns, seed)
    except PuzzleError:
        return board_up_to(family, max(2, rows // 2), max(2, columns // 2), seed)


def leave_unsaved(recovery: Path, rng: random.Random) -> None:
    """What a program leaves that was killed: work that no living one holds."""
    recovery.mkdir(parents=True, exist_ok=True)
    board = new_board(rng.choice(list(FAMILIES)), 3, 4, rng.randrange(1000))
    head = f'{{"path": "", "time": {time.time()}, "modified": true, "moves": []}}'
    path = recovery / f"{rng.getrandbits(128):032x}.unsaved"
    path.write_text(f"{head}\n{dump_board(board)}", encoding="utf-8")
