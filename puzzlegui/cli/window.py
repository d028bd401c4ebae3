"""Opening of the window from the command line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from puzzlegui import interrupts, kernels
from puzzlegui.cli.common import print_note
from puzzlegui.core.board import Board
from puzzlegui.documents.boardfile import Loaded
from puzzlegui.folders import Folders

if TYPE_CHECKING:
    from puzzlegui.gui.main_window import MainWindow
    from puzzlegui.gui.play.options import PlayOptions


def open_window(
    loaded: Loaded | None, folders: Folders, begin: Callable[[MainWindow], None] | None = None
) -> int:
    """Run the program in its window, and return the exit status.

    Args:
        loaded: document to open, if any.
        folders: the user's folders.
        begin: called with the window.
    """
    if why_slow := kernels.note():
        print_note(why_slow)
    with interrupts.default_handlers():
        from puzzlegui.gui import app  # noqa: PLC0415 - only what draws imports Qt
    return app.run(loaded, folders, begin)


def open_kiosk(boards: Sequence[Board], folders: Folders, options: PlayOptions) -> int:
    """Show boards as a kiosk, and return the exit status."""
    with interrupts.default_handlers():
        from puzzlegui.gui import app  # noqa: PLC0415 - only what draws imports Qt
    return app.run_kiosk(boards, folders, options)
