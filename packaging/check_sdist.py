"""Check that a source archive has all sources: ``python packaging/check_sdist.py ARCHIVE``."""

from __future__ import annotations

import subprocess
import sys
import tarfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NOT_SOURCE = (".github/", ".gitignore")
"""What only the place needs where the sources are developed."""


def main() -> int:
    """0 if nothing is missing, and nothing in it that was made."""
    with tarfile.open(sys.argv[1]) as archive:
        packed = {name.partition("/")[2] for name in archive.getnames()}
    listed = subprocess.run(
        ["git", "ls-files", "-z"], check=True, capture_output=True, text=True, cwd=ROOT
    ).stdout.split("\0")
    missing = [name for name in listed if name and name not in packed]
    missing = [name for name in missing if not name.startswith(NOT_SOURCE)]
    made = [name for name in packed if name.endswith((".so", ".pyd", ".pyc", ".mo"))]
    for name in sorted(missing):
        print(f"not in the source archive: {name}", file=sys.stderr)
    for name in sorted(made):
        print(f"in the source archive, though it is made: {name}", file=sys.stderr)
    return 1 if missing or made else 0


if __name__ == "__main__":
    sys.exit(main())
