"""Where files are looked for, what they are called, and what opens them."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QStandardPaths, QUrl
from PySide6.QtGui import QDesktopServices

from puzzlegui.gui.model.settings import Settings


def default_directory(settings: Settings) -> Path:
    """Where files are looked for: where the last one was, or the user's documents, or at home."""
    if settings["folder"]:
        return Path(settings["folder"])
    where = QStandardPaths.StandardLocation.DocumentsLocation
    documents = Path(QStandardPaths.writableLocation(where))
    return documents if documents.is_dir() else Path.home()


def safe_filename(title: str) -> str:
    """A title as a file's name, without what some system does not allow in one."""
    kept = "".join("-" if c in '<>:"/\\|?*' or not c.isprintable() else c for c in title)
    return kept.strip(" .") or "board"


def opened(path: Path) -> bool:
    """Whether there was a program to open a file or folder with; that is not waited for."""
    return QDesktopServices.openUrl(QUrl.fromLocalFile(path))
