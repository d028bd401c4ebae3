"""Pictures in files as goals."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtGui import QColor, QImage, QPainter

from puzzlegui.core.creation import BoardSpec
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.picture_goals import DEFAULT_ROWS
from puzzlegui.render.goal_pictures import GoalPicture
from puzzlegui.render.goals import goal_from
from tests.boards import SMALL, grid

pytestmark = pytest.mark.usefixtures("qapp")


def image(width: int, height: int) -> QImage:
    """A blue picture with its right half red and its lower left quarter transparent."""
    found = QImage(width, height, QImage.Format.Format_ARGB32)
    found.fill(QColor("#0000FF"))
    painter = QPainter(found)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
    painter.fillRect(width // 2, 0, width, height, QColor("#FF0000"))
    painter.fillRect(0, height // 2, width // 2, height, QColor(0, 0, 0, 0))
    painter.end()
    return found


@pytest.mark.parametrize(
    ("shape", "given", "size"),
    [
        ((100, 100), (None, None), (DEFAULT_ROWS, DEFAULT_ROWS)),
        ((200, 100), (None, None), (DEFAULT_ROWS, 2 * DEFAULT_ROWS)),
        ((200, 100), (6, None), (6, 12)),
        ((200, 100), (None, 6), (3, 6)),
        ((200, 100), (5, 7), (5, 7)),
        ((1000, 10), (None, None), (2, 30)),
        ((10, 1000), (None, None), (DEFAULT_ROWS, 2)),
        ((500, 100), (None, None), (6, 30)),
        ((500, 100), (20, None), (20, 30)),
    ],
)
def test_the_board_has_the_shape_of_the_picture(
    shape: tuple[int, int], given: tuple[int | None, int | None], size: tuple[int, int]
) -> None:
    assert GoalPicture(image(*shape)).size(*given) == size


@pytest.mark.parametrize("side", [4, 33, 700, 1600])
@pytest.mark.parametrize("cells", [2, 4, 30])
def test_the_goal_shows_the_picture(side: int, cells: int) -> None:
    board = GoalPicture(image(side, side)).goal("rotation", BoardSpec(cells, cells))
    goal, palette = board.grid("goal"), dict(board.palette)
    corners = [palette[goal[r][c]] for r in (0, -1) for c in (0, -1)]
    assert corners == ["#0000FF", "#FF0000", "#FFFFFF", "#FF0000"]
    assert not board.problems()


@pytest.mark.parametrize("kind", ["png", "jpg", "webp", "bmp"])
def test_files_of_every_kind(kind: str, tmp_path: Path) -> None:
    path = tmp_path / f"picture.{kind}"
    assert image(64, 64).save(str(path))
    path = path.rename(tmp_path / "picture")  # its content is what counts
    board = goal_from(str(path), "shift", 2, None, 0, {"colours": 3})
    assert board.grid("goal")[0][0] != board.grid("goal")[0][1]


def test_boards_of_another_family_or_with_more_arguments_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "picture.png"
    image(64, 64).save(str(path))
    board = SMALL["maze 5x5"].with_fields(title="Ada’s")
    assert goal_from(board, "maze", None, None, 0, {}) is board
    with pytest.raises(PuzzleError, match="Ada’s is a maze board, not shift"):
        goal_from(board, "shift", None, None, 0, {})
    with pytest.raises(PuzzleError, match="--rows cannot"):
        goal_from(board, "maze", 5, None, 0, {})
    for name, value in (("word", "A"), ("lettering", "A"), ("goal", "rings")):
        with pytest.raises(PuzzleError, match=f"--{name} cannot"):
            goal_from(path, "shift", None, None, 0, {name: value})
    path.write_bytes(path.read_bytes()[:40])
    with pytest.raises(PuzzleError, match="not a readable image"):
        goal_from(path, "shift", None, None, 0, {})


def test_the_gap_and_the_family_s_own_parameters(tmp_path: Path) -> None:
    picture = GoalPicture(image(64, 64))
    board = picture.goal("sliding", BoardSpec(2, 2))
    assert board.grid("goal") == grid("2 1/3 0")
    board = picture.goal("rotation", BoardSpec(2, 2, 0, {"turns": "clockwise", "moves": 5}))
    assert board.to_fields()["turns"] == "clockwise"
