"""The AppImage: a file that is the runtime, and after it the bundle as a read-only file system.

The runtime is no part of this project: it is ``runtime-x86_64`` (or that of the machine) of
AppImage's type2-runtime. With it, ``python packaging/build.py --appimage-runtime FILE`` makes the
AppImage; mksquashfs is what that needs besides.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from installers import desktop

_START = """\
#!/bin/sh
exec "$(dirname "$(readlink -f "$0")")/usr/lib/puzzlegui/puzzlegui" "$@"
"""


def build(bundle: Path, made: Path, runtime: Path, date: int, target: Path) -> Path:
    """Build the AppImage; its path.

    Args:
        bundle: the program in one folder, licences included.
        made: what generate_assets.py has written.
        runtime: what the file begins with.
        date: when everything in it was made, in seconds since 1970.
        target: the file.
    """
    root = made / "AppDir"
    shutil.rmtree(root, ignore_errors=True)
    shutil.copytree(bundle, root / "usr/lib/puzzlegui", symlinks=True)
    desktop.lay_out(root / "usr", made)
    start = root / "AppRun"
    start.write_text(_START, encoding="utf-8")
    start.chmod(0o755)
    shutil.copy(desktop.LINUX / "puzzlegui.desktop", root / "puzzlegui.desktop")
    shutil.copy(made / "icons/256.png", root / "puzzlegui.png")
    (root / ".DirIcon").symlink_to("puzzlegui.png")
    files = made / "AppDir.squashfs"
    files.unlink(missing_ok=True)
    command: list[str | Path] = ["mksquashfs", root, files, "-quiet", "-no-progress", "-all-root"]
    command += ["-noappend", "-comp", "zstd", "-Xcompression-level", "19"]
    environment = os.environ | {"SOURCE_DATE_EPOCH": str(date)}
    subprocess.run(command, check=True, env=environment, stdout=subprocess.DEVNULL)
    target.write_bytes(runtime.read_bytes() + files.read_bytes())
    target.chmod(0o755)
    return target
