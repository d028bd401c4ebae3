"""Print the lowest versions that pyproject.toml allows, as requirements: ``name==version``.

The checks install them and try the program out, so that what is promised there is true.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent / "pyproject.toml"


def main() -> None:
    """Print them, one a line."""
    for requirement in tomllib.loads(PROJECT.read_text("utf-8"))["project"]["dependencies"]:
        name, version = re.match(r"([\w.-]+)>=([\w.]+)", requirement).groups()  # type: ignore[union-attr]
        print(f"{name}=={version}")


if __name__ == "__main__":
    main()
