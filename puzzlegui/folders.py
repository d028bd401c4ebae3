"""Where the program keeps what outlives it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Self

import platformdirs


@dataclass(frozen=True)
class Folders:
    """The folders that the program writes to by itself. They need not exist.

    Attributes:
        settings: what the user chose, and what the window remembers.
        cache: what can be made again, such as the tables of solvers.
        data: what the user has made: boards kept, and the best that was done with each.
        recovery: unsaved work.
        log: what happened.
    """

    settings: Path
    cache: Path
    data: Path
    recovery: Path
    log: Path

    @classmethod
    def of_user(cls) -> Self:
        """Those that the system has for the programs of this user."""
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
        """All in one folder, such as one of a test's own."""
        folder = folder.absolute()
        return cls(*(folder / name for name in ("settings", "cache", "data", "recovery", "log")))
