"""Links to boards: addresses at which a board can be played, and how they are copied."""

from __future__ import annotations

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from puzzlegui.core.board import Board
from puzzlegui.core.errors import PuzzleError, as_sentence
from puzzlegui.core.language import tr
from puzzlegui.documents.board_id import LINK_SETTING, write_link
from puzzlegui.gui.model.settings import Settings
from puzzlegui.gui.widgets import dialogs


def link_of(board: Board, settings: Settings) -> str:
    """Return the link to a board; empty if it has problems or no page for links is known."""
    base = settings[LINK_SETTING]
    return write_link(board, base) if base and not board.problems() else ""


def copy_link(parent: QWidget, board: Board, settings: Settings) -> str:
    """Copy the link to a board and return it; ask once for the page.

    Returns:
        The link; empty on cancel, or if there is none.
    """
    base = settings[LINK_SETTING]
    if not base:
        base = dialogs.ask_link_base(parent)
        if not base:
            return ""
        settings[LINK_SETTING] = base
    try:
        link = write_link(board, base)
    except PuzzleError as error:
        dialogs.show_problem(parent, tr("No link"), as_sentence(error))
        return ""
    QGuiApplication.clipboard().setText(link)
    return link
