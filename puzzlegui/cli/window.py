"""Opening of the window from the command line."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from puzzlegui import interrupts, kernels
from puzzlegui.cli.common import print_note
from puzzlegui.cli.options import parse_common
from puzzlegui.documents.boardfile import Loaded
from puzzlegui.engine.runner.client import own_command
from puzzlegui.folders import Folders

if TYPE_CHECKING:
    from puzzlegui.gui.main_window import MainWindow


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
        from puzzlegui.gui import app  # only what draws imports Qt
    status = app.run(loaded, folders, begin)
    return _start_again(sys.argv[1:]) if status == app.RESTART else status


def _start_again(arguments: Sequence[str]) -> int:
    """Start the program again with the same options; it opens the last board."""
    _, rest = parse_common(arguments)
    command = own_command(*(word for word in arguments if word not in rest))
    if os.name != "nt":  # on Windows, a shell takes the end of a replaced process for its own
        os.execv(command[0], command)  # the program itself
    subprocess.Popen(command)  # as above
    return 0
