"""Folders of the program's persistent files."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Self

import platformdirs


@dataclass(frozen=True)
class Folders:
    """Folders that the program writes to on its own. They need not exist.

    Attributes:
        settings: settings, and the state of the window.
        cache: files that can be regenerated, such as tables of solvers.
        data: user data: saved boards, and the best result for each board.
        recovery: unsaved work.
        log: log files.
    """

    settings: Path
    cache: Path
    data: Path
    recovery: Path
    log: Path

    @classmethod
    def of_user(cls) -> Self:
        """Return the platform's standard folders for this user."""
        dirs = platformdirs.PlatformDirs("puzzlegui", appauthor=False)
        return cls(
            dirs.user_config_path,
            dirs.user_cache_path,
            dirs.user_data_path,
            dirs.user_data_path / "recovery",
            dirs.user_log_path,
        )

    @classmethod
    def below(cls, folder: Path) -> Self:
        """Return subfolders of a single folder, such as the temporary folder of a test."""
        folder = folder.absolute()
        return cls(*(folder / name for name in ("settings", "cache", "data", "recovery", "log")))
