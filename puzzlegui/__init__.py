"""Design grid puzzles, play them, and see them solved.

As a library, this package is what ``__all__`` lists::

    import puzzlegui

    board = puzzlegui.load("mystery-box")
    solution = puzzlegui.solve(board, time_limit=10)
    puzzlegui.export(solution, "mystery-box.gif")

``docs/python.md`` is a tour of it. Each name is imported from ``puzzlegui.library`` when it is
first used, so that the program itself starts without what it does not need.
"""

from pathlib import Path
from typing import TYPE_CHECKING

from puzzlegui.version import __version__

if TYPE_CHECKING:
    from puzzlegui.library import (
        PRESETS,
        Board,
        LevelCounts,
        PuzzleError,
        Replay,
        Segment,
        Solution,
        Status,
        explore,
        export,
        load,
        new,
        replay,
        solve,
        verify,
    )

__all__ = [
    "PRESETS",
    "Board",
    "LevelCounts",
    "PuzzleError",
    "Replay",
    "Segment",
    "Solution",
    "Status",
    "__version__",
    "explore",
    "export",
    "load",
    "new",
    "replay",
    "solve",
    "verify",
]

# In a source tree, puzzlegui.resources stands beside the package, not in it.
_TREE = Path(__file__).parent.parent
if (_TREE / "pyproject.toml").is_file() and (_TREE / "resources" / "__init__.py").is_file():
    __path__.append(str(_TREE))


if not TYPE_CHECKING:  # a type checker would take every name for one of the package

    def __getattr__(name):
        """Import a name of the library: one of ``__all__``, or the class of a family's boards."""
        if name in __all__ or name.endswith("Board"):
            from puzzlegui import library  # noqa: PLC0415 - when it is first used

            found = library.BOARDS.get(name) or getattr(library, name, None)
            if found is not None:
                globals()[name] = found
                return found
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def __dir__():
        return sorted({*globals(), *__all__})
