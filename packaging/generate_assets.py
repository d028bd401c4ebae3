"""Write what goes beside a bundle: ``python packaging/generate_assets.py FOLDER [CONTENTS]``.

Run by build.py in the environment that has the program: icons, manual and completions before the
bundle is made, licences and the list of what is inside after it, from the files that went into it.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

from installers import completions, contents, icons, licenses_and_sbom, manual
from puzzlegui import __version__


def main() -> int:
    """Do what the arguments say."""
    folder = Path(sys.argv[1])
    date = float(os.environ["SOURCE_DATE_EPOCH"])
    if len(sys.argv) == 2:
        icons.write(folder / "icons")
        write(folder / "puzzlegui.1", manual.page(date))
        for shell in completions.SHELLS:
            write(folder / f"completion.{shell}", completions.script(shell))
        return 0
    sources = json.loads(Path(sys.argv[2]).read_text("utf-8"))
    try:
        parts = contents.components(sources)
    except contents.UnknownOwnerError as error:
        sys.exit(f"No licence can be told: {error}")
    licenses_and_sbom.write_licences(folder / "licences", parts, __version__)
    # The package for Debian depends on what is Debian's instead of containing it.
    own = [part for part in parts if part.kind != "deb"]
    licenses_and_sbom.write_licences(folder / "licences-debian", own, __version__)
    copied = sorted({name for part in parts if part.kind == "deb" for name in part.files})
    write(folder / "debian.json", json.dumps(copied))
    inventory = licenses_and_sbom.inventory(parts, __version__, date)
    write(folder / "inventory.json", json.dumps(inventory, indent=1, sort_keys=True) + "\n")
    return 0


def write(path: Path, text: str) -> None:
    """Write a text with the same bytes on every system."""
    path.write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    sys.exit(main())
