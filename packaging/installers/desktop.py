"""Where a Linux desktop looks for programs: entry, icons, file type, manual, completions."""

from __future__ import annotations

import shutil
from pathlib import Path

LINUX = Path(__file__).resolve().parent.parent / "linux"
_FILES = {
    "puzzlegui.desktop": "applications/puzzlegui.desktop",
    "puzzlegui.mime.xml": "mime/packages/puzzlegui.xml",
    "invalid.puzzlegui.puzzlegui.metainfo.xml": "metainfo/invalid.puzzlegui.puzzlegui.metainfo.xml",
}
_MADE = {
    "puzzlegui.1": "man/man1/puzzlegui.1",
    "completion.bash": "bash-completion/completions/puzzlegui",
    "completion.zsh": "zsh/vendor-completions/_puzzlegui",
    "completion.fish": "fish/vendor_completions.d/puzzlegui.fish",
    "icons/puzzlegui.svg": "icons/hicolor/scalable/apps/puzzlegui.svg",
}


def lay_out(prefix: Path, made: Path) -> None:
    """Put everything in its place below a prefix such as /usr.

    Args:
        prefix: the folder.
        made: what generate_assets.py has written.
    """
    copies = [(LINUX / name, place) for name, place in _FILES.items()]
    copies += [(made / name, place) for name, place in _MADE.items()]
    for picture in sorted((made / "icons").glob("*.png")):
        size = picture.stem
        copies.append((picture, f"icons/hicolor/{size}x{size}/apps/puzzlegui.png"))
    for source, place in copies:
        target = prefix / "share" / place
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)
