"""Questions for the files of a study."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget

from puzzlegui.core.language import tr


def ask_spec_path(parent: QWidget, folder: str) -> Path | None:
    """A file that says what a study is to run."""
    patterns = tr("Studies (*.toml);;All files (*)")
    name, _ = QFileDialog.getOpenFileName(parent, tr("Open study"), folder, patterns)
    return Path(name) if name else None


def ask_rows_path(parent: QWidget, suggested: Path) -> Path | None:
    """A file for the rows of a study, which goes on from those that are there."""
    patterns = tr("Study results (*.sqlite);;All files (*)")
    name, _ = QFileDialog.getSaveFileName(
        parent, tr("Results file"), str(suggested), patterns,
        options=QFileDialog.Option.DontConfirmOverwrite,
    )  # fmt: skip
    path = Path(name)
    return None if not name else path if path.suffix else path.with_suffix(".sqlite")
