"""Design grid puzzles, play them, and see them solved."""

from pathlib import Path

from puzzlegui.version import __version__ as __version__

# In a source tree, puzzlegui.resources stands beside the package, not in it.
_TREE = Path(__file__).parent.parent
if (_TREE / "pyproject.toml").is_file() and (_TREE / "resources" / "__init__.py").is_file():
    __path__.append(str(_TREE))
