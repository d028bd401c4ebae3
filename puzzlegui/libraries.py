"""Libraries of the system that Qt needs: what to install where one is missing."""

from __future__ import annotations

import re

from puzzlegui.core.language import tr

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
"""Every library that Qt takes from the system, and the package of Debian and Ubuntu that has it."""

_MISSING = re.compile(r"\b(lib[\w.+-]*\.so(?:\.\d+)*): cannot open shared object file")


def missing(error: BaseException | str) -> str:
    """What to say of an error that came of a library that is not there; empty if it did not."""
    found = _MISSING.search(str(error))
    if found is None:
        return ""
    library = found[1]
    package = PACKAGES.get(library)
    if package is None:
        return tr(
            "The library {library} is missing on this machine; install the package that has it."
        ).format(library=library)
    return tr(
        "The library {library} is missing on this machine. On Debian and Ubuntu it comes with "
        "the package {package}: apt install {package}"
    ).format(library=library, package=package)
