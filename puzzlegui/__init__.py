"""Design grid puzzles, play them, and see them solved."""

from pathlib import Path

__version__ = "0.2.0"

# In a source tree, puzzlegui.resources stands beside the package, not in it.
_TREE = Path(__file__).parent.parent
if (_TREE / "pyproject.toml").is_file() and (_TREE / "resources" / "__init__.py").is_file():
    __path__.append(str(_TREE))
