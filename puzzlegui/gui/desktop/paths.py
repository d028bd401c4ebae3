"""Default directory, safe file names, and opening files with other programs."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QStandardPaths, QUrl
from PySide6.QtGui import QDesktopServices

from puzzlegui.gui.model.settings import Settings


def default_directory(settings: Settings) -> Path:
    """Return the directory last used, or the user's documents or home directory."""
    if settings["folder"]:
        return Path(settings["folder"])
    where = QStandardPaths.StandardLocation.DocumentsLocation
    documents = Path(QStandardPaths.writableLocation(where))
    return documents if documents.is_dir() else Path.home()


def safe_filename(title: str) -> str:
    """Return a title as a file name without characters that some system does not allow."""
    kept = "".join("-" if c in '<>:"/\\|?*' or not c.isprintable() else c for c in title)
    return kept.strip(" .") or "board"


def open_externally(path: Path) -> bool:
    """Open a file or folder with its default program; return False if there is none."""
    return QDesktopServices.openUrl(QUrl.fromLocalFile(path))
