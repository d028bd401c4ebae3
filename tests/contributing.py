"""Worked examples of docs/contributing, and a copy of the program extended with them."""

from __future__ import annotations

import re
import shutil
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "docs" / "contributing"
EXAMPLES = ["family", "solver", "export-format", "action", "setting"]

_BLOCK = re.compile(
    r"^(?:New file `(?P<new>\S+)`|In `(?P<old>\S+)`, after `(?P<after>[^\n]+)`):\n\n"
    r"```\w+\n(?P<lines>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)


@dataclass(frozen=True)
class Block:
    """Code block of an example.

    Attributes:
        path: file, relative to the root.
        lines: content.
        after: beginning of the only line to insert it after; empty for a new file.
    """

    path: str
    lines: str
    after: str = ""

    def add(self, root: Path) -> None:
        """Write or insert the lines in the copy of the program below ``root``."""
        path = root / self.path
        if not self.after:
            assert not path.exists(), path
            path.parent.mkdir(exist_ok=True)
            path.write_text(self.lines, encoding="utf-8")
            return
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
        found = [n for n, line in enumerate(lines) if line.strip() == self.after]
        found = found or [n for n, x in enumerate(lines) if x.strip().startswith(self.after)]
        assert len(found) == 1, f"{len(found)} lines of {self.path} begin with {self.after}"
        blank = "\n\n" if self.lines.startswith("def ") else ""
        blank = "\n" if self.lines.startswith("    def ") else blank
        lines.insert(found[0] + 1, blank + self.lines)
        path.write_text("".join(lines), encoding="utf-8")


def blocks(example: str) -> list[Block]:
    """Return the code blocks of a worked example."""
    text = (FOLDER / f"{example}.md").read_text(encoding="utf-8")
    return [
        Block(found["new"] or found["old"], found["lines"], found["after"] or "")
        for found in _BLOCK.finditer(text)
    ]


def copy(into: Path) -> None:
    """Copy program and tests, with the extensions that were compiled."""
    ignored = shutil.ignore_patterns("__pycache__", "golden", "benchmarks")
    shutil.copytree(ROOT / "puzzlegui", into / "puzzlegui", ignore=ignored)
    for resources in (into / "resources", into / "puzzlegui" / "resources"):  # as a wheel has them
        shutil.copytree(ROOT / "resources", resources, ignore=ignored)
    for folder in ("tests", "tools"):
        shutil.copytree(ROOT / folder, into / folder, ignore=ignored)
    for name in ("pyproject.toml", "SOURCES.md"):
        shutil.copy(ROOT / name, into)
