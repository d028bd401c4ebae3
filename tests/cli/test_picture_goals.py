"""Pictures as goals on the command line."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from PySide6.QtGui import QColor, QImage

from puzzlegui.documents.loading import load, load_board
from puzzlegui.engine.run import solve
from tests.cli.conftest import Run


@pytest.mark.thorough
@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("family", ["rotation", "shift", "sliding", "permutation"])
def test_new_boards_show_a_picture(run: Run, tmp_path: Path, family: str) -> None:
    picture, path, book = (tmp_path / name for name in ("a.png", "a.puzzle", "a.puzzlebook"))
    image = QImage(60, 40, QImage.Format.Format_RGB32)
    image.fill(QColor("#FFFFFF"))
    for x, y in itertools.product(range(20, 40), range(40)):
        image.setPixelColor(x, y, QColor("#C80000"))
    assert image.save(str(picture))
    assert run("new", family, "--goal-from", picture, "--seed", 1, "-o", path).status == 0
    assert load_board(path).size == "8×12"
    arguments = ["--goal-from", picture, "--rows", 4, "--length", 2, "--seed", 1]
    assert run("new", family, *arguments, "-o", path).status == 0
    board = load_board(path)
    colours = dict(board.palette)
    columns = [{colours.get(row[c]) for row in board.grid("goal")} - {None} for c in range(6)]
    assert columns == [{"#FFFFFF"}] * 2 + [{"#C80000"}] * 2 + [{"#FFFFFF"}] * 2
    assert len(solve(board, "optimal").moves) == 2
    assert run("new", family, *arguments, "--count", 2, "-o", book).status == 0
    loaded = load(book).book
    assert loaded is not None
    assert {puzzle.board.palette for puzzle in loaded.book.puzzles} == {board.palette}
    assert "2 to 9 colours" in run("new", family, *arguments, "--colours", 12).err
    assert "a maze board has no tiles" in run("new", "maze", "--goal-from", picture).err
