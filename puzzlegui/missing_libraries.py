"""System libraries that Qt needs, and instructions to install missing libraries."""

from __future__ import annotations

import ctypes
import re

from puzzlegui.core.language import ngettext, tr

PACKAGES = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libX11-xcb.so.1": "libx11-xcb1",
    "libX11.so.6": "libx11-6",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libgcc_s.so.1": "libgcc-s1",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgthread-2.0.so.0": "libglib2.0-0",
    "libstdc++.so.6": "libstdc++6",
    "libwayland-client.so.0": "libwayland-client0",
    "libwayland-cursor.so.0": "libwayland-cursor0",
    "libwayland-egl.so.1": "libwayland-egl1",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-glx.so.0": "libxcb-glx0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-render.so.0": "libxcb-render0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-shm.so.0": "libxcb-shm0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-util.so.1": "libxcb-util1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxcb.so.1": "libxcb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libz.so.1": "zlib1g",
    "libzstd.so.1": "libzstd1",
}
"""All system libraries that Qt uses, with their packages in Debian and Ubuntu."""

_MISSING = re.compile(r"\b(lib[\w.+-]*\.so(?:\.\d+)*): cannot open shared object file")


def install_hint(error: BaseException | str) -> str:
    """Return a message that names every missing library and the command that installs them.

    Args:
        error: error of loading the first missing library; for any other error the message is empty.
    """
    found = _MISSING.search(str(error))
    if found is None:
        return ""
    absent = [library for library in PACKAGES if not _is_there(library)]
    if found[1] not in absent:
        absent.append(found[1])
    text = ngettext(
        "A library is missing on this machine: {libraries}.",
        "Libraries are missing on this machine: {libraries}.",
        len(absent),
    ).format(libraries=", ".join(absent))
    packages = dict.fromkeys(PACKAGES[library] for library in absent if library in PACKAGES)
    if len(absent) == 1 and not packages:
        return f"{text} {tr('Install the package that contains it.')}"
    from puzzlegui import install_commands  # rarely needed

    command = install_commands.packages([*packages])
    advice = tr("On Debian and Ubuntu, install what is missing with: {command}")
    return f"{text} {advice.format(command=command)}"


def _is_there(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True
