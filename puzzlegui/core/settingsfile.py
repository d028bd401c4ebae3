"""The file of the settings, as far as it can be read without Qt, which writes it."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import quote

FILE = "puzzlegui.ini"
_MOST_READ = 1 << 20
"""Characters; there are far fewer in any file that is sound."""


def setting_in(folder: Path, name: str) -> str:
    """What a setting without signs was left at; empty where that cannot be read.

    Args:
        folder: that of the settings; need not exist.
        name: of the setting.
    """
    try:
        with (folder / FILE).open(encoding="utf-8", errors="replace") as file:
            text = file.read(_MOST_READ)
    except (OSError, ValueError):
        return ""
    found = re.search(rf"^{re.escape(quote(name))}=(\w*)\s*$", text, re.MULTILINE)
    return found[1] if found else ""
