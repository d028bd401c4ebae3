"""Logging to standard error, and to a file for the window.

Every module logs under its own name. Warnings report failures that the user would notice; debug
messages describe each step.
"""

from __future__ import annotations

import copy
import logging
import os
import sys
from pathlib import Path

from puzzlegui.core.files import escape_controls
from puzzlegui.core.language import tr
from puzzlegui.core.own_files import move_aside

FILE = "puzzlegui.log"
_MOST_BYTES, _OLDER_FILES = 1 << 20, 2

_top = logging.getLogger("puzzlegui")
_log = logging.getLogger(__name__)


class _StandardError(logging.Handler):
    """Handler that writes to the current standard error, if any.

    Attributes:
        verbose: True to include tracebacks.
    """

    verbose = False

    def emit(self, record: logging.LogRecord) -> None:
        if not self.verbose:
            record = copy.copy(record)
            record.exc_info = record.exc_text = None
        try:
            if sys.stderr is not None:
                sys.stderr.write(escape_controls(self.format(record)) + "\n")
        except (OSError, ValueError):  # the stream is closed
            self.handleError(record)


_standard_error = _StandardError()


def to_standard_error(*, verbose: bool = False) -> None:
    """Log warnings to standard error; with ``verbose``, everything."""
    more = "%(relativeCreated)d ms %(name)s: " if verbose else ""
    _standard_error.setFormatter(logging.Formatter(f"puzzlegui: {more}%(message)s"))
    _standard_error.setLevel(logging.DEBUG if verbose else logging.WARNING)
    _standard_error.verbose = verbose
    _top.addHandler(_standard_error)
    if verbose:
        _top.setLevel(logging.DEBUG)


def to_file(folder: Path, *, verbose: bool = False) -> bool:
    """Log to a file that is rotated when it is large.

    Returns:
        True if the file can be written.
    """
    from logging.handlers import RotatingFileHandler  # only the window needs it

    try:
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / FILE
        if os.path.lexists(path) and not path.is_file():  # opening a pipe would block
            move_aside(path, tr("The log cannot be written, so a new one is started."))
        handler = RotatingFileHandler(
            path, maxBytes=_MOST_BYTES, backupCount=_OLDER_FILES, encoding="utf-8"
        )
    except OSError as error:
        _log.warning("no log can be written in %s: %s", folder, error.strerror or error)
        return False
    form = "%(asctime)s %(process)d %(levelname)s %(name)s: %(message)s"
    handler.setFormatter(logging.Formatter(form))
    handler.setLevel(logging.DEBUG if verbose else logging.INFO)
    # A full disk is reported where data is lost; the default handler would print a traceback.
    handler.handleError = lambda record: None  # type: ignore[method-assign] # noqa: ARG005
    _top.addHandler(handler)
    if not verbose:
        _top.setLevel(logging.INFO)
    return True
