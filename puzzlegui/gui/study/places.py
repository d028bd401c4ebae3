"""The results files of studies: chosen by the user, or by default."""

from __future__ import annotations

import json
from pathlib import Path

from puzzlegui.engine.studies.shipped import PREFIX
from puzzlegui.gui.model.settings import Settings

_FOLDER = "studies"
_MOST = 50
"""Studies whose files are remembered."""


class ResultsFiles:
    """The results file of every study.

    Args:
        settings: remember the files that were chosen.
        data: the program's folder for what the user has made; need not exist.

    Attributes:
        folder: where the results of studies are that come with the program; need not exist.
    """

    def __init__(self, settings: Settings, data: Path) -> None:
        self._settings = settings
        self.folder = data / _FOLDER

    def of(self, source: str) -> Path:
        """Return the results file of a study: the one chosen last, else the default.

        Args:
            source: the file of the study, or ``study:NAME``.
        """
        chosen = self._chosen().get(source)
        if chosen and Path(chosen).parent.is_dir():
            return Path(chosen)
        return self._default(source)

    def choose(self, source: str, path: Path) -> None:
        """Remember the results file of a study."""
        chosen = self._chosen()
        chosen.pop(source, None)
        if path != self._default(source):
            chosen[source] = str(path)
        kept = dict(list(chosen.items())[-_MOST:])
        self._settings["study files"] = json.dumps(kept) if kept else ""

    def _default(self, source: str) -> Path:
        if source.startswith(PREFIX):
            return self.folder / f"{source.removeprefix(PREFIX)}.sqlite"
        return Path(source).with_suffix(".sqlite")

    def _chosen(self) -> dict[str, str]:
        try:
            found = json.loads(self._settings["study files"])
        except (ValueError, RecursionError):
            return {}
        if not isinstance(found, dict):
            return {}
        return {key: value for key, value in found.items() if isinstance(value, str)}
