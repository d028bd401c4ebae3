"""What is dropped on the window, wherever it falls."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QImage
from PySide6.QtWidgets import QAbstractScrollArea, QApplication

from puzzlegui.documents.board_id import write_id
from puzzlegui.documents.boardfile import dump_board, dump_solution
from puzzlegui.documents.presets import load_preset
from puzzlegui.documents.text_formats import write_rows
from puzzlegui.engine.run import solve
from puzzlegui.gui.board.board_view import BoardView
from puzzlegui.gui.design import picture_dialog
from puzzlegui.gui.design.picture_crop import jpeg_bytes
from puzzlegui.gui.main_window import MainWindow
from tests.gui.robot import find


@pytest.mark.parametrize("where", ["boardView", "goalView", "gallery"])
@pytest.mark.parametrize("what", ["board", "solution", "text", "rows", "id"])
@pytest.mark.examples(3)
def test_dropping_on_any_part_of_the_window(
    window: MainWindow, tmp_path: Path, where: str, what: str
) -> None:
    board = load_preset("eight-cpp")
    data = QMimeData()
    if what == "text":
        data.setText(dump_board(board))
    elif what == "id":
        board = board.puzzle
        data.setText(write_id(board))
    else:
        path = tmp_path / "dropped.puzzle"
        text = dump_board(board) if what == "board" else dump_solution(solve(board))
        if what == "rows":
            board, text = board.with_fields(title="dropped"), write_rows(board.start)  # type: ignore[attr-defined]
        path.write_text(text, encoding="utf-8")
        data.setUrls([QUrl.fromLocalFile(str(path))])
    drop(find(window, QAbstractScrollArea, where), data)
    assert window.board() == board
    assert (window.solution() is not None) == (what == "solution")
    assert not window.is_unsaved()


def test_a_dropped_picture_is_on_the_tiles_of_start_and_goal(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    image = QImage(30, 30, QImage.Format.Format_RGB32)
    image.fill("#111111")
    path = tmp_path / "picture.PNG"
    image.save(str(path), "PNG")  # type: ignore[call-overload]
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    monkeypatch.setattr(picture_dialog, "ask_crop", lambda _parent, image, *_: jpeg_bytes(image))
    views = [find(window, BoardView, name) for name in ("boardView", "goalView")]

    def colours() -> list[str]:
        """Of the middle of every tile, as it is on the screen; nothing is painted for it."""
        QApplication.processEvents()
        screen = window.backingStore().paintDevice()
        assert isinstance(screen, QImage)
        return [
            screen.pixelColor(
                view.viewport().mapTo(window, view.cell_rect((r, c)).center().toPoint())
            ).name()
            for view in views
            for r in range(3)
            for c in range(3)
        ]

    before = colours()
    drop(views[1], data)
    assert set(colours()) == {"#111111"}
    window.undo()
    assert colours() == before


def drop(widget: QAbstractScrollArea, data: QMimeData) -> None:
    """As the system does: the widget under the mouse first, then those around it."""
    arguments = (
        Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    )  # fmt: skip
    viewport, point = widget.viewport(), QPointF(5, 5)
    entering = QDragEnterEvent(point.toPoint(), *arguments)
    QApplication.sendEvent(viewport, entering)
    assert entering.isAccepted()
    QApplication.sendEvent(viewport, QDropEvent(point, *arguments))
