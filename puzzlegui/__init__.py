"""Design grid puzzles, play them, and see them solved.

As a library, this package provides the names in ``__all__``::

    import puzzlegui

    board = puzzlegui.load("mystery-box")
    solution = puzzlegui.solve(board, time_limit=10)
    puzzlegui.export(solution, "mystery-box.gif")

See ``docs/python.md``. Each name is imported from ``puzzlegui.library`` on first use, so that the
program itself starts quickly.
"""

from pathlib import Path
from typing import TYPE_CHECKING

from puzzlegui.version import __version__

if TYPE_CHECKING:
    from puzzlegui.library import (
        PRESETS,
        Board,
        Book,
        BookPuzzle,
        LevelCounts,
        Moves,
        PuzzleError,
        Replay,
        Segment,
        Solution,
        Status,
        explore,
        export,
        load,
        load_book,
        new,
        replay,
        solve,
        verify,
    )

__all__ = [
    "PRESETS",
    "Board",
    "Book",
    "BookPuzzle",
    "LevelCounts",
    "Moves",
    "PuzzleError",
    "Replay",
    "Segment",
    "Solution",
    "Status",
    "__version__",
    "explore",
    "export",
    "load",
    "load_book",
    "new",
    "replay",
    "solve",
    "verify",
]

# In a source tree, puzzlegui.resources is beside the package, not inside it.
_TREE = Path(__file__).parent.parent
if (_TREE / "pyproject.toml").is_file() and (_TREE / "resources" / "__init__.py").is_file():
    __path__.append(str(_TREE))


if not TYPE_CHECKING:  # a type checker would accept any attribute

    def __getattr__(name):
        """Import a name in ``__all__``, or the board class of a family, from the library."""
        if name in __all__ or name.endswith("Board"):
            from puzzlegui import library  # on first use

            value = library.BOARDS.get(name) or getattr(library, name, None)
            if value is not None:
                globals()[name] = value
                return value
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def __dir__():
        return sorted({*globals(), *__all__})
